"""What holds of every command: all or none, nothing said twice, nothing told by a refusal."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.decide import decide
from rules.model import commands as do
from rules.model.dice import Given
from rules.model.errors import Refused
from tests.rules.fights import MELEE, Fight, spell


def begun(**of_orc: Any) -> Fight:
    return Fight().add("mage", hp=4, owner="u2").add("orc", "foes", hp=6, **of_orc).do("begin")


def hit(combatant: str, damage: int = 1) -> dict[str, Any]:
    return {"do": "hit", "combatant": combatant, "damage": damage}


def test_a_batch_does_one_after_the_other() -> None:
    """The second sees what the first has done: the orc has died of two."""
    fight = begun().do("batch", commands=[hit("orc", 4), hit("orc", 4)])
    assert fight.who("orc").hp == -2


def test_a_batch_of_which_one_is_refused_does_nothing_and_says_which() -> None:
    fight = begun()
    before = fight.enc
    with pytest.raises(Refused) as caught:
        fight.do("batch", commands=[hit("orc"), hit("nobody"), hit("mage")])
    assert (caught.value.code, caught.value.detail["index"]) == ("unknown_combatant", 1)
    assert fight.enc == before


def test_a_declaration_that_stands_already_makes_nothing_happen() -> None:
    fight = begun().declare("mage", spell(3))
    assert fight.said
    assert fight.declare("mage", spell(3)).said == ()
    assert fight.declare("mage", spell(4)).said


@pytest.mark.parametrize("command", [do.Undo(), do.Redo()])
def test_undo_and_redo_are_no_commands_of_the_fight(command: do.Any_) -> None:
    """They are the history's, and in a batch they would undo half of it."""
    with pytest.raises(Refused) as caught:
        list(decide(begun().enc, command, Given()))
    assert caught.value.code == "bad_message"


@pytest.mark.parametrize("aim", [{"target": "orc"}, {"targets": ["orc"]}])
def test_what_is_declared_against_a_hidden_one_is_refused_as_against_nobody(
    aim: dict[str, Any],
) -> None:
    """A player gets the very refusal that is due when nobody of that name is there."""
    fight = begun(hidden=True)
    declared = {"combatant": "mage", "actions": [{**MELEE, **aim}]}
    with pytest.raises(Refused) as hidden:
        fight.do("declare", **declared, role="player")
    with pytest.raises(Refused) as nobody:
        Fight().add("mage", hp=4, owner="u2").do("begin").do("declare", **declared, role="player")
    assert (hidden.value.code, str(hidden.value)) == (nobody.value.code, str(nobody.value))


def test_the_gm_declares_against_a_hidden_one_too() -> None:
    assert begun(hidden=True).declare("mage", {**MELEE, "target": "orc"}).said


def test_what_nobody_hidden_bears_on_is_decided_for_a_player_as_for_the_gm() -> None:
    declared = {"combatant": "mage", "actions": [{**MELEE, "target": "orc"}]}
    asked = begun().add("spy", "foes", hidden=True).do("declare", **declared, role="player")
    assert asked.said
    assert asked.said == begun().do("declare", **declared).said
