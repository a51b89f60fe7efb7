"""How many connections a link, a table and a server have at most, and who gets in nevertheless."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest_asyncio
from websockets.asyncio.client import connect

from tests.server.hosting import SOON, Client, Hosted, Start, eventually
from tests.server.processes import ROOT, Served
from tests.server.raw import Raw


async def refused(hosted: Hosted, role: str, **hello: str) -> int | None:
    client = await hosted.open()
    token = hosted.tokens[role]
    await client.say({"type": "hello", "table": "friday", "token": token, **hello})
    return await client.closed()


async def test_a_link_has_so_many_connections(start: Start) -> None:
    hosted = await start(link_connections=3, observer_connections=4)
    players = [await hosted.join("player") for _ in range(3)]
    assert await refused(hosted, "player") == 1013
    for _ in range(4):
        await hosted.join("observer")
    assert await refused(hosted, "observer") == 1013
    await hosted.join("gm")
    await players[0].socket.close()
    await eventually(lambda: len(hosted.app.tables.peers("friday")) == 7)
    await hosted.join("player")


async def test_a_table_has_so_many_connections_and_a_place_for_its_gm(start: Start) -> None:
    hosted = await start(table_connections=2)
    await hosted.join("player")
    await hosted.join("observer")
    assert await refused(hosted, "player") == 1013
    await hosted.join("gm")


async def test_a_player_comes_back_to_the_connection_they_had(start: Start) -> None:
    hosted = await start(link_connections=2)
    ana, ben = [await hosted.join("player", client=c * 32) for c in "ab"]
    assert await refused(hosted, "player", client="c" * 32) == 1013
    again = await hosted.join("player", client="a" * 32)
    assert await ana.closed() == 1013
    assert len(hosted.app.tables.peers("friday")) <= 3
    await again.catch_up()
    await ben.catch_up()


# Descriptors

FEW = 128


class Crowded:
    """A server of few descriptors, and who sits there."""

    def __init__(self, served: Served, stack: AsyncExitStack) -> None:
        self.served = served
        self.port = int(served.address.split(":")[2].partition("/")[0])
        self._stack = stack

    async def knock(self, role: str = "", client: str = "") -> Client:
        """A WebSocket, and perhaps hello."""
        socket = await self._stack.enter_async_context(
            connect(self.served.address, proxy=None, open_timeout=SOON, close_timeout=0.5)
        )
        one = Client(socket)
        if role:
            token = self.served.links[role].partition("token=")[2]
            await one.say({"type": "hello", "table": "friday", "token": token, "client": client})
        return one

    async def join(self, role: str, client: str = "") -> Client:
        one = await self.knock(role, client)
        await one.until("snapshot")
        return one

    async def filled(self) -> list[Client]:
        """One player's link takes all it gets: who got in, until somebody is refused."""
        inside: list[Client] = []
        while True:
            one = await self.knock("player", f"{len(inside):032x}")
            if (await one.hear_or_close()) is None:
                return inside
            inside.append(one)

    async def asks(self, path: str) -> bytes:
        raw = await Raw.connect(self.port)
        raw.send(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        answer = await raw.all()
        raw.close()
        return answer


@pytest_asyncio.fixture
async def crowded(tmp_path: Path) -> AsyncIterator[Crowded]:
    served = await asyncio.to_thread(Served, tmp_path, descriptors=FEW)
    try:
        async with AsyncExitStack() as stack:
            yield Crowded(served, stack)
    finally:
        if served.process.poll() is None:
            await asyncio.to_thread(served.kill)


async def test_one_link_leaves_the_last_descriptors_to_others(crowded: Crowded) -> None:
    inside = await crowded.filled()
    assert len(inside) > FEW // 2 - 32
    silent = [await Raw.connect(crowded.port) for _ in range(40)]
    assert b" 200 " in await crowded.asks("/readyz")
    gm = await crowded.join("gm")
    await gm.catch_up()
    stranger = await crowded.knock("player", "f" * 32)
    assert await stranger.closed() == 1013
    again = await crowded.join("player", f"{0:032x}")
    assert await inside[0].closed() == 1013
    await again.catch_up()
    for one in silent:
        assert await one.all() == b""
        one.close()
    listed = await asyncio.to_thread(command, "tables", crowded.served.data)
    assert [table["table"] for table in listed["tables"]] == ["friday"]
    await asyncio.gather(*(one.catch_up() for one in inside[1:]))
    log = [json.loads(line) for line in (await asyncio.to_thread(crowded.served.stop)).splitlines()]
    assert {line["most"] for line in log if line["event"] == "descriptors"} == {FEW}
    told = [line for line in log if line["event"] == "refused"]
    assert sum(line.get("descriptors", 0) for line in told) >= 42
    assert len(told) <= 3


async def test_who_is_silent_where_few_descriptors_are_left_is_told_to_come_later(
    crowded: Crowded,
) -> None:
    await crowded.filled()
    silent = await crowded.knock()
    assert await silent.closed() == 1013


def command(do: str, data: Path) -> dict[str, list[dict[str, str]]]:
    asked = [sys.executable, "-m", "server", do, "--data", str(data), "--json"]
    answer = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True, env=dict(os.environ))
    listed: dict[str, list[dict[str, str]]] = json.loads(answer.stdout)
    return listed
