"""The connection to NATS that a node keeps: found again whenever it breaks, and said when it does."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error
from nats.js import JetStreamContext

from server.ops.logs import log
from server.store.contract import Outcome, StoreFailed, StoreUnusable
from server.store.jetstream.addresses import Servers

CONNECT_WITHIN = 4.0
"""Seconds for the first connection."""

ATTEMPT_WITHIN = 2
"""Seconds for each answer of a server to which a connection is made."""

PING_EVERY = 2
"""Seconds between pings. After three without an answer the connection is closed: it may be half open."""

ANSWER_WITHIN = 2.0
"""Seconds for an answer of JetStream."""

MOST_WAITING = 4096
"""How many messages of one subject are buffered; what is dropped beyond is read from the log."""

T = TypeVar("T")
Undo = Callable[[], Awaitable[None]]


class NatsClient:
    """Connects to any of `servers` (`nats://` or `tls://` addresses of one cluster)."""

    def __init__(self, servers: Sequence[str], credentials: Path | None = None) -> None:
        self._servers = Servers.of(servers)
        self._troubles: list[Exception] = []
        self._credentials = credentials
        self._client = Client()
        self._opened = False
        self._closing = False
        self._broken: asyncio.Future[None] | None = None
        self._lost: list[Callable[[], None]] = []
        self._back: list[Callable[[], None]] = []
        self._missed: list[Callable[[], None]] = []

    async def open(self) -> None:
        """Connect. Raises StoreUnusable, with the reason, if no server accepts the connection."""
        options = self._servers.options
        if self._credentials:
            options["user_credentials"] = str(self._credentials)
        try:
            self._client = await asyncio.wait_for(
                nats.connect(
                    list(self._servers.addresses), name="turnkeeper", max_reconnect_attempts=-1,
                    reconnect_time_wait=0.2,
                    connect_timeout=ATTEMPT_WITHIN, ping_interval=PING_EVERY, max_outstanding_pings=2,
                    error_cb=self._failed, disconnected_cb=self._gone, reconnected_cb=self._again,
                    **options,
                ),
                CONNECT_WITHIN,
            )  # fmt: skip
        except (OSError, Error, TimeoutError, ValueError) as error:
            raise StoreUnusable(self._servers.trouble(self._troubles or [error])) from None
        self._opened = True
        self._troubles.clear()

    @property
    def up(self) -> bool:
        """There is a connection just now."""
        return self._client.is_connected

    @property
    def version(self) -> tuple[int, int]:
        """Of the server that is connected."""
        connected = self._client.connected_server_version
        return connected.major, connected.minor

    @property
    def largest(self) -> int:
        """The most bytes that a message may have."""
        return self._client.max_payload

    def jetstream(self) -> JetStreamContext:
        """Raises StoreFailed at once while there is no connection: nothing must wait and come late."""
        if not self.up:
            raise StoreFailed("refused", "NATS is out of reach")
        return self._client.jetstream(timeout=ANSWER_WITHIN)

    async def unless_lost(self, answer: Coroutine[Any, Any, T]) -> T:
        """Wait for an answer; raises StoreFailed (unknown) at once if it can come no more."""
        if self._broken is None:
            self._broken = asyncio.get_running_loop().create_future()
        waiting = asyncio.ensure_future(answer)
        try:
            either: set[asyncio.Future[Any]] = {waiting, self._broken}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if waiting.done():
                return waiting.result()
            raise StoreFailed("unknown", "NATS was lost before it answered")
        finally:
            waiting.cancel()

    def watch(
        self,
        lost: Callable[[], None] = lambda: None,
        back: Callable[[], None] = lambda: None,
        missed: Callable[[], None] = lambda: None,
    ) -> None:
        """Be told when the connection is lost and when it is back, and when messages were dropped."""
        self._lost.append(lost)
        self._back.append(back)
        self._missed.append(missed)

    async def _gone(self) -> None:
        if self._closing:
            return
        log.warning("NATS lost")
        if self._broken is not None:
            self._broken.set_result(None)
            self._broken = None
        for lost in self._lost:
            lost()

    async def _again(self) -> None:
        log.info("NATS reached again", server=self._client.connected_url.hostname)  # type: ignore[union-attr]
        for back in self._back:
            back()

    async def _failed(self, error: Exception) -> None:
        if not self._opened:
            self._troubles.append(error)
        if self.up:  # while it is lost, each attempt fails like the last one
            log.warning("NATS", why=str(error) or type(error).__name__)
        # What an attempt has opened the client forgets: a cut cable would cost file after file.
        elif (half_open := self._client._transport) is not None:
            half_open.close()  # type: ignore[no-untyped-call]
        if isinstance(error, nats.errors.SlowConsumerError):
            self.suspect()

    def failed(self, outcome: Outcome, why: str) -> StoreFailed:
        """A request was not answered; then others may not have been heard either."""
        self.suspect()
        return StoreFailed(outcome, why)

    def suspect(self) -> None:
        """Tell the listeners that messages may have been dropped."""
        for missed in self._missed:
            missed()

    # What nodes tell each other: at most once, and never the truth

    async def tell(self, subject: str, data: bytes) -> None:
        """To everybody who listens just now; without a connection to nobody."""
        with contextlib.suppress(Error):
            if self.up:
                await self._client.publish(subject, data)

    async def listen(self, subject: str, heard: Callable[[Msg], None]) -> Undo:
        """Call `heard` for each message from now on; answers what ends it. Raises StoreFailed."""

        async def hear(message: Msg) -> None:
            try:
                heard(message)
            except Exception:
                log.exception("a message of another node failed", subject=subject)

        if not self.up:
            raise StoreFailed("refused", "NATS is out of reach")
        try:
            subscription = await self._client.subscribe(
                subject, cb=hear, pending_msgs_limit=MOST_WAITING
            )
        except Error as error:
            raise StoreFailed("refused", str(error)) from None

        async def end() -> None:
            with contextlib.suppress(Error):
                await subscription.unsubscribe()

        return end

    async def flush(self) -> None:
        """Returns when the server has all that was said so far. Raises StoreFailed."""
        if not self.up:
            raise StoreFailed("refused", "NATS is out of reach")
        try:
            await self._client.flush(timeout=2)
        except (Error, TimeoutError) as error:
            raise StoreFailed("refused", str(error) or "NATS does not answer") from None

    async def close(self) -> None:
        """Close the connection, within two seconds."""
        self._closing = True
        if not self._opened:
            return
        with contextlib.suppress(Error, TimeoutError, OSError):
            await asyncio.wait_for(self._client.close(), 2)
