"""NATS servers for tests: one for all that only need a clean one, others for those that break it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import nats
import pytest
import pytest_asyncio

from server.link import Link
from server.store.jetstream import JetStreamStore
from tests.cluster.nats_servers import Nats

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
        store = JetStreamStore(Link([clean.address]))
        await store.open()
        opened.append(store)
        return store

    yield open_one
    for store in opened:
        await store.close()
