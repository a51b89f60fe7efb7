"""AD&D 2nd edition: spells with a number and of rounds (2E-C19 to 2E-C26)."""

from __future__ import annotations

import pytest

from tests.rules.fights import Fight
from tests.rules.second_edition import (
    DAGGER,
    GREAT,
    LS,
    cast,
    fight,
    order,
    refused,
    slow,
    spells,
    times,
    total,
    walked,
)

W = cast(3)


@pytest.mark.parametrize("innate", [0, 3])
def test_a7_an_innate_ability_adds_its_own_modifier(innate: int) -> None:
    assert total({"act": "innate"}, 1, innate=innate) == 1 + innate


def test_c20_a_spell_takes_effect_at_the_roll_and_its_casting_time() -> None:
    made = fight(W=W, F=GREAT, orc=LS).roll(W=4, F=2, orc=1)
    assert spells(made) == []
    made.next()
    assert made.enc.cursor.at == 7
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]


def test_a8_a_hit_before_the_spells_place_loses_it() -> None:
    made = fight(W=W, F=GREAT, orc=LS).roll(W=4, F=2, orc=1)
    assert made.now == ["orc"]
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellLost", "W", "2E-A8")]
    assert order(made) == "orc F"


@pytest.mark.parametrize("phase", ["declare", "roll"])
def test_a8_a_hit_before_the_dice_is_before_everything(phase: str) -> None:
    made = Fight("adnd2e").add("W").do("begin").declare("W", W)
    if phase == "roll":
        made.next()
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellLost", "W", "2E-A8")]


def test_a9_a_hit_at_exactly_the_spells_total_is_too_late() -> None:
    made = fight(W=cast(3), orc=LS).roll(W=5, orc=3)
    assert made.now == ["W", "orc"]
    made.do("hit", combatant="W", damage=99)
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]
    assert made.now == ["W", "orc"]


def test_a9_also_where_the_lower_speed_strikes_first() -> None:
    made = fight(options={"ties": "speed"}, W=cast(6), orc=LS).roll(W=2, orc=3)
    assert made.now == ["orc"]
    made.do("hit", combatant="W", damage=1).next()
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]


def test_a_hit_after_the_spell_changes_nothing() -> None:
    made = fight(W=cast(1), orc=LS).roll(W=1, orc=9).next()
    assert made.now == ["orc"]
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]


def test_a_hit_does_not_take_away_what_is_no_spell() -> None:
    made = fight(A=LS, orc=DAGGER).roll(A=9, orc=1)
    made.do("hit", combatant="A", damage=1)
    assert spells(made) == []
    assert order(made) == "orc A"


def test_c21_a_caster_of_a_round_has_no_roll() -> None:
    made = fight(W=slow(rounds=1), orc=LS)
    assert made.view()["prompts"][0]["for"] == ["orc"]
    refused("wrong_phase", "2E-C8", lambda: made.roll(W=3))


def test_c21_if_nobody_has_a_roll_the_round_goes_on_to_its_end() -> None:
    made = fight(W=slow(rounds=1))
    assert (made.enc.phase, made.enc.cursor.at) == ("act", None)
    made.next()
    assert (made.enc.phase, made.now) == ("end", ["W"])


def test_c22_a_spell_of_a_round_takes_effect_after_all_other_actions() -> None:
    made = fight(W=slow(rounds=1), F=times(LS, 2), orc=LS).roll(F=2, orc=4)
    assert [at for at, _ in walked(made)] == [7, 9, 7]
    assert (made.enc.phase, made.now) == ("end", ["W"])
    assert spells(made) == [("SpellCompleted", "W", "2E-C22")]
    assert made.next().enc.round == 2


@pytest.mark.parametrize(
    ("time", "begun", "last"),
    [
        ({"rounds": 1}, 1, 1), ({"rounds": 3}, 4, 6), ({"minutes": 10}, 1, 10),
        ({"turns": 1}, 1, 10), ({"turns": 2}, 3, 22), ({"hours": 1}, 2, 61),
    ],
)  # fmt: skip
def test_c25_and_c26_a_spell_takes_effect_at_the_end_of_its_last_round(
    time: dict[str, int], begun: int, last: int
) -> None:
    made = Fight("adnd2e").add("W").do("begin")
    while made.enc.round < begun:
        made.next("round", force=True)
    made.declare("W", slow(**time))
    while not spells(made):
        made.next(force=True)
    assert (made.enc.round, made.enc.phase) == (last, "end")
    assert made.next(force=True).who("W").declared == ()


def test_c23_the_spell_is_declared_for_its_caster_until_it_is_done() -> None:
    made = fight(W=slow(minutes=10), orc=LS).roll(orc=4).next("round")
    assert made.view()["prompts"] == [{"prompt": "declare", "combatants": ["orc"]}]
    [item] = made.view()["combatants"]["W"]["declared"]
    assert item == {
        "act": "spell", "name": "Gate", "minutes": 10, "round": 1, "carried": True, "due": 10,
    }  # fmt: skip


@pytest.mark.parametrize("do", ["hit", "interrupt"])
def test_c24_disturbed_in_the_seventh_round_the_spell_is_lost(do: str) -> None:
    made = fight(W=slow(minutes=10), orc=LS).roll(orc=4)
    while made.enc.round < 7:
        made.next("round", force=True)
    made.do(do, combatant="W", **({"damage": 1} if do == "hit" else {}))
    while made.enc.round < 11:
        made.next("round", force=True)
    assert spells(made) == [("SpellLost", "W", "2E-C24")]


def test_a13_in_the_round_of_completion_too_until_the_effect() -> None:
    made = fight(W=slow(rounds=2), orc=LS).roll(orc=4).next("round").declare("orc", LS).next()
    made.roll(orc=9)
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellLost", "W", "2E-C24")]
    assert made.until(2, None, "end").now == []


def test_a13_at_the_end_of_its_round_the_spell_has_taken_effect() -> None:
    made = fight(W=slow(rounds=1), orc=LS).roll(orc=4).until(1, None, "end")
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellCompleted", "W", "2E-C22")]


def test_c24_a_hit_at_the_end_of_an_earlier_round_disturbs() -> None:
    made = fight(W=slow(rounds=2), orc=LS).roll(orc=4).until(1, None, "end")
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellLost", "W", "2E-C24")]


def test_a5_several_spells_at_the_end_of_a_round_are_one_moment() -> None:
    made = fight(W=slow(rounds=1), X=slow(rounds=1), Y=slow(rounds=2)).next()
    assert (made.enc.phase, made.now) == ("end", ["W", "X"])


def test_another_declaration_abandons_the_spell() -> None:
    made = fight(W=slow(rounds=3)).next("round", force=True)
    made.declare("W", LS)
    assert spells(made) == [("SpellLost", "W", "2E-C24")]
    made.next().roll(W=4)
    assert made.moments() == [(9, ("W",))]


def test_declaring_nothing_else_leaves_the_spell_alone() -> None:
    made = fight(W=slow(rounds=2)).next("round", force=True)
    made.declare("W").until(2, None, "end")
    assert spells(made) == [("SpellCompleted", "W", "2E-C25")]


def test_cancelling_a_spell_that_was_begun_loses_it() -> None:
    made = fight(W=slow(rounds=2)).next("round", force=True)
    made.do("cancel", combatant="W", action=0)
    assert spells(made) == [("SpellLost", "W", "2E-C24")]
    assert made.declare("W").next().enc.phase == "act"
    assert made.order.entries == ()


def test_cancelling_what_is_not_begun_is_no_loss() -> None:
    made = fight(W=cast(3), orc=LS).roll(W=4, orc=1).do("cancel", combatant="W", action=0)
    assert spells(made) == []
    assert order(made) == "orc"


def test_without_concentration_there_is_nothing_to_interrupt() -> None:
    made = fight(A=LS).roll(A=3)
    refused("illegal_value", "", lambda: made.do("interrupt", combatant="A"))


def test_a_numeric_spell_is_interrupted_by_hand_as_by_a_hit() -> None:
    made = fight(W=cast(9), orc=LS).roll(W=9, orc=1).do("interrupt", combatant="W")
    assert spells(made) == [("SpellLost", "W", "2E-A8")]
