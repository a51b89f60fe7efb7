"""People at the tables of several nodes, as the measurements of a cluster need them."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Sequence

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.fight import GO_ON, hello

_ids = itertools.count()


async def join(port: int, token: str) -> ClientConnection:
    """Somebody who has seen the table."""
    socket = await connect(f"ws://127.0.0.1:{port}/ws", proxy=None, compression=None)
    await socket.send(hello(token))
    while '"snapshot"' not in str(await socket.recv())[:40]:
        pass
    return socket


class Tally:
    """What was asked and answered, and what everybody was sent."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.refused = 0
        self.deliveries = 0

    def quantile(self, part: float) -> float:
        """Milliseconds that so great a part of the answers took at most."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000


async def lead(port: int, token: str, until: float, tally: Tally) -> None:
    """A GM who gives the next command as soon as the last one is answered."""
    async with await join(port, token) as socket:
        while (begun := time.perf_counter()) < until:
            id = f"bench-{next(_ids)}"
            await socket.send(
                msgspec.json.encode({"type": "command", "id": id, "command": GO_ON}), text=True
            )
            while True:
                heard = str(await socket.recv())
                if heard.startswith('{"type":"update"'):
                    tally.deliveries += 1
                elif f'"{id}"' in heard:
                    break
            if heard.startswith('{"type":"ack"'):
                tally.seconds.append(time.perf_counter() - begun)
            else:
                tally.refused += 1


async def watch(port: int, token: str, until: float, tally: Tally) -> None:
    async with await join(port, token) as socket:
        while (left := until - time.perf_counter()) > 0:
            try:
                heard = str(await asyncio.wait_for(socket.recv(), left))
            except TimeoutError:
                return
            tally.deliveries += heard.startswith('{"type":"update"')


async def come_back(ports: Sequence[int], token: str, start: int) -> float:
    """Sits at the first of `ports` until it dies; when, in seconds, it is live at another one."""
    socket = await join(ports[0], token)
    try:
        async for _ in socket:
            pass
    except WebSocketException:
        pass
    for attempt in itertools.count(start):
        try:
            socket = await join(ports[1 + attempt % (len(ports) - 1)], token)
        except (OSError, WebSocketException):
            await asyncio.sleep(0.05)
            continue
        live = time.perf_counter()
        await socket.close()
        return live
    raise AssertionError
