"""One connection at one table: how it comes in by a link, and what ends with it."""

from __future__ import annotations

import asyncio
import time

from msgspec import Struct

from protocol.messages import Hello
from protocol.session import CloseCode, Session
from server.access.tokens import Access, Admission, Unauthorized
from server.admin.invites import InviteAdmin
from server.ops.config import Settings
from server.ops.logs import log
from server.ops.metrics import Metrics
from server.ops.refusals import Refusals
from server.store.contract import UnknownTable
from server.table.mirrors import Mirrors
from server.table.registry import Tables
from server.table.table import Table
from server.transport.connection import Peer
from server.transport.connection_caps import ConnectionCaps
from server.transport.link_budgets import LinkBudgets

LARGEST_FRAME = 1 << 20
"""In bytes. A longer frame closes the connection. Before `hello` the limit is 64 KiB."""


class Services(Struct, frozen=True, kw_only=True):
    """What the connections of a server share."""

    settings: Settings
    metrics: Metrics
    refusals: Refusals
    access: Access
    tables: Tables
    invites: InviteAdmin
    mirrors: Mirrors
    caps: ConnectionCaps
    budgets: LinkBudgets


async def admit(services: Services, hello: Hello) -> tuple[Admission, Table]:
    """Who it is, and the table that they come to. Raises Unauthorized, or StoreFailed."""
    admission = await services.access.admit(hello.table, hello.token, hello.client)
    try:
        table = await services.tables.open(admission.table)
        await services.tables.reach(table, admission.role, hello.resume)
        return admission, table
    except UnknownTable:
        raise Unauthorized from None


class Membership:
    """From an accepted `hello` to the end of the connection."""

    def __init__(self, services: Services, peer: Peer, table: Table, admission: Admission) -> None:
        """The user, role and invite of `peer` are those of `admission`, and its link's budget has it."""
        self.table = table
        self._services = services
        self._peer = peer
        self._link = (admission.table, admission.invite)
        self._expires = admission.expires
        self._expiry: asyncio.TimerHandle | None = None
        self._claims = False

    def begin(self, session: Session, name: str) -> None:
        """`name` is what they want to be called. After this they are sent what happens."""
        services, peer = self._services, self._peer
        peer.known()
        peer.forget_handshake()
        peer.protocol.max_message_size = LARGEST_FRAME
        if self._expires is not None:
            left = max(0.0, self._expires - time.time())
            self._expiry = peer.loop.call_later(left, self._expire)
        services.metrics.connections.labels(role=peer.role).inc()
        log.info(
            "joined", table=self.table.record.table, user=peer.user, role=peer.role,
            invite=peer.invite, session=peer.session, address=peer.address,
        )  # fmt: skip
        self.table.join(peer, session, name)

    def _expire(self) -> None:
        self._services.metrics.closed.labels(reason="revoked").inc()
        self._peer.hang_up(CloseCode.REVOKED)

    def claims(self) -> None:
        """They have asked to write into a tabletop: what they hold there ends with the connection."""
        self._claims = True

    async def end(self) -> None:
        """The connection is over. Raises StoreFailed or UnknownTable if a lease cannot be given back."""
        if self._expiry is not None:
            self._expiry.cancel()
        table, peer = self.table, self._peer
        table.leave(peer)
        self._services.budgets.leave(self._link, peer.now())
        self._services.metrics.connections.labels(role=peer.role).dec()
        log.info(
            "left", table=table.record.table, user=peer.user, session=peer.session,
            code=peer.close_code,
        )  # fmt: skip
        if self._claims:
            await self._services.mirrors.release(table.record.table, peer.session)
