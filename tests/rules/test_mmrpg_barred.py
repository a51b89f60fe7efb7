"""The Marvel game: surprise in the bonus round, and what is said when it comes at the wrong time."""

from __future__ import annotations

import pytest

from tests.rules.circles import gathered, order, refused, turns
from tests.rules.fights import Fight

M = 1


def bonus_round() -> Fight:
    """D15 and S14 are Fantastic, B9 is not; D's turn in the bonus round."""
    fight = gathered("mmrpg", s=0, b=0, d=0).do("begin")
    return fight.roll(s=[4, M, 4], b=[3, 3, 3], d=[5, M, 5])


def test_c20_who_is_surprised_before_the_turn_in_the_bonus_round_has_none() -> None:
    fight = bonus_round()
    assert (fight.enc.phase, order(fight)) == ("bonus", ["d", "s"])
    fight.do("surprise", combatants=["s"], by=["d"])
    assert (order(fight), fight.view()["combatants"]["s"]["surprised"]) == (["d"], True)
    assert (fight.next().enc.phase, turns(fight, 4)) == ("act", ["d", "s", "b", "d"])
    assert "surprised" not in fight.view()["combatants"]["s"]


def test_c20_also_where_the_gm_has_placed_that_turn() -> None:
    fight = gathered("mmrpg", r=0, s=0, d=0).do("begin")
    fight.roll(r=[3, M, 3], s=[4, M, 4], d=[5, M, 5]).do("place", combatant="r", before="s")
    fight.do("surprise", combatants=["r"], by=["d"])
    assert turns(fight, 2) == ["d", "s"]
    assert fight.next().enc.phase == "act"


@pytest.mark.parametrize("moments", [0, 1], ids=["in-the-own-turn", "afterwards"])
def test_c21_a_turn_that_goes_on_or_is_over_is_not_taken(moments: int) -> None:
    fight = bonus_round()
    turns(fight, moments + 1)
    fight.do("surprise", combatants=["d"], by=["b"])
    assert order(fight) == ["d", "s"]
    assert [m.name for m in fight.who("b").marks] == ["edge"]


def test_c20_undo_gives_the_turn_back() -> None:
    fight = bonus_round().do("surprise", combatants=["s"], by=["d"]).do("undo")
    assert turns(fight, 2) == ["d", "s"]


def test_c19_surprise_after_the_roll_says_that_it_comes_before() -> None:
    fight = gathered("mmrpg", a=0, b=0).do("begin").roll(a=[3, 3, 3])
    error = refused("wrong_phase", "MM-C19", lambda: fight.do("surprise", combatants=["a"]))
    assert "comes before" in str(error)
    assert fight.do("surprise", combatants=["b"]).who("b").surprised


def test_c21_and_in_combat_that_it_is_somebody_who_surprises() -> None:
    fight = gathered("mmrpg", a=0, b=0).do("begin").roll(a=[3, 3, 3], b=[2, 2, 2])
    error = refused("illegal_value", "MM-C21", lambda: fight.do("surprise", combatants=["a"]))
    assert "say by whom" in str(error)


def test_c21_at_the_start_nobody_has_edge_from_it() -> None:
    fight = gathered("mmrpg", a=0, b=0).do("begin")
    surprise = {"combatants": ["a"], "by": ["b"]}
    error = refused("wrong_phase", "MM-C21", lambda: fight.do("surprise", **surprise))
    assert "at the start" in str(error)


def test_c15_a_fantastic_that_comes_after_the_bonus_round_is_no_bonus_round_for_players() -> None:
    fight = gathered("mmrpg", a=0).add("doom", "foes", hidden=True).do("begin")
    fight.roll(doom=[6, 6, 6], a=[2, 3, 2])
    assert (fight.enc.round, fight.now, fight.view("player")["phase"]) == (1, ["doom"], "roll")
    fight.do("roll", for_="a", faces=[2, M, 2], again=True)
    assert fight.view("player")["phase"] == "roll"
    assert (fight.next().now, fight.view("player")["round"]) == (["a"], 1)
