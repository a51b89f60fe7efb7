"""Every command, asked by every role: who may at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from protocol.messages import FightCommand, ServerCommand
from tests.server.hosting import Hosted, Plain

GOLDEN = Path(__file__).parents[1] / "golden" / "client" / "command.json"
PLAYERS = {
    "declare", "cancel", "roll", "reroll", "delay", "return", "ready", "trigger", "end_turn",
}  # fmt: skip
"""What a player may ask for the own combatants; all else is the GM's."""

TAKE = "take"
"""A player's alone: a GM gives characters away by another command."""


INVITES = {"invite", "invites", "revoke"}
"""They are nobody's in particular: the GM's own right counts, with `as` too."""


def examples(without: frozenset[str] = frozenset()) -> list[Any]:
    """One of each command."""
    by_name: dict[str, Plain] = {}
    for line in json.loads(GOLDEN.read_text("utf-8")):
        command = line["message"]["command"]
        by_name.setdefault(command["do"], command)
    return [
        pytest.param(command, id=name) for name, command in by_name.items() if name not in without
    ]


def test_there_is_an_example_of_every_command() -> None:
    """So nothing is left out below."""
    known = {kind.__struct_config__.tag for kind in get_args(FightCommand | ServerCommand)}
    assert {parameter.id for parameter in examples()} == known


@pytest.mark.parametrize("role", ["gm", "player", "observer"])
@pytest.mark.parametrize("command", examples())
async def test_each_role_may_ask_for_what_is_its_own(
    hosted: Hosted, role: str, command: Plain
) -> None:
    client = await hosted.join(role)
    if command["do"] == "roll":
        command = {"do": "roll", "for": "somebody"}
    answer = await client.ask(command)
    refused = answer.get("code") == "not_allowed"
    players = command["do"] in PLAYERS | {TAKE}
    gms = command["do"] != TAKE
    assert refused == {"gm": not gms, "player": not players, "observer": True}[role]


@pytest.mark.parametrize("command", examples(frozenset(INVITES)))
async def test_what_a_gm_gives_for_a_player_is_held_to_the_players_rights(
    hosted: Hosted, command: Plain
) -> None:
    gm = await hosted.join("gm")
    answer = await gm.ask({**command, "for": "somebody"}, **{"as": "ana"})
    assert (answer.get("code") == "not_allowed") == (command["do"] not in PLAYERS | {TAKE})
