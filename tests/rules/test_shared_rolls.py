"""One roll for several of a creature: MM-C4, MM-C5 and MM-A7, and elsewhere a table's option."""

from __future__ import annotations

from typing import Any

import pytest

from rules.model.events import Rolled, Settled
from tests.rules.circles import refused
from tests.rules.fights import Fight, prompted

AGENTS = ["hydra-10", "hydra-9", "hydra-2"]  # in the order in which they come in


def agents(system: str = "mmrpg", hidden: bool = False, **options: Any) -> Fight:
    """Three of one creature, a player's character, and somebody else; nobody has rolled."""
    fight = Fight(system, **options).add("cap", owner="u1", traits={"modifier": 3})
    for id_ in AGENTS:
        number = id_.removeprefix("hydra-")
        fight.add(id_, "foes", name=f"Hydra agent {number}", traits={"modifier": 1}, hidden=hidden)
    return fight.add("doom", "foes", name="Doom", traits={"modifier": 1}).do("begin")


def order(fight: Fight) -> list[str]:
    return [entry.combatant for entry in fight.order.entries]


def rolled(fight: Fight, **faces: list[int]) -> Fight:
    for id_, thrown in faces.items():
        fight.do("roll", for_=id_.replace("_", "-"), faces=thrown)
    return fight


def began() -> Fight:
    """The agents have 11, by one roll of 5 3 2; Captain America 18, Doom 9."""
    return rolled(agents(), hydra_2=[5, 3, 2], cap=[6, 5, 4], doom=[2, 4, 2])


def test_mm_c4_one_of_them_is_asked_for_the_roll_of_all() -> None:
    assert prompted(agents(), "roll") == ["cap", "doom", "hydra-2"]


def test_mm_c4_their_roll_is_one() -> None:
    fight = agents().do("roll", for_="hydra-2", faces=[5, 3, 2])
    (event,) = fight.events(Rolled)
    assert (event.roller, set(event.shared)) == ("hydra-2", {"hydra-9", "hydra-10"})
    assert {fight.enc.rolls[id_].faces for id_ in AGENTS} == {(5, 3, 2)}
    assert {fight.who(id_).initiative for id_ in AGENTS} == {11}


@pytest.mark.parametrize("for_", ["hydra-10", "npcs"])
def test_mm_c4_whoever_of_them_is_named_it_is_the_same_roll(for_: str) -> None:
    fight = agents().do("roll", [5, 3, 2, 1, 2, 3], for_=for_)
    assert len({fight.enc.rolls[id_].faces for id_ in AGENTS}) == 1


def test_mm_c5_they_stand_together_by_their_numbers_and_nobody_is_asked() -> None:
    fight = began()
    assert order(fight) == ["cap", "hydra-2", "hydra-9", "hydra-10", "doom"]
    (settled,) = fight.events(Settled)
    assert (settled.order, settled.clause) == (("hydra-2", "hydra-9", "hydra-10"), "MM-C5")


def test_mm_c5_each_has_a_turn_of_its_own_and_the_narrator_may_order_them() -> None:
    fight = began()
    turns = []
    for _ in range(5):
        turns += fight.now
        fight.next()
    assert turns == ["cap", "hydra-2", "hydra-9", "hydra-10", "doom"]
    placed = began().do("place", combatant="hydra-10", before="hydra-2")
    assert order(placed)[1:3] == ["hydra-10", "hydra-2"]


def test_a7_in_a_tie_they_are_one_and_roll_off_once() -> None:
    fight = rolled(agents(), hydra_2=[5, 3, 2], cap=[6, 5, 4], doom=[4, 3, 3])
    assert prompted(fight, "tie") == ["doom", "hydra-2"]
    fight.do("roll", for_="all", faces=[1, 2, 3, 6, 5, 4])
    assert order(fight) == ["cap", "hydra-2", "hydra-9", "hydra-10", "doom"]
    assert {fight.enc.ranks[id_] for id_ in AGENTS} == {(6, 5, 4)}


def test_a7_a_tie_that_is_agreed_on_puts_them_together() -> None:  # MM-A1
    fight = rolled(agents(), hydra_2=[5, 3, 2], cap=[6, 5, 4], doom=[4, 3, 3])
    fight.do("settle", order=["doom", "hydra-2"])
    assert order(fight) == ["cap", "doom", "hydra-2", "hydra-9", "hydra-10"]


def test_a7_force_rolls_off_for_them_once() -> None:
    fight = rolled(agents(), hydra_2=[5, 3, 2], cap=[6, 5, 4], doom=[4, 3, 3])
    fight.do("advance", [1, 2, 3, 6, 5, 4], force=True)
    assert order(fight) == ["cap", "hydra-2", "hydra-9", "hydra-10", "doom"]


def test_a7_a_fantastic_is_for_all_of_them() -> None:  # MM-C13
    fight = rolled(agents(), hydra_2=[5, 1, 2], cap=[6, 5, 4], doom=[2, 4, 2])
    assert fight.enc.phase == "bonus"
    assert order(fight) == ["hydra-2", "hydra-9", "hydra-10"]


def test_a6_an_edge_is_chosen_once_for_all() -> None:
    fight = Fight("mmrpg")
    for id_ in AGENTS:
        fight.add(id_, "foes", name=f"Agent {id_.removeprefix('hydra-')}", traits={"edge": 1})
    fight.do("begin").do("roll", for_="hydra-2", faces=[1, 3, 2])
    assert prompted(fight, "reroll") == ["hydra-2"]
    fight.do("reroll", combatant="hydra-2", die=0, face=6)
    assert {fight.enc.rolls[id_].faces for id_ in AGENTS} == {(6, 3, 2)}
    assert order(fight) == ["hydra-2", "hydra-9", "hydra-10"]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"side": "villains"}, id="another side"),
        pytest.param({"traits": {"modifier": 2}}, id="not identical"),
        pytest.param({"hidden": True}, id="hidden"),
        pytest.param({"owner": "u2"}, id="a player's"),
        pytest.param({"creature": "Spy"}, id="another creature"),
        pytest.param({"kind": "pc"}, id="a player's character"),
    ],
)
def test_whoever_is_not_identical_rolls_alone(other: dict[str, Any]) -> None:
    fight = Fight("mmrpg").add("a", "foes", name="Agent 1", traits={"modifier": 1})
    fight.add(
        "b", other.pop("side", "foes"), name="Agent 2", **({"traits": {"modifier": 1}} | other)
    )
    fight.do("begin").do("roll", for_="a", faces=[1, 2, 3])
    assert set(fight.enc.rolls) == {"a"}


def test_a9_whoever_comes_late_rolls_alone() -> None:
    fight = began().add("late", "foes", name="Hydra agent 11", traits={"modifier": 1})
    assert prompted(fight, "roll") == ["late"]
    fight.do("roll", for_="late", faces=[6, 5, 5])
    assert order(fight)[0] == "cap"
    assert [fight.who(id_).initiative for id_ in (*AGENTS, "late")] == [11, 11, 11, 17]


def test_a9_two_who_come_late_share_one() -> None:
    fight = began()
    for id_ in ("late-1", "late-2"):
        fight.add(id_, "foes", name=f"Ninja {id_[-1]}")
    fight.do("roll", for_="late-2", faces=[4, 3, 3])
    assert [c for c in order(fight) if c.startswith("late")] == ["late-1", "late-2"]
    assert prompted(fight, "tie") == []


def test_a_roll_that_is_put_right_is_that_ones_alone() -> None:
    fight = began().do("correct", for_="hydra-9", total=19)
    assert [fight.who(id_).initiative for id_ in ("hydra-2", "hydra-9", "hydra-10")] == [11, 19, 11]


def test_the_reason_for_a_place_says_that_the_roll_was_shared() -> None:
    (entry,) = [e for e in began().order.entries if e.combatant == "hydra-9"]
    assert [(t.clause, t.term) for t in entry.why] == [
        ("MM-C1", "dice"), ("MM-C1", "modifier"), ("MM-C5", "shared_roll"),
    ]  # fmt: skip


def test_players_learn_nothing_of_hidden_ones_with_a_shared_roll() -> None:
    fight = agents(hidden=True)
    before = fight.view("player")
    fight.do("roll", for_="hydra-2", faces=[5, 3, 2])
    assert fight.view("player") == before
    assert prompted(fight, "roll") == ["cap", "doom"]


# --- elsewhere it is the table's ----------------------------------------------------------------------


@pytest.mark.parametrize("system", ["starfinder", "adnd2e"])
def test_by_default_each_rolls_alone(system: str) -> None:
    fight = agents(system, **({"method": "individual"} if system == "adnd2e" else {}))
    for id_ in ("cap", *AGENTS, "doom") if system == "adnd2e" else ():
        fight.declare(id_)
    fight = fight.next() if system == "adnd2e" else fight
    assert prompted(fight, "roll") == ["cap", "doom", "hydra-2", "hydra-9", "hydra-10"]


def test_without_the_option_the_rules_say_roll_off() -> None:  # SF-C8
    fight = agents("starfinder")
    for id_ in AGENTS:
        fight.do("roll", for_=id_, faces=[12])
    fight.do("roll", for_="cap", faces=[3]).do("roll", for_="doom", faces=[2])
    assert prompted(fight, "tie") == ["hydra-2", "hydra-9", "hydra-10"]


@pytest.mark.parametrize("agreement", [False, True])
def test_starfinder_with_the_option(agreement: bool) -> None:
    fight = agents("starfinder", shared_rolls=True, ties_by_agreement=agreement)
    fight.do("roll", for_="hydra-9", faces=[12]).do("roll", for_="cap", faces=[3])
    fight.do("roll", for_="doom", faces=[12])
    assert prompted(fight, "tie") == ["doom", "hydra-2"]
    fight.do("settle", order=["hydra-2", "doom"])
    assert order(fight) == ["hydra-2", "hydra-9", "hydra-10", "doom", "cap"]


@pytest.mark.parametrize("agreement", [False, True])
def test_starfinder_nobody_is_asked_about_those_of_one_roll(agreement: bool) -> None:
    fight = agents("starfinder", shared_rolls=True, ties_by_agreement=agreement)
    fight.do("roll", [12, 3, 7], for_="all")
    assert (prompted(fight, "tie"), fight.enc.phase) == ([], "act")
    assert [c for c in order(fight) if c in AGENTS] == ["hydra-2", "hydra-9", "hydra-10"]


def test_in_individual_2e_one_die_is_for_all_and_each_adds_its_own_speed() -> None:  # 2E-C8
    fight = agents("adnd2e", method="individual", shared_rolls=True)
    fight.declare("cap").declare("doom")
    for id_, weapon in zip(AGENTS, ("dagger", "dagger", "two-handed sword"), strict=True):
        fight.declare(id_, {"act": "attack", "weapon": weapon})
    fight.next().do("roll", for_="hydra-10", faces=[4])
    assert {fight.enc.rolls[id_].faces for id_ in AGENTS} == {(4,)}
    assert "hydra-2" not in prompted(fight, "roll")


def test_turned_off_in_mid_fight_those_who_come_roll_alone() -> None:
    fight = began().do("options", set={"shared_rolls": False})
    for id_ in ("late-1", "late-2"):
        fight.add(id_, "foes", name=f"Ninja {id_[-1]}")
    assert prompted(fight, "roll") == ["late-1", "late-2"]
    assert order(fight)[1:4] == ["hydra-2", "hydra-9", "hydra-10"]


def test_who_has_rolled_with_others_has_rolled() -> None:
    fight = began()
    refused("wrong_phase", "MM-C1", lambda: fight.do("roll", for_="hydra-9"))
