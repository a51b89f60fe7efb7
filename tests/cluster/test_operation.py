"""Running several nodes: starting, stopping, upgrading, three NATS servers."""

from __future__ import annotations

import asyncio
import contextlib
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.cluster.conftest import Nodes, StartNode
from tests.cluster.nats_servers import Nats, three
from tests.cluster.processes import Node
from tests.cluster.test_nodes import HIT, OPEN, TARGET
from tests.cluster.wandering import Wanderer
from tests.server.hosting import Client, Plain, eventually
from tests.server.test_history import COMMANDS, Clock


def ready(port: int) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


async def test_a_single_nats_server_is_warned_of(
    nodes: Nodes, capsys: pytest.CaptureFixture[str]
) -> None:
    await nodes.start()
    assert "fewer than three replicas" in capsys.readouterr().out


async def test_a_node_is_taken_out_before_it_stops(nodes: Nodes) -> None:
    node = await nodes.start(drain=1.0)
    gm = await node.join("gm")
    await gm.do(OPEN)
    assert await asyncio.to_thread(ready, node.app.port) == 200
    stopping = asyncio.create_task(node.app.stop())
    await asyncio.sleep(0)
    assert await asyncio.to_thread(ready, node.app.port) == 503
    await gm.do(TARGET)
    assert await gm.closed() == 1012
    await stopping


async def test_a_node_without_nats_is_not_ready(own_nats: Nats, own_nodes: Nodes) -> None:
    node = await own_nodes.start()
    own_nats.kill()
    assert await asyncio.to_thread(ready, node.app.port) == 503


async def greet(node: Node, token: str, resume: Plain | None = None) -> Client:
    """Comes in as soon as the node lets anybody in."""
    hello = {"type": "hello", "table": "friday", "token": token}
    async with asyncio.timeout(90):
        while True:
            client = Client(await connect(f"ws://127.0.0.1:{node.port}/ws", proxy=None))
            await client.say({**hello, "resume": resume} if resume else hello)
            try:
                await client.until("welcome")
                return client
            except ConnectionClosed:
                await asyncio.sleep(0.1)


async def test_an_upgrade_goes_from_node_to_node(clean: Nats, start_node: StartNode) -> None:
    old = await start_node(clean.address)
    token = old.tokens["gm"]
    before = await greet(old, token)
    await before.until("snapshot")
    await before.do(OPEN)
    await before.do(TARGET)
    new = await start_node(clean.address, rules=2)
    after = await greet(new, token)
    await after.until("snapshot")
    await after.do(HIT)
    assert await before.closed() == 1012
    held = {"epoch": before.welcome["epoch"], "seq": before.seq}
    again = await greet(new, token, held)
    assert not again.welcome["resumed"]
    assert again.welcome["epoch"] == after.welcome["epoch"] != held["epoch"]
    await again.until("snapshot")
    assert again.view["combatants"]["target"]["hp"] == 9_999
    for client in (after, again):
        await client.socket.close()


@pytest.fixture
def trio(nats_program: str, tmp_path: Path) -> Iterator[list[Nats]]:
    servers = three(nats_program, tmp_path)
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.kill()


async def test_of_three_nats_servers_one_may_die(trio: list[Nats], start_node: StartNode) -> None:
    address = ",".join(server.address for server in trio)
    first, second = await start_node(address), await start_node(address)
    clock, token = Clock(), first.tokens["gm"]
    gm = await greet(first, token)
    await gm.until("snapshot")
    await gm.do(OPEN)
    await gm.do(TARGET)
    ports = [first.port, second.port]
    people = [Wanderer(lambda: ports, token, name, clock) for name in "abcd"]
    playing = asyncio.gather(*(person.run() for person in people))
    await eventually(lambda: len(clock.acknowledged) > COMMANDS)
    trio[0].kill()
    async with asyncio.timeout(120):
        await playing
    far = await greet(second, token)
    await far.until("snapshot")
    async with asyncio.timeout(120):  # a new leader may take its time, and a node until it hears it
        for client in (gm, far):
            while client.view["combatants"]["target"]["hp"] > 10_000 - 4 * COMMANDS:
                with contextlib.suppress(TimeoutError):
                    await client.hear()
    assert gm.view == far.view
    for client in (gm, far):
        await client.socket.close()
    logs = [await asyncio.to_thread(node.stop) for node in (first, second)]
    assert not any("fewer than three" in log for log in logs)
