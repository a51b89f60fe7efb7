"""What breaks between nodes: nothing acknowledged is lost, nothing is done twice, all agree."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server.store.contract import Conflict
from server.store.jetstream import client
from server.store.jetstream.client import NatsClient
from server.store.jetstream.store import JetStreamStore
from tests.cluster.breaking import Way
from tests.cluster.conftest import Nodes, Open, StartNode
from tests.cluster.nats_servers import Nats
from tests.cluster.test_nodes import HIT, OPEN, TARGET, same_place
from tests.cluster.wandering import Wanderer, check
from tests.server.hosting import Client, Hosted, eventually
from tests.server.test_history import COMMANDS, Clock


async def prepare(gm: Client) -> None:
    await gm.do(OPEN)
    await gm.do(TARGET)


def reached(clock: Clock, count: int) -> bool:
    return len(clock.acknowledged) >= count


async def let_in(node: Hosted) -> Client:
    """A newcomer, as soon as the node lets anybody in."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await node.join("gm")
            except ConnectionClosed:
                await asyncio.sleep(0.05)


async def test_an_append_whose_acknowledgement_is_lost_is_found_again(
    way: Way, nodes: Nodes
) -> None:
    one, other = await nodes.start(), await nodes.start(await way.begin())
    gm, far = await one.join("gm"), await other.join("gm")
    await prepare(gm)
    await same_place(gm, far)
    for _ in range(3):
        way.cut_after(b"turnkeeper.log.friday")
        await far.do(HIT)
        await far.until("status", live=True)
    assert way.cuts == 3
    await same_place(gm, far)
    assert gm.view["combatants"]["target"]["hp"] == 10_000 - 3
    assert far.view == gm.view


async def test_an_append_that_arrives_too_late_is_told_from_one_that_was_in_time(
    way: Way, nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "ANSWER_WITHIN", 0.2)
    store = JetStreamStore(NatsClient([await way.begin()]))
    await store.open()
    one = await nodes.start()
    gm = await one.join("gm")
    await gm.do(OPEN)
    assert len(await store.read("friday", 0)) == 1
    way.hush()
    late = asyncio.create_task(store.append("friday", 1, [b"late"]))
    await asyncio.sleep(0.5)  # now it has asked more than once, and heard nothing
    await gm.do(TARGET)
    await way.heal()
    with pytest.raises(Conflict):
        await late
    assert len(await store.read("friday", 0)) == 2
    await store.close()


async def test_a_follower_that_is_too_slow_for_the_news_reads_the_log(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await nodes.start()
    monkeypatch.setattr(client, "MOST_WAITING", 2)
    slow = await nodes.start()
    gm, far = await one.join("gm"), await slow.join("gm")
    await prepare(gm)
    for n in range(300):
        await gm.say({"type": "command", "id": f"h{n}", "command": HIT})
    for n in range(300):
        await gm.until("ack", id=f"h{n}")
    await same_place(gm, far)
    assert far.view == gm.view
    assert far.gaps == 0


async def test_news_that_nobody_told_are_found_by_looking(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await nodes.start(), await nodes.start(look_every=0.2)
    gm, far = await one.join("gm"), await other.join("gm")
    monkeypatch.setattr(other.app.store._following, "_heard", lambda *heard: None)
    await prepare(gm)
    await same_place(gm, far)
    assert far.view == gm.view


async def test_nats_is_killed_and_started_again_while_people_play(
    own_nats: Nats, own_nodes: Nodes
) -> None:
    one, other = await own_nodes.start(), await own_nodes.start()
    gm, clock = await one.join("gm"), Clock()
    await prepare(gm)
    ports = [one.app.port, other.app.port]
    people = [Wanderer(lambda: ports, one.tokens["gm"], name, clock) for name in "abcd"]
    playing = asyncio.gather(*(person.run() for person in people))
    async with asyncio.timeout(120):
        while len(clock.acknowledged) < 2 * COMMANDS:
            await gm.hear()
        own_nats.kill()
        await gm.until("status", live=False)
        await asyncio.to_thread(own_nats.start)
        await playing
    await gm.catch_up()
    far = await let_in(other)
    assert far.view["combatants"]["target"]["hp"] == 10_000 - 4 * COMMANDS
    check(await one.app.store.read("friday", 0, 10**6), clock, 2)
    assert [person.gaps for person in people] == [0] * 4


async def test_nodes_are_killed_under_load_and_their_clients_go_on_at_others(
    stores: Open, clean: Nats, start_node: StartNode
) -> None:
    first = await start_node(clean.address)
    token, store = first.tokens["gm"], await stores()
    alive = [first, await start_node(clean.address), await start_node(clean.address)]
    async with connect(f"ws://127.0.0.1:{first.port}/ws", proxy=None) as socket:
        gm = Client(socket)
        await gm.say({"type": "hello", "table": "friday", "token": token})
        await gm.until("snapshot")
        await prepare(gm)
    clock = Clock()
    people = [
        Wanderer(lambda: [node.port for node in alive], token, name, clock) for name in "abcdef"
    ]
    playing = asyncio.gather(*(person.run() for person in people))
    for enough in (10, 30):
        await eventually(partial(reached, clock, enough))
        victim = alive.pop(0)
        victim.kill()
        alive.append(await start_node(clean.address))
    async with asyncio.timeout(120):
        await playing
    check(await store.read("friday", 0, 10**6), clock, 2)
    assert len(clock.acknowledged) == 6 * COMMANDS
    assert [person.gaps for person in people] == [0] * 6
    hps = {person.view["combatants"]["target"]["hp"] for person in people}
    assert min(hps) == 10_000 - 6 * COMMANDS


async def test_a_cable_that_is_cut_for_long_leaves_no_connections_behind(
    way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "PING_EVERY", 1)
    monkeypatch.setattr(client, "ATTEMPT_WITHIN", 0.2)
    store = JetStreamStore(NatsClient([await way.begin()]))
    await store.open()
    before = way.accepted
    way.hush()
    await eventually(lambda: way.accepted > before + 3)
    await way.heal()
    await store.probe()
    await store.close()  # what is left open makes a warning, and a warning fails the test
