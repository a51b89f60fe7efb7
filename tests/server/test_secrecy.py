"""Two worlds that differ only in what is hidden: to players they are one, byte for byte."""

from __future__ import annotations

import pytest

from rules.model.dice import Given
from tests.server.hosting import Client, Plain, Start

HIDDEN = {"id": "lurker", "name": "Lurker", "side": "foes", "kind": "npc", "hp": 9, "hidden": True}
AMBUSH: list[list[Plain]] = [
    [{"do": "add", "combatants": [HIDDEN]}],
    [
        {"do": "declare", "combatant": "lurker", "actions": [{"act": "melee"}]},
        {"do": "mark", "combatant": "lurker", "name": "Invisible"},
    ],
    [
        {"do": "hit", "combatant": "lurker", "damage": 2},
        {"do": "mark", "combatant": "lurker", "name": "Bleeding"},
        {"do": "undo"},
        {"do": "heal", "combatant": "lurker", "hp": 1},
        {"do": "advance"},  # its own moment comes before anybody else's
    ],
    [{"do": "remove", "combatant": "lurker"}],
]
"""What happens in the one world only, between the steps of both."""


async def played(start: Start, people: list[Plain], ambush: bool) -> list[list[str | bytes]]:
    """What a player and an observer are sent, frame by frame."""
    hosted = await start(dice=Given([4, 2, 3, 5]), rate=0)
    gm = await hosted.join("gm", client="a" * 32)
    token = (await gm.do({"do": "invite", "role": "player", "user": "ana"}))["result"]["token"]
    ana, watcher = await hosted.join(token=token, name="Ana"), await hosted.join("observer")
    for client in (ana, watcher):
        client.heard.clear()
        client.frames.clear()
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": people})
    await meanwhile(gm, ambush, 0)
    await gm.do({"do": "begin"})
    spell = {"act": "spell", "name": "Sleep", "segments": 2}
    await ana.do({"do": "declare", "combatant": "mage", "actions": [spell]}, id="d")
    await meanwhile(gm, ambush, 1)
    refused = await ana.ask({"do": "declare", "combatant": "lurker", "actions": []}, id="x")
    assert refused["code"] == "unknown_combatant"
    await gm.do({"do": "advance", "force": True})
    await gm.do({"do": "roll", "for": "side:party", "faces": [4]})
    await gm.do({"do": "roll", "for": "side:foes", "faces": [2]})
    await meanwhile(gm, ambush, 2)
    await gm.do({"do": "hit", "combatant": "fighter", "damage": 3})
    await gm.do({"do": "advance", "to": "round", "force": True})
    await meanwhile(gm, ambush, 3)
    await gm.do({"do": "end"})
    for client in (ana, watcher):
        await client.catch_up()
    return [told(client) for client in (ana, watcher)]


async def meanwhile(gm: Client, ambush: bool, step: int) -> None:
    for command in AMBUSH[step] if ambush else []:
        await gm.do(command)


def told(client: Client) -> list[str | bytes]:
    """All but who comes and goes: that is not of the fight."""
    kinds = [message["type"] for message in client.heard]
    return [frame for kind, frame in zip(kinds, client.frames, strict=True) if kind != "presence"]


@pytest.mark.parametrize("who", [0, 1])
async def test_players_and_observers_cannot_tell_the_worlds_apart(
    start: Start, people: list[Plain], who: int
) -> None:
    quiet = (await played(start, people, ambush=False))[who]
    ambushed = (await played(start, people, ambush=True))[who]
    assert quiet == ambushed
    assert len(quiet) > 5
