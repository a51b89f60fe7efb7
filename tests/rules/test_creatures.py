"""Several of one creature: names and numbers are kept, none is given twice, and players learn nothing new."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circles import refused
from tests.rules.fights import Fight


def goblins(copies: int = 12, **more: Any) -> Fight:
    return Fight().do("add", combatants=[{"name": "Goblin", "copies": copies, "hp": 5, **more}])


def names(fight: Fight) -> list[str]:
    return [who.name for who in fight.enc.combatants.values()]


def creatures(fight: Fight, role: str = "gm") -> dict[str, str | None]:
    return {who["name"]: who.get("creature") for who in fight.view(role)["combatants"].values()}


def newest(fight: Fight) -> str:
    return list(fight.enc.combatants)[-1]


def test_twelve_goblins_are_twelve_combatants_of_one_creature() -> None:
    fight = goblins()
    assert names(fight) == [f"Goblin {n}" for n in range(1, 13)]
    assert set(creatures(fight).values()) == {"Goblin"}
    assert {who.hp for who in fight.enc.combatants.values()} == {5}


@pytest.mark.parametrize(
    ("lots", "more"),
    [
        (["Goblin"], ["Goblin 13"]),
        (["Goblin 3"], ["Goblin 13"]),
        (["Goblin", "Goblin"], ["Goblin 13", "Goblin 14"]),
        (["Wolf"], ["Wolf 1"]),
    ],
)
def test_who_comes_later_has_the_next_number(lots: list[str], more: list[str]) -> None:
    late = [{"id": f"late-{n}", "name": name, "copies": 1} for n, name in enumerate(lots)]
    assert names(goblins().do("add", combatants=late))[12:] == more


def test_a_number_that_is_free_again_is_not_the_next_one() -> None:
    fight = goblins(3)
    fight.do("remove", combatant=next(iter(fight.enc.combatants)))
    assert names(fight.do("add", combatants=[{"id": "late", "name": "Goblin", "copies": 1}])) == [
        "Goblin 2", "Goblin 3", "Goblin 4",
    ]  # fmt: skip


def test_two_lots_in_one_command_do_not_share_numbers() -> None:
    lot = {"name": "Goblin", "copies": 2}
    assert names(Fight().do("add", combatants=[lot, lot])) == [f"Goblin {n}" for n in range(1, 5)]


def test_copies_need_a_name_and_cannot_share_an_id() -> None:
    refused("bad_message", "", lambda: Fight().do("add", combatants=[{"copies": 2}]))
    refused("bad_message", "", lambda: goblins(2, id="g"))
    refused("bad_message", "", lambda: goblins(2, token="t"))
    assert names(goblins(1, id="g")) == ["Goblin 1"]


def test_there_are_500_at_most() -> None:
    refused(
        "too_large", "", lambda: goblins(499).do("add", combatants=[{"name": "Orc", "copies": 2}])
    )


def test_a_name_with_a_number_says_the_creature_of_an_npc_and_of_nobody_else() -> None:
    fight = (
        Fight()
        .add("a", "foes", name="Goblin 3")
        .add("b", name="Ana 2")
        .add("c", "foes", name="Orc")
    )
    assert creatures(fight) == {"Goblin 3": "Goblin", "Ana 2": None, "Orc": None}


def test_who_gets_a_name_of_its_own_stays_what_it_is() -> None:
    fight = goblins(2)
    one = newest(fight)
    assert creatures(fight.do("change", combatant=one, set={"name": "Snarl"}))["Snarl"] == "Goblin"


def test_a_name_that_is_put_right_puts_the_creature_right() -> None:
    fight = (
        Fight()
        .add("a", "foes", name="Gobin 3")
        .do("change", combatant="a", set={"name": "Goblin 3"})
    )
    assert creatures(fight) == {"Goblin 3": "Goblin"}


def test_the_gm_may_say_that_it_is_one_of_others_or_of_none() -> None:
    fight = (
        Fight()
        .add("a", "foes", name="Guard 3")
        .do("change", combatant="a", set={"creature": "Spy"})
    )
    assert creatures(fight) == {"Guard 3": "Spy"}
    assert creatures(fight.do("change", combatant="a", set={"creature": None})) == {"Guard 3": None}


def test_players_read_no_creature_that_the_name_does_not_say() -> None:
    fight = (
        Fight().add("a", "foes", name="Guard 3", creature="Spy").add("b", "foes", name="Guard 4")
    )
    assert creatures(fight, "player") == {"Guard 3": None, "Guard 4": "Guard"}


def test_of_hidden_ones_players_see_the_gap_in_the_numbers_and_nothing_more() -> None:
    fight = goblins(4)
    third = list(fight.enc.combatants)[2]
    fight.do("change", combatant=third, set={"hidden": True})
    assert creatures(fight, "player") == {f"Goblin {n}": "Goblin" for n in (1, 2, 4)}


@pytest.mark.parametrize(
    ("group", "others", "part"),
    [
        ("Goblin", [], "Goblin 2"),
        ("Goblin 4", [], "Goblin 5"),
        ("Goblin", ["Goblin 7"], "Goblin 8"),
    ],
)
def test_a_part_of_a_group_has_the_next_number(
    group: str, others: list[str], part: str
) -> None:  # MM-A11
    fight = Fight().add("g", "foes", name=group, count=5)
    for name in others:
        fight.add("other", "foes", name=name)
    fight.do("split", combatant="g", count=2)
    assert (fight.who(newest(fight)).name, creatures(fight)[part]) == (part, "Goblin")
    assert fight.who("g").name == group


def test_a_part_may_have_a_name_of_its_own() -> None:
    fight = (
        Fight()
        .add("g", "foes", name="Goblin", count=5)
        .do("split", combatant="g", count=1, name="Snarl")
    )
    assert creatures(fight)["Snarl"] == "Goblin"


def test_they_are_what_they_are_in_the_next_fight_and_when_they_are_loaded() -> None:
    fight = goblins(2).do("open", system="mmrpg", keep="all")
    assert set(creatures(fight).values()) == {"Goblin"}
