"""Starfinder, delay: to act later, and to have that place from then on."""

from __future__ import annotations

from rules.model import events as ev
from tests.rules.circles import counted, gathered, refused, rounds, turns
from tests.rules.fights import Fight

SORTED = {"delay_sorts_by_modifier": True}


def surprised(*, c: int = 22, d: int = 11) -> Fight:
    """A18 and B9 are aware, C and D are not; in the surprise round."""
    fight = gathered("starfinder", a=0, b=0, c=0, d=0)
    return fight.do("surprise", combatants=["c", "d"]).do("begin").roll(a=18, b=9)


def test_a1_who_delays_comes_back_directly_after_the_creature_whose_turn_ends() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a")
    assert fight.now == ["b"]
    fight.do("return", combatant="a")
    assert turns(fight, 3) == ["b", "a", "c"]
    assert fight.who("a").initiative == 15
    assert (fight.next().enc.round, turns(fight, 3)) == (2, ["b", "a", "c"])


def test_a1_a_count_gained_by_delay_is_placed_and_says_so() -> None:
    fight = counted(a=20, b=15).do("delay", combatant="a").do("return", combatant="a")
    entry = fight.view()["timeline"][1]
    assert (entry["combatant"], entry["at"]) == ("a", 15)
    assert entry["why"] == [{"clause": "SF-A1", "term": "delay", "value": 15}]


def test_a1_the_option_sorts_equal_counts_by_modifier_from_the_next_round_on() -> None:
    fight = gathered("starfinder", options=SORTED, a=5, b=0, c=0).do("begin")
    fight.roll(a=15, b=15, c=10).do("delay", combatant="a").do("return", combatant="a")
    assert turns(fight, 3) == ["b", "a", "c"]
    assert (fight.next().enc.round, turns(fight, 3)) == (2, ["a", "b", "c"])


def test_a3_a_delay_never_gives_a_second_turn() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a").next().do("return", combatant="a")
    assert rounds(fight, 1, 2) == {1: ["c", "a"], 2: ["b", "c", "a"]}


def test_a4_of_several_at_one_point_the_higher_modifier_is_first() -> None:
    fight = gathered("starfinder", a=1, b=5, c=0).do("begin").roll(a=19, b=14, c=10)
    fight.do("delay", combatant="a").do("delay", combatant="b")
    fight.do("return", combatant="a").do("return", combatant="b")
    assert turns(fight, 3) == ["c", "b", "a"]


def test_a4_then_a_roll_off() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a").do("delay", combatant="b")
    fight.do("return", combatant="a").do("return", combatant="b")
    refused("waiting", "", fight.next)
    fight.do("roll", for_="all", faces=[3, 12])
    assert turns(fight, 3) == ["c", "b", "a"]
    assert (fight.next().enc.round, turns(fight, 3)) == (2, ["c", "b", "a"])


def test_a1_who_comes_back_later_at_the_same_point_is_closest_to_it() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a").do("return", combatant="a")
    turns(fight, 5)
    assert (fight.enc.round, fight.now) == (2, ["a"])
    fight.next().do("delay", combatant="c")
    assert (fight.enc.round, fight.now) == (3, ["b"])
    fight.do("return", combatant="c")
    assert turns(fight, 3) == ["b", "c", "a"]


def test_a5_a_delay_never_used_is_forfeited_when_the_old_place_comes_round() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a")
    assert turns(fight, 3) == ["b", "c", "a"]
    assert (fight.enc.round, fight.who("a").delaying, fight.who("a").initiative) == (2, False, 20)
    assert [(e.combatant, e.what, e.clause) for e in fight.events(ev.Lapsed)] == [
        ("a", "delay", "SF-A5")
    ]
    assert fight.do("delay", combatant="a").now == ["b"]


def test_a_delay_used_in_the_next_round_before_the_old_place_is_that_rounds_turn() -> None:
    fight = counted(e=25, a=20, b=15).next().do("delay", combatant="a")
    assert turns(fight, 2) == ["b", "e"]
    fight.do("return", combatant="a")
    assert (fight.enc.round, turns(fight, 3)) == (2, ["e", "a", "b"])
    assert (fight.next().enc.round, turns(fight, 3)) == (3, ["e", "a", "b"])


def test_a6_a_delay_out_of_the_surprise_round_is_one_turn_only() -> None:
    fight = surprised().do("delay", combatant="a")
    assert (fight.enc.phase, fight.now) == ("surprise", ["b"])
    fight.do("return", combatant="a")
    assert turns(fight, 2) == ["b", "a"]
    fight.next().roll(c=20, d=11)
    assert turns(fight, 5) == ["c", "d", "b", "a", "c"]


def test_a_delay_from_the_surprise_round_into_round_1_is_the_turn_of_round_1() -> None:
    fight = surprised().do("delay", combatant="a").next().roll(c=20, d=11)
    fight.do("return", combatant="a")
    assert (fight.enc.round, turns(fight, 4)) == (1, ["c", "a", "d", "b"])
    assert turns(fight.next(), 4) == ["c", "a", "d", "b"]


def test_unable_while_delaying_the_delay_ends_and_the_count_stays() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a")
    fight.do("change", combatant="a", set={"able": False})
    assert (fight.who("a").delaying, fight.who("a").initiative) == (False, 20)
    fight.do("change", combatant="a", set={"able": True})
    refused("wrong_phase", "SF-A1", lambda: fight.do("return", combatant="a"))
    assert turns(fight, 3) == ["b", "c", "a"]


def test_only_whose_turn_it_is_delays_or_readies() -> None:
    fight = counted(a=20, b=15)
    refused("wrong_phase", "SF-C13", lambda: fight.do("delay", combatant="b"))
    refused("wrong_phase", "SF-C13", lambda: fight.do("ready", combatant="b", trigger="x"))
    refused("bad_message", "SF-C13", lambda: fight.do("ready", combatant="a", trigger=""))
    refused("wrong_phase", "SF-A1", lambda: fight.do("return", combatant="a"))
    refused("wrong_phase", "SF-A2", lambda: fight.do("trigger", combatant="a"))


def test_what_may_be_done_is_said() -> None:
    fight = counted(a=20, b=15)
    assert fight.view()["combatants"]["a"]["can"] == ["delay", "ready", "end_turn"]
    fight.do("delay", combatant="a")
    assert fight.view()["combatants"]["a"]["can"] == ["return"]
    fight.do("ready", combatant="b", trigger="the door opens")
    assert fight.view()["combatants"]["b"]["can"] == ["trigger"]
