"""The Marvel game, read off its page of rules. Faces are left, Marvel, right; a Marvel 1 is M."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules import events as ev
from rules.systems import d616
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


# --- d616 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "total", "fantastic"),
    [
        ((4, M, 2), 12, True),
        ((4, 6, 2), 12, False),
        ((1, M, 1), 8, True),
        ((6, M, 6), 18, True),
        ((1, 5, 1), 7, False),
    ],
)
def test_the_m_counts_as_six_and_makes_the_roll_fantastic(
    faces: tuple[int, int, int], total: int, fantastic: bool
) -> None:
    assert (d616.total(faces), d616.is_fantastic(faces)) == (total, fantastic)


def test_only_6_m_6_is_an_ultimate_fantastic() -> None:
    assert d616.is_ultimate((6, M, 6))
    assert not any(d616.is_ultimate(f) for f in ((6, 6, 6), (6, M, 5), (M, M, 6)))


@pytest.mark.parametrize(
    ("faces", "dice"),
    [((4, M, 6), [1]), ((3, 2, 5), [2]), ((6, 6, 2), [0, 1]), ((5, 5, 5), [0, 2, 1]), ((1, 2, 1), [1])],
    ids=["m-always", "the-highest", "ordinary-before-marvel", "left-first", "a-plain-marvel"],
)  # fmt: skip
def test_a5_the_best_die_is_an_ordinary_one_before_an_equal_marvel_die_that_is_not_m(
    faces: tuple[int, int, int], dice: list[int]
) -> None:
    assert d616.best(faces) == dice


@pytest.mark.parametrize(
    ("faces", "die", "face", "better", "kept"),
    [
        ((2, 6, 5), 1, M, True, (2, M, 5)),
        ((2, M, 5), 1, 6, True, (2, M, 5)),
        ((2, M, 5), 1, 6, False, (2, 6, 5)),
        ((2, 6, 5), 1, M, False, (2, 6, 5)),
        ((2, 6, 5), 0, 4, True, (4, 6, 5)),
        ((2, 6, 5), 0, 1, True, (2, 6, 5)),
        ((2, 3, 5), 2, 1, False, (2, 3, 1)),
        ((2, 3, 5), 2, 6, False, (2, 3, 5)),
        ((2, 3, 5), 0, 2, True, (2, 3, 5)),
    ],
)
def test_edge_keeps_the_better_die_and_trouble_the_worse_and_m_beats_a_plain_six(
    faces: tuple[int, int, int], die: int, face: int, better: bool, kept: tuple[int, int, int]
) -> None:
    assert d616.rerolled(faces, die, face, better=better) == kept


# --- the order (MM-C1 to MM-C10) -----------------------------------------------------------------


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


# --- Edge and Trouble ----------------------------------------------------------------------------


def test_a6_edge_on_the_servers_dice_waits_for_the_player_to_name_the_die() -> None:
    fight = alone(edge=1).do("roll", for_="a", dice=[2, 6, 5])
    assert fight.view()["prompts"] == [{"prompt": "reroll", "combatants": ["a"]}]
    assert fight.view()["combatants"]["a"]["can"] == ["reroll"]
    assert (fight.enc.phase, fight.who("a").initiative) == ("roll", None)
    fight.do("reroll", combatant="a", die=1, dice=[M])
    assert (fight.enc.rolls["a"].faces, fight.who("a").initiative) == ((2, M, 5), 13)
    assert fight.enc.phase == "bonus"


def test_a6_or_to_decline() -> None:
    fight = alone(edge=1).do("roll", for_="a", dice=[2, 6, 5]).do("reroll", combatant="a")
    assert (fight.enc.rolls["a"].faces, fight.enc.phase) == ((2, 6, 5), "act")


def test_edge_keeps_the_old_die_if_the_new_one_is_worse() -> None:
    fight = alone(edge=1).do("roll", for_="a", dice=[2, 6, 5])
    fight.do("reroll", combatant="a", die=0, face=1)
    assert fight.enc.rolls["a"].faces == (2, 6, 5)


def test_each_of_two_edges_is_used_or_declined_separately() -> None:
    fight = alone(edge=2).do("roll", for_="a", dice=[2, 6, 1])
    fight.do("reroll", combatant="a", die=2, dice=[4])
    assert fight.enc.phase == "roll"
    fight.do("reroll", combatant="a", die=0, dice=[5])
    assert (fight.enc.rolls["a"].faces, fight.who("a").initiative) == ((5, 6, 4), 15)


def test_edge_with_dice_rolled_by_hand() -> None:
    fight = alone(edge=1).do("roll", for_="a", faces=[2, 6, 5], rerolls=[{"die": 1, "face": M}])
    assert (fight.enc.rolls["a"].faces, fight.enc.phase) == ((2, M, 5), "bonus")


def test_dice_rolled_by_hand_with_no_word_of_edge_still_ask_for_it() -> None:
    fight = alone(edge=1).do("roll", for_="a", faces=[2, 6, 5])
    assert fight.enc.rolls["a"].pending == 1
    assert alone(edge=1).do("roll", for_="a", faces=[2, 6, 5], rerolls=[]).enc.phase == "act"


def test_the_server_applies_trouble_to_the_best_die() -> None:
    fight = alone(edge=-1).do("roll", for_="a", dice=[3, M, 5, 2])
    assert fight.enc.rolls["a"].faces == (3, 2, 5)
    assert fight.enc.rolls["a"].rerolls == ((1, M, 2),)


def test_troubles_apply_one_by_one_to_the_faces_as_they_are() -> None:
    fight = alone(edge=-2).do("roll", for_="a", dice=[3, M, 5, 2, 1])
    assert fight.enc.rolls["a"].faces == (3, 2, 1)


def test_trouble_with_dice_rolled_by_hand_needs_its_reroll() -> None:
    fight = alone(edge=-1)
    refused("illegal_value", "MM-C19", lambda: fight.do("roll", for_="a", faces=[3, M, 5]))
    fight.do("roll", for_="a", faces=[3, M, 5], rerolls=[{"face": 2}])
    assert fight.enc.rolls["a"].faces == (3, 2, 5)


def test_a5_the_caller_may_name_which_of_equal_best_dice() -> None:
    fight = alone(edge=-1)
    rerolls = [{"die": 1, "face": 3}]
    refused(
        "illegal_value",
        "MM-A5",
        lambda: fight.do("roll", for_="a", faces=[6, 4, 2], rerolls=rerolls),
    )
    fight.do("roll", for_="a", faces=[6, 6, 2], rerolls=rerolls)
    assert fight.enc.rolls["a"].faces == (6, 3, 2)


@pytest.mark.parametrize(
    "rerolls",
    [
        [{"die": 3, "face": 2}],
        [{"die": 1, "face": 7}],
        [{"die": 0, "face": 2}, {"die": 1, "face": 2}],
        [{"face": 2}],
    ],
    ids=["no-such-die", "no-such-face", "one-too-many", "which-die"],
)
def test_rerolls_that_cannot_be_are_refused(rerolls: list[dict[str, int]]) -> None:
    fight = alone(edge=1)
    with pytest.raises(Exception, match="illegal_value"):
        fight.do("roll", for_="a", faces=[2, 6, 5], rerolls=rerolls)


def test_without_edge_there_is_nothing_to_reroll() -> None:
    fight = alone()
    refused(
        "illegal_value",
        "MM-A6",
        lambda: fight.do("roll", for_="a", faces=[2, 6, 5], rerolls=[{"die": 0, "face": 2}]),
    )
    fight.do("roll", for_="a", faces=[2, 6, 5])
    refused("wrong_phase", "MM-A6", lambda: fight.do("reroll", combatant="a", die=0))


def test_going_on_by_force_declines_what_nobody_used() -> None:
    fight = alone(edge=2).do("roll", for_="a", dice=[2, 6, 5]).next(force=True)
    assert (fight.enc.phase, fight.now) == ("act", ["a"])


# --- the bonus round (MM-C13 to MM-C15) ----------------------------------------------------------


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


# --- surprise (MM-C18 to MM-C22) -----------------------------------------------------------------


def test_c19_surprised_at_the_start_is_trouble_and_fantastic_may_be_lost() -> None:
    fight = alone(2, surprised=True)
    fight.do("roll", for_="a", faces=[3, M, 5], rerolls=[{"face": 2}])
    assert (fight.who("a").initiative, fight.enc.rolls["a"].fantastic) == (12, False)
    assert fight.enc.phase == "act"


def test_a4_an_ultimate_fantastic_ignores_trouble_and_is_still_barred_from_the_bonus_round() -> (
    None
):
    fight = alone(surprised=True).do("roll", for_="a", faces=[6, M, 6])
    assert (fight.who("a").initiative, fight.enc.rolls["a"].fantastic) == (18, True)
    assert fight.enc.phase == "act"


def test_a4_a_surprised_fantastic_keeps_the_priority_in_a_tie() -> None:
    fight = villain(hero(Fight("mmrpg"), "a", 0, edge=1), "b", 5)
    fight.do("surprise", combatants=["a"]).do("begin")
    fight.do("roll", for_="b", faces=[4, 2, 2]).do("roll", for_="a", faces=[4, M, 3])
    assert (fight.enc.phase, order(fight), fight.at("a")) == ("act", ["a", "b"], [13])


def test_surprised_with_one_edge_there_is_no_reroll_and_no_bonus_round() -> None:
    fight = alone(edge=1, surprised=True).do("roll", for_="a", faces=[2, M, 5])
    assert (fight.enc.rolls["a"].rerolls, fight.enc.phase) == ((), "act")


def test_c20_only_a_surprised_one_fantastic_is_no_bonus_round() -> None:
    fight = hero(hero(Fight("mmrpg"), "a", edge=1), "b").do("surprise", combatants=["a"])
    fight.do("begin").do("roll", for_="a", faces=[2, M, 5]).do("roll", for_="b", faces=[1, 2, 1])
    assert (fight.enc.phase, fight.now) == ("act", ["a"])


def test_a11_of_a_mixed_group_the_surprised_part_rolls_for_itself() -> None:
    fight = villain(Fight("mmrpg"), "hydra", count=8)
    fight.do("split", combatant="hydra", count=3, id="guards").do("surprise", combatants=["guards"])
    fight.do("begin").do("roll", for_="hydra", faces=[4, 3, 4])
    fight.do("roll", for_="guards", faces=[4, 5, 4], rerolls=[{"face": 2}])
    assert (fight.who("hydra").count, fight.who("guards").count) == (5, 3)
    assert order(fight) == ["hydra", "guards"]


def ambush(**options: bool) -> Fight:
    """Sue 15, Doom 12, Ben 10; in round 2, in Ben's turn, Sue surprises Doom."""
    fight = Fight("mmrpg", **options)
    villain(hero(hero(fight, "sue"), "ben"), "doom").do("begin")
    for id_, faces in (("sue", [5, 5, 5]), ("doom", [4, 4, 4]), ("ben", [4, 3, 3])):
        fight.do("roll", for_=id_, faces=faces)
    turns(fight, 6)
    assert (fight.enc.round, fight.now) == (2, ["ben"])
    return fight.do("surprise", combatants=["doom"], by=["sue"])


def edges(fight: Fight) -> dict[str, list[tuple[str, ...]]]:
    """Against whom each has Edge."""
    return {
        id_: [m.against for m in who.marks if m.name == "edge"]
        for id_, who in fight.enc.combatants.items()
    }


def test_c21_c22_who_surprises_has_edge_against_the_victim_until_the_own_place_comes_again() -> (
    None
):
    fight = ambush()
    assert edges(fight) == {"sue": [("doom",)], "ben": [], "doom": []}
    assert order(fight) == ["sue", "doom", "ben"]
    assert (fight.next().now, edges(fight)["sue"]) == (["sue"], [])
    (gone,) = fight.events(ev.Unmarked)
    assert (gone.combatant, gone.name, gone.by, gone.clause) == ("sue", "edge", "sue", "MM-C21")


def test_c21_before_the_own_place_it_lasts_to_the_next_rounds() -> None:
    fight = ambush().next().do("surprise", combatants=["ben"], by=["doom"])
    assert turns(fight, 3) == ["sue", "doom", "ben"]
    assert edges(fight)["doom"] == [("ben",)]
    assert (fight.next().now, edges(fight)["doom"]) == (["sue"], [("ben",)])
    assert (fight.next().now, edges(fight)["doom"]) == (["doom"], [])


def test_a8_the_option_ends_it_with_the_round() -> None:
    fight = ambush(end_of_round=True).do("surprise", combatants=["sue"], by=["ben", "doom"])
    assert edges(fight) == {"sue": [("doom",)], "ben": [("sue",)], "doom": [("sue",)]}
    assert fight.next().enc.round == 3
    assert edges(fight) == {"sue": [], "ben": [], "doom": []}


def test_several_surprisers_have_each_his_own_end_even_if_he_is_down() -> None:
    fight = ambush().do("surprise", combatants=["sue"], by=["ben", "doom"])
    fight.do("change", combatant="doom", set={"able": False})
    assert turns(fight, 2) == ["ben", "sue"]
    assert edges(fight) == {"sue": [], "ben": [("sue",)], "doom": [("sue",)]}
    assert fight.next().now == ["ben"]
    assert edges(fight) == {"sue": [], "ben": [], "doom": []}


def test_surprise_in_the_bonus_round_lasts_until_the_place_in_round_1() -> None:
    fight = robbed().do("surprise", combatants=["wolverine"], by=["octopus"])
    assert turns(fight, 5) == ["spider-man", "octopus", "spider-man", "sabretooth", "wolverine"]
    assert edges(fight)["octopus"] == [("wolverine",)]
    assert (fight.next().now, edges(fight)["octopus"]) == (["octopus"], [])


def test_the_same_surprise_twice_is_one_edge_and_a_later_one_outlives_it() -> None:
    fight = ambush().do("surprise", combatants=["doom"], by=["sue"])
    assert edges(fight)["sue"] == [("doom",)]


def test_c19_a_late_arrival_who_is_surprised_rolls_with_trouble() -> None:
    fight = hero(robbed(), "late").do("surprise", combatants=["late"])
    refused("illegal_value", "MM-C19", lambda: fight.do("roll", for_="late", faces=[3, M, 5]))


def test_surprise_in_combat_names_who_surprises() -> None:
    fight = robbed()
    refused("illegal_value", "MM-C21", lambda: fight.do("surprise", combatants=["octopus"]))
    refused(
        "illegal_value",
        "MM-C21",
        lambda: fight.do("surprise", combatants=["octopus"], by=["octopus"]),
    )
    refused("bad_message", "", lambda: fight.do("surprise", sides={"foes": 1}))
    early = alone()
    refused(
        "wrong_phase", "MM-C21", lambda: hero(early, "b").do("surprise", combatants=["a"], by=["b"])
    )


# --- what players see ----------------------------------------------------------------------------


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
