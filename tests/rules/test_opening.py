"""A fight that is running is put aside only by force, and undo brings it back."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.history import retrace
from rules.projection.events import tell
from tests.rules.circles import counted, refused
from tests.rules.fights import MELEE, Fight

OPEN = {"do": "open", "system": "mmrpg"}
FORCED = {**OPEN, "force": True}


def declaring() -> Fight:
    return Fight().add("a").add("b", "foes").do("begin")


def resting() -> Fight:
    fight = declaring().declare("a", MELEE).declare("b", MELEE).next().roll(party=1, foes=2)
    return fight.do("end", outcome="rest")


RUNNING = [
    pytest.param(declaring, id="declare"),
    pytest.param(lambda: Fight("mmrpg").add("a").do("begin"), id="roll"),
    pytest.param(lambda: counted(a=20, b=15), id="act"),
    pytest.param(resting, id="rest"),
]


@pytest.mark.parametrize("made", RUNNING)
def test_over_a_running_fight_open_is_refused_and_nothing_is_lost(made: Any) -> None:
    fight = made()
    before = fight.enc
    refusal = refused("running", "", lambda: fight.do("open", system="mmrpg"))
    assert refusal.detail == {"phase": before.phase}
    assert fight.enc == before


@pytest.mark.parametrize("made", RUNNING)
def test_by_force_it_is_put_aside_and_undo_brings_it_back(made: Any) -> None:
    fight = made()
    before = fight.enc
    fight.do("open", system="mmrpg", keep="none", force=True)
    assert (fight.enc.system, fight.enc.phase, fight.enc.combatants) == ("mmrpg", "setup", {})
    fight.add("c")
    assert fight.do("undo").do("undo").enc == before
    fight.do("redo").do("redo")
    assert list(fight.enc.combatants) == ["c"]


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("over", [False, True])
def test_any_other_open_is_the_beginning_of_its_fight(force: bool, over: bool) -> None:
    fight = declaring().do("end") if over else Fight()
    fight.do("open", system="mmrpg", force=force)
    refused("nothing_to_undo", "", lambda: fight.do("undo"))


def test_loading_a_prepared_fight_asks_likewise_and_is_one_step() -> None:
    fight = declaring()
    before = fight.enc
    new = {"do": "add", "combatants": [{"id": "c"}]}
    refusal = refused("running", "", lambda: fight.do("batch", commands=[OPEN, new]))
    assert refusal.detail["index"] == 0
    fight.do("batch", commands=[FORCED, new])
    assert list(fight.enc.combatants) == ["c"]
    assert fight.do("undo").enc == before


def test_a_fight_that_ended_in_the_same_batch_is_not_put_aside() -> None:
    fight = declaring().do("batch", commands=[{"do": "end"}, OPEN])
    refused("nothing_to_undo", "", lambda: fight.do("undo"))


def test_undo_goes_back_to_the_beginning_of_the_fight_that_was_put_aside() -> None:
    fight = declaring().do("open", system="mmrpg", force=True)
    while fight.history.can_undo:
        fight.do("undo")
    assert (fight.enc.system, fight.enc.phase, fight.enc.combatants) == ("adnd1e", "setup", {})


def test_a_log_that_is_retraced_leads_to_the_same_fight() -> None:
    fight = declaring().do("open", system="mmrpg", force=True).add("c").do("undo").do("undo")
    again = retrace(fight.log)
    assert (again.encounter, again.trail) == (fight.enc, fight.history.trail)


def test_players_are_not_told_that_a_fight_was_running_which_they_could_not_see() -> None:
    fight = Fight().add("h", "foes", hidden=True).do("begin")
    before = fight.enc
    fight.do("open", system="mmrpg", force=True)
    told = tell(fight.said[0], before, fight.enc, "player", fight.view("player"))
    assert told is not None
    assert set(told.__struct_fields__) == {"system", "options"}
