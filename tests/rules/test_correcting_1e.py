"""AD&D 1e: what the GM puts right after the dice, in an order that is under way."""

from __future__ import annotations

from typing import Any

import pytest

from rules.model.events import SpellBegun, SpellLost
from tests.rules.circles import refused
from tests.rules.fights import MELEE, Fight, spell

SHOTS = {"act": "missile", "shots": 2}


def fought(a: dict[str, Any], b: dict[str, Any], *, party: int, foes: int) -> Fight:
    """One on each side, with an action each."""
    fight = Fight().add("a").add("b", "foes").do("begin").declare("a", a).declare("b", b).next()
    return fight.roll(party=party, foes=foes)


def why(fight: Fight, id_: str) -> dict[str, int | None]:
    entry = next(e for e in fight.order.entries if e.combatant == id_)
    return {term.term: term.value for term in entry.why}


@pytest.mark.parametrize(
    ("part", "terms"),
    [
        ({"faces": [2]}, {"die": 2, "corrected": None}),
        ({"total": 2}, {"die": 5, "corrected": -3}),
        ({"count": 2}, {"die": 5, "corrected": -3}),
    ],
)
def test_a_segment_is_put_right(
    part: dict[str, Any], terms: dict[str, int | None]
) -> None:  # SEG-C1
    fight = fought({"act": "device"}, {"act": "device"}, party=1, foes=5)
    fight.do("correct", for_="b", **part)
    assert (fight.at("a"), fight.at("b"), why(fight, "b")) == ([1], [2], terms)


def test_a_forgotten_reaction_counts_now() -> None:  # SEG-C33
    fight = fought({"act": "device"}, SHOTS, party=1, foes=5)
    fight.do("correct", for_="b", traits={"reaction": 2})
    assert fight.at("b") == [3, 5]


def test_what_has_not_begun_begins_directly_after_the_present_moment() -> None:  # SEG-C37
    fight = fought({"act": "device"}, spell(3), party=3, foes=6)
    fight.do("correct", for_="side:foes", faces=[1])
    assert fight.now == ["a"]
    assert fight.moments() == [(3, ("a",)), (3, ("b",)), (6, ("b",))]
    assert fight.next().now == ["b"]
    assert [e.combatant for e in fight.events(SpellBegun)] == ["b"]
    fight.next()
    assert (fight.enc.cursor.at, fight.now) == (6, ["b"])


def test_what_has_begun_keeps_its_times() -> None:  # SEG-C16
    fight = fought(SHOTS, {"act": "device"}, party=2, foes=3).next()
    fight.do("correct", for_="side:party", faces=[6])
    assert (fight.at("a"), fight.at("b")) == ([2, 4], [3])


def test_what_follows_something_begun_comes_when_that_is_done() -> None:  # SEG-C2
    fight = Fight().add("a").add("b", "foes").do("begin")
    fight.declare("a", spell(4), {"act": "move", "feet": 24}).declare("b", {"act": "device"}).next()
    fight.roll(party=2, foes=3).next().do("correct", for_="side:party", faces=[1])
    assert fight.at("a") == [2, 6, 6, 7]


def test_no_modifier_and_no_segment_that_there_is_not() -> None:  # SEG-C1
    fight = fought(MELEE, MELEE, party=2, foes=3)
    refused("illegal_value", "SEG-C1", lambda: fight.do("correct", for_="a", modifier=1))
    refused("illegal_value", "SEG-C1", lambda: fight.do("correct", for_="a", total=11))
    refused("illegal_value", "SEG-C1", lambda: fight.do("correct", for_="side:foes", faces=[7]))


def test_a_side_throws_again_before_anything_of_it_was_acted_on() -> None:  # SEG-C13
    fight = fought({"act": "device"}, {"act": "device"}, party=2, foes=3)
    fight.do("roll", for_="side:foes", again=True, dice=[1])
    assert (fight.at("a"), fight.at("b")) == ([2], [2])
    fight.next()
    refused("wrong_phase", "SEG-C1", lambda: fight.do("roll", for_="a", again=True))


# --- declared after the dice -----------------------------------------------------------------------


def test_the_gm_declares_after_the_dice_and_players_do_not() -> None:  # SEG-C14
    fight = fought({"act": "device"}, SHOTS, party=1, foes=5)
    again = {"combatant": "b", "actions": [{"act": "device"}]}
    refused("wrong_phase", "SEG-C14", lambda: fight.do("declare", role="player", **again))
    fight.do("declare", **again)
    assert fight.at("b", "shot") == []
    assert fight.at("b", "effect") == [5]


def test_the_gm_declares_while_some_dice_are_still_missing() -> None:  # SEG-C14
    fight = Fight().add("a").add("b", "foes").do("begin").declare("a", MELEE).declare("b", MELEE)
    fight.next().roll(party=2)
    again = {"combatant": "b", "actions": [SHOTS]}
    refused("wrong_phase", "SEG-C14", lambda: fight.do("declare", role="player", **again))
    fight.do("declare", **again).roll(foes=5)
    assert (fight.at("a"), fight.at("b", "shot")) == ([2], [5, 7])


def test_a_begun_spell_is_lost_and_no_second_one_begins() -> None:  # SEG-A12, SEG-C7
    fight = fought(spell(5), {"act": "device"}, party=2, foes=4).next()
    refused("wrong_phase", "SEG-C14", lambda: fight.declare("a", spell(1)))
    fight.declare("a", {"act": "item", "segments": 2})
    assert [(e.combatant, e.clause) for e in fight.events(SpellLost)] == [("a", "SEG-A12")]
    assert fight.at("a") == [2, 4, 6]


def test_a_correction_in_the_log_folds_to_the_same() -> None:
    fight = fought(spell(5), SHOTS, party=2, foes=4).do("correct", for_="b", total=3)
    before = fight.enc
    assert fight.do("undo").do("redo").enc == before


def test_whoever_acts_now_goes_on_acting_now() -> None:  # SEG-C16
    fight = fought(SHOTS, {"act": "device"}, party=2, foes=5)
    fight.do("correct", for_="side:party", faces=[6])
    assert (fight.now, fight.at("a")) == (["a"], [2, 4])
