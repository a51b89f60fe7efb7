"""The Marvel game: surprise at the start and during combat."""

from __future__ import annotations

from typing import Any

from rules.model import events as ev
from tests.rules.circles import order, refused, turns
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
