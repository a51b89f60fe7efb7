"""NATS has lost what a node has served: the node says so, and makes nothing anew."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import nats
import pytest
import pytest_asyncio
from nats.js import JetStreamContext

from tests.cluster.conftest import Nodes
from tests.cluster.nats_servers import Nats
from tests.cluster.test_nodes import OPEN
from tests.server.hosting import SOON, Client, Hosted

KEPT = [
    "TURNKEEPER", "KV_turnkeeper_tables", "KV_turnkeeper_snapshots", "KV_turnkeeper_leases",
]  # fmt: skip


@pytest_asyncio.fixture
async def js(own_nats: Nats) -> AsyncIterator[JetStreamContext]:
    """What an operator does to NATS by hand."""
    client = await nats.connect(own_nats.address)
    yield client.jetstream()
    await client.close()


async def streams(js: JetStreamContext) -> set[str]:
    return {str(info.config.name) for info in await js.streams_info()}


async def told_to_come_back(client: Client) -> None:
    assert await client.closed() == 1012
    assert client.of("status")[-1]["live"] is False


async def newcomer(node: Hosted, role: str = "gm") -> Client:
    client = await node.open()
    await client.say({"type": "hello", "table": "friday", "token": node.tokens[role]})
    return client


async def turned_away(node: Hosted) -> None:
    """A newcomer is told to come back, not that their link is wrong."""
    client = await newcomer(node)
    assert await client.closed() == 1012
    assert client.heard[-1]["code"] == "unavailable"


async def not_ready(node: Hosted) -> None:
    async with asyncio.timeout(SOON):
        while await node.app._probe():  # noqa: ASYNC110 — it has no event of its own
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("lost", KEPT)
async def test_whose_stream_or_bucket_is_deleted_says_it_is_not_live_and_makes_nothing(
    own_nodes: Nodes, js: JetStreamContext, lost: str
) -> None:
    node = await own_nodes.start()
    gm, player = await node.join("gm"), await node.join("player")
    await gm.do(OPEN)
    await js.delete_stream(lost)
    for client in (gm, player):
        await told_to_come_back(client)
    await turned_away(node)
    await not_ready(node)
    assert await streams(js) == set(KEPT) - {lost}


async def test_a_nats_that_comes_back_without_its_storage_is_not_filled_anew(
    own_nodes: Nodes, own_nats: Nats, tmp_path: Path
) -> None:
    node = await own_nodes.start()
    gm = await node.join("gm")
    await gm.do(OPEN)
    own_nats.kill()
    await gm.until("status", live=False)
    shutil.rmtree(tmp_path / "nats")
    own_nats.start()
    await told_to_come_back(gm)
    await turned_away(node)
    client = await nats.connect(own_nats.address)
    assert await streams(client.jetstream()) == set()
    await client.close()


async def test_what_another_node_made_anew_is_not_taken_for_the_old(
    own_nodes: Nodes, js: JetStreamContext
) -> None:
    old = await own_nodes.start()
    tokens = dict(old.tokens)
    gm = await old.join("gm")
    await gm.do(OPEN)
    for name in KEPT:
        await js.delete_stream(name)
    await told_to_come_back(gm)
    new = await own_nodes.start()
    assert new.tokens != tokens
    await (await new.join("gm")).do(OPEN)
    old.tokens = tokens
    await turned_away(old)
    await not_ready(old)
