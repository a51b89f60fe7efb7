"""How long nothing has happened at a table: what makes it rest."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from rules.engine.history import History
from server.store.contract import TableRecord
from server.table import hibernation as under_test
from server.table.hibernation import Shown
from server.table.state import State

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
    shown = Shown(RECORD, State.at(RECORD, History.start()))
    clock.now = 20.0
    assert shown.quiet == 20.0
    shown.state = State.at(RECORD, History.start())
    clock.now = 21.0
    assert shown.quiet == 1.0


def test_a_table_that_was_woken_does_not_rest_again_at_once(clock: SimpleNamespace) -> None:
    shown = Shown(RECORD, State.at(RECORD, History.start()))
    shown.rest()
    clock.now = 60.0
    before = State.at(RECORD, History.start())
    assert shown.state.history.encounter == before.history.encounter
    assert shown.quiet == 0.0


def test_what_is_let_go_of_can_still_be_looked_at(clock: SimpleNamespace) -> None:
    state = State.at(RECORD, History.start())
    shown = Shown(RECORD, state)
    shown.let_go()
    assert shown.state is state
