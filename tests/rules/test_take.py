"""A player without a character takes one that nobody plays; the game master can say no beforehand."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.history import decide
from rules.engine.permissions import permit
from rules.model import commands as do
from rules.model.dice import Given
from rules.model.errors import Refused
from tests.rules.fights import Fight


def table(**options: Any) -> Fight:
    fight = Fight("adnd1e", **options).add("ana", owner="u1").add("bo").add("orc", "foes")
    return fight.add("spy", hidden=True)


def code(fight: Fight, who: str, user: str, role: str = "player") -> str:
    command = do.Take(combatant=who)
    try:
        permit(fight.enc, user, role, command)
        decide(fight.history, command, Given(), role, user)
    except Refused as refused:
        return refused.code
    return ""


def test_a_free_character_is_the_players_from_then_on() -> None:
    fight = table()
    events: Any = decide(fight.history, do.Take(combatant="bo"), Given(), "player", "u2")
    assert [(e.fields, e.combatant.owner) for e in events] == [(("owner",), "u2")]


@pytest.mark.parametrize(
    ("who", "user", "refusal"),
    [
        ("ana", "u2", "not_yours"),
        ("bo", "u1", "not_allowed"),
        ("orc", "u2", "illegal_value"),
        ("spy", "u2", "unknown_combatant"),
        ("nobody", "u2", "unknown_combatant"),
    ],
)
def test_nobody_takes_what_is_not_free_or_a_second_one(who: str, user: str, refusal: str) -> None:
    assert code(table(), who, user) == refusal


def test_a_player_without_a_character_may_take_a_free_one() -> None:
    assert code(table(), "bo", "u2") == ""


def test_observers_and_game_masters_take_none() -> None:
    assert code(table(), "bo", "u3", "observer") == "not_allowed"
    assert code(table(), "bo", "u3", "gm") == "not_allowed"


def test_a_table_may_leave_it_to_the_game_master() -> None:
    fight = table(free_characters=False)
    assert code(fight, "bo", "u2") == "not_allowed"
    assert fight.view("player")["can"] == []


def test_players_are_offered_it_while_somebody_whom_they_see_is_free() -> None:
    fight = table()
    assert fight.view("player")["can"] == ["take"]
    assert "take" not in fight.view()["can"]
    fight.do("change", combatant="bo", set={"owner": "u2"})
    assert fight.view("player")["can"] == []
