"""Who is at a table, whichever node they came to."""

from __future__ import annotations

import pytest

from server.presence import cluster
from tests.cluster.conftest import Nodes
from tests.server.hosting import Client, eventually


async def test_everybody_hears_who_is_at_which_node(nodes: Nodes) -> None:
    one, other = await nodes.start(), await nodes.start()
    gm = await one.join("gm", name="Gina")
    player = await other.join("player", name="Pia")

    def connected(client: Client) -> set[str]:
        users = client.of("presence")[-1]["users"] if client.of("presence") else []
        return {user["name"] for user in users if user["connected"]}

    for client in (gm, player):
        while connected(client) != {"Gina", "Pia"}:
            await client.until("presence")
    await player.socket.close()
    while connected(gm) != {"Gina"}:
        await gm.until("presence")
    assert {user["name"] for user in gm.of("presence")[-1]["users"]} == {"Gina", "Pia"}


async def test_a_node_that_stops_takes_its_people_off_the_list(nodes: Nodes) -> None:
    one, other = await nodes.start(), await nodes.start()
    gm = await one.join("gm", name="Gina")
    await other.join("player", name="Pia")
    while not any(user["name"] == "Pia" for user in (await gm.until("presence"))["users"]):
        pass
    await other.app.stop()
    while True:
        users = {user["name"]: user["connected"] for user in (await gm.until("presence"))["users"]}
        if not users["Pia"]:
            break
    assert users == {"Gina": True, "Pia": False}


async def to_nobody(subject: str, data: bytes) -> None:
    """In place of what tells other nodes."""


async def test_the_people_of_a_node_that_was_taken_for_dead_come_back_with_it(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "HEARTBEAT", 0.1)
    monkeypatch.setattr(cluster, "DEAD_AFTER", 1.0)
    one, other = await nodes.start(), await nodes.start()
    gm = await one.join("gm", name="Gina")
    await other.join("player", name="Pia")

    async def hear_of_pia(connected: bool) -> None:
        while ("Pia", connected) not in [
            (user["name"], user["connected"]) for user in (await gm.until("presence"))["users"]
        ]:
            pass

    await hear_of_pia(True)
    tell = other.app.store.client.tell
    monkeypatch.setattr(other.app.store.client, "tell", to_nobody)
    await hear_of_pia(False)
    monkeypatch.setattr(other.app.store.client, "tell", tell)
    await hear_of_pia(True)


async def test_a_node_that_stops_is_not_taken_for_dead(nodes: Nodes) -> None:
    one, other = await nodes.start(), await nodes.start()
    mourned: list[None] = []
    one.app.store.client.watch(missed=lambda: mourned.append(None))
    known = one.app.tables.presence
    await eventually(lambda: other.app.tables.presence.node in known._seen)
    await other.app.stop()
    await eventually(lambda: not known._seen)
    assert not mourned
