"""A declaration that changes nothing is kept, and is nothing else: no event, no step of undo."""

from __future__ import annotations

import pytest

from rules.engine.history import RULES, LogEntry, decide, fold, retrace
from rules.model import commands as do
from rules.model.dice import Given
from tests.rules.fights import Fight, spell

MELEE = {"act": "melee", "target": "orc"}


def declaring(*actions: dict[str, object]) -> Fight:
    fight = Fight("adnd1e").add("mage").add("orc", "foes").do("begin")
    return fight.declare("mage", *actions)


@pytest.mark.parametrize("actions", [[MELEE], [spell(3)], []])
def test_what_is_declared_again_makes_no_event(actions: list[dict[str, object]]) -> None:
    fight = declaring(*actions)
    before = fight.enc
    fight.declare("mage", *actions)
    assert fight.log[-1].events == ()
    assert fight.enc == before


def test_another_declaration_makes_one() -> None:
    fight = declaring(MELEE).declare("mage", spell(3))
    assert fight.log[-1].events


def test_undo_goes_back_behind_the_first_of_two_that_are_alike() -> None:
    fight = declaring(MELEE).declare("mage", MELEE).declare("mage", MELEE).do("undo")
    assert fight.who("mage").declared == ()
    fight.do("redo")
    assert len(fight.who("mage").declared) == 1


def test_redo_is_left_as_it_was() -> None:
    fight = declaring(MELEE).do("mark", combatant="orc", name="Prone").do("undo")
    fight.declare("mage", MELEE).do("redo")
    assert [mark.name for mark in fight.who("orc").marks] == ["Prone"]


def test_the_log_leads_to_the_same_state_however_it_is_read() -> None:
    fight = declaring(MELEE).declare("mage", MELEE).do("mark", combatant="orc", name="Prone")
    fight.do("undo").declare("mage", MELEE)
    again = retrace(fight.log)
    assert (again.encounter, again.position) == (fight.enc, len(fight.log))
    assert (again.trail, again.future) == (fight.history.trail, fight.history.future)


def test_by_the_first_rules_it_was_a_step() -> None:
    fight = declaring(MELEE)
    entry = LogEntry(
        position=fight.history.position + 1,
        command=do.Declare(combatant="mage", actions=()),
        events=(),
    )
    old = fold(fight.history, entry)
    new = fold(fight.history, LogEntry(**{**_fields(entry), "rules": RULES}))
    assert len(old.trail) == len(new.trail) + 1
    assert decide(old, do.Undo(), Given()) != decide(new, do.Undo(), Given())


def _fields(entry: LogEntry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in entry.__struct_fields__}
