"""The Marvel game with delay and ready, a table's option: Starfinder's readings SF-A1 to SF-A6."""

from __future__ import annotations

from tests.rules.circles import gathered, refused, rounds, turns
from tests.rules.fights import Fight

M = 1
DICE = {"a": [6, 5, 6], "b": [5, 4, 5], "c": [4, 3, 4]}
BONUS = {"a": [6, M, 6], "b": [5, M, 5], "c": [4, 3, 4]}


def waiting(dice: dict[str, list[int]] = DICE) -> Fight:
    """A17 B14 C11, or A and B Fantastic, at a table that knows delay and ready."""
    fight = gathered("mmrpg", options={"delay_and_ready": True}, a=0, b=0, c=0).do("begin")
    return fight.roll(**dice)


def test_off_by_default() -> None:
    fight = gathered("mmrpg", a=0, b=0).do("begin").roll(a=[6, 5, 6], b=[5, 4, 5])
    assert fight.view()["combatants"]["a"]["can"] == ["end_turn"]
    refused("illegal_declaration", "", lambda: fight.do("delay", combatant="a"))
    refused("illegal_declaration", "", lambda: fight.do("ready", combatant="a", trigger="x"))
    refused("wrong_phase", "SF-A1", lambda: fight.do("return", combatant="a"))
    refused("wrong_phase", "SF-A2", lambda: fight.do("trigger", combatant="a"))


def test_sf_a1_after_a_delay_the_place_is_behind_the_turn_that_ended() -> None:
    fight = waiting().do("delay", combatant="a").do("return", combatant="a")
    assert rounds(fight, 1, 2) == {1: ["b", "a", "c"], 2: ["b", "a", "c"]}
    assert fight.who("a").initiative == 14


def test_sf_a2_a_readied_action_takes_the_count_in_play() -> None:
    fight = waiting().do("ready", combatant="a", trigger="x").next()
    fight.do("trigger", combatant="a", by="b")
    assert (fight.now, fight.who("a").initiative) == (["a", "c"], 11)
    (why,) = [e["why"] for e in fight.view()["timeline"] if e["what"] == "action"]
    assert why == [{"clause": "SF-A2", "term": "ready", "value": 11}]
    assert turns(fight.next(), 3) == ["b", "a", "c"]


def test_sf_a3_nobody_has_a_second_turn_in_a_round() -> None:
    fight = waiting().do("ready", combatant="a", trigger="x").do("trigger", combatant="a")
    assert turns(fight, 3) == ["a+b", "c", "a"]


def test_sf_a4_of_several_who_come_back_the_higher_modifier_is_first() -> None:
    fight = gathered("mmrpg", options={"delay_and_ready": True}, a=0, b=2, c=0).do("begin")
    fight.roll(a=[6, 5, 6], b=[5, M, 3], c=[4, 3, 4]).next()
    assert fight.now == ["a"]
    fight.do("delay", combatant="a").do("delay", combatant="b")
    fight.do("return", combatant="a").do("return", combatant="b")
    assert turns(fight, 4) == ["c", "b", "a", "c"]


def test_sf_a5_a_delay_that_is_never_used_forfeits_the_turn() -> None:
    fight = waiting().do("delay", combatant="a")
    assert turns(fight, 3) == ["b", "c", "a"]
    assert (fight.who("a").delaying, fight.who("a").initiative) == (False, 17)


def test_sf_a6_a_delay_in_the_bonus_round_keeps_the_turn_of_that_round() -> None:
    fight = waiting(BONUS)
    assert (fight.enc.phase, fight.now) == ("bonus", ["a"])
    fight.do("delay", combatant="a").do("return", combatant="a")
    assert [(fight.enc.phase, *fight.now), (fight.next().enc.phase, *fight.now)] == [
        ("bonus", "b"), ("bonus", "a"),
    ]  # fmt: skip
    assert turns(fight.next(), 3) == ["b", "a", "c"]
