"""Whatever is listed stands in a reader's order: players' characters first, Goblin 2 before Goblin 11."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from rules.model.names import highest, natural, number_of, stem
from tests.rules.fights import MELEE, Fight, prompted

NAMES = ["Ana", "Zoe", "Goblin 1", "Goblin 2", "Goblin 11", "orc"]


def crowd(system: str, **options: object) -> Fight:
    """Ids as a server makes them, which say nothing of the order."""
    fight, chance = Fight(system, **options), random.Random(17)
    for name in chance.sample(NAMES, len(NAMES)):
        side = "party" if name in ("Ana", "Zoe") else "foes"
        fight.add(f"{chance.getrandbits(64):016x}", side, name=name, hp=9)
    return fight.do("begin")


def names(fight: Fight, ids: Sequence[str]) -> list[str]:
    return [fight.who(id_).name for id_ in ids]


def ids(fight: Fight) -> list[str]:
    return list(fight.enc.combatants)


@pytest.mark.parametrize("system", ["adnd1e", "adnd2e"])
def test_who_has_to_declare(system: str) -> None:
    fight = crowd(system)
    assert names(fight, prompted(fight, "declare")) == NAMES


@pytest.mark.parametrize("system", ["starfinder", "mmrpg"])
def test_who_has_to_roll(system: str) -> None:
    fight = crowd(system, shared_rolls=False)
    assert names(fight, prompted(fight, "roll")) == NAMES


def test_who_has_to_roll_alone_in_2e() -> None:
    fight = crowd("adnd2e", method="individual")
    fight.do(
        "batch", commands=[{"do": "declare", "combatant": i, "actions": []} for i in ids(fight)]
    )
    assert names(fight, prompted(fight.next(), "roll")) == NAMES


def test_the_partys_side_rolls_first() -> None:
    fight = crowd("adnd1e")
    fight.do(
        "batch", commands=[{"do": "declare", "combatant": i, "actions": []} for i in ids(fight)]
    )
    assert prompted(fight.next(), "roll") == ["side:party", "side:foes"]


def test_who_is_tied_and_the_faces_that_are_laid_down_for_them() -> None:  # SF-C8
    fight = crowd("starfinder")
    for id_ in ids(fight):
        fight.do("roll", for_=id_, faces=[10])
    assert names(fight, prompted(fight, "tie")) == NAMES
    fight.do("roll", for_="all", faces=[1, 2, 3, 4, 5, 6])
    assert [fight.who(e.combatant).name for e in fight.order.entries] == NAMES[::-1]


@pytest.mark.parametrize("system", ["adnd1e", "adnd2e"])
def test_who_acts_at_one_moment(system: str) -> None:
    fight, act = (
        crowd(system),
        MELEE if system == "adnd1e" else {"act": "attack", "weapon": "dagger"},
    )
    fight.do(
        "batch", commands=[{"do": "declare", "combatant": i, "actions": [act]} for i in ids(fight)]
    )
    fight.next().roll(party=3, foes=3)
    assert names(fight, fight.now) == NAMES
    assert names(fight, fight.view("player")["active"]) == NAMES


@pytest.mark.parametrize(
    ("name", "called", "number"),
    [("Goblin 12", "Goblin", 12), ("Goblin", "Goblin", None), ("R2 D2", "R2 D2", None),
     ("Agent 007", "Agent", 7), ("12", "12", None), ("Unit 7 B", "Unit 7 B", None)],
)  # fmt: skip
def test_a_name_has_a_number_behind_it_or_none(name: str, called: str, number: int | None) -> None:
    assert (stem(name), number_of(name)) == (called, number)


def test_names_are_in_their_natural_order() -> None:
    assert sorted(["b 10", "B 9", "a", "10", "9"], key=natural) == ["9", "10", "a", "B 9", "b 10"]


def test_the_highest_number_of_a_name() -> None:
    assert [highest(NAMES, of) for of in ("Goblin", "orc", "Wolf")] == [11, 1, 0]
