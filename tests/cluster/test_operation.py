"""Running several nodes: starting, stopping, upgrading, three NATS servers."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request

import pytest

from rules.engine.history import RULES
from tests.cluster.conftest import Nodes, StartNode
from tests.cluster.nats_servers import Nats
from tests.cluster.processes import greet
from tests.cluster.test_nodes import HIT, OPEN, TARGET
from tests.server.hosting import SOON


def ready(port: int) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=SOON) as answer:
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


@pytest.mark.parametrize(("older", "newer"), [(1, RULES), (RULES - 1, RULES), (RULES, RULES + 1)])
async def test_an_upgrade_goes_from_node_to_node(
    clean: Nats, start_node: StartNode, older: int, newer: int
) -> None:
    old = await start_node(clean.address, rules=older)
    token = old.tokens["gm"]
    before = await greet(old, token)
    await before.until("snapshot")
    await before.do(OPEN)
    await before.do(TARGET)
    new = await start_node(clean.address, rules=newer)
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
