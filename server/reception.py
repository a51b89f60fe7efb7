"""From the opening of a connection to its end: each message goes to where it belongs."""

from __future__ import annotations

import asyncio
import contextlib
import time
from functools import cache
from typing import Any

from websockets.exceptions import ConnectionClosed

from protocol.codec import BadMessage, Once
from protocol.messages import (
    Ack,
    Catalogue,
    Error,
    FightCommand,
    Hello,
    Invite,
    Invites,
    Mirror,
    Revoke,
    ServerCommand,
)
from protocol.session import (
    Authenticate,
    Close,
    CloseCode,
    Deed,
    Describe,
    Lease,
    Obey,
    Say,
    Session,
)
from rules.catalogue import catalogue
from rules.errors import Refused
from server.auth import Access, Admission, Unauthorized
from server.config import Settings, link
from server.connection import Peer
from server.gate import Gate
from server.invitations import listed, moment
from server.logs import log
from server.metrics import Metrics
from server.rate import Bucket
from server.request import Request
from server.store import Store, StoreFailed, UnknownTable
from server.table import Table
from server.tables import Tables

UNDER_WAY = 64
"""Commands of a connection that may wait for the store; then nothing more is read from it."""

MOST_LIMITED = 100
"""Messages above the rate in a row, until the connection is closed."""

LARGEST_FRAME = 1 << 20
"""Bytes; a frame beyond closes the connection. Before hello 64 KiB are."""


@cache
def described() -> Once:
    """The catalogue, encoded once."""
    return Once(Catalogue(catalogue()))


class Reception:
    """Lets people in and passes on what they say."""

    def __init__(
        self,
        store: Store,
        access: Access,
        tables: Tables,
        gate: Gate,
        settings: Settings,
        metrics: Metrics,
    ) -> None:
        self.store = store
        self.access = access
        self.tables = tables
        self.gate = gate
        self.settings = settings
        self.metrics = metrics
        self.page = ""  # the address of the page, once it is known

    async def receive(self, peer: Peer) -> None:
        """All of one connection's life."""
        await Visit(self, peer).run()


class Visit:
    """One connection: its session, its seat, and what it still waits for."""

    def __init__(self, reception: Reception, peer: Peer) -> None:
        self._reception = reception
        self._peer = peer
        self._session = Session()
        self._table: Table | None = None
        self._leases = False
        rate = reception.settings.rate
        self._bucket = Bucket(rate, 3 * rate, time.monotonic())
        self._limited = 0
        self._places = asyncio.Semaphore(UNDER_WAY)
        self._expiry: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        late = loop.call_later(self._reception.settings.hello_within, self._late)
        try:
            with contextlib.suppress(ConnectionClosed):
                async for frame in self._peer:
                    await self._hear(frame)
                    await self._peer.drained()
        finally:
            late.cancel()
            await self._leave()

    def _late(self) -> None:
        for deed in self._session.late():
            self._say_or_close(deed)

    async def _hear(self, frame: str | bytes) -> None:
        try:
            message = self._peer.codec.decode(frame)
        except BadMessage as bad:
            deeds = self._session.refuse(bad)
            id = bad.id
        else:
            deeds = ()
            id = getattr(message, "id", None)
        if not self._bucket.take(time.monotonic()):
            self._limit(id)
            return
        self._limited = 0
        for deed in deeds or self._session.feed(message):
            await self._do(deed)

    def _limit(self, id: str | None) -> None:
        self._limited += 1
        wait = round(self._bucket.wait, 3)
        refused = Refused("rate_limited", "more than this server takes", retry_after=wait)
        self._peer.say(Error.of(refused, id))
        if self._limited >= MOST_LIMITED:
            self._close(CloseCode.RATE)

    async def _do(self, deed: Deed) -> None:
        match deed:
            case Authenticate(hello):
                await self._greet(hello)
            case Obey():
                await self._obey(deed)
            case Describe():
                self._peer.answer([described()])
            case Lease(claim):
                await self._lease(claim.target)
            case _:
                self._say_or_close(deed)

    def _say_or_close(self, deed: Deed) -> None:
        if isinstance(deed, Say):
            self._peer.say(deed.message)
        elif isinstance(deed, Close):
            self._close(deed.code)

    def _close(self, code: CloseCode) -> None:
        self._reception.metrics.closed.labels(reason=code.name.lower()).inc()
        self._peer.hang_up(code)

    # Coming and going

    async def _greet(self, hello: Hello) -> None:
        try:
            admission = await self._reception.access.admit(hello.table, hello.token, hello.client)
            table = await self._reception.tables.open(admission.table)
        except (Unauthorized, UnknownTable):
            log.info("hello refused", session=self._peer.session, address=self._peer.address)
            for deed in self._session.reject():
                self._say_or_close(deed)
        except StoreFailed as failed:
            log.error("hello failed", session=self._peer.session, why=str(failed))
            self._peer.say(Error.of(_out_of_reach(failed)))
            self._close(CloseCode.RESTART)
        else:
            self._sit_down(table, admission, hello)

    def _sit_down(self, table: Table, admission: Admission, hello: Hello) -> None:
        peer, self._table = self._peer, table
        if not peer.is_open:  # it has gone meanwhile
            return
        peer.user, peer.role, peer.invite = admission.user, admission.role, admission.invite
        peer.known()
        peer.protocol.max_message_size = LARGEST_FRAME
        if admission.expires is not None:
            left = max(0.0, admission.expires - time.time())
            self._expiry = peer.loop.call_later(left, self._close, CloseCode.REVOKED)
        self._reception.metrics.connections.labels(role=peer.role).inc()
        log.info(
            "joined", table=admission.table, user=peer.user, role=peer.role,
            invite=peer.invite, session=peer.session, address=peer.address,
        )  # fmt: skip
        table.join(peer, self._session, hello.name)

    async def _leave(self) -> None:
        if self._expiry is not None:
            self._expiry.cancel()
        table, peer = self._table, self._peer
        if table is None or self._session.member is None:
            return
        table.leave(peer)
        self._reception.metrics.connections.labels(role=peer.role).dec()
        log.info(
            "left", table=table.record.table, user=peer.user, session=peer.session,
            code=peer.close_code,
        )  # fmt: skip
        if self._leases:
            with contextlib.suppress(StoreFailed, UnknownTable):
                await self._reception.store.release(table.record.table, peer.session)

    # Doing what is asked

    async def _obey(self, obey: Obey) -> None:
        assert self._table is not None
        command = obey.asked.command
        if isinstance(command, ServerCommand):
            await self._administer(self._table, obey)
        else:
            await self._places.acquire()
            self._table.ask(self._request(command, obey))

    def _request(self, command: FightCommand, obey: Obey) -> Request:
        return Request(
            command,
            user=obey.user,
            role=obey.role,
            spoken_for=obey.asked.as_,
            id=obey.asked.id,
            if_seq=obey.asked.if_seq,
            peer=self._peer,
            done=lambda refused: self._places.release(),
        )

    async def _administer(self, table: Table, obey: Obey) -> None:
        """Invites belong to the table's host and GMs; nothing of them is in the fight's log."""
        asked, name = obey.asked, table.record.table
        try:
            result = await self._invitations(name, obey)
        except Refused as refused:
            self._peer.say(Error.of(refused, asked.id))
        except (StoreFailed, UnknownTable) as failed:
            self._peer.say(Error.of(_out_of_reach(failed), asked.id))
        else:
            seq = table.shown.streams.of(obey.role).seq
            self._peer.say(Ack(asked.id, seq, result))
        if isinstance(asked.command, Revoke):
            self._reception.tables.revoke(name, asked.command.invite)

    async def _invitations(self, table: str, obey: Obey) -> dict[str, Any]:
        access = self._reception.access
        match obey.asked.command:
            case Invite(role, user, expires):
                asked = f"{obey.user}:{obey.asked.id}"
                until = moment(expires) if expires is not None else None
                issued = await access.invite(table, role, user, until, asked)
                address = link(self._reception.page, table, issued.token)
                return {"invite": issued.invite, "token": issued.token, "link": address}
            case Revoke(invite):
                await access.revoke(table, invite)
                return {"invite": invite}
            case Invites():
                known = await access.invites(table)
                return {"invites": [listed(record) for record in known]}
        raise TypeError(obey.asked.command)

    async def _lease(self, target: str) -> None:
        assert self._table is not None
        self._leases = True
        ttl = self._reception.settings.mirror_ttl
        try:
            lease = await self._reception.store.lease(
                self._table.record.table, target, self._peer.session, time.time(), ttl
            )
        except (StoreFailed, UnknownTable) as failed:
            self._peer.say(Error.of(_out_of_reach(failed)))
        else:
            yours = lease.holder == self._peer.session
            self._peer.say(Mirror(target, yours, ttl, lease.fence))


def _out_of_reach(failed: Exception) -> Refused:
    outcome = failed.outcome if isinstance(failed, StoreFailed) else "refused"
    return Refused("unavailable", "the server cannot reach its store", outcome=outcome)
