"""Whether a write can be made durable just now: asked by all who wait for the store to answer again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from nats.errors import Error

from server.store.contract import StoreFailed, StoreOver
from server.store.jetstream.bucket import reason
from server.store.jetstream.client import NatsClient
from server.store.jetstream.layout import log_subject

NO_TABLE = "_probe"
"""The subject's last part: no table can have this name."""

PATIENCE = 30.0
"""Seconds for which a probe asks again and again. A stream whose leader died takes two to nine to
elect another one: who waits for it should hear of it then, and not at an attempt long after."""


class Probe:
    """`check` raises StoreGone if the stream is not the one that it was."""

    def __init__(self, client: NatsClient, check: Callable[[], Awaitable[None]]) -> None:
        self._client = client
        self._check = check
        self._asking: asyncio.Task[None] | None = None

    async def ask(self) -> None:
        """All who ask at the same time share an answer. Raises StoreFailed."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
            self._asking.add_done_callback(_retrieved)
        await asyncio.shield(self._asking)

    async def _ask(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                await self._write()
            except StoreOver:
                raise
            except StoreFailed:
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.2)
            else:
                return

    async def _write(self) -> None:
        """Write something, and be told that it is there."""
        await self._check()
        js = self._client.jetstream()
        try:
            await js.publish(
                log_subject(NO_TABLE), str(time.time()).encode(), headers={"Nats-Rollup": "sub"}
            )
        except (Error, TimeoutError) as error:
            raise StoreFailed("refused", reason(error)) from None

    async def close(self) -> None:
        """Whoever still waits for an answer gets none."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)


def _retrieved(asking: asyncio.Task[None]) -> None:
    """Those who asked may have given up before it did; that is no mistake worth a traceback."""
    if not asking.cancelled():
        asking.exception()
