"""A roll that has fallen is put right, in a circle of turns."""

from __future__ import annotations

import pytest

from rules.model.errors import Refused
from rules.model.events import Corrected
from tests.rules.circles import counted, gathered, order, refused, rounds, turns
from tests.rules.fights import Fight


def why(fight: Fight, id_: str) -> dict[str, int | None]:
    entry = next(e for e in fight.order.entries if e.combatant == id_)
    return {term.term: term.value for term in entry.why}


@pytest.mark.parametrize(
    ("part", "terms"),
    [
        ({"faces": [18]}, {"die": 18, "modifier": 0, "corrected": None}),
        ({"total": 18}, {"die": 5, "modifier": 0, "corrected": 13}),
        ({"count": 18}, {"die": 5, "modifier": 0, "corrected": 13}),
        ({"modifier": 13}, {"die": 5, "modifier": 13, "corrected": None}),
        ({"traits": {"modifier": 13}}, {"die": 5, "modifier": 13, "corrected": None}),
    ],
)
def test_each_part_of_a_roll_can_be_put_right(
    part: dict[str, object], terms: dict[str, int | None]
) -> None:  # SF-C3, SF-C5
    fight = counted(a=20, b=15, c=5).do("correct", for_="c", **part)
    assert order(fight) == ["a", "c", "b"]
    assert fight.who("c").initiative == 18
    assert why(fight, "c") == terms
    assert rounds(fight, 1, 2) == {1: ["a", "c", "b"], 2: ["a", "c", "b"]}


def test_whose_new_place_has_passed_acts_directly_after_the_present_moment() -> None:  # SF-C13
    fight = counted(a=20, b=15, c=10, d=5).next().do("correct", for_="d", total=18)
    assert (fight.now, order(fight)) == (["b"], ["a", "b", "d", "c"])
    assert fight.at("d") == [15]
    assert sum(value or 0 for value in why(fight, "d").values()) == 15
    assert rounds(fight, 1, 2) == {1: ["b", "d", "c"], 2: ["a", "d", "b", "c"]}


def test_whoever_has_acted_does_not_act_twice() -> None:
    fight = counted(a=20, b=15, c=10).next().do("correct", for_="a", total=1)
    assert rounds(fight, 1, 2) == {1: ["b", "c"], 2: ["b", "c", "a"]}


def test_whoever_acts_now_stays_and_has_the_new_place_from_the_next_round() -> None:
    fight = counted(a=20, b=15, c=10).do("correct", for_="a", total=1)
    assert rounds(fight, 1, 2) == {1: ["a", "b", "c"], 2: ["b", "c", "a"]}


def test_a_tie_that_arises_is_rolled_off() -> None:  # SF-C8
    fight = counted(a=20, b=15, c=10).do("correct", for_="c", faces=[15])
    refused("waiting", "", fight.next)
    fight.do("roll", for_="all", dice=[3, 9])
    assert rounds(fight, 1, 2) == {1: ["a", "c", "b"], 2: ["a", "c", "b"]}


@pytest.mark.parametrize("dice", [[3, 9], [9, 3]])
def test_a_tie_with_who_acts_now_costs_nobody_a_turn(dice: list[int]) -> None:  # SF-C8
    fight = counted(a=20, b=15, c=10).do("correct", for_="c", faces=[20])
    fight.do("roll", for_="all", dice=dice)
    later = ["c", "a", "b"] if dice == [3, 9] else ["a", "c", "b"]
    assert rounds(fight, 1, 2) == {1: ["a", "c", "b"], 2: later}


def test_a_place_gained_by_a_delay_stays_but_for_the_count() -> None:  # SF-A1
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a").do("return", combatant="a")
    fight.next().do("correct", for_="a", total=2)
    assert fight.who("a").initiative == 15
    fight.do("correct", for_="a", count=2)
    assert rounds(fight, 2) == {2: ["b", "c", "a"]}


def test_what_was_not_rolled_cannot_be_put_right() -> None:
    fight = gathered("starfinder", a=0, b=0)
    refused("wrong_phase", "SF-C1", lambda: fight.do("correct", for_="a", total=3))
    fight.do("begin").do("roll", for_="a", faces=[4])
    refused("wrong_phase", "SF-C1", lambda: fight.do("correct", for_="b", total=3))
    fight.do("correct", for_="a", faces=[9]).do("roll", for_="b", faces=[8])
    assert order(fight) == ["a", "b"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "bad_message"),
        ({"total": 3, "count": 3}, "bad_message"),
        ({"faces": [21]}, "illegal_value"),
        ({"faces": [1, 2]}, "illegal_value"),
        ({"traits": {"luck": 1}}, "illegal_value"),
        ({"total": 1001}, "illegal_value"),
    ],
)
def test_exactly_one_part_with_a_possible_value(fields: dict[str, object], code: str) -> None:
    fight = counted(a=20, b=15)
    before = fight.enc
    with pytest.raises(Refused) as caught:
        fight.do("correct", for_="a", **fields)
    assert caught.value.code == code
    assert fight.enc is before


def test_a_correction_is_one_step_of_undo() -> None:
    fight = counted(a=20, b=15)
    before = fight.enc
    fight.do("correct", for_="b", total=30).do("undo")
    assert fight.enc == before
    fight.do("redo")
    assert order(fight) == ["b", "a"] or fight.at("b") == [20]


# --- thrown anew ---------------------------------------------------------------------------------


def test_dice_are_thrown_again_before_anybody_acted_on_them() -> None:  # SF-C11
    fight = counted(a=20, b=15, c=10).do("roll", for_="b", again=True, faces=[2])
    assert turns(fight, 3) == ["a", "c", "b"]
    (event,) = fight.events(Corrected)
    assert (event.again, event.roll.faces) == (True, (2,))


def test_at_the_own_moment_the_new_place_counts_at_once() -> None:  # SF-C11
    fight = counted(a=20, b=15, c=10).do("roll", for_="a", again=True, faces=[12])
    assert turns(fight, 4) == ["b", "a", "c", "b"]


@pytest.mark.parametrize("who", ["a", "b"])
def test_not_once_the_moment_is_left_or_something_was_done_in_it(who: str) -> None:
    fight = counted(a=20, b=15, c=10)
    if who == "a":
        fight.do("hit", combatant="c", damage=1)
    else:
        fight.next().next()
    refused("wrong_phase", "SF-C1", lambda: fight.do("roll", for_=who, again=True))


def test_not_for_all_at_once() -> None:
    fight = counted(a=20, b=15)
    refused("illegal_value", "", lambda: fight.do("roll", for_="all", again=True))


# --- Marvel --------------------------------------------------------------------------------------


def marvel(**faces: list[int]) -> Fight:
    fight = gathered("mmrpg", **dict.fromkeys(faces, 0)).do("begin")
    return fight.roll(**faces)


def test_a_fantastic_that_is_put_right_in_time_gives_a_bonus_turn() -> None:  # MM-C13
    fight = marvel(s=[4, 1, 4], b=[5, 5, 6])
    assert (fight.enc.phase, fight.now) == ("bonus", ["s"])
    fight.do("correct", for_="b", faces=[5, 1, 6])
    assert fight.at("b") == [14]  # directly after the present moment
    assert turns(fight, 4) == ["s", "b", "b", "s"]


def test_one_that_comes_after_the_bonus_round_gives_none() -> None:  # MM-C13
    fight = marvel(s=[4, 2, 4], b=[3, 3, 3])
    fight.do("correct", for_="b", faces=[3, 1, 3])
    assert fight.enc.phase == "act"
    assert turns(fight, 3) == ["s", "b", "b"] or fight.enc.round == 2


def test_a_fantastic_that_was_none_takes_no_turn_from_who_has_it_now() -> None:  # MM-C13
    fight = marvel(s=[4, 1, 4], b=[5, 1, 6]).do("correct", for_="b", faces=[5, 2, 6])
    assert (fight.enc.phase, fight.now) == ("bonus", ["b"])
    assert turns(fight, 4) == ["b", "s", "s", "b"]


def test_a_forgotten_edge_is_used_now() -> None:  # MM-A6
    fight = marvel(s=[4, 2, 4], b=[3, 3, 3])
    fight.do("correct", for_="b", traits={"edge": 1})
    assert fight.enc.rolls["b"].pending == 1
    fight.do("reroll", combatant="b", die=0, face=6)
    assert (fight.who("b").initiative, fight.now) == (12, ["s"])
    assert rounds(fight, 1, 2) == {1: ["s", "b"], 2: ["b", "s"]}


def test_a_forgotten_trouble_falls_now() -> None:  # MM-C19
    fight = marvel(s=[4, 2, 5], b=[3, 3, 3])
    fight.do("correct", for_="s", traits={"edge": -1}, dice=[1])
    assert (fight.who("s").initiative, fight.enc.rolls["s"].faces) == (7, (4, 2, 1))
    assert rounds(fight, 1, 2) == {1: ["s", "b"], 2: ["b", "s"]}
