"""The Marvel game, read off its page of rules: the order and the bonus round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.model import events as ev
from tests.rules.circles import gathered, order, refused, rounds, turns
from tests.rules.fights import Fight

M = 1


def hero(fight: Fight, id_: str, modifier: int = 0, edge: int = 0, **more: Any) -> Fight:
    return fight.add(id_, "party", traits={"modifier": modifier, "edge": edge}, **more)


def villain(fight: Fight, id_: str, modifier: int = 0, edge: int = 0, **more: Any) -> Fight:
    return fight.add(id_, "foes", traits={"modifier": modifier, "edge": edge}, **more)


def alone(modifier: int = 0, edge: int = 0, *, surprised: bool = False) -> Fight:
    """One character, asked for the roll."""
    fight = hero(Fight("mmrpg"), "a", modifier, edge)
    return fight.do("surprise", combatants=["a"] if surprised else []).do("begin")


def bank() -> Fight:
    """The source's example, up to the rolls."""
    fight = hero(hero(Fight("mmrpg"), "spider-man", 3), "wolverine", 4)
    return villain(villain(fight, "sabretooth", 4), "octopus", 2).do("begin")


def robbed() -> Fight:
    fight = bank()
    rolls = {
        "spider-man": [5, M, 6], "sabretooth": [4, 3, 6], "wolverine": [5, 2, 4], "octopus": [2, M, 4],
    }  # fmt: skip
    for id_, faces in rolls.items():
        fight.do("roll", for_=id_, faces=faces)
    return fight


# --- the order (MM-C1 to MM-C10) --------------------------------------------------------------


def test_c16_c17_the_sources_example() -> None:
    fight = robbed()
    totals = {id_: who.initiative for id_, who in fight.enc.combatants.items()}
    assert totals == {"spider-man": 20, "sabretooth": 17, "wolverine": 15, "octopus": 14}
    assert (fight.enc.phase, fight.enc.round) == ("bonus", 0)
    assert turns(fight, 2) == ["spider-man", "octopus"]
    everybody = ["spider-man", "sabretooth", "wolverine", "octopus"]
    assert (fight.next().enc.round, turns(fight, 4)) == (1, everybody)


def test_c2_every_roll_is_a_place() -> None:
    assert alone().do("roll", for_="a", faces=[1, 2, 1]).who("a").initiative == 4


def test_a_place_says_how_it_came_about() -> None:
    fight = alone(3).do("roll", for_="a", faces=[5, 2, 6])
    (entry,) = fight.view()["timeline"]
    assert entry["why"] == [
        {"clause": "MM-C1", "term": "dice", "value": 13, "faces": [5, 2, 6]},
        {"clause": "MM-C1", "term": "modifier", "value": 3},
    ]


def duel(a: tuple[str, int, Sequence[int]], b: tuple[str, int, Sequence[int]]) -> Fight:
    """A and B: player's character (pc) or not, modifier, faces."""
    fight = Fight("mmrpg")
    for id_, (kind, modifier, _) in (("a", a), ("b", b)):
        fight.add(id_, "party", kind=kind, traits={"modifier": modifier})
    fight.do("begin")
    for id_, (_, _, faces) in (("a", a), ("b", b)):
        fight.do("roll", for_=id_, faces=list(faces))
    return fight


def in_round_1(fight: Fight) -> list[str]:
    while fight.enc.phase == "bonus":
        fight.next()
    return order(fight)


def test_c7_of_equal_totals_exactly_one_fantastic_is_first() -> None:
    fight = duel(("npc", 1, (4, M, 4)), ("pc", 5, (5, 3, 2)))
    assert (in_round_1(fight), fight.at("a"), fight.at("b")) == (["a", "b"], [15], [15])


def test_c8_neither_or_both_fantastic_the_higher_modifier_is_first() -> None:
    both = duel(("pc", 1, (4, M, 4)), ("npc", 4, (3, M, 2)))
    assert in_round_1(both) == ["b", "a"]
    neither = duel(("pc", 1, (4, 6, 4)), ("npc", 4, (3, 6, 2)))
    assert in_round_1(neither) == ["b", "a"]


def test_c9_still_tied_the_players_character_is_first() -> None:
    assert in_round_1(duel(("npc", 3, (3, 4, 3)), ("pc", 3, (2, 5, 3)))) == ["b", "a"]


def two_heroes() -> Fight:
    """Two players' characters on 13 with modifier 3."""
    return duel(("pc", 3, (3, 4, 3)), ("pc", 3, (2, 5, 3)))


def test_c10_tied_players_characters_agree() -> None:
    fight = two_heroes()
    assert fight.view()["prompts"] == [{"prompt": "tie", "combatants": ["a", "b"]}]
    assert {"settle", "roll"} <= set(fight.view()["can"])
    assert in_round_1(fight.do("settle", order=["b", "a"])) == ["b", "a"]


def test_c10_a2_or_roll_again_with_the_modifier() -> None:
    fight = two_heroes().do("roll", for_="a", faces=[1, 2, 3]).do("roll", for_="b", faces=[2, 4, 3])
    assert fight.events(ev.RolledOff)[0].totals == {"a": 9}
    assert fight.events(ev.RolledOff)[1].totals == {"b": 12}
    assert in_round_1(fight) == ["b", "a"]
    assert fight.at("b") == [13]


def test_a2_a_fantastic_reroll_grants_no_bonus_round() -> None:
    fight = two_heroes().do("roll", for_="all", faces=[1, M, 1, 1, 2, 1])
    assert (fight.enc.phase, order(fight)) == ("act", ["a", "b"])


def test_a2_the_reroll_repeats_while_it_is_tied_and_has_no_edge_or_trouble() -> None:
    fight = hero(hero(Fight("mmrpg"), "a", 3, edge=1), "b", 3, edge=-1).do("begin")
    fight.do("roll", for_="a", faces=[3, 4, 3], rerolls=[])
    fight.do("roll", for_="b", faces=[3, 4, 6], rerolls=[{"face": 3}])
    fight.do("roll", for_="all", faces=[1, 2, 1, 1, 2, 1])
    assert (fight.enc.phase, fight.view()["prompts"][0]["prompt"]) == ("roll", "tie")
    assert order(fight.do("roll", for_="all", dice=[1, 2, 1, 1, 3, 1])) == ["b", "a"]


def test_a2_typed_rerolls_have_no_place_in_it() -> None:
    rerolls = [{"die": 0, "face": 6}]
    again = {"for_": "a", "faces": [1, 2, 1], "rerolls": rerolls}
    refused("illegal_value", "", lambda: two_heroes().do("roll", **again))


def test_a1_tied_npcs_take_the_narrators_order_or_roll_off() -> None:
    tied = [("npc", 3, (3, 4, 3)), ("npc", 3, (2, 5, 3))]
    assert in_round_1(duel(*tied).do("settle", order=["b", "a"])) == ["b", "a"]
    rolled = duel(*tied).do("roll", for_="all", dice=[1, 2, 1, 6, 6, 6])
    assert in_round_1(rolled) == ["b", "a"]


def test_players_characters_settle_among_themselves_and_then_come_the_npcs() -> None:
    fight = Fight("mmrpg")
    for id_ in ("n", "m"):
        villain(fight, id_, 3)
    for id_ in ("a", "b"):
        hero(fight, id_, 3)
    fight.do("begin")
    for id_ in ("n", "m", "a", "b"):
        fight.do("roll", for_=id_, faces=[3, 4, 3])
    assert [p["combatants"] for p in fight.view()["prompts"]] == [["a", "b"], ["m", "n"]]
    refused("illegal_value", "MM-C10", lambda: fight.do("settle", order=["a", "n"]))
    fight.do("settle", order=["b", "a"]).do("settle", order=["n", "m"])
    assert order(fight) == ["b", "a", "n", "m"]


def test_c10_a_newcomer_into_an_agreed_tie_asks_all_of_them_again() -> None:
    fight = two_heroes().do("settle", order=["b", "a"])
    hero(fight, "c", 3).do("roll", for_="c", faces=[3, 4, 3])
    assert [set(p["combatants"]) for p in fight.view()["prompts"]] == [{"a", "b", "c"}]
    assert order(fight.do("settle", order=["b", "c", "a"])) == ["b", "c", "a"]
    fight.do("undo")
    for id_, face in (("c", 2), ("a", 5), ("b", 3)):
        fight.do("roll", for_=id_, faces=[face, 2, 1])
    assert rounds(fight, 2)[2] == ["a", "b", "c"]


def test_c11_three_rounds_have_the_same_order_and_no_new_dice() -> None:
    fight = robbed()
    same = ["spider-man", "sabretooth", "wolverine", "octopus"]
    assert rounds(fight, 1, 2, 3) == {1: same, 2: same, 3: same}
    assert len(fight.events(ev.Rolled)) == 4


def test_c12_a_new_combat_has_a_new_order() -> None:
    fight = robbed().do("end").do("begin")
    assert (fight.enc.phase, fight.enc.rolls) == ("roll", {})


def test_c4_c5_a7_a_group_shares_one_roll_and_is_one_entry() -> None:
    fight = villain(hero(Fight("mmrpg"), "a"), "hydra", count=8).do("begin")
    fight.do("roll", for_="hydra", faces=[4, M, 4]).do("roll", for_="a", faces=[1, 2, 1])
    assert turns(fight, 3) == ["hydra", "hydra", "a"]


# --- the bonus round (MM-C13 to MM-C15) -------------------------------------------------------


def test_nobody_fantastic_is_no_bonus_round() -> None:
    assert alone().do("roll", for_="a", faces=[2, 6, 5]).enc.cursor.place == (
        1, (-13, 1, 0, 0, 0, 0),
    )  # fmt: skip


def test_a9_a_late_arrival_is_inserted_and_has_no_bonus_round() -> None:
    fight = hero(robbed(), "late", 0).do("roll", for_="late", faces=[5, M, 5])
    assert (fight.enc.phase, turns(fight, 2)) == ("bonus", ["spider-man", "octopus"])
    fight.next()
    assert order(fight) == ["spider-man", "sabretooth", "late", "wolverine", "octopus"]


@pytest.mark.parametrize(
    ("faces", "then"),
    [([5, 2, 4], ["sabretooth", "wolverine", "late"]), ([6, 6, 6], ["sabretooth", "wolverine"])],
    ids=["still-to-come", "already-past"],
)
def test_a9_a_late_arrival_acts_if_the_place_is_still_to_come(
    faces: list[int], then: list[str]
) -> None:
    fight = robbed()
    turns(fight, 4)
    assert fight.now == ["sabretooth"]
    hero(fight, "late", 4 if sum(faces) == 11 else 0).do("roll", for_="late", faces=faces)
    if fight.view()["prompts"]:
        fight.do("settle", order=["wolverine", "late"])
    assert turns(fight, len(then)) == then


# --- what players see -------------------------------------------------------------------------


def test_a_bonus_round_of_hidden_ones_alone_is_no_phase_for_players() -> None:
    fight = villain(hero(Fight("mmrpg"), "a"), "doom", hidden=True).do("begin")
    fight.do("roll", for_="doom", faces=[4, M, 4]).do("roll", for_="a", faces=[2, 3, 2])
    assert (fight.enc.phase, fight.view("player")["phase"]) == ("bonus", "roll")
    assert (fight.next().enc.round, fight.now) == (1, ["doom"])
    assert fight.view("player")["phase"] == "roll"
    assert fight.next().view("player")["active"] == ["a"]


def test_there_is_no_delay_here() -> None:
    fight = alone().do("roll", for_="a", faces=[2, 3, 2])
    refused("illegal_declaration", "", lambda: fight.do("delay", combatant="a"))


def test_typed_dice_and_the_servers_mix() -> None:
    fight = gathered("mmrpg", a=0, b=0).do("begin").roll(a=[2, 3, 2])
    assert order(fight.do("roll", for_="all", dice=[6, 5, 6])) == ["b", "a"]
