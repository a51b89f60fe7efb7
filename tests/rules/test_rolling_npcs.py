"""The monsters roll beside all: dice that are a player's are left to the player."""

from __future__ import annotations

import pytest

from rules.engine.permissions import permit
from rules.model.commands import RollDice
from tests.rules.circles import refused
from tests.rules.fights import MELEE, Fight, prompted


def crowd(system: str, **options: object) -> Fight:
    """Two of the GM's own, a player's character, one that nobody owns, and a player's animal."""
    fight = Fight(system, **options).add("orc", "foes").add("wolf", "foes")
    fight.add("ana", owner="u2").add("odo").add("dog", "party", kind="npc", owner="u2")
    return fight.do("begin")


@pytest.mark.parametrize(
    ("system", "faces"), [("starfinder", [12, 7]), ("mmrpg", [4, 3, 2, 5, 3, 3])]
)
def test_npcs_roll_in_one_command_and_nobody_elses_dice_fall(system: str, faces: list[int]) -> None:
    fight = crowd(system).do("roll", faces, for_="npcs")
    assert set(fight.enc.rolls) == {"orc", "wolf"}
    assert prompted(fight, "roll") == ["ana", "odo", "dog"]


def test_in_individual_2e_too() -> None:
    fight = crowd("adnd2e", method="individual")
    for id_ in ("orc", "wolf", "ana", "odo", "dog"):
        fight.declare(id_)
    fight.next().do("roll", [3, 9], for_="npcs")
    assert set(fight.enc.rolls) == {"orc", "wolf"}


def test_where_sides_roll_it_is_the_sides_on_which_no_player_stands() -> None:
    fight = (
        Fight().add("orc", "foes").add("ogre", "brutes").add("ana").add("elf", "elves", owner="u3")
    )
    fight.do("begin")
    for id_ in ("orc", "ogre", "ana", "elf"):
        fight.declare(id_, MELEE)
    fight.next().do("roll", [2, 5], for_="npcs")
    assert set(fight.enc.rolls) == {"side:brutes", "side:foes"}


def test_when_theirs_have_fallen_nothing_is_owed_there() -> None:
    fight = crowd("starfinder").do("roll", [12, 7], for_="npcs")
    refused("wrong_phase", "SF-C1", lambda: fight.do("roll", for_="npcs"))


def test_of_a_tie_they_roll_for_npcs_alone() -> None:  # SF-C8
    fight = crowd("starfinder")
    for id_, face in {"orc": 9, "wolf": 3, "ana": 9, "odo": 2, "dog": 1}.items():
        fight.do("roll", for_=id_, faces=[face])
    fight.do("roll", [15], for_="npcs")
    assert fight.enc.ranks == {"orc": (15,)}


def test_somebody_whose_id_is_that_word_rolls_alone() -> None:
    fight = Fight("starfinder").add("npcs", "foes").add("orc", "foes").do("begin")
    fight.do("roll", [12], for_="npcs")
    assert set(fight.enc.rolls) == {"npcs"}


@pytest.mark.parametrize("for_", ["all", "npcs"])
def test_only_a_gm_rolls_for_many(for_: str) -> None:
    fight = crowd("starfinder")
    refused("not_allowed", "", lambda: permit(fight.enc, "u2", "player", RollDice(for_=for_)))
