"""What other nodes do to the tables of this one.

The stream's leader tells again what it has stored; a message to a connected node is seldom lost,
but it may be. The fence finds that out with the next append; and a look from time to time, and
after every break of the connection, finds the rest.
"""

from __future__ import annotations

import asyncio
import random

from nats.aio.msg import Msg

from server.store.contract import Follower, Unfollow, UnknownTable
from server.store.jetstream.client import NatsClient, Undo
from server.store.jetstream.layout import LED_ANEW, changed_subject, stored_subject
from server.store.jetstream.log import LogEnd, TableLog

SEQUENCE = "Nats-Sequence"

KNOWN_EVERYWHERE = 1.0
"""Seconds until all servers of a NATS cluster know who listens where; one more look is due then."""


class Following:
    """Tells followers of tables; `look_every` seconds pass until they are to look themselves."""

    def __init__(self, client: NatsClient, look_every: float) -> None:
        self._client = client
        self._look_every = look_every
        self._followers: dict[str, list[Follower]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._soon: list[asyncio.TimerHandle] = []
        client.watch(lost=self.lose, back=self._look_soon, missed=self._look_soon)

    async def follow(self, log: TableLog, table: str, follower: Follower) -> Unfollow:
        """Tell `follower` of the table's log and record from now on. Raises StoreFailed."""

        def heard(message: Msg) -> None:
            self._heard(log, follower, message)

        ends: list[Undo] = [
            await self._client.listen(stored_subject(table), heard),
            await self._client.listen(changed_subject(table), lambda message: follower.changed()),
        ]
        await self._client.flush()  # what is read from now on and what is heard leave no gap
        self._followers.setdefault(table, []).append(follower)
        asyncio.get_running_loop().call_later(KNOWN_EVERYWHERE, follower.heard, 0, ())
        if self._looking is None:
            self._looking = asyncio.create_task(self._look_on())
            await self._client.listen(LED_ANEW, lambda message: self._led_anew())

        async def unfollow() -> None:
            followers = self._followers.get(table, [])
            if follower in followers:
                followers.remove(follower)
            if not followers:
                self._followers.pop(table, None)
            for end in ends:
                await end()

        return unfollow

    def _heard(self, log: TableLog, follower: Follower, message: Msg) -> None:
        try:
            batch = log.own(message.data)
        except UnknownTable:
            follower.ended()
            return
        log.learn(LogEnd(batch.last, int((message.headers or {})[SEQUENCE])))
        follower.heard(batch.after, batch.entries)

    def end(self, table: str) -> None:
        """The table is no more."""
        for follower in self._followers.pop(table, []):
            follower.ended()

    def _all(self) -> list[Follower]:
        return [follower for followers in self._followers.values() for follower in followers]

    def lose(self) -> None:
        """All tables are out of reach, or gone."""
        for follower in self._all():
            follower.lost()

    def _look(self) -> None:
        for follower in self._all():
            follower.heard(0, ())
            follower.changed()

    def _led_anew(self) -> None:
        """A new leader may need a moment until it has done all that the old one has promised."""
        self._look()
        self._look_soon()

    def _look_soon(self) -> None:
        """In a moment, and once more for what takes longer; however many ask for it."""
        for look in self._soon:
            look.cancel()
        loop = asyncio.get_running_loop()
        self._soon = [loop.call_later(n * KNOWN_EVERYWHERE, self._look) for n in (1, 4)]

    async def _look_on(self) -> None:
        """Everybody in turn, spread over the time."""
        while True:
            await asyncio.sleep(self._look_every * random.uniform(0.5, 1.0))  # noqa: S311
            for follower in self._all():
                follower.heard(0, ())
                await asyncio.sleep(0)

    async def close(self) -> None:
        """Look at no table any more."""
        for look in self._soon:
            look.cancel()
        if self._looking is not None:
            self._looking.cancel()
