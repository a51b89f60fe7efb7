"""Logs of every version of the rules, kept for ever: each leads to the state that it led to then.

`recording.py` makes them. None that was released is ever changed or taken out.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from rules.engine.history import RULES, History, fold
from rules.fold.evolve import evolve
from rules.fold.old_logs import completed
from rules.model import events as ev
from server.cli.replay import replay
from server.store.contract import TableRecord
from server.table.state import decode
from tests.server.hosting import Start
from tests.server.memory_store import MemoryStore
from tests.server.played import SYSTEMS
from tests.server.recording import states

LOGS = sorted((Path(__file__).parents[1] / "fixtures" / "logs").glob("*.jsonl"))
each_log = pytest.mark.parametrize("log", [pytest.param(path, id=path.stem) for path in LOGS])


def lines(log: Path) -> list[str]:
    return log.read_text("utf-8").splitlines()


@each_log
def test_each_entry_of_a_log_leads_to_the_state_that_it_led_to(log: Path) -> None:
    kept = log.with_suffix(".states").read_text("utf-8").split()
    found = list(states(lines(log)))
    first = next(
        (n for n, pair in enumerate(zip(kept, found, strict=True)) if len({*pair}) > 1), None
    )
    assert first is None, f"from entry {first + 1} on"


@each_log
def test_a_log_that_is_played_again_leads_to_the_state_that_it_led_to(log: Path) -> None:
    played = replay(lines(log))
    assert played.entries == len(lines(log)) - 2
    assert played.found == played.expected


def test_a_log_with_one_event_changed_leads_elsewhere() -> None:
    """Else the test above would prove nothing."""
    changed = [line.replace("Morwen", "Marwen") for line in lines(LOGS[0])]
    assert not replay(changed).same


@each_log
async def test_a_server_opens_a_table_with_that_log_and_plays_on(start: Start, log: Path) -> None:
    entries = [line.encode() for line in lines(log)[1:-1]]
    store = MemoryStore()
    hosted = await start(store)
    await store.create(TableRecord("old", "Old", "h", 0.0), [])
    await store.append("old", 0, entries)
    issued = await hosted.app.access.invite("old", "gm")
    gm = await hosted.join(table="old", token=issued.token)
    over = gm.view
    assert over["phase"] == "over"
    await gm.do({"do": "undo"})
    assert gm.view["phase"] != "over"
    await gm.do({"do": "redo"})
    assert {**gm.view, "seq": 0} == {**over, "seq": 0}


def test_each_system_has_a_log_of_the_present_rules() -> None:
    assert {f"{system}-rules-{RULES}" for system in SYSTEMS} <= {log.stem for log in LOGS}


OF_RULES_3 = [path for path in LOGS if path.stem.endswith("-rules-3")]
RESULTS: dict[type[ev.Event], tuple[str, ...]] = {
    ev.Moved: ("opens", "rolls_anew", "fixes", "rested", "over", "options"),
    ev.Rolled: ("late",),
    ev.Declared: ("late",),
}
"""What events say since rules 3. Beside it a `Changed` brings the right `veiled`."""


def as_before(event: ev.Event) -> ev.Event:
    """The event without what rules 2 did not write."""
    blank = {f.name: f.default for f in msgspec.structs.fields(type(event))}
    return replace(event, **{name: blank[name] for name in RESULTS.get(type(event), ())})


@pytest.mark.parametrize("log", OF_RULES_3, ids=lambda path: path.stem)
def test_what_an_event_says_since_rules_3_is_what_it_meant_before(log: Path) -> None:
    """So a log of rules 2 is completed with what the systems say today."""
    completed_ones = set()
    history = History.start()
    for line in lines(log)[1:-1]:
        entry = decode(line.encode())
        enc = history.encounter
        for event in entry.events:
            before = as_before(event)
            assert completed(enc, before, 2) == event
            completed_ones |= {type(event)} if before != event else set()
            enc = evolve(enc, event)
        history = fold(history, entry)
    assert ev.Moved in completed_ones
