"""How a table comes back from a store that failed: it asks again until the store answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import chain, repeat

from server.ops.logs import log
from server.store.contract import StoreOver, UnknownTable

RETRY = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts to reach a store that failed; the last one again and again."""


class Recovery:
    """Of one table.

    `attempt` reaches the store and reads the log; `succeeded` is called once, when it did. If it
    raises UnknownTable or StoreOver, `over` is called and there is no further attempt. Whatever
    else it raises is logged and tried again.
    """

    def __init__(
        self,
        table: str,
        attempt: Callable[[], Awaitable[None]],
        *,
        succeeded: Callable[[], None],
        over: Callable[[UnknownTable | StoreOver], None],
    ) -> None:
        self._table = table
        self._attempt = attempt
        self._succeeded = succeeded
        self._over = over
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """From the first pause on; what was under way before is over."""
        self.stop()
        self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """No further attempt is made."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        for pause in chain(RETRY, repeat(RETRY[-1])):
            await asyncio.sleep(pause)
            try:
                await self._attempt()
            except (UnknownTable, StoreOver) as over:
                self._over(over)
                return
            except Exception as error:
                log.warning("store out of reach", table=self._table, why=str(error))
            else:
                self._succeeded()
                return
