"""Starfinder, late entrants, and those who stand beside a placed one."""

from __future__ import annotations

import pytest

from tests.rules.circles import counted, gathered, order, refused, rounds, turns
from tests.rules.fights import Fight


def tied(**options: bool) -> Fight:
    """X and Y, both 16, with the same modifier."""
    return gathered("starfinder", options=options, x=4, y=4).do("begin").roll(x=12, y=12)


def triggered(**options: bool) -> Fight:
    """A20 has readied; C10 triggers it in C's turn."""
    fight = counted(options=options, a=20, b=15, c=10)
    fight.do("ready", combatant="a", trigger="c moves").next()
    return fight.do("trigger", combatant="a", by="c")


# --- late entrants (SF-C14, SF-C15, SF-A7) ----------------------------------------------------


def entering(face: int, modifier: int = 2) -> Fight:
    """A20 B14 C8; D enters in round 2, in B's turn."""
    fight = counted(a=20, b=14, c=8)
    turns(fight, 5)
    return fight.add("d", traits={"modifier": modifier}).roll(d=face)


def test_c15_a_late_entrant_acts_in_this_round_if_the_place_is_still_to_come() -> None:
    fight = entering(9)
    assert (fight.enc.round, turns(fight, 3)) == (2, ["b", "d", "c"])
    assert fight.who("d").initiative == 11


def test_a7_else_the_first_turn_is_in_the_next_round() -> None:
    fight = entering(19)
    assert turns(fight, 2) == ["b", "c"]
    assert (fight.next().enc.round, turns(fight, 4)) == (3, ["d", "a", "b", "c"])


@pytest.mark.parametrize(
    ("modifier", "round_2"),
    [(-2, ["b", "d", "c"]), (2, ["b", "c"])],
    ids=["losing-the-tie", "winning-the-tie"],
)
def test_a7_on_the_count_of_the_present_turn_the_modifiers_decide(
    modifier: int, round_2: list[str]
) -> None:
    assert turns(entering(14 - modifier, modifier), len(round_2)) == round_2


@pytest.mark.parametrize(
    ("b", "d", "round_2", "round_3"),
    [
        (9, 3, ["b", "d", "c"], ["a", "b", "d", "c"]),
        (3, 9, ["b", "c"], ["a", "d", "b", "c"]),
    ],
    ids=["losing-the-roll-off", "winning-the-roll-off"],
)
@pytest.mark.parametrize("first", ["b", "d"])
def test_a7_or_a_roll_off_with_the_one_whose_turn_it_is(
    b: int, d: int, round_2: list[str], round_3: list[str], first: str
) -> None:
    fight = entering(14, 0)
    refused("waiting", "", fight.next)
    for id_ in (first, "d" if first == "b" else "b"):
        fight.roll(**{id_: b if id_ == "b" else d})
    assert (fight.now, turns(fight, len(round_2))) == (["b"], round_2)
    fight.next()
    assert turns(fight, 4) == round_3


def test_a7_a_late_entrant_rolls_against_the_standing_faces_of_those_who_rolled_off() -> None:
    fight = tied().do("roll", for_="all", faces=[7, 15]).add("z", traits={"modifier": 4})
    fight.roll(z=12)
    assert fight.view()["prompts"] == [{"prompt": "tie", "combatants": ["x", "y", "z"]}]
    assert [id_ for id_, c in fight.view()["combatants"].items() if "roll" in c["can"]] == ["z"]
    refused("wrong_phase", "SF-C1", lambda: fight.roll(x=20))
    assert order(fight.roll(z=9)) == ["y", "z", "x"]


def test_a8_and_again_where_the_new_face_equals_a_standing_one() -> None:
    fight = tied().do("roll", for_="all", faces=[7, 15]).add("z", traits={"modifier": 4})
    fight.roll(z=12).roll(z=7)
    assert fight.now == ["y"]
    assert order(fight.roll(x=4, z=16)) == ["y", "z", "x"]


def test_a_tie_that_loses_its_other_half_is_none() -> None:
    fight = entering(8, 0)
    refused("waiting", "", fight.next)
    fight.do("remove", combatant="c")
    assert turns(fight, 2) == ["b", "d"]


def test_c14_a_pending_roll_makes_advance_wait() -> None:
    fight = counted(a=20, b=14).add("d")
    error = refused("waiting", "", fight.next)
    assert error.detail["prompts"][0]["for"] == ["d"]


def test_a_turn_that_ended_while_a_roll_was_owed_passes_once_it_is_in() -> None:
    fight = counted(a=20, b=14).add("d").do("end_turn", combatant="a")
    assert fight.now == []
    assert fight.roll(d=17).now == ["d"]


# --- placed ones and newcomers ----------------------------------------------------------------


def placed_behind() -> Fight:
    """B15, A15 (after a delay), C10; in B's turn of round 2."""
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a").do("return", combatant="a")
    turns(fight, 4)
    return fight


@pytest.mark.parametrize(
    ("face", "modifier", "expected"),
    [(12, 3, ["d", "b", "a", "c"]), (18, -3, ["b", "a", "d", "c"])],
    ids=["higher-modifier", "lower-modifier"],
)
def test_a_newcomer_is_compared_with_the_unplaced_one(
    face: int, modifier: int, expected: list[str]
) -> None:
    assert order_in_next_round(placed_behind().add("d", traits={"modifier": modifier}), face) == (
        expected
    )


@pytest.mark.parametrize(
    ("b", "d", "expected"),
    [(9, 3, ["b", "a", "d", "c"]), (3, 9, ["d", "b", "a", "c"])],
    ids=["loses", "wins"],
)
def test_and_the_placed_one_stays_beside_the_creature_it_followed(
    b: int, d: int, expected: list[str]
) -> None:
    fight = placed_behind().add("d").roll(d=15)
    assert fight.view()["prompts"][0]["combatants"] == ["b", "d"]
    assert turns(fight.roll(b=b, d=d), 1) == ["b"]
    assert rounds(fight, 3)[3] == expected


@pytest.mark.parametrize(
    ("c", "d", "expected"),
    [(9, 3, ["b", "a", "c", "d"]), (3, 9, ["b", "d", "a", "c"])],
    ids=["loses", "wins"],
)
def test_so_does_the_one_before_who_triggered_it(c: int, d: int, expected: list[str]) -> None:
    fight = triggered().next().add("d").roll(d=10).roll(c=c, d=d)
    assert rounds(fight, 3)[3] == expected


def order_in_next_round(fight: Fight, face: int) -> list[str]:
    fight.roll(d=face)
    return rounds(fight, 3)[3]
