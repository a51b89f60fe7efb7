"""Starfinder, what players see of turns while somebody is hidden."""

from __future__ import annotations

from tests.rules.circles import counted, gathered, order, turns
from tests.rules.fights import Fight


def test_a_hidden_one_never_ties_with_a_visible_one_and_comes_after() -> None:
    fight = gathered("starfinder", a=4).add("lurker", "foes", hidden=True, traits={"modifier": 4})
    fight.do("begin").roll(lurker=12, a=12)
    assert (fight.enc.phase, order(fight)) == ("act", ["a", "lurker"])


def test_hiding_in_the_midst_of_a_tie_ends_it() -> None:
    fight = gathered("starfinder", a=4, b=4).do("begin").roll(a=12, b=12)
    fight.do("change", combatant="a", set={"hidden": True})
    assert (fight.enc.phase, order(fight), fight.view("player")["active"]) == (
        "act",
        ["b", "a"],
        ["b"],
    )


def test_so_does_revealing_one_of_two_hidden_ones() -> None:
    fight = Fight("starfinder").add("a")
    fight.add("x", "foes", hidden=True).add("y", "foes", hidden=True).do("begin")
    fight.roll(a=5, x=12, y=12).do("change", combatant="y", set={"hidden": False})
    assert (fight.enc.phase, order(fight)) == ("act", ["y", "x", "a"])


def test_players_stay_at_the_last_turn_that_they_see_while_a_hidden_one_acts() -> None:
    fight = gathered("starfinder", a=0, b=0).add("lurker", "foes", hidden=True).do("begin")
    fight.roll(a=20, b=10, lurker=15).next()
    assert fight.now == ["lurker"]
    seen = fight.view("player")
    assert (seen["active"], seen["at"], seen["next"]) == (["a"], 20, ["b"])
    assert [e["combatant"] for e in seen["timeline"]] == ["a", "b"]
    assert fight.next().view("player")["active"] == ["b"]


def test_a_surprise_round_of_hidden_ones_alone_is_no_phase_for_players() -> None:
    fight = gathered("starfinder", a=0).add("lurker", "foes", hidden=True)
    fight.do("surprise", combatants=["a"]).do("begin")
    assert fight.view("player")["prompts"][0]["for"] == ["a"]
    fight.roll(a=5, lurker=15)
    assert (fight.enc.phase, fight.view("player")["phase"]) == ("surprise", "roll")
    assert (fight.next().enc.phase, fight.view("player")["phase"]) == ("act", "roll")
    assert fight.next().view("player")["active"] == ["a"]


def test_hidden_ones_who_are_surprised_give_those_whom_players_see_no_surprise_round() -> None:
    fight = gathered("starfinder", a=0, b=0).add("lurker", "foes", hidden=True)
    fight.do("surprise", combatants=["lurker"]).do("begin").roll(a=5, b=3, lurker=20)
    assert (fight.enc.round, fight.now, fight.view("player")["phase"]) == (1, ["lurker"], "roll")
    assert fight.next().view("player")["active"] == ["a"]


def test_of_hidden_ones_those_aware_act_before_those_surprised_have_rolled() -> None:
    fight = gathered("starfinder", a=0).add("x", "foes", hidden=True).add("y", "foes", hidden=True)
    fight.do("surprise", combatants=["y"]).do("begin").roll(a=5, x=3)
    assert (fight.enc.phase, fight.now) == ("surprise", ["x"])
    assert (fight.next().enc.phase, fight.view("player")["phase"]) == ("roll", "roll")
    assert turns(fight.roll(y=20), 3) == ["y", "a", "x"]


def test_the_surprise_round_goes_on_when_the_only_surprised_one_leaves() -> None:
    fight = gathered("starfinder", a=0, b=0, c=0).do("surprise", combatants=["c"]).do("begin")
    fight.roll(a=9, b=5).do("remove", combatant="c")
    assert (fight.enc.phase, turns(fight, 2)) == ("surprise", ["a", "b"])


def test_nobody_is_seen_at_a_turn_again_that_the_fight_has_passed() -> None:
    fight = counted(a=20, b=15).add("lurker", "foes", hidden=True).roll(lurker=10)
    fight.do("change", combatant="b", set={"able": False}).next()
    assert fight.now == ["lurker"]
    fight.do("change", combatant="b", set={"able": True})
    assert fight.view("player")["active"] == ["a"]


def test_next_up_goes_round_the_circle() -> None:
    fight = counted(a=20, b=15).next()
    assert fight.view()["next"] == ["a"]


def test_a_turn_that_was_over_before_stays_over_while_a_hidden_one_acts() -> None:
    """Ana has readied in her turn and acts in Bo's: when he is gone, the moment is hers alone (SF-A2)."""
    fight = gathered("starfinder", ana=0, bo=0, cy=0).add("lurker", "foes", hidden=True).do("begin")
    fight.roll(ana=20, bo=15, lurker=10, cy=5).do("ready", combatant="ana", trigger="x")
    fight.do("trigger", combatant="ana", by="bo").do("remove", combatant="bo")
    seen = fight.view("player")
    assert seen["active"] == ["ana"]
    assert fight.next().now == ["lurker"]
    assert fight.view("player") == seen


def test_back_in_a_hidden_ones_turn_one_keeps_the_count_that_players_saw() -> None:
    """Bo is back in the lurker's turn: for players at 2, and no agreement shows the 1 (SF-A2, SF-C10)."""
    fight = Fight("starfinder", ties_by_agreement=True, delay_sorts_by_modifier=True)
    fight.add("bo").add("cy").add("imp", "foes").add("lurker", "foes", hidden=True).do("begin")
    fight.roll(bo=13, cy=4, imp=2, lurker=1).do("delay", combatant="bo").next().next()
    assert fight.now == ["lurker"]
    fight.do("return", combatant="bo").do("settle", order=["imp", "bo"])
    assert [(e["combatant"], e["at"]) for e in fight.view("player")["timeline"]] == [
        ("cy", 4), ("imp", 2), ("bo", 2),
    ]  # fmt: skip


def test_whoever_is_revealed_has_no_count_of_a_hidden_one() -> None:
    """The imp was placed before the lurker at 7: once it is seen it stands at the count before it (SF-A2)."""
    fight = gathered("starfinder", a=0, b=0).add("imp", "foes", hidden=True)
    fight.add("lurker", "foes", hidden=True).do("begin").roll(a=12, b=5, imp=3, lurker=7)
    fight.do("place", combatant="imp", before="lurker")
    assert fight.who("imp").initiative == 7
    fight.do("change", combatant="imp", set={"hidden": False})
    assert [(e["combatant"], e["at"]) for e in fight.view("player")["timeline"]] == [
        ("a", 12), ("imp", 12), ("b", 5),
    ]  # fmt: skip
    assert fight.view("player")["combatants"]["imp"]["initiative"] == 12
    assert order(fight) == ["a", "imp", "lurker", "b"]


def test_whoever_is_revealed_in_the_own_turn_has_no_count_of_a_hidden_one() -> None:
    fight = gathered("starfinder", a=0, b=0).add("imp", "foes", hidden=True)
    fight.add("lurker", "foes", hidden=True).do("begin").roll(a=12, b=5, imp=3, lurker=7)
    fight.do("place", combatant="imp", before="lurker").next()
    assert (fight.now, fight.enc.cursor.at) == (["imp"], 7)
    fight.do("change", combatant="imp", set={"hidden": False})
    assert (fight.view("player")["active"], fight.view("player")["at"]) == (["imp"], 12)


def test_a_count_put_right_before_players_see_a_moment_of_the_round_is_the_own_one() -> None:
    """Ana's place has passed while hidden ones act first, alone: for players hers is the first moment."""
    fight = gathered("starfinder", ana=0, bo=0).add("lurker", "foes", hidden=True, count=2)
    fight.do("surprise", combatants=["ana", "bo"]).do("begin")
    fight.roll(lurker=15, ana=10, bo=5).do("split", combatant="lurker", count=1, id="part")
    fight.next("round").next()
    assert (fight.now, fight.view("player")["phase"]) == (["part"], "roll")
    fight.do("correct", for_="ana", count=18).next()
    seen = fight.view("player")
    assert (seen["active"], seen["at"]) == (["ana"], 18)
    assert [(e["combatant"], e["at"]) for e in seen["timeline"]] == [("ana", 18), ("bo", 5)]
