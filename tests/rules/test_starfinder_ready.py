"""Starfinder, ready: which count a readied action gives, in whose turn whatever sets it off."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circles import counted, gathered, order, refused, turns
from tests.rules.fights import Fight

SORTED = {"delay_sorts_by_modifier": True}


def triggered(**options: bool) -> Fight:
    """A20 has readied; C10 triggers it in C's turn."""
    fight = counted(options=options, a=20, b=15, c=10)
    fight.do("ready", combatant="a", trigger="c moves").next()
    return fight.do("trigger", combatant="a", by="c")


def test_a2_the_readied_action_comes_with_the_moment_that_triggers_it() -> None:
    fight = triggered()
    assert fight.now == ["a", "c"]
    shown = [(e["combatant"], e["what"], e["at"]) for e in fight.view()["timeline"]]
    assert shown == [("a", "turn", 20), ("b", "turn", 15), ("a", "action", 10), ("c", "turn", 10)]
    assert fight.view()["cursor"] == {"from": 2, "to": 4}


def test_a2_from_the_next_round_on_the_place_is_directly_before_who_triggered_it() -> None:
    fight = triggered()
    assert fight.who("a").initiative == 10
    assert (fight.next().enc.round, turns(fight, 4)) == (2, ["b", "a", "c", "b"])


def test_a2_one_advance_ends_both() -> None:
    assert triggered().next().enc.round == 2


def test_a2_or_each_ends_the_own_part() -> None:
    fight = triggered().do("end_turn", combatant="a")
    assert fight.now == ["c"]
    assert fight.do("end_turn", combatant="c").now == ["b"]


def test_a2_the_option_sorts_by_modifier_here_too() -> None:
    fight = gathered("starfinder", options=SORTED, a=0, b=0, c=4).do("begin")
    fight.roll(a=20, b=15, c=6).do("ready", combatant="a", trigger="c moves").next()
    fight.do("trigger", combatant="a").next()
    assert turns(fight, 3) == ["b", "c", "a"]


def test_a_ready_triggered_in_the_next_round_before_the_old_place_is_that_rounds_turn() -> None:
    fight = counted(e=25, a=20, b=15).next().do("ready", combatant="a", trigger="e moves").next()
    assert (fight.enc.round, fight.do("trigger", combatant="a").now) == (2, ["a", "e"])
    assert turns(fight, 4) == ["a+e", "b", "a", "e"]


def test_a_ready_not_triggered_by_the_next_turn_is_lost() -> None:
    fight = counted(a=20, b=15).do("ready", combatant="a", trigger="x").next()
    assert (fight.now, fight.who("a").readied) == (["a"], None)
    refused("wrong_phase", "SF-A2", lambda: fight.do("trigger", combatant="a"))


def test_several_readied_actions_come_in_one_moment() -> None:
    fight = counted(a=20, b=15, c=10).do("ready", combatant="a", trigger="x")
    fight.do("ready", combatant="b", trigger="x")
    fight.do("trigger", combatant="a").do("trigger", combatant="b")
    assert fight.now == ["a", "b", "c"]
    assert turns(fight.next(), 3) == ["a", "b", "c"]


def test_nobody_triggers_the_own_action() -> None:
    fight = counted(a=20, b=15).do("ready", combatant="a", trigger="x")
    refused("illegal_value", "SF-A2", lambda: fight.do("trigger", combatant="a", by="a"))


# --- the count in play --------------------------------------------------------------------------


def why(fight: Fight, id_: str, role: str = "gm") -> list[dict[str, Any]]:
    """The reasons for the last entry of somebody, as a role reads them."""
    return [e["why"] for e in fight.view(role)["timeline"] if e["combatant"] == id_][-1]


def ready_at_ten() -> Fight:
    """A20 B15 C10 D5 and a hidden one on 3; B has readied, and C acts."""
    fight = gathered("starfinder", a=0, b=0, c=0, d=0).add("lurker", "foes", hidden=True)
    fight.do("begin").roll(a=20, b=15, c=10, d=5, lurker=3).next()
    return fight.do("ready", combatant="b", trigger="x")


@pytest.mark.parametrize("by", [None, "a", "c", "d", "lurker", "late"])
def test_c13_the_count_is_the_one_in_play_whoever_sets_it_off(by: str | None) -> None:
    fight = ready_at_ten().add("late")
    fight.do("trigger", combatant="b", **({} if by is None else {"by": by}))
    assert (fight.now, fight.who("b").initiative, fight.enc.cursor.at) == (["b", "c"], 10, 10)
    assert why(fight, "b") == [{"clause": "SF-A2", "term": "ready", "value": 10}]
    fight.roll(late=1)
    assert turns(fight, 5) == ["b+c", "d", "lurker", "late", "a"]
    assert turns(fight.next(), 2) == ["b", "c"]


def with_a_hidden_turn() -> Fight:
    """A20, B15, somebody hidden on 12, C10."""
    fight = gathered("starfinder", a=0, b=0, c=0).add("lurker", "foes", hidden=True)
    return fight.do("begin").roll(a=20, b=15, c=10, lurker=12)


def seen_counts(fight: Fight) -> set[int]:
    """Every count that players read."""
    view = fight.view("player")
    counts = [e["at"] for e in view["timeline"]]
    counts += [c["initiative"] for c in view["combatants"].values() if "initiative" in c]
    return {*counts, *([view["at"]] if "at" in view else [])}


def test_a2_in_a_hidden_ones_turn_it_is_the_count_and_the_place_of_what_players_saw_last() -> None:
    fight = with_a_hidden_turn().do("ready", combatant="a", trigger="x").next()
    assert (fight.now, fight.view("player")["active"]) == (["lurker"], ["b"])
    fight.do("trigger", combatant="a")
    assert (fight.now, fight.who("a").initiative) == (["a", "lurker"], 15)
    assert (fight.view("player")["active"], fight.view("player")["at"]) == (["a"], 15)
    assert seen_counts(fight) == {20, 15, 10}
    assert why(fight, "a", "player") == [{"clause": "SF-A2", "term": "ready", "value": 15}]
    assert turns(fight, 6) == ["a+lurker", "c", "b", "a", "lurker", "c"]
    assert seen_counts(fight) == {15, 10}


def test_a2_so_for_a_return_from_a_delay() -> None:
    fight = with_a_hidden_turn().do("delay", combatant="a").next()
    assert fight.now == ["lurker"]
    fight.do("return", combatant="a")
    assert (fight.who("a").initiative, seen_counts(fight)) == (15, {15, 10})
    assert turns(fight, 7) == ["lurker", "a", "c", "b", "a", "lurker", "c"]
    assert seen_counts(fight) == {15, 10}


def test_a2_of_two_in_a_hidden_ones_turn_the_second_comes_after_the_first() -> None:
    fight = gathered("starfinder", a=0, z=0, b=0, c=0).add("lurker", "foes", hidden=True)
    fight.do("begin").roll(a=20, z=18, b=15, c=10, lurker=12)
    for id_ in ("a", "z"):
        fight.do("ready", combatant=id_, trigger="x")
    fight.next().do("trigger", combatant="z").do("trigger", combatant="a")
    assert (fight.now, seen_counts(fight)) == (["z", "a", "lurker"], {20, 18, 15, 10})
    assert turns(fight, 7) == ["z+a+lurker", "c", "b", "z", "a", "lurker", "c"]


def test_a2_who_was_seen_last_himself_keeps_place_and_count() -> None:
    fight = with_a_hidden_turn().next().do("ready", combatant="b", trigger="x")
    assert fight.now == ["lurker"]
    fight.do("trigger", combatant="b")
    assert (fight.who("b").initiative, fight.view("player")["at"]) == (15, 15)
    assert turns(fight, 4) == ["b+lurker", "c", "a", "b"]
    assert order(fight) == ["a", "b", "lurker", "c"]


@pytest.mark.parametrize("first", ["a", "b"])
def test_several_on_one_trigger_act_in_the_order_of_their_triggers_in_all_rounds(
    first: str,
) -> None:
    second = "b" if first == "a" else "a"
    fight = counted(a=20, b=15, c=10).do("ready", combatant="a", trigger="x")
    fight.do("ready", combatant="b", trigger="x")
    fight.do("trigger", combatant=first).do("trigger", combatant=second)
    assert fight.now == [first, second, "c"]
    for _ in range(2):
        assert turns(fight.next(), 3) == [first, second, "c"]


def test_a2_why_a_place_was_gained_stays_with_the_place() -> None:
    fight = counted(a=20, b=15, c=10).do("ready", combatant="a", trigger="x").next()
    fight.do("trigger", combatant="a", by="c").next()
    fight.do("delay", combatant="b").do("return", combatant="b")
    assert fight.now == ["a"]
    assert why(fight, "b") == [{"clause": "SF-A1", "term": "delay", "value": 10}]
    assert why(fight, "a") == [{"clause": "SF-A2", "term": "ready", "value": 10}]
    assert turns(fight, 6) == ["a", "b", "c", "a", "b", "c"]
    assert why(fight, "b") == [{"clause": "SF-A1", "term": "delay", "value": 10}]


def test_a1_also_where_the_count_gained_is_the_one_rolled() -> None:
    fight = gathered("starfinder", a=5, b=0).do("begin").roll(a=10, b=15)
    fight.do("delay", combatant="a").do("return", combatant="a").next()
    assert why(fight, "a") == [{"clause": "SF-A1", "term": "delay", "value": 15}]


def test_a_turn_that_is_over_keeps_its_reason_when_a_new_place_is_gained() -> None:
    fight = counted(a=20, b=15, c=10).do("ready", combatant="a", trigger="x").next()
    fight.do("trigger", combatant="a")
    reasons = [e["why"] for e in fight.view()["timeline"] if e["combatant"] == "a"]
    assert [[t["term"] for t in terms] for terms in reasons] == [["die", "modifier"], ["ready"]]
    fight.do("place", combatant="a", before="b")
    reasons = [e["why"] for e in fight.view()["timeline"] if e["combatant"] == "a"]
    assert [[t["term"] for t in terms] for terms in reasons] == [["die", "modifier"], ["ready"]]


def test_placed_before_a_hidden_first_one_nobody_seen_takes_that_ones_count() -> None:
    fight = gathered("starfinder", a=0, b=0).add("lurker", "foes", hidden=True)
    fight.do("begin").roll(a=15, b=10, lurker=20).do("place", combatant="b", before="lurker")
    assert (fight.who("b").initiative, seen_counts(fight)) == (15, {15})
    fight.do("remove", combatant="a").do("place", combatant="b", before="lurker")
    assert (fight.who("b").initiative, seen_counts(fight)) == (15, {15})
    assert order(fight.next("round")) == ["b", "lurker"]
