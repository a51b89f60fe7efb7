"""A node that is cut off from NATS: it says so, takes nothing, and catches up with all that others
did meanwhile. TURNKEEPER_CUT says for how many seconds."""

from __future__ import annotations

import asyncio
import contextlib
import os
from itertools import pairwise

import pytest

from server.store.jetstream import client as link
from server.table.state import decode
from tests.cluster.breaking import Way
from tests.cluster.conftest import Nodes
from tests.cluster.test_nodes import HIT, TARGET, let_the_clock_run, same_place
from tests.server.hosting import Client, Hosted, Plain

CUT = float(os.environ.get("TURNKEEPER_CUT", "3"))


async def refused(node: Hosted) -> tuple[str, int | None]:
    """How a node turns a newcomer away."""
    client = await node.open()
    await client.say({"type": "hello", "table": "friday", "token": node.tokens["gm"]})
    code = (await client.until("error"))["code"]
    return code, await client.closed()


async def hear_on(client: Client) -> None:
    """Read, as every client does: who reads nothing for long is taken for gone."""
    while True:
        with contextlib.suppress(TimeoutError):
            await client.hear()


async def hear_of(client: Client, connected: dict[str, bool]) -> None:
    """Hear on until exactly these people are listed, and whether they are connected."""

    def listed() -> dict[str, bool]:
        known = client.of("presence")
        return {user["name"]: user["connected"] for user in known[-1]["users"]} if known else {}

    while listed() != connected:
        await client.until("presence")


@pytest.mark.parametrize("how", ["close", "hush"])
async def test_a_node_that_is_cut_off_says_so_refuses_and_catches_up(
    way: Way, nodes: Nodes, people: list[Plain], how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "PING_EVERY", min(link.PING_EVERY, CUT / 3))
    every = max(0.25, CUT / 4)
    one, other = await nodes.start(), await nodes.start(await way.begin())
    gm, far = await one.join("gm", name="Gina"), await other.join("gm", name="Fara")
    near, leaving = await one.join("player", name="Nell"), await other.join("player", name="Lea")
    await let_the_clock_run(gm, [*people, *TARGET["combatants"]], every)
    await same_place(gm, far)

    loop = asyncio.get_running_loop()
    over = loop.time() + CUT
    getattr(way, how)()
    await far.until("status", live=False)
    answer = await far.ask(HIT)
    assert (answer["code"], answer["detail"]["outcome"]) == ("unavailable", "refused")
    assert await refused(other) == ("unavailable", 1012)
    await leaving.socket.close()
    coming = await one.join("player", name="Cora")
    reading = [asyncio.create_task(hear_on(client)) for client in (far, near, coming)]
    hits = 0
    while loop.time() < over or hits < 100:
        await gm.do(HIT)
        hits += 1
        await asyncio.sleep(0.01)
    assert [command["code"] for command in far.of("error")] == ["unavailable"]
    for task in reading:
        task.cancel()
    await asyncio.wait(reading)
    await way.heal()

    await far.until("status", live=True)
    ticked = len(gm.ticks)
    while len(gm.ticks) < ticked + 2:
        await gm.until("update")
    await far.do(HIT)
    await gm.do({"do": "clock", "every": None})
    await same_place(gm, far)
    assert far.view == gm.view
    assert far.view["combatants"]["target"]["hp"] == 10_000 - hits - 1
    assert (far.gaps, gm.gaps) == (0, 0)
    who = {"Gina": True, "Fara": True, "Nell": True, "Cora": True, "Lea": False}
    for client in (gm, far, near, coming):
        await hear_of(client, who)
    for role, there in (("gm", far), ("player", near)):
        here, anew = await one.join(role, name="New"), await other.join(role, name="New")
        assert anew.welcome["epoch"] == here.welcome["epoch"] == there.welcome["epoch"]
        await same_place(here, anew, there)
        assert anew.view == here.view == there.view
        await here.socket.close()
        await anew.socket.close()
    entries = [decode(data) for data in await one.app.store.read("friday", 0, 10**6)]
    ticks = [entry.time for entry in entries if entry.by is None]
    assert min(later - sooner for sooner, later in pairwise(ticks)) > every / 2
