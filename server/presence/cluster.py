"""Who is connected to the same table at other nodes.

Nodes tell each other who is with them whenever it changes, and ask when they open a table or were
cut off. A node that is silent for a while is taken for dead, and its people for gone. None of it is
kept: it is told at most once, and asked for again whenever some of it may have been missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from protocol.messages import Person
from server.ops.logs import log
from server.presence.local import People
from server.store.contract import StoreFailed
from server.store.jetstream.following import KNOWN_EVERYWHERE

if TYPE_CHECKING:
    from nats.aio.msg import Msg

    from server.store.jetstream.client import NatsClient, Undo

HEARTBEAT = 2.0
"""Seconds between two heartbeats of a node."""

DEAD_AFTER = 7.0
"""Seconds without a heartbeat after which a node is gone."""

HEARTBEATS = "turnkeeper.beat"
FAREWELLS = "turnkeeper.farewell"


def presence_subject(table: str) -> str:
    """Nodes tell each other here who is connected to the table."""
    return f"turnkeeper.room.{table}"


class PresenceMessage(Struct, frozen=True, omit_defaults=True):
    """`node` has these people at a table; `ask`: who has others, say so."""

    node: str
    people: list[Person]
    ask: bool = False


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(PresenceMessage).decode


class ClusterPresence:
    """The tables of this node, and who is connected to them at other nodes."""

    def __init__(self, client: NatsClient) -> None:
        self.node = secrets.token_hex(8)
        self._client = client
        self._tables: dict[str, tuple[People, Undo]] = {}
        self._seen: dict[str, float] = {}
        self._dead: set[str] = set()
        self._telling: set[asyncio.Task[None]] = set()
        self._sending_heartbeats: asyncio.Task[None] | None = None
        self._asking: asyncio.TimerHandle | None = None
        client.watch(back=self._back, missed=self._ask_soon)

    async def start(self) -> None:
        """Listen to the other nodes, and send a heartbeat to them. Raises StoreFailed."""
        await self._client.listen(HEARTBEATS, lambda message: self._see(message.data.decode()))
        await self._client.listen(FAREWELLS, lambda message: self._part(message.data.decode()))
        self._sending_heartbeats = asyncio.create_task(self._send_heartbeats())

    async def enter(self, table: str, people: People) -> None:
        """Share presence: `people` learn of users at other nodes, which learn of them. Raises StoreFailed."""
        end = await self._client.listen(
            presence_subject(table), lambda message: self._hear(people, table, message)
        )
        before, self._tables[table] = self._tables.get(table), (people, end)
        people.on_change = lambda: self._tell(table)
        self._tell(table, ask=True)
        # Two who begin together at different NATS servers may not have heard each other.
        asyncio.get_running_loop().call_later(KNOWN_EVERYWHERE, self._tell, table, True)
        if before is not None:
            await before[1]()

    async def leave(self, table: str, people: People) -> None:
        """The table is put away here. If it was opened anew meanwhile, with other `people`, those stay."""
        known, end = self._tables.get(table, (None, None))
        if known is people and end is not None:
            del self._tables[table]
            await asyncio.gather(*self._telling)  # else an older message may come last
            if table not in self._tables:  # it was not opened anew while we waited
                await self._say(table, PresenceMessage(self.node, []))
            await end()

    # Saying

    def _tell(self, table: str, ask: bool = False) -> None:
        if (known := self._tables.get(table)) is not None:
            task = asyncio.create_task(
                self._say(table, PresenceMessage(self.node, known[0].here(), ask))
            )
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _say(self, table: str, told: PresenceMessage) -> None:
        await self._client.tell(presence_subject(table), _encode(told))

    def _back(self) -> None:
        """After a break nobody knows what was missed; it was we who were silent."""
        self._seen = dict.fromkeys(self._seen, time.monotonic())
        self._ask_all()

    def _ask_soon(self) -> None:
        """Ask the other nodes soon who is connected there, once for however many callers."""
        if self._asking is not None:
            self._asking.cancel()
        loop = asyncio.get_running_loop()
        self._asking = loop.call_later(KNOWN_EVERYWHERE, self._ask_all)

    def _ask_all(self) -> None:
        for table in self._tables:
            self._tell(table, ask=True)

    async def _send_heartbeats(self) -> None:
        while True:
            await self._client.tell(HEARTBEATS, self.node.encode())
            await asyncio.sleep(HEARTBEAT)
            if self._client.up:  # else it is we who are cut off, not they who are dead
                self._take_for_dead(time.monotonic() - DEAD_AFTER)

    # Hearing

    def _see(self, node: str) -> None:
        if node == self.node:
            return
        self._seen[node] = time.monotonic()
        if node in self._dead:  # it stood still, or a part of NATS was out of reach
            self._dead.discard(node)
            self._ask_soon()

    def _part(self, node: str) -> None:
        """It said so itself: nothing was missed."""
        self._seen.pop(node, None)

    def _hear(self, people: People, table: str, message: Msg) -> None:
        told = _decode(message.data)
        if told.node == self.node:
            return
        self._see(told.node)
        people.elsewhere(told.node, told.people)
        if told.ask:
            self._tell(table)

    def _take_for_dead(self, before: float) -> None:
        for node in [node for node, seen in self._seen.items() if seen < before]:
            log.warning("a node is silent", node=node)
            self._client.suspect()  # it is dead, or a part of NATS is out of reach
            del self._seen[node]
            self._dead.add(node)
            for people, _ in self._tables.values():
                people.elsewhere(node, [])

    async def stop(self) -> None:
        """Tell the other nodes that nobody is connected here any more."""
        if self._asking is not None:
            self._asking.cancel()
        for table, (people, _) in list(self._tables.items()):
            await self.leave(table, people)
        if self._sending_heartbeats is not None:
            self._sending_heartbeats.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sending_heartbeats
        await self._client.tell(FAREWELLS, self.node.encode())
        with contextlib.suppress(StoreFailed):
            await self._client.flush()
