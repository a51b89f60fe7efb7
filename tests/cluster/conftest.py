"""NATS servers for tests: one for all that only need a clean one, others for those that break it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import nats
import pytest
import pytest_asyncio

from server.app import App
from server.ops.config import Settings
from server.store.jetstream.client import NatsClient
from server.store.jetstream.store import JetStreamStore
from tests.cluster.breaking import Way
from tests.cluster.nats_servers import Nats
from tests.cluster.processes import Node
from tests.server.hosting import Hosted

Open = Callable[[], Awaitable[JetStreamStore]]


@pytest.fixture(scope="session")
def nats_program(nats_server: str) -> str:
    """The server under test; TURNKEEPER_NATS_SERVER names another one."""
    return os.environ.get("TURNKEEPER_NATS_SERVER") or nats_server


@pytest.fixture(scope="session")
def shared_nats(nats_program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nats]:
    server = Nats(nats_program, tmp_path_factory.mktemp("nats"))
    server.start()
    yield server
    server.kill()


@pytest_asyncio.fixture
async def clean(shared_nats: Nats) -> Nats:
    """The common server, with nothing in it."""
    client = await nats.connect(shared_nats.address)
    js = client.jetstream()
    for stream in await js.streams_info():
        await js.delete_stream(str(stream.config.name))
    await client.close()
    return shared_nats


@pytest_asyncio.fixture
async def way(clean: Nats) -> AsyncIterator[Way]:
    """To the common server, in place of its address."""
    proxy = Way(clean.port)
    yield proxy
    await proxy.stop()


@pytest.fixture
def own_nats(nats_program: str, tmp_path: Path) -> Iterator[Nats]:
    """A server of the test's own, which it may kill and start again."""
    server = Nats(nats_program, tmp_path / "nats")
    server.start()
    yield server
    server.kill()


@pytest_asyncio.fixture
async def stores(clean: Nats) -> AsyncIterator[Open]:
    """Opens stores of nodes on the common server."""
    opened: list[JetStreamStore] = []

    async def open_one() -> JetStreamStore:
        store = JetStreamStore(NatsClient([clean.address]))
        await store.open()
        opened.append(store)
        return store

    yield open_one
    for store in opened:
        await store.close()


StartNode = Callable[..., Awaitable[Node]]


@pytest_asyncio.fixture
async def start_node(tmp_path: Path) -> AsyncIterator[StartNode]:
    """Starts nodes in processes of their own, which end with the test."""
    started: list[Node] = []

    async def begin(address: str, **options: Any) -> Node:
        node = await asyncio.to_thread(partial(Node, address, tmp_path, **options))
        started.append(node)
        return node

    yield begin
    for node in started:
        node.kill()


class Nodes:
    """Servers of one cluster in this process; its table is called friday."""

    def __init__(self, address: str, stack: AsyncExitStack) -> None:
        self.address = address
        self._stack = stack
        self.tokens: dict[str, str] = {}

    async def start(self, address: str = "", dice: Any = None, **settings: Any) -> Hosted:
        """One more; it reaches NATS at `address`, if not where the others do."""
        chosen = {
            "port": 0, "close_within": 0.5, "stop_within": 2.0, "rate": 0.0,
            "nats": (address or self.address,), **settings,
        }  # fmt: skip
        app = App(Settings(**chosen), dice=dice)
        await app.start()
        self._stack.push_async_callback(app.stop)
        hosted = Hosted(app, self._stack)
        self.tokens = await app.access.make_table("friday", "Friday night") or self.tokens
        hosted.tokens = self.tokens
        return hosted


@pytest_asyncio.fixture
async def nodes(clean: Nats) -> AsyncIterator[Nodes]:
    async with AsyncExitStack() as stack:
        yield Nodes(clean.address, stack)


@pytest_asyncio.fixture
async def own_nodes(own_nats: Nats) -> AsyncIterator[Nodes]:
    """On a NATS server that the test may break."""
    async with AsyncExitStack() as stack:
        yield Nodes(own_nats.address, stack)


@pytest.fixture
def people() -> list[dict[str, Any]]:
    return [
        {"id": "mage", "name": "Morwen", "side": "party", "kind": "pc", "hp": 12},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc", "hp": 6},
    ]
