"""The tables of a server: opened when somebody comes, put away when everybody has gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from protocol.messages import Resume, Role, Status
from protocol.session import CloseCode
from rules.model.dice import Dice
from server.delivery.subscriber import Subscriber
from server.ops.config import Settings
from server.ops.logs import log
from server.ops.metrics import Metrics
from server.store.contract import Store, StoreFailed, UnknownTable
from server.table.log_budget import LogBudget
from server.table.state import load
from server.table.table import Table

if TYPE_CHECKING:
    from server.presence.cluster import ClusterPresence

GREET_WITHIN = 3.0
"""Seconds for which somebody waits to be let in while the store is asked; then another node may."""


class Tables:
    """Each table is in memory once, whoever asks for it."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, dice: Dice) -> None:
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._dice = dice
        self.presence: ClusterPresence | None = None  # where there are other nodes
        self._open: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._closing: set[asyncio.Task[None]] = set()

    async def open(self, name: str) -> Table:
        """Raises UnknownTable, or StoreFailed."""
        while (table := self._open.get(name)) is not None:
            table.opened = time.monotonic()
            if self.presence is None:
                return table
            await table.fresh()
            if self._open.get(name) is not table:  # it was put away meanwhile
                continue
            if not table.live:
                raise StoreFailed("refused", "what this node shows may be old")
            return table
        if name not in self._opening:
            self._opening[name] = asyncio.create_task(self._load(name))
        return await asyncio.shield(self._opening[name])

    async def reach(self, table: Table, role: Role, seen: Resume | None) -> None:
        """Let a table come to where somebody has seen it at another node. Raises StoreFailed.

        A new leader of the log may answer with less than the old one has promised; what is written
        behind that promise, and be it a probe, is not acknowledged before.
        """
        streams = table.stored.streams
        if self.presence is None or seen is None or seen.epoch != streams.epoch(role):
            return
        if seen.seq > streams.of(role).seq:
            try:
                await asyncio.wait_for(self._store.probe(), GREET_WITHIN)
            except TimeoutError:
                raise StoreFailed("refused", "the store does not answer") from None
            await table.fresh()
            if not table.live:
                raise StoreFailed("refused", "what this node shows may be old")

    async def _load(self, name: str) -> Table:
        try:
            record = await self._store.table(name)
            if record is None:
                raise UnknownTable(name)
            stored, answers, begun = await load(self._store, record)
            table = Table(
                record, self._store, stored, answers,
                dice=self._dice, log_budget=LogBudget(self._settings), metrics=self._metrics,
                checkpoint_every=self._settings.checkpoint_every, checkpoint_at=begun,
            )  # fmt: skip
            self._metrics.log_sizes.opened(name, await self._store.size(name))
            await self._begin(table)
            table.on_empty = lambda: self._put_away_later(table, self._settings.unload_after)
            table.on_changed = lambda: self._enforce_later(name)
            table.on_over = partial(self._over, name)
            self._open[name] = table
            self._metrics.tables.set(len(self._open))
            self._rest(table)
            wait = max(self._settings.unload_after, self._settings.hello_within)
            self._put_away_later(table, wait)  # whoever it was opened for may be gone by now
            return table
        finally:
            del self._opening[name]

    async def _begin(self, table: Table) -> None:
        try:
            await table.begin()
            if self.presence is not None:
                await self.presence.enter(table.record.table, table.people)
        except BaseException:
            await self._close(table, keep=False)
            raise

    def peers(self, table: str) -> list[Subscriber]:
        """The connections at a table."""
        opened = self._open.get(table)
        return list(opened.subscribers) if opened else []

    def revoke(self, table: str, invite: str) -> None:
        """Close the connections that came by this invite."""
        for subscriber in self.peers(table):
            if subscriber.invite == invite:
                subscriber.hang_up(CloseCode.REVOKED, "access revoked")

    async def forget(self, name: str) -> None:
        """The table is deleted: everybody leaves, nothing of it is written any more."""
        for subscriber in self.peers(name):
            subscriber.hang_up(CloseCode.REVOKED, "the table was deleted")
        if (table := self._open.pop(name, None)) is not None:
            await self._close(table, keep=False)

    # What is done elsewhere

    def _over(self, name: str, code: CloseCode, why: str) -> None:
        """It ends here, without anything more being written."""
        for subscriber in self.peers(name):
            if code is CloseCode.RESTART:
                subscriber.say(Status(False))
            subscriber.hang_up(code, why)
        if (table := self._open.pop(name, None)) is not None:
            log.warning("table put away", table=name, why=why)
            self._metrics.tables.set(len(self._open))
            self._later(self._close(table, keep=False))

    def _enforce_later(self, name: str) -> None:
        if self.peers(name):
            self._later(self._enforce(name))

    async def _enforce(self, name: str) -> None:
        """Whoever's invite was revoked on another node, or by the command line, leaves."""
        try:
            invites = await self._store.invites(name)
        except (StoreFailed, UnknownTable) as failed:
            log.warning("invites not read", table=name, why=str(failed))
            return
        good = {invite.invite for invite in invites}
        for invite in {subscriber.invite for subscriber in self.peers(name)} - good:
            self.revoke(name, invite)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    # Resting and putting away

    def _rest(self, table: Table) -> None:
        if self._open.get(table.record.table) is table:
            wait = table.rest(self._settings.rest_after)
            asyncio.get_running_loop().call_later(wait, self._rest, table)

    def _put_away_later(self, table: Table, wait: float) -> None:
        asyncio.get_running_loop().call_later(wait, self._put_away, table)

    def _put_away(self, table: Table) -> None:
        name = table.record.table
        if self._open.get(name) is not table or not table.idle:
            return
        left = table.opened + self._settings.unload_after - time.monotonic()
        if left > 0:  # somebody is on the way in
            self._put_away_later(table, left)
            return
        del self._open[name]
        self._metrics.tables.set(len(self._open))
        self._later(self._close(table))

    async def _close(self, table: Table, keep: bool = True) -> None:
        await table.close(keep)
        if table.record.table not in {*self._open, *self._opening}:  # it was not opened anew
            self._metrics.log_sizes.closed(table.record.table)
        if self.presence is not None:
            await self.presence.leave(table.record.table, table.people)

    async def close(self) -> None:
        """All that was asked is answered and durable when this returns."""
        tables, self._open = list(self._open.values()), {}
        await asyncio.gather(*(self._close(table) for table in tables), *self._closing)
