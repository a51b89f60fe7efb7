"""Whether the stream and the buckets are still those that this node came to.

Who deletes them, or loses the storage of NATS, takes every table away. A node must neither make them
anew, nor tell people that their tables have never been there: it waits for what was lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime

from nats.errors import Error
from nats.js.errors import NotFoundError

from server.ops.logs import log
from server.store.contract import StoreFailed, StoreGone
from server.store.jetstream.bucket import reason
from server.store.jetstream.client import NatsClient
from server.store.jetstream.layout import KEPT_IN

HAPPENED = ("DELETED", "CREATED")
"""What JetStream tells of a stream that concerns us."""


class StoreIdentity:
    """Remembers when each of them was made; `gone` hears when they are others, or none."""

    def __init__(self, client: NatsClient, gone: Callable[[], None]) -> None:
        self._client = client
        self._gone = gone
        self._made: dict[str, datetime | None] = {}
        self._looking: asyncio.Task[None] | None = None
        client.watch(back=self._look)

    async def settle(self) -> None:
        """From now on it must be these. Raises StoreFailed."""
        self._made = {name: await self._when_made(name) for name in KEPT_IN}
        for what in HAPPENED:
            subject = f"$JS.EVENT.ADVISORY.STREAM.{what}.*"
            await self._client.listen(subject, lambda message: self._look())

    async def check(self) -> None:
        """Raises StoreGone if they are gone or made anew; StoreFailed if nobody can tell."""
        for name, made in self._made.items():
            now = await self._when_made(name)
            if now != made:
                how = "is gone" if now is None else "was made anew"
                raise StoreGone(
                    f"{name} {how} in NATS, and the tables with it: restore its storage, or restart"
                    " all nodes to begin anew"
                )

    async def _when_made(self, name: str) -> datetime | None:
        js = self._client.jetstream()
        try:
            return (await js.stream_info(name)).created
        except NotFoundError:
            return None
        except (Error, TimeoutError) as error:
            raise self._client.failed("refused", reason(error)) from None

    def _look(self) -> None:
        if self._made and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._find_out())

    async def _find_out(self) -> None:
        try:
            await self.check()
        except StoreGone as gone:
            log.error("NATS has lost the tables", why=str(gone))
            self._gone()
        except StoreFailed as failed:
            log.warning("NATS does not say whether the tables are there", why=str(failed))

    async def close(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
