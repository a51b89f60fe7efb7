"""The tables of a server: opened when somebody comes, put away when everybody has gone."""

from __future__ import annotations

import asyncio

from protocol.session import CloseCode
from rules.dice import Dice
from server.config import Settings
from server.connection import Peer
from server.metrics import Metrics
from server.state import load
from server.store import Store, UnknownTable
from server.table import Table


class Tables:
    """Each table is in memory once, whoever asks for it."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, dice: Dice) -> None:
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._dice = dice
        self._open: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._resting: set[asyncio.Task[None]] = set()

    async def open(self, name: str) -> Table:
        """Raises UnknownTable, or StoreFailed."""
        if (table := self._open.get(name)) is not None:
            return table
        if name not in self._opening:
            self._opening[name] = asyncio.create_task(self._load(name))
        return await asyncio.shield(self._opening[name])

    async def _load(self, name: str) -> Table:
        try:
            record = await self._store.table(name)
            if record is None:
                raise UnknownTable(name)
            shown, answers, begun = await load(self._store, record)
            table = Table(
                record, self._store, shown, answers,
                dice=self._dice, metrics=self._metrics,
                snapshot_every=self._settings.snapshot_every, snapshot_at=begun,
            )  # fmt: skip
            table.on_empty = lambda: self._rest_later(name)
            self._open[name] = table
            self._metrics.tables.set(len(self._open))
            return table
        finally:
            del self._opening[name]

    def peers(self, table: str) -> list[Peer]:
        """The connections at a table."""
        opened = self._open.get(table)
        return list(opened.seats) if opened else []

    def revoke(self, table: str, invite: str) -> None:
        """Close the connections that came by this invite."""
        for peer in self.peers(table):
            if peer.invite == invite:
                peer.hang_up(CloseCode.REVOKED, "access revoked")

    async def forget(self, name: str) -> None:
        """The table is deleted: everybody leaves, nothing of it is written any more."""
        for peer in self.peers(name):
            peer.hang_up(CloseCode.REVOKED, "the table was deleted")
        if (table := self._open.pop(name, None)) is not None:
            await table.close(keep=False)

    def _rest_later(self, name: str) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(self._settings.unload_after, self._rest, name)

    def _rest(self, name: str) -> None:
        table = self._open.get(name)
        if table is None or not table.idle:
            return
        del self._open[name]
        self._metrics.tables.set(len(self._open))
        task = asyncio.create_task(table.close())
        self._resting.add(task)
        task.add_done_callback(self._resting.discard)

    async def close(self) -> None:
        """All that was asked is answered and durable when this returns."""
        tables, self._open = list(self._open.values()), {}
        await asyncio.gather(*(table.close() for table in tables), *self._resting)
