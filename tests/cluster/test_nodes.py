"""Several nodes, one table: whoever is connected where sees and may do the same."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from server.store.jetstream.store import JetStreamStore
from server.table.state import decode
from tests.cluster.conftest import Nodes
from tests.server.hosting import Client, Hosted, Plain, eventually

OPEN = {"do": "open", "system": "adnd1e"}
TARGET: Plain = {"do": "add", "combatants": [{"id": "target", "name": "Target", "hp": 10_000}]}
HIT = {"do": "hit", "combatant": "target", "damage": 1}


async def same_place(*clients: Client) -> None:
    """Returns once all have heard as much as the one that heard most."""
    async with asyncio.timeout(60):
        while True:
            most = max(client.seq for client in clients)
            behind = [client for client in clients if client.seq < most]
            if not behind:
                return
            await behind[0].until("update")


async def let_the_clock_run(gm: Client, people: list[Plain], every: float) -> None:
    """A fight in which nobody is asked anything while the mage's spell takes its time."""
    await gm.do(OPEN)
    await gm.do({"do": "add", "combatants": people})
    await gm.do({"do": "begin"})
    spell = {"act": "spell", "name": "Web of Ash", "segments": 8}
    await gm.do({"do": "declare", "combatant": "mage", "actions": [spell]})
    for person in people[1:]:
        waits = {"do": "declare", "combatant": person["id"], "actions": [{"act": "await"}]}
        await gm.do(waits)
    await gm.do({"do": "advance"})
    await gm.do({"do": "roll", "for": "side:party", "faces": [1]})
    await gm.do({"do": "roll", "for": "side:foes", "faces": [1]})
    await gm.do({"do": "clock", "every": every})


async def tick_times(node: Hosted) -> list[float]:
    """When the clock of friday's table ticked."""
    entries = [decode(data) for data in await node.app.store.read("friday", 0)]
    return [entry.time for entry in entries if entry.by is None]


async def another_clock_ticks(node: Hosted, people: list[Plain], every: float, times: int) -> None:
    """Returns once another table's clock, which has the same interval, has ticked so often."""
    tokens = await node.app.access.make_table("saturday") or {}
    gm = await node.open()
    await gm.say({"type": "hello", "table": "saturday", "token": tokens["gm"]})
    await gm.until("snapshot")
    await let_the_clock_run(gm, people, every)
    while len(gm.ticks) < times:
        await gm.until("update")


async def test_what_is_done_at_one_node_is_seen_at_another(nodes: Nodes) -> None:
    one, other = await nodes.start(), await nodes.start()
    gm, watcher = await one.join("gm"), await other.join("gm")
    await gm.do(OPEN)
    await gm.do(TARGET)
    await same_place(gm, watcher)
    assert watcher.view == gm.view
    assert watcher.view["combatants"]["target"]["hp"] == 10_000
    await watcher.do(HIT)
    await same_place(gm, watcher)
    assert gm.view["combatants"]["target"]["hp"] == 9_999
    assert (gm.gaps, watcher.gaps) == (0, 0)


async def test_a_client_goes_on_at_another_node_without_a_snapshot(nodes: Nodes) -> None:
    one, other = await nodes.start(), await nodes.start()
    gm, player = await one.join("gm"), await one.join("player")
    await other.join("observer")  # the other node has the table open, and saw the updates
    await gm.do(OPEN)
    await player.catch_up()
    held = {"epoch": player.welcome["epoch"], "seq": player.seq}
    await gm.do(TARGET)
    await gm.do(HIT)
    await player.socket.close()
    again = await other.join("player", resume=held)
    assert again.welcome["resumed"]
    again.view = player.view
    await same_place(again, await one.join("player"))
    assert not again.of("snapshot")
    assert again.gaps == 0


async def test_a_command_id_that_one_node_answered_is_answered_the_same_by_another(
    nodes: Nodes,
) -> None:
    one, other = await nodes.start(), await nodes.start()
    gm = await one.join("gm", client="a" * 32)
    await gm.do(OPEN)
    await gm.do(TARGET)
    first = await gm.do(HIT, id="the-hit")
    again = await other.join("gm", client="a" * 32)
    assert await again.do(HIT, id="the-hit") == first
    assert again.view["combatants"]["target"]["hp"] == 9_999


async def test_two_gms_who_press_next_together_at_two_nodes_advance_once(nodes: Nodes) -> None:
    one, other = await nodes.start(), await nodes.start()
    left, right = await one.join("gm"), await other.join("gm")
    await left.do(OPEN)
    await left.do(TARGET)
    await same_place(left, right)
    answers = await asyncio.gather(left.ask(HIT, if_seq=left.seq), right.ask(HIT, if_seq=right.seq))
    assert sorted(answer["type"] for answer in answers) == ["ack", "error"]
    assert [answer["code"] for answer in answers if answer["type"] == "error"] == ["stale"]


async def test_two_nodes_that_decide_at_once_lose_nothing_and_do_nothing_twice(
    nodes: Nodes,
) -> None:
    one, other = await nodes.start(), await nodes.start()
    left, right = await one.join("gm"), await other.join("gm")
    await left.do(OPEN)
    await left.do(TARGET)
    await same_place(left, right)
    for _ in range(1000):
        await asyncio.gather(left.do(HIT), right.do(HIT))
    await same_place(left, right)
    assert left.view == right.view
    assert left.view["combatants"]["target"]["hp"] == 10_000 - 2000
    assert (left.gaps, right.gaps) == (0, 0)
    entries = [decode(data) for data in await one.app.store.read("friday", 0, 10**6)]
    assert [entry.position for entry in entries] == list(range(1, 2003))
    measured = [node.app.metrics.registry.get_sample_value for node in (one, other)]
    assert sum(value("turnkeeper_append_conflicts_total") or 0 for value in measured) > 0
    assert all(value("turnkeeper_replica_lag_seconds_count") for value in measured)
    assert not any(value("turnkeeper_follow_errors_total") for value in measured)


async def test_one_client_in_all_writes_to_a_tabletop(nodes: Nodes) -> None:
    one, other = await nodes.start(), await nodes.start()
    left, right = await one.join("gm"), await other.join("gm")
    claim = {"type": "claim", "what": "mirror", "target": "foundry:world"}

    async def claimed(client: Client) -> Plain:
        await client.say(claim)
        return await client.until("mirror")

    assert (await claimed(left))["yours"]
    assert not (await claimed(right))["yours"]
    await left.socket.close()
    while not (taken := await claimed(right))["yours"]:
        pass
    assert taken["fence"] == 2


async def test_an_invite_that_is_revoked_at_one_node_closes_connections_at_all(
    nodes: Nodes,
) -> None:
    one, other = await nodes.start(), await nodes.start()
    gm = await one.join("gm")
    player = await other.join("player")
    invites = (await gm.do({"do": "invites"}))["result"]["invites"]
    players = next(invite["invite"] for invite in invites if invite["role"] == "player")
    await gm.do({"do": "revoke", "invite": players})
    assert await player.closed() == 4005
    assert await other.app.access.invites("friday") == await one.app.access.invites("friday")


async def test_a_table_that_is_deleted_by_the_host_ends_at_every_node(nodes: Nodes) -> None:
    one, other = await nodes.start(), await nodes.start()
    gm, player = await one.join("gm"), await other.join("player")
    host = await nodes.start()
    await host.app.store.delete("friday")
    assert await gm.closed() == 4005
    assert await player.closed() == 4005


async def test_the_clock_ticks_once_for_all_nodes_and_stops_with_the_last_gm(
    nodes: Nodes, people: list[Plain]
) -> None:
    every = 0.25
    one, other = await nodes.start(), await nodes.start()
    left, right = await one.join("gm"), await other.join("gm")
    stays = [await node.join("player") for node in (one, other)]
    await let_the_clock_run(left, people, every)
    await same_place(left, right)
    begun = len(right.ticks)
    while len(right.ticks) < begun + 2:
        await right.until("update")
    await left.socket.close()
    while len(right.ticks) < begun + 4:  # the other node's GM is enough
        await right.until("update")
    await right.socket.close()
    await eventually(lambda: len(other.app.tables.peers("friday")) == 1)
    before = len(await tick_times(one))
    await another_clock_ticks(one, people, every, 5)
    ticks = await tick_times(one)
    assert len(ticks) >= 3
    assert len(ticks) <= before + 1  # players alone make no clock tick; one may have been under way
    await asyncio.gather(*(player.catch_up() for player in stays))
    await same_place(*stays)
    assert min(later - sooner for sooner, later in pairwise(ticks)) > every / 2


async def test_a_node_with_older_rules_sends_its_clients_to_another(nodes: Nodes) -> None:
    one = await nodes.start()
    gm = await one.join("gm")
    await gm.do(OPEN)
    newer = b'{"position":2,"command":{"do":"undreamt"},"events":[{"event":"of"}],"rules":99}'
    await (await nodes.start()).app.store.append("friday", 1, [newer])
    assert await gm.closed() == 1012
    late = await one.open()
    await late.say({"type": "hello", "table": "friday", "token": one.tokens["gm"]})
    assert (await late.until("error"))["code"] == "unavailable"
    assert await late.closed() == 1012


@pytest.mark.parametrize("table", ["*", "friday.>", "nowhere", "no table", ">" * 64])
async def test_a_table_that_is_not_there_is_no_way_in_whatever_it_is_called(
    nodes: Nodes, table: str
) -> None:
    node = await nodes.start()
    client = await node.open()
    await client.say({"type": "hello", "table": table, "token": node.tokens["gm"]})
    assert (await client.until("error"))["code"] == "unauthorized"
    assert await client.closed() == 4001


async def test_what_does_not_fit_into_one_message_goes_into_several(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(JetStreamStore, "largest", 1500)
    one, other = await nodes.start(), await nodes.start()
    gm, watcher = await one.join("gm"), await other.join("gm")
    await gm.do(OPEN)
    await gm.do(TARGET)
    for number in range(60):
        await gm.say({"type": "command", "id": f"h{number}", "command": HIT})
    for number in range(60):
        await gm.until("ack", id=f"h{number}")
    await same_place(gm, watcher)
    assert watcher.view["combatants"]["target"]["hp"] == 10_000 - 60


async def test_a_table_that_was_put_away_is_there_again_for_everybody(nodes: Nodes) -> None:
    one, other = await nodes.start(unload_after=0.0), await nodes.start()
    gm = await one.join("gm", name="Gina")
    await gm.do(OPEN)
    for _ in range(5):
        await gm.socket.close()
        gm = await one.join("gm", name="Gina")
    watcher = await other.join("observer", name="Olga")
    while {user["name"] for user in (await gm.until("presence"))["users"]} < {"Gina", "Olga"}:
        pass
    await gm.do(TARGET)
    await watcher.until("update")
    assert "target" in watcher.view["combatants"]


async def test_who_comes_from_another_node_is_never_taken_back_in_time(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await nodes.start(), await nodes.start()
    gm = await one.join("gm")
    await other.join("observer")
    monkeypatch.setattr(
        other.app.store._following, "_heard", lambda *heard: None
    )  # it is told nothing
    await gm.do(OPEN)
    await gm.do(TARGET)
    for _ in range(20):
        await gm.do(HIT)
        held = {"epoch": gm.welcome["epoch"], "seq": gm.seq}
        again = await other.join("gm", resume=held)
        assert again.welcome["resumed"]
        assert again.welcome["seq"] == gm.seq
