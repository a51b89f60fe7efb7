"""Commands become entries of the log: decided together, appended in one go, decided again if need be."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rules.engine.history import StateMissing
from server.ops.metrics import Metrics
from server.ops.stretches import by_stretches
from server.store.contract import Conflict, Store
from server.table.decider import Decider
from server.table.replica import Replica
from server.table.requests import Accepted, Decision, Request
from server.table.stored_state import StoredState


class TooMuch(Exception):
    """What was decided together does not go into one append: nothing was written."""


class Committer:
    """Of one table. What it answers is durable, and not shown to anybody yet."""

    def __init__(
        self,
        table: str,
        store: Store,
        stored: StoredState,
        decider: Decider,
        replica: Replica,
        metrics: Metrics,
    ) -> None:
        self._table = table
        self._store = store
        self._stored = stored
        self._decider = decider
        self._replica = replica
        self._metrics = metrics

    async def commit(self, batch: Sequence[Request]) -> list[Decision]:
        """What comes of each request, in order; anew if another node was first.

        Raises TooMuch for more than one request, StoreFailed, or UnknownTable.
        """
        while True:
            try:
                deciding = self._decider.decide(batch, self._stored.state)
                decisions = await by_stretches(deciding)
                await self._append(decisions)
            except StateMissing:
                await self._replica.recall()
            except Conflict:
                await self._replica.catch_up()
            else:
                return decisions

    async def _append(self, decisions: Sequence[Decision]) -> None:
        entries = [one.encoded() for one in decisions if isinstance(one, Accepted)]
        if len(entries) > 1 and sum(map(len, entries)) > self._store.largest:
            raise TooMuch
        if entries:
            started = time.perf_counter()
            try:
                await self._store.append(self._table, self._stored.state.position, entries)
            finally:
                self._metrics.append_seconds.observe(time.perf_counter() - started)
