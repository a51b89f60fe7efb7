"""AD&D 2nd edition: whoever is taken out while casting loses the spell then, and is told (2E-C24)."""

from __future__ import annotations

import pytest

from rules.model.errors import Refused
from tests.rules.fights import Fight
from tests.rules.second_edition import (
    DAGGER,
    GREAT,
    LS,
    Act,
    cast,
    declared,
    fight,
    order,
    refused,
    slow,
    spells,
)

SCROLL: Act = {"act": "device", "kind": "scroll", "name": "Web", "casting_time": 3}
LOST = [("SpellLost", "W", "2E-C24")]


def out(made: Fight, way: str = "able") -> Fight:
    """W cannot act any more: taken out or put to sleep by the GM's word, hit, or at 0 hit points."""
    if way == "hit":
        return made.do("hit", combatant="W", damage=99)
    return made.do("change", combatant="W", set={"hp": 0} if way == "hp" else {"able": False})


def back(made: Fight) -> Fight:
    return made.do("change", combatant="W", set={"able": True, "hp": 20})


@pytest.mark.parametrize("way", ["able", "hp", "hit"])
@pytest.mark.parametrize("in_round", [1, 2])
def test_c24_taken_out_the_caster_of_rounds_loses_the_spell_whatever_happens_later(
    way: str, in_round: int
) -> None:
    made = fight(W=slow(rounds=3), orc=LS).roll(orc=4)
    if in_round == 2:
        made.next("round")
    out(made, way)
    assert spells(made) == LOST
    back(made)
    while made.enc.round < 4:
        made.next("round", force=True)
    assert spells(made) == LOST


@pytest.mark.parametrize(
    ("way", "clause"), [("able", "2E-C24"), ("hp", "2E-C24"), ("hit", "2E-A8")]
)
@pytest.mark.parametrize("action", [cast(3), SCROLL])
def test_c24_a_spell_with_a_number_is_being_cast_from_the_dice_until_its_moment(
    way: str, clause: str, action: Act
) -> None:
    made = fight(W=action, orc=DAGGER).roll(W=9, orc=1)
    back(out(made, way))
    assert spells(made) == [("SpellLost", "W", clause)]
    assert order(made) == "orc"


def test_c24_the_dice_of_the_round_begin_the_casting() -> None:
    made = fight(W=cast(3), orc=LS, imp=LS).roll(orc=9)
    back(out(made)).roll(W=1, imp=2)
    assert spells(made) == LOST
    assert order(made) == "imp orc"


def test_c24_who_is_out_when_the_dice_fall_casts_nothing() -> None:
    made = out(fight("group", W=cast(3), orc=LS)).roll(foes=9)
    assert spells(made) == LOST
    assert order(back(made)) == "orc"


def test_c24_taken_out_before_the_dice_one_may_declare_anew() -> None:
    made = back(out(fight(W=cast(3), orc=LS)))
    assert spells(made) == []
    made.declare("W", cast(1)).roll(W=4, orc=9)
    assert made.at("W") == [5]


def test_c24_a_carried_spell_is_lost_before_the_dice_too() -> None:
    made = fight(W=slow(rounds=3), orc=LS).roll(orc=4).next("round")
    assert spells(out(made)) == LOST


def test_a9_taken_out_at_its_moment_is_too_late() -> None:
    made = out(fight(W=cast(3), orc=LS).roll(W=5, orc=3))
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]


def test_c24_the_players_are_told_at_once() -> None:
    made = fight(W=cast(3), orc=DAGGER).roll(W=9, orc=1)
    made.do("change", combatant="W", set={"owner": "ana"})
    out(made)
    assert made.view("player")["combatants"]["W"]["declared"][0]["lost"] is True


def test_c24_whoever_is_surprised_while_casting_loses_the_spell_then() -> None:
    made = fight(W=cast(3), orc=DAGGER).roll(W=9, orc=1).do("surprise", combatants=["W"])
    assert spells(made) == LOST
    assert spells(made.do("surprise", combatants=[]).until(1, None, "end")) == LOST


def test_c24_so_does_who_is_surprised_in_a_later_round_of_a_long_spell() -> None:
    made = fight(W=slow(rounds=3), orc=LS).roll(orc=4).next("round")
    assert spells(made.do("surprise", combatants=["W"])) == LOST


def test_c24_surprised_before_the_dice_a_spell_of_a_number_is_lost_with_them() -> None:
    made = fight(W=cast(3), orc=DAGGER).do("surprise", combatants=["W"])
    assert spells(made) == []
    assert spells(made.roll(orc=1)) == LOST


def test_a9_a_hidden_caster_who_falls_at_exactly_the_total_casts_all_the_same() -> None:
    made = Fight("adnd2e", method="individual").add("orc", "foes")
    made.add("W", hp=3, hidden=True).do("begin")
    declared(made, W=cast(3), orc=LS).roll(W=5, orc=3)
    assert (made.enc.cursor.at, made.now) == (8, ["orc"])
    made.do("hit", combatant="W", damage=9).next()
    assert (made.enc.cursor.at, made.now) == (8, ["W"])
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]


def test_a9_at_the_end_of_the_round_as_well() -> None:
    made = Fight("adnd2e", method="individual").add("V", hp=3).add("orc", "foes")
    made.add("W", hp=3, hidden=True).do("begin")
    declared(made, V=slow(rounds=1), W=slow(rounds=1), orc=LS).roll(orc=3)
    made.until(1, None, "end").do("hit", combatant="W", damage=9).next()
    assert [who for _, who, _ in spells(made)] == ["V", "W"]


@pytest.mark.parametrize(("does", "comes"), [(cast(8), True), (GREAT, False)])
def test_ties_by_speed_order_blows_and_not_spells(does: Act, comes: bool) -> None:  # 2E-A1, 2E-A9
    made = fight(options={"ties": "speed"}, W=does, orc=DAGGER)
    made.roll(W=12 - (8 if comes else 10), orc=10)
    assert made.now == ["orc"]
    made.do("hit", combatant="W", damage=99).next()
    assert made.now == (["W"] if comes else [])


def test_c24_ending_the_fight_loses_nobody_s_spell() -> None:
    made = fight(W=cast(3), orc=DAGGER).roll(W=9, orc=1).do("end")
    assert spells(made) == []


def test_a_scroll_read_in_combat_is_a_spell() -> None:  # 2E-C20, 2E-A8
    made = fight(W=SCROLL, orc=LS).roll(W=4, orc=9)
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]
    assert [e.what for e in made.order.entries] == ["completes", "attack"]
    assert spells(fight(W=SCROLL, orc=DAGGER).roll(W=4, orc=1).do("interrupt", combatant="W")) == [
        ("SpellLost", "W", "2E-A8")
    ]


def test_a_wand_needs_no_concentration() -> None:
    made = fight(W={"act": "device", "kind": "wand"}, orc=DAGGER).roll(W=9, orc=1)
    refused("illegal_value", "", lambda: made.do("interrupt", combatant="W"))
    assert spells(out(made)) == []


def test_what_hidden_ones_roll_begins_no_casting_that_players_see() -> None:  # 2E-C24
    made = Fight("adnd2e", method="individual").add("W", hp=20).add("ghost", "foes", hidden=True)
    made.add("orc", "foes").do("begin").declare("W", cast(3)).declare("ghost", LS)
    made.declare("orc", LS).next().roll(ghost=5)
    assert spells(out(made)) == []
    assert spells(made.roll(orc=5)) == [("SpellLost", "W", "2E-C24")], "once it goes on for players"


def test_nothing_is_at_a_spell_that_was_given_up() -> None:
    made = fight(W=cast(3), orc=DAGGER).roll(W=9, orc=1).do("cancel", combatant="W", action=0)
    assert spells(out(made)) == []
    with pytest.raises(Refused):
        made.do("interrupt", combatant="W")


def test_when_all_are_surprised_the_round_goes_on_and_the_caster_has_lost_the_spell() -> None:
    """Not at the next command, whoever gives it (2E-C24)."""
    fight = Fight("adnd2e").add("mage").add("orc", "foes").do("begin")
    fight.declare("mage", {"act": "spell", "casting_time": 3}).declare(
        "orc", {"act": "attack", "speed": 5}
    )
    fight.next().do("surprise", combatants=["mage"]).do("surprise", combatants=["orc"])
    assert fight.enc.phase == "act"
    assert fight.who("mage").declared[0].lost
