"""Three NATS servers that keep each table three times.

Those that are too old for it lose what they acknowledge: with them the tests see that they are
refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.store.contract import Conflict, StoreFailed, StoreUnusable
from server.store.jetstream.client import NatsClient
from server.store.jetstream.layout import FENCED_SINCE
from server.store.jetstream.store import JetStreamStore
from tests.cluster.conftest import StartNode
from tests.cluster.nats_servers import Nats, three
from tests.cluster.processes import greet
from tests.cluster.test_nodes import OPEN, TARGET
from tests.cluster.wandering import Wanderer, check
from tests.server.hosting import eventually
from tests.server.test_history import COMMANDS, Clock
from tests.server.test_store import record


@pytest.fixture
def trio(nats_program: str, tmp_path: Path) -> Iterator[list[Nats]]:
    servers = three(nats_program, tmp_path)
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.kill()


def version(program: str) -> tuple[int, int]:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    major, minor = re.findall(r"\d+", said)[:2]
    return int(major), int(minor)


async def opened(server: Nats) -> JetStreamStore:
    store = JetStreamStore(NatsClient([server.address]))
    await store.open()
    return store


async def whole_log(server: Nats) -> list[bytes]:
    """Of the table, as soon as all that a dead server led has a new leader."""
    store = await opened(server)
    try:
        async with asyncio.timeout(60):
            while True:
                with contextlib.suppress(StoreFailed):
                    return await store.read("friday", 0, 10**6)
                await asyncio.sleep(0.2)
    finally:
        await store.close()


async def refused(trio: list[Nats]) -> None:
    with pytest.raises(StoreUnusable, match="can lose what it has acknowledged"):
        await opened(trio[0])


async def test_three_nats_servers_that_are_too_old_are_refused(
    trio: list[Nats], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.jetstream.layout.FENCED_SINCE", (1000, 0))
    await refused(trio)


async def test_of_appends_at_the_same_place_three_nats_servers_take_one(
    trio: list[Nats], nats_program: str
) -> None:
    if version(nats_program) < FENCED_SINCE:
        await refused(trio)
        return
    stores = [await opened(server) for server in trio]
    await stores[0].create(record("friday"), [])
    for position in range(300):
        appends = (
            store.append("friday", position, [b"%d of %d" % (position, number)])
            for number, store in enumerate(stores)
        )
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(result) for result in results if result is not None] == [Conflict] * 2
        winner = results.index(None)
        entries = await stores[0].read("friday", position)
        assert entries == [b"%d of %d" % (position, winner)]
    for store in stores:
        await store.close()


async def test_of_three_nats_servers_one_may_die(
    trio: list[Nats], nats_program: str, start_node: StartNode
) -> None:
    if version(nats_program) < FENCED_SINCE:
        await refused(trio)
        return
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
    check(await whole_log(trio[1]), clock, 2)
    for client in (gm, far):
        await client.socket.close()
    logs = [await asyncio.to_thread(node.stop) for node in (first, second)]
    assert not any("fewer than three" in log for log in logs)
