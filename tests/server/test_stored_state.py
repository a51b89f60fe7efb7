"""How long nothing has happened at a table: what makes it rest."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from rules.engine.history import History
from server.store.contract import TableRecord
from server.table import stored_state as under_test
from server.table.state import State
from server.table.stored_state import StoredState

RECORD = TableRecord("friday", "Friday night", "history", 0.0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Stands at `now`."""
    clock = SimpleNamespace(now=0.0, monotonic=lambda: clock.now)
    monkeypatch.setattr(under_test, "time", clock)
    return clock


def test_whatever_changes_a_table_keeps_it_awake_wherever_it_was_asked_for(
    clock: SimpleNamespace,
) -> None:
    stored = StoredState(RECORD, State.at(RECORD, History.start()))
    clock.now = 20.0
    assert stored.quiet == 20.0
    stored.state = State.at(RECORD, History.start())
    clock.now = 21.0
    assert stored.quiet == 1.0


def test_a_table_that_was_woken_does_not_rest_again_at_once(clock: SimpleNamespace) -> None:
    stored = StoredState(RECORD, State.at(RECORD, History.start()))
    stored.rest()
    clock.now = 60.0
    before = State.at(RECORD, History.start())
    assert stored.state.history.encounter == before.history.encounter
    assert stored.quiet == 0.0


def test_what_is_let_go_of_can_still_be_looked_at(clock: SimpleNamespace) -> None:
    state = State.at(RECORD, History.start())
    stored = StoredState(RECORD, state)
    stored.let_go()
    assert stored.state is state
