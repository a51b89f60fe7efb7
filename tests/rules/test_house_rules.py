"""House rules within a fight: what moves a place counts from the next round, the rest at once.

Round, dice, marks and carried spells stay.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.notes import Note, noted
from rules.model import events as ev
from rules.systems import SYSTEMS
from rules.systems.kit.system import COMMON_OPTIONS
from tests.rules.circles import counted, gathered, refused
from tests.rules.fights import MELEE, Fight, spell

MOVE = {"act": "move"}
GATE = {"act": "spell", "name": "Gate", "rounds": 3}


def moving(**options: Any) -> Fight:
    """AD&D 2e with A against b, declared and ready to roll."""
    fight = Fight("adnd2e", **options).add("A").add("b", "foes").do("begin")
    return fight.declare("A", MOVE).declare("b", MOVE).next()


def set_(fight: Fight, **values: Any) -> tuple[Note, ...]:
    """The options set, and the notes of the answer."""
    before = fight.enc
    fight.do("options", set=values)
    return noted(before, fight.said, fight.enc, None)


# --- when they count -----------------------------------------------------------------------------


def test_2e_c8_another_method_counts_from_the_next_round_and_the_dice_of_this_one_stay() -> None:
    fight = moving().roll(party=3, foes=5)
    assert set_(fight, method="individual") == (Note("next_round", option="method"),)
    assert fight.enc.options["method"] == "group"
    assert fight.moments() == [(3, ("A",)), (5, ("b",))]
    fight.until(2, phase="declare")
    assert (fight.enc.options["method"], fight.enc.options_next) == ("individual", {})
    fight.declare("A", MOVE).declare("b", MOVE).next()
    assert fight.view()["prompts"][0]["for"] == ["A", "b"]


def test_2e_c23_a_spell_of_several_rounds_goes_on_under_another_method() -> None:
    fight = Fight("adnd2e").add("A").add("b", "foes").do("begin")
    fight.declare("A", GATE).declare("b", MOVE).next().roll(party=1, foes=2)
    fight.do("options", set={"method": "individual"}).until(2, phase="declare")
    fight.declare("b", MOVE).next().roll(b=4)
    fight.until(3, phase="declare").declare("b", MOVE).next().roll(b=4)
    while fight.enc.phase != "end":
        fight.next()
    assert [(e.combatant, e.clause) for e in fight.events(ev.SpellCompleted)] == [("A", "2E-C25")]


def test_what_moves_nobody_counts_at_once() -> None:
    fight = moving().roll(party=3, foes=5)
    assert set_(fight, reveal=True) == (Note("now", option="reveal"),)
    assert fight.enc.options["reveal"] is True


def test_one_command_may_hold_both_kinds() -> None:
    fight = moving().roll(party=3, foes=5)
    notes = set_(fight, ties="speed", typed_dice="gm")
    assert notes == (Note("now", option="typed_dice"), Note("next_round", option="ties"))
    assert fight.view("player")["options_next"]["ties"] == "speed"
    assert fight.view("player")["options"]["typed_dice"] == "gm"


def test_what_counts_at_once_is_not_undone_by_the_round_in_which_another_begins() -> None:
    fight = moving().roll(party=3, foes=5)
    fight.do("options", set={"ties": "speed"}).do("options", set={"reveal": True})
    fight.until(2, phase="declare")
    assert (fight.enc.options["ties"], fight.enc.options["reveal"]) == ("speed", True)


def test_set_back_before_the_round_is_over_nothing_is_left_of_it() -> None:
    fight = moving().roll(party=3, foes=5)
    fight.do("options", set={"method": "individual"}).do("options", set={"method": "group"})
    assert fight.enc.options_next == {}


def test_null_gives_an_option_its_default() -> None:
    fight = Fight(dead_at=-5).add("a").add("b", "foes").do("begin")
    fight.do("options", set={"dead_at": None})
    assert "dead_at" not in fight.enc.options


def test_before_the_fight_and_after_it_all_count_at_once() -> None:
    fight = Fight("adnd2e").add("A").add("b", "foes")
    assert set_(fight, method="standard") == (Note("now", option="method"),)
    fight.do("begin").do("options", set={"ties": "speed"}).do("end")
    assert fight.enc.options["ties"] == "speed"


def test_what_is_the_same_as_before_is_no_change() -> None:
    assert Fight("adnd2e").do("options", set={"method": "group"}).said == ()


def test_seg_a2_a_spell_that_comes_while_hits_begin_to_spoil_still_completes() -> None:
    fight = Fight(hit_spoils=True).add("mage").add("orc", "foes").do("begin")
    fight.declare("mage", spell(2)).declare("orc", MELEE).next().roll(party=1, foes=6)
    fight.until(1, 3).do("options", set={"hit_spoils": False}).next()
    assert [e.combatant for e in fight.events(ev.SpellCompleted)] == ["mage"]


# --- what is refused -----------------------------------------------------------------------------


def test_an_option_that_there_is_not_or_a_value_out_of_range_changes_nothing() -> None:
    fight = Fight("adnd2e")
    refused("illegal_value", "", lambda: fight.do("options", set={"hit_spoils": True}))
    refused("illegal_value", "2E-C1", lambda: fight.do("options", set={"method": "chaos"}))
    refused("bad_message", "", lambda: fight.do("options", set={"reveal": "yes"}))
    assert fight.enc.options["method"] == "group"


# --- what stays ----------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_round_dice_and_marks_stay_and_undo_brings_the_old_ones_back(system: str) -> None:
    fight = Fight(system).add("a").add("b", "foes").do("begin")
    fight.do("mark", combatant="a", name="Haste", rounds=3)
    before = fight.enc
    fields = SYSTEMS[system].options | COMMON_OPTIONS
    changes = {n: True for n, f in fields.items() if f.type == "boolean"}
    fight.do("options", set=changes)
    after = fight.enc
    assert (after.cursor, after.rolls, after.combatants) == (
        before.cursor, before.rolls, before.combatants,
    )  # fmt: skip
    assert {**after.options, **after.options_next} == {**before.options, **changes}
    assert fight.do("undo").enc == before


def test_players_in_a_hidden_ones_turn_of_the_next_round_learn_nothing_of_it() -> None:
    fight = gathered("starfinder", a=0, c=0).add("h", "foes", hidden=True).do("begin")
    fight.roll(a=15, c=10, h=20).next()
    fight.do("options", set={"delay_sorts_by_modifier": True}).next().next()
    assert (fight.enc.round, fight.view("player")["round"]) == (2, 1)
    assert fight.view("player")["options"]["delay_sorts_by_modifier"] is False
    fight.next()
    assert fight.view("player")["options"]["delay_sorts_by_modifier"] is True


def test_sf_a1_the_next_delay_after_the_round_is_sorted_by_modifier() -> None:
    fight = counted(a=20, b=15).do("options", set={"delay_sorts_by_modifier": True})
    fight.next().next().do("delay", combatant="a").do("return", combatant="a")
    assert fight.who("a").spot == (-15, 0, 0, 0)
