"""Who is kept when a fight is opened, and what they bring along."""

from __future__ import annotations

import pytest

from tests.rules.fights import Fight


def people() -> Fight:
    fight = Fight("starfinder").add("ana", owner="u2", hp=9).add("odo", hp=7)
    fight.add("orc", "foes", hp=6).add("dog", "party", kind="npc", owner="u2", hp=4)
    fight.do("hit", combatant="odo", damage=3).do("mark", combatant="odo", name="Bane")
    return fight


@pytest.mark.parametrize(
    ("keep", "who"),
    [
        ("owned", ["ana", "dog"]),
        ("pcs", ["ana", "odo"]),
        ("all", ["ana", "odo", "orc", "dog"]),
        ("none", []),
    ],
)
def test_keep_says_who_stays(keep: str, who: list[str]) -> None:
    fight = people().do("open", system="mmrpg", keep=keep)
    assert list(fight.enc.combatants) == who


def test_the_players_characters_stay_with_wounds_and_effects() -> None:
    odo = people().do("open", system="mmrpg", keep="pcs").who("odo")
    assert (odo.hp, odo.hp_max, [m.name for m in odo.marks]) == (4, 7, ["Bane"])


def test_unhurt_they_bring_neither_wounds_nor_effects() -> None:
    odo = people().do("open", system="mmrpg", keep="pcs", unhurt=True).who("odo")
    assert (odo.hp, odo.hp_max, odo.marks) == (7, None, ())


def test_unhurt_nobody_is_left_dead() -> None:
    fight = people().do("hit", combatant="odo", damage=30)
    odo = fight.do("open", system="adnd1e", keep="pcs", unhurt=True).who("odo")
    assert (odo.hp, odo.defeated, odo.dead, odo.fell) == (7, False, False, None)
