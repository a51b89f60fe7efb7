"""When a checkpoint of a table is kept, so that opening it never folds a long log."""

from __future__ import annotations

import asyncio

from protocol.answers import Answers
from server.ops.logs import log
from server.store.contract import Store
from server.table.state import State, save


class Checkpoints:
    """Keeps a checkpoint of one table every `every` entries; `at` is the position of the last one."""

    def __init__(self, store: Store, table: str, answers: Answers, every: int, at: int) -> None:
        self._store = store
        self._table = table
        self._answers = answers
        self._every = every
        self._at = at
        self._under_way: asyncio.Task[None] | None = None

    def take_if_due(self, stored: State) -> None:
        """Keep one in the background, if enough was appended since the last."""
        if stored.position - self._at >= self._every and self._under_way is None:
            self._under_way = asyncio.create_task(self._save(stored))

    async def finish(self, stored: State) -> None:
        """Keep one of the very end, for a quick return."""
        if self._under_way is not None:
            await self._under_way
        if stored.position > self._at:
            await self._save(stored)

    async def _save(self, stored: State) -> None:
        checkpoint = save(stored, self._answers)
        try:
            await self._store.keep_checkpoint(self._table, checkpoint)
            self._at = checkpoint.position
        except Exception as error:  # it is only a short cut: the log is the truth
            log.warning("snapshot failed", table=self._table, why=str(error))
        finally:
            self._under_way = None
