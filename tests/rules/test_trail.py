"""The positions that are in force, as runs, and the states on the way."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.history import History, LogEntry, StateMissing, Trail, decide, fold, retrace
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Rolled
from rules.model.encounter import Encounter
from rules.model.errors import Refused


@given(st.lists(st.one_of(st.integers(1, 3), st.none()), max_size=30))
def test_a_trail_goes_back_the_way_it_came(steps: list[int | None]) -> None:
    """A number goes so much further on, None goes one back."""
    trail, positions, newest = Trail().plus(0), [0], 0
    for step in steps:
        if step is not None:
            newest += step
            trail, positions = trail.plus(newest), [*positions, newest]
        elif len(positions) > 1:
            trail, positions = trail.back(), positions[:-1]
        assert (trail.last, len(trail)) == (positions[-1], len(positions))
        assert trail.newest(4) == positions[:-5:-1]


def test_a_long_fight_is_one_run() -> None:
    trail = Trail()
    for position in range(1000):
        trail = trail.plus(position)
    assert trail.runs == ((0, 999),)


CLOCK = st.integers(1, 9).map(lambda every: do.Clock(every=every))
STEPS = st.lists(
    CLOCK | st.sampled_from([do.Undo(), do.Redo(), do.Open(system="mmrpg")]), max_size=60
)


def recorded(steps: list[Any]) -> tuple[list[LogEntry], list[Encounter]]:
    """A log of what may be done of it, and the states that it leads to, all of them kept."""
    history, log, states = History.start(), [], [Encounter()]
    for step in steps:
        try:
            events: Any = decide(history, step, Rolled())
        except Refused:
            continue
        log.append(LogEntry(position=history.position + 1, command=step, events=events))
        history = fold(history, log[-1])
        states.append(history.encounter)
    return log, states


@given(STEPS, st.integers(2, 5))
def test_undo_and_redo_reach_as_far_with_few_states_as_with_all(
    steps: list[Any], kept: int
) -> None:
    """Where a state is not kept, the log has it, however far it goes back."""
    log, states = recorded(steps)
    with patch("rules.engine.history.KEPT", kept):
        history = History.start()
        for position, entry in enumerate(log):
            try:
                history = fold(history, entry)
            except StateMissing:
                history = fold(retrace(log[:position]), entry)
            assert history.encounter == states[position + 1]
            assert len(history.states) <= 2 * kept + 1


@given(STEPS)
def test_a_log_that_is_retraced_leads_to_the_same_fight(steps: list[Any]) -> None:
    log, states = recorded(steps)
    history, folded = retrace(log), History.start()
    for entry in log:
        folded = fold(folded, entry)
    assert history.encounter == states[-1]
    assert (history.position, history.trail, history.future) == (
        folded.position, folded.trail, folded.future,
    )  # fmt: skip


def test_what_a_batch_did_before_it_opened_a_fight_is_over() -> None:
    begun = [do.Open(system="adnd1e"), do.Clock(every=2)]
    both = do.Batch(commands=(do.Clock(every=3), do.Open(system="mmrpg")))
    log, states = recorded([*begun, both])
    assert retrace(log).encounter == states[-1]
    assert any(isinstance(event, ev.Opened) for event in log[-1].events)
