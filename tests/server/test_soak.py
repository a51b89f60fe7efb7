"""Hours at the table in short: people come, play, stop reading and go, and nothing grows.

Memory, tasks, open files and SQLite's log of writes are looked at all along.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import Struct
from websockets.asyncio.client import connect

from server.store.sqlite.opening import FILE
from server.store.sqlite.store import SqliteStore
from tests.server.hosting import SOON, Client, Hosted, Plain, Start, eventually
from tests.server.played import SYSTEMS

SECONDS = float(os.environ.get("TURNKEEPER_SOAK", "4"))
"""How long it goes on; 600 for a thorough run."""

MIB = 1 << 20
WAL = 17
"""MiB: what the store cuts it down to, and a little that is written until it does."""

VISITORS = 2  # at a time and table
STALLED = 1
LONG = "x" * 400

PEOPLE = [
    {"id": "mage", "name": "Morwen", "side": "party", "owner": "ana", "hp": 40},
    {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc", "hp": 40},
    {"id": "lurker", "name": "Lurker", "side": "foes", "kind": "npc", "hp": 40, "hidden": True},
]


class Sample(Struct, frozen=True):
    """What the server uses at one time: bytes of memory, counts, bytes of SQLite's write-ahead log."""

    memory: int
    tasks: int
    files: int
    wal: int

    @classmethod
    def take(cls, folder: Path) -> Sample:
        wal = folder / f"{FILE}-wal"
        return cls(
            memory=int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096,
            tasks=len(asyncio.all_tasks()),
            files=len(list(Path("/proc/self/fd").iterdir())),
            wal=wal.stat().st_size if wal.exists() else 0,
        )


def fights(system: str, chance: random.Random) -> Iterator[Plain]:
    """Fight after fight, each from its beginning."""
    while True:
        yield {"do": "open", "system": system, "keep": "none", "force": True}
        yield {"do": "add", "combatants": PEOPLE}
        yield {"do": "begin"}
        for number in range(100):
            who = chance.choice(PEOPLE)["id"]
            mark = {"combatant": who, "name": f"{number % 5} {LONG}"}
            yield chance.choice(
                [
                    {"do": "roll", "for": "all"},
                    {"do": "advance"},
                    {"do": "advance", "to": "round", "force": True},
                    {"do": "hit", "combatant": who, "damage": 1},
                    {"do": "heal", "combatant": who, "hp": 1},
                    {"do": "mark", **mark},
                    {"do": "unmark", **mark},
                    {"do": "change", "combatant": "lurker", "set": {"hidden": bool(number % 2)}},
                    {"do": "undo"},
                    {"do": "redo"},
                ]
            )


class Evening:
    """A table, and the people who come to it until it is over."""

    def __init__(self, hosted: Hosted, system: str, tokens: dict[str, str], end: float) -> None:
        self.hosted = hosted
        self.system = system
        self._tokens = tokens
        self._end = end
        self._chance = random.Random(system)
        self.accepted = self.came = self.cut = 0

    @property
    def over(self) -> bool:
        return time.monotonic() > self._end

    async def join(self, role: str, socket_: socket.socket | None = None) -> Client:
        self.came += 1
        options: Plain = {"sock": socket_, "max_queue": 1} if socket_ else {}
        address = f"ws://127.0.0.1:{self.hosted.app.port}/ws"
        # Not by `hosted.open`, which remembers all connections until the end.
        client = Client(
            await connect(address, proxy=None, open_timeout=SOON, close_timeout=0.5, **options)
        )
        hello = {"type": "hello", "table": self.system, "token": self._tokens[role]}
        await client.say({**hello, "client": f"{self.came:032x}"})
        await client.until("snapshot")
        return client

    async def lead(self) -> None:
        gm, player = await self.join("gm"), await self.join("player")
        for command in fights(self.system, self._chance):
            if self.over:
                break
            answer = await gm.ask(command)
            self.accepted += answer["type"] == "ack"
            await player.catch_up()
            for client in (gm, player):
                client.heard.clear()
                client.frames.clear()
        assert (gm.gaps, player.gaps) == (0, 0)
        await leave(gm, player)

    async def visit(self) -> None:
        while not self.over:
            client = await self.join(self._chance.choice(["gm", "player", "observer"]))
            for _ in range(self._chance.randrange(5)):
                await client.ask({"do": "hit", "combatant": "mage", "damage": 1})
            if self._chance.random() < 0.5:
                client.socket.transport.abort()
            await leave(client)

    async def stall(self) -> None:
        """Sit there without reading until the server has had enough."""
        while not self.over:
            raw = socket.socket()
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(raw, ("127.0.0.1", self.hosted.app.port))
            client = await self.join("player", raw)
            while self._sits(client) and not self.over:  # noqa: ASYNC110 — nobody tells it
                await asyncio.sleep(0.1)
            self.cut += not self._sits(client)
            client.socket.transport.abort()
            await leave(client)

    def _sits(self, client: Client) -> bool:
        session = client.welcome["session"]
        return any(peer.session == session for peer in self.hosted.app.tables.peers(self.system))


async def leave(*clients: Client) -> None:
    for client in clients:
        with contextlib.suppress(OSError):
            await client.socket.close()


async def watched(folder: Path, over: Callable[[], bool]) -> list[Sample]:
    samples = []
    while not over():
        samples.append(Sample.take(folder))
        await asyncio.sleep(SECONDS / 100)
    return samples


class Figures:
    """What was seen in each third of the time: warming up, and twice what has to be the same."""

    def __init__(self, samples: list[Sample]) -> None:
        third = len(samples) // 3
        parts = (samples[:third], samples[third : 2 * third], samples[2 * third :])
        self.memory = [statistics.median(s.memory for s in part) / MIB for part in parts]
        self.tasks = [max(s.tasks for s in part) for part in parts]
        self.files = [max(s.files for s in part) for part in parts]
        self.wal = [max(s.wal for s in part) / MIB for part in parts]

    def __str__(self) -> str:
        memory, wal = ([round(n, 1) for n in each] for each in (self.memory, self.wal))
        return f"MiB {memory}, tasks {self.tasks}, files {self.files}, MiB of WAL {wal}"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")
async def test_an_evening_of_coming_playing_stalling_and_going_makes_nothing_grow(
    start: Start, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    settings = {"data": tmp_path, "rate": 0, "slow_after": 1.0, "unload_after": 3600}
    hosted = await start(SqliteStore(tmp_path), **settings)
    end = time.monotonic() + SECONDS
    evenings = [
        Evening(hosted, system, await hosted.app.access.make_table(system) or {}, end)
        for system in SYSTEMS
    ]
    before = Sample.take(tmp_path)
    acts = [
        act()
        for one in evenings
        for act in (one.lead, *[one.visit] * VISITORS, *[one.stall] * STALLED)
    ]
    samples, *_ = await asyncio.gather(watched(tmp_path, lambda: evenings[0].over), *acts)

    figures = Figures(samples)
    counts = [(one.accepted, one.came, one.cut) for one in evenings]
    # What is logged goes to a file meanwhile: in memory it would be all that grows.
    with capfd.disabled():
        sys.stdout.write(f"\n{figures}; each table's commands, visits and cut readers: {counts}\n")
    assert all(accepted for accepted, _, _ in counts)
    assert figures.memory[2] < figures.memory[1] * 1.1 + 16
    assert figures.wal[2] < WAL
    await eventually(lambda: not any(hosted.app.tables.peers(system) for system in SYSTEMS))
    await eventually(lambda: len(asyncio.all_tasks()) <= before.tasks + len(SYSTEMS))
    await eventually(lambda: Sample.take(tmp_path).files <= before.files)
