"""Starfinder: whether equal counts agree is changed within a fight (SF-A9); the order that stands, stays."""

from __future__ import annotations

import pytest

from tests.rules.circles import counted, gathered, order, refused, turns
from tests.rules.fights import Fight, prompted

ON = {"ties_by_agreement": True}
OFF = {"ties_by_agreement": False}


def equal(**options: bool) -> Fight:
    """Three at 16 with modifiers 4, 2 and 0, one behind them."""
    made = gathered("starfinder", options=options, a=4, b=2, c=0, d=0).do("begin")
    return made.roll(a=12, b=14, c=16, d=5)


def newcomer(made: Fight, modifier: int, face: int) -> Fight:
    made.add("new", traits={"modifier": modifier})
    return made.roll(new=face)


def test_c6_turned_on_in_mid_fight_it_moves_nobody() -> None:
    made = equal().next().do("options", set=ON)
    assert (made.now, order(made)) == (["b"], ["a", "b", "c", "d"])
    assert made.view()["prompts"] == []
    assert turns(made.next(), 5) == ["c", "d", "a", "b", "c"]


def test_a9_then_a_newcomer_of_an_equal_count_waits_for_the_agreement() -> None:
    made = newcomer(equal().do("options", set=ON), 0, 16)
    assert prompted(made, "tie") == ["a", "b", "c", "new"]
    made.do("settle", order=["new", "c", "a", "b"]).next("round")
    assert order(made) == ["new", "c", "a", "b", "d"]


def test_c6_turned_off_an_agreement_stands() -> None:
    made = equal(**ON).do("settle", order=["c", "b", "a"])
    made.do("options", set=OFF)
    assert (made.now, order(made)) == (["c"], ["c", "b", "a", "d"])
    assert turns(made.next(), 5) == ["b", "a", "d", "c", "b"]
    assert [t["term"] for t in made.view()["timeline"][0]["why"]] == [
        "die",
        "modifier",
        "agreement",
    ]


def test_c7_turned_off_the_modifiers_of_a_newcomer_count_again() -> None:
    made = counted(options=ON, a=20, b=15, c=10).do("options", set=OFF)
    assert order(newcomer(made, 3, 12).next()) == ["a", "new", "b", "c"]


def test_a9_turned_on_before_the_order_stands_equal_counts_wait() -> None:
    made = gathered("starfinder", a=4, b=2, c=0).do("begin").roll(a=12, b=14)
    made.do("options", set=ON).roll(c=3)
    assert prompted(made, "tie") == ["a", "b"]
    assert order(made.do("settle", order=["b", "a"])) == ["b", "a", "c"]


def test_c8_turned_off_a_roll_off_by_hand_stands() -> None:
    made = gathered("starfinder", options=ON, x=4, y=2).do("begin").roll(x=12, y=14)
    made.roll(x=7, y=15).do("options", set=OFF)
    assert order(made) == ["y", "x"]


@pytest.mark.parametrize("change", [ON, OFF])
def test_who_is_hidden_stays_where_they_are_too(change: dict[str, bool]) -> None:
    began = {"ties_by_agreement": not change["ties_by_agreement"]}
    made = gathered("starfinder", options=began, a=2, b=0)
    made.add("ghost", hidden=True, traits={"modifier": 9}).add("spook", hidden=True)
    made.do("begin").roll(a=14, b=3, ghost=7, spook=16)
    if prompted(made, "tie"):
        made.do("settle", order=["ghost", "spook"])
    before = order(made)
    seen = made.view("player")["timeline"]
    made.do("options", set=change)
    assert order(made) == before
    assert made.view("player")["timeline"] == seen
    assert turns(made, 5) == [*before, before[0]]


def test_turned_on_and_off_again_nothing_has_changed_and_undo_takes_it_back() -> None:
    made = equal().next()
    before = made.enc
    made.do("options", set=ON).do("options", set=OFF)
    assert order(made) == ["a", "b", "c", "d"]
    assert made.do("undo").do("undo").enc == before


def test_a_place_beside_another_goes_along() -> None:
    made = equal().do("delay", combatant="a").do("return", combatant="a").do("options", set=ON)
    assert turns(made, 4) == ["b", "a", "c", "d"]
    refused("illegal_value", "SF-C8", lambda: made.do("settle", order=["a", "b"]))
