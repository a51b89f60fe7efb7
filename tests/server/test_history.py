"""Concurrent clients on a network that fails: the recorded history is one that could be true.

Every acknowledged command is in the log once, in an order that respects real time; those whose
outcome stayed unknown at most once; and every client's stream is without gaps.
"""

from __future__ import annotations

import asyncio
import itertools
import os
from collections import Counter

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from server.table.state import decode
from tests.server.faults import Chance
from tests.server.hosting import Client, Plain, Start

COMMANDS = int(os.environ.get("TURNKEEPER_HISTORY", "12"))
"""Of each client; 100 for a thorough run."""

CLIENTS = 4
PATIENCE = 0.4
"""Seconds that a client waits for an answer until it connects anew."""


class Clock:
    """Counts what happens, so that before and after are clear."""

    def __init__(self) -> None:
        self._count = itertools.count()
        self.asked: dict[str, int] = {}
        self.acknowledged: dict[str, int] = {}

    def ask(self, id: str) -> None:
        self.asked.setdefault(id, next(self._count))

    def acknowledge(self, id: str) -> None:
        self.acknowledged[id] = next(self._count)


class Stubborn:
    """Asks with the same id until it is answered, as the shim does."""

    def __init__(self, port: int, token: str, name: str, clock: Clock) -> None:
        self._address = f"ws://127.0.0.1:{port}/ws"
        self._clock = clock
        self._hello = {
            "type": "hello", "table": "friday", "token": token, "client": name * 32,
        }  # fmt: skip
        self._waiting = [f"{name}-{number}" for number in range(COMMANDS)]
        self.view: Plain = {}
        self.seq = -1
        self.gaps = 0

    async def run(self) -> None:
        while self._waiting:
            try:
                await self._once()
            except (OSError, WebSocketException, TimeoutError):
                continue

    async def _once(self) -> None:
        async with connect(self._address, proxy=None, open_timeout=1, close_timeout=0.1) as socket:
            client = Client(socket)
            client.view, client.seq = self.view, self.seq
            try:
                await asyncio.wait_for(self._join(client), PATIENCE)
                while self._waiting:
                    await asyncio.wait_for(self._ask(client, self._waiting[0]), PATIENCE)
            finally:
                self.view, self.seq = client.view, client.seq
                self.gaps += client.gaps

    async def _join(self, client: Client) -> None:
        resume = {} if self.seq < 0 else {"resume": {"epoch": self.epoch, "seq": self.seq}}
        await client.say({**self._hello, **resume})
        welcome = await client.until("welcome")
        self.epoch = welcome["epoch"]
        if not welcome["resumed"]:
            await client.until("snapshot")

    async def _ask(self, client: Client, id: str) -> None:
        self._clock.ask(id)
        await client.do({"do": "hit", "combatant": "target", "damage": 1}, id=id)
        self._clock.acknowledge(id)
        self._waiting.pop(0)


@pytest.mark.parametrize("seed", [1, 2])
async def test_what_clients_saw_over_a_bad_network_could_be_true(start: Start, seed: int) -> None:
    hosted = await start(rate=0)
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": [{"id": "target", "name": "T", "hp": 10_000}]})
    proxy, clock = Chance(hosted.app.port, seed, calm=0.9), Clock()
    port = await proxy.start()
    clients = [Stubborn(port, hosted.tokens["gm"], name, clock) for name in "abcdefgh"[:CLIENTS]]
    async with asyncio.timeout(60 + 5 * COMMANDS):
        await asyncio.gather(*(client.run() for client in clients))
    await proxy.stop()
    await gm.catch_up()

    entries = [decode(data) for data in await hosted.app.store.read("friday", 2, 10**6)]
    places = {str(entry.id): entry.position for entry in entries}
    assert proxy.faults
    assert max(Counter(str(entry.id) for entry in entries).values()) == 1
    assert set(clock.acknowledged) == set(places)
    assert gm.view["combatants"]["target"]["hp"] == 10_000 - CLIENTS * COMMANDS
    for early, late in itertools.permutations(clock.acknowledged, 2):
        if clock.acknowledged[early] < clock.asked[late]:
            assert places[early] < places[late]
    assert [client.gaps for client in clients] == [0] * CLIENTS
    assert gm.gaps == 0
