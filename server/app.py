"""The one place that builds the parts of a server and connects them."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import NegotiationError
from websockets.typing import Subprotocol

from protocol.codec import CODECS, MAX_FRAME
from protocol.session import CloseCode
from rules.model.dice import Dice, Rolled
from server.access.tokens import Access
from server.admin.invites import InviteAdmin
from server.admin.socket import Control
from server.admin.tables import TableAdmin
from server.http.site import Origins, Site, shim
from server.ops.config import NO_CLIENT, Settings
from server.ops.descriptors import Descriptors
from server.ops.garbage import ConnectionGarbage
from server.ops.logs import log
from server.ops.metrics import Metrics
from server.ops.refusals import Refusals
from server.store.contract import Store, StoreUnusable
from server.store.sqlite.store import SqliteStore
from server.table.mirrors import Mirrors
from server.table.registry import Tables
from server.transport.connection import Peer
from server.transport.connection_caps import ConnectionCaps
from server.transport.dispatch import Dispatch
from server.transport.handshake_limit import HandshakeLimit
from server.transport.link_budgets import LinkBudgets
from server.transport.membership import Services
from server.transport.opening import OpeningHandshakes

if TYPE_CHECKING:
    from server.presence.cluster import ClusterPresence
    from server.store.jetstream.store import JetStreamStore

WRITE_LIMIT = 64 * 1024
"""Bytes that may wait for a reader until it counts as one that does not read."""

BACKLOG = 2048
"""Connections that may wait to be accepted: everybody comes back at once after a restart."""


class App:
    """A server, from `start` to `stop`. Without `store` it keeps its data as the settings say."""

    def __init__(
        self, settings: Settings, store: Store | None = None, dice: Dice | None = None
    ) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self._nodes = _nodes(settings, self.metrics) if settings.nats else None
        self.store = store or self._kept()
        self.access = Access(self.store)
        self.tables = Tables(self.store, settings, self.metrics, dice or Rolled())
        self._refusals = Refusals(self.metrics.refused)
        self._handshake_limit = HandshakeLimit(settings, self._refusals, Descriptors())
        site = Site(
            shim(), settings.prefix, self._ready, lambda host: settings.page(self.port, host)
        )
        origins = Origins(settings.public_url, settings.origins)
        self._handshakes = OpeningHandshakes(
            site, origins, self._handshake_limit, self._refusals, lambda: self._draining
        )
        self._invites = InviteAdmin(self.access, "", self.tables.revoke)
        self.admin = TableAdmin(self.store, self.access, self._invites, self.tables)
        self._services = Services(
            settings=settings, metrics=self.metrics, refusals=self._refusals, access=self.access,
            tables=self.tables, invites=self._invites,
            mirrors=Mirrors(self.store, settings.mirror_ttl),
            caps=ConnectionCaps(settings, self._refusals), budgets=LinkBudgets(settings.rate),
        )  # fmt: skip
        self._server: Server | None = None
        self._control: Control | None = None
        self._stop_metrics: Callable[[], None] = lambda: None
        self._garbage = ConnectionGarbage()
        self._draining = False
        self._probed = (0.0, False)

    def _kept(self) -> Store:
        if self._nodes is not None:
            return self._nodes[0]
        return SqliteStore(
            self.settings.data, self.metrics.commit_jobs.observe, fresh=self.settings.fresh
        )

    async def start(self) -> None:
        """Raises StoreUnusable if NATS cannot be reached, or cannot keep the tables."""
        settings = self.settings
        if self._nodes is not None:
            store, presence = self._nodes
            await store.open()
            await presence.start()
            self.tables.presence = presence
        self._server = await serve(
            self._receive,
            settings.host,
            settings.port,
            create_connection=cast(type[Peer], self._connect),
            process_request=self._handshakes.answer,
            select_subprotocol=_choose,
            subprotocols=[Subprotocol(name) for name in CODECS],
            compression=None,
            server_header=None,
            max_size=MAX_FRAME,
            max_queue=8,
            write_limit=WRITE_LIMIT,
            ping_interval=settings.ping_every,
            ping_timeout=settings.ping_every,
            close_timeout=settings.close_within,
            ssl=_tls(settings),
            backlog=BACKLOG,
        )
        page = settings.page(self.port)
        self._invites.page = page
        if isinstance(self.store, SqliteStore):
            self._control = Control(self.admin, settings.data, self.port, self._refusals)
            await self._control.start()
        if settings.metrics:
            self._stop_metrics = self.metrics.listen(settings.metrics)
        where = {"nats": len(settings.nats)} if settings.nats else {"data": str(settings.data)}
        log.info("serving", page=page, **where)

    @property
    def port(self) -> int:
        """The port that is really listened on."""
        if self._server is None:
            raise RuntimeError("the server has not started")
        return int(next(iter(self._server.sockets)).getsockname()[1])

    @property
    def page(self) -> str:
        """The address of the page, with which links begin."""
        return self._invites.page

    async def stop(self) -> None:
        """Finish what is under way, tell everybody to come back, keep all; bounded in time."""
        if self._draining:
            return
        self._draining = True
        log.info("stopping")
        if self._server is not None:
            await asyncio.sleep(self.settings.drain)  # a load balancer learns of it first
        if self._nodes is not None:
            await self._in_time("presence", self._nodes[1].stop())
        await self._in_time("tables", self.tables.close())
        if self._server is not None:
            await self._close(self._server)
        if self._control is not None:
            await self._control.stop()
        self._refusals.stop()
        self._stop_metrics()
        await self._in_time("store", self.store.close())
        log.info("stopped")

    async def _in_time(self, part: str, work: Awaitable[None]) -> None:
        """A disk that hangs does not keep the server from ending."""
        try:
            await asyncio.wait_for(work, self.settings.stop_within)
        except TimeoutError:
            log.error("not stopped in time", part=part)

    async def _close(self, server: Server) -> None:
        for peer in list(server.all_connections):
            if peer.paused:  # a close frame would wait behind what it does not read
                peer.transport.abort()
        server.close(code=CloseCode.RESTART, reason="the server restarts")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(server.wait_closed()), self.settings.stop_within)
            return
        for peer in list(server.all_connections):
            peer.transport.abort()
        await server.wait_closed()

    async def _receive(self, connection: ServerConnection) -> None:
        try:
            if isinstance(connection, Peer):
                await Dispatch(self._services, connection).run()
        finally:
            self._garbage.ended(lambda: len(connection.server.connections))

    async def _ready(self) -> bool:
        """The store can keep something, and the server is not about to stop."""
        if self._draining:
            return False
        now = time.monotonic()
        if now - self._probed[0] > 1:  # a second's answer serves all who ask
            self._probed = (now, await self._probe())
        return self._probed[1]

    async def _probe(self) -> bool:
        try:
            await asyncio.wait_for(self.store.probe(), 2)
        except Exception as error:
            log.error("not ready", why=str(error) or "the store does not answer")
            return False
        return True

    def _connect(self, *arguments: Any, **options: Any) -> Peer:
        peer = Peer(*arguments, **options)
        peer.slow_after = self.settings.slow_after
        peer.slow_bytes = self.settings.slow_bytes
        peer.arrived = self._handshake_limit.arrive
        return peer


def _nodes(settings: Settings, metrics: Metrics) -> tuple[JetStreamStore, ClusterPresence]:
    """The store that all nodes share, and who is connected to the tables at other nodes.

    A late import: who serves from one machine needs no client of NATS. Raises StoreUnusable
    without it.
    """
    try:
        from server.presence.cluster import ClusterPresence
        from server.store.jetstream.client import NatsClient
        from server.store.jetstream.store import JetStreamStore
    except ImportError:
        raise StoreUnusable(NO_CLIENT) from None
    link = NatsClient(settings.nats, settings.nats_credentials)
    store = JetStreamStore(link, settings.nats_replicas, settings.look_every, metrics.conflicts.inc)
    return store, ClusterPresence(link)


def _choose(connection: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """The first that the client names and we speak; without any it is JSON."""
    for name in offered:
        if name in CODECS:
            return name
    if offered:
        raise NegotiationError(f"this server speaks {', '.join(CODECS)}")
    return None


def _tls(settings: Settings) -> ssl.SSLContext | None:
    if settings.tls_cert is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(settings.tls_cert, settings.tls_key)
    return context
