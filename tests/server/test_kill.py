"""A server that is killed under load: what it acknowledged is there, once, in order."""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from functools import partial
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from server.store.sqlite.store import SqliteStore
from server.table.state import decode
from tests.server.hosting import Client, eventually
from tests.server.processes import Served

ROUNDS = int(os.environ.get("TURNKEEPER_KILLS", "3"))
"""How often the server is killed; 100 for a thorough run."""

CLIENTS = 4


class Recorded:
    """What clients asked and heard, over all of the server's lives."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.acknowledged: list[str] = []  # in the order in which it became known

    def has(self, count: int) -> bool:
        return len(self.acknowledged) >= count


async def hammer(address: str, token: str, name: str, record: Recorded) -> None:
    """Give commands as fast as they are answered, until the connection breaks."""
    try:
        async with connect(address, proxy=None) as socket:
            client = Client(socket)
            hello = {"type": "hello", "table": "friday", "token": token, "client": name * 32}
            await client.say(hello)
            await client.until("snapshot")
            while True:
                id = f"{name}-{len(record.asked)}"
                record.asked.append(id)
                mark = {"do": "mark", "combatant": "target", "name": id}
                batch = {"do": "batch", "commands": [mark, {**mark, "do": "unmark"}]}
                answer = await client.ask(batch, id=id)
                if answer["type"] == "ack":
                    record.acknowledged.append(id)
    except (OSError, WebSocketException, TimeoutError):
        return


async def prepare(address: str, token: str) -> None:
    async with connect(address, proxy=None) as socket:
        client = Client(socket)
        await client.say({"type": "hello", "table": "friday", "token": token})
        await client.until("snapshot")
        await client.do({"do": "open", "system": "adnd1e"})
        await client.do({"do": "add", "combatants": [{"id": "target", "name": "Target"}]})


async def test_what_was_acknowledged_survives_every_kill(tmp_path: Path) -> None:
    record, chance = Recorded(), random.Random(7)
    server = await asyncio.to_thread(Served, tmp_path, "--rate", "0")
    token = server.links["gm"].split("token=")[1]
    await prepare(server.address, token)
    for _ in range(ROUNDS):
        enough = len(record.acknowledged) + 20
        clients = [
            asyncio.create_task(hammer(server.address, token, name, record))
            for name in "abcdef"[:CLIENTS]
        ]
        await eventually(partial(record.has, enough))
        await asyncio.sleep(chance.random() / 10)
        server.kill()
        await asyncio.gather(*clients)
        server = await asyncio.to_thread(Served, tmp_path, "--rate", "0")
    await asyncio.to_thread(server.stop)
    store = SqliteStore(tmp_path)
    entries = [decode(data) for data in await store.read("friday", 0, 10**6)]
    await store.close()
    logged = [entry.id for entry in entries if entry.id in set(record.asked)]
    assert max(Counter(logged).values()) == 1
    assert set(record.acknowledged) <= set(logged)
    assert [entry.position for entry in entries] == list(range(1, len(entries) + 1))
    for name in "abcdef"[:CLIENTS]:
        own = [id for id in logged if str(id).startswith(name)]
        assert own == [id for id in record.asked if id in set(own)]
