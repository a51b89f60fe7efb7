"""From the opening of a connection to its end: each message goes to where it belongs."""

from __future__ import annotations

import asyncio
import contextlib
import time
from functools import cache

from websockets.exceptions import ConnectionClosed

from protocol.codec import BadMessage, Once
from protocol.messages import (
    Ack,
    Catalogue,
    Claim,
    Error,
    FightCommand,
    FromClient,
    Hello,
    ServerCommand,
)
from protocol.session import (
    Authenticate,
    ClaimTarget,
    Close,
    CloseCode,
    Instruction,
    RunCommand,
    Send,
    SendCatalogue,
    Session,
)
from rules.catalogue import catalogue
from rules.model.errors import Refused
from server.access.tokens import Access, Admission, Unauthorized
from server.admin.desk import Desk
from server.ops.config import Settings
from server.ops.logs import log
from server.ops.metrics import Metrics
from server.ops.refusals import Refusals
from server.ops.token_bucket import TokenBucket
from server.store.contract import StoreFailed, UnknownTable
from server.table.registry import Tables
from server.table.requests import Request
from server.table.table import Table
from server.transport.connection import Peer
from server.transport.connection_caps import ConnectionCaps
from server.transport.rate_limit import Allowance

UNDER_WAY = 64
"""Commands of a connection that may wait for the store; then nothing more is read from it."""

MOST_LIMITED = 100
"""Messages above the rate in a row, until the connection is closed."""

LARGEST_FRAME = 1 << 20
"""In bytes. A longer frame closes the connection. Before `hello` the limit is 64 KiB."""


@cache
def described() -> Once:
    """The catalogue, encoded once."""
    return Once(Catalogue(catalogue()))


class Reception:
    """Lets people in."""

    def __init__(
        self,
        access: Access,
        tables: Tables,
        desk: Desk,
        settings: Settings,
        metrics: Metrics,
        refusals: Refusals,
    ) -> None:
        self.tables = tables
        self.desk = desk
        self.settings = settings
        self.metrics = metrics
        self.refusals = refusals
        self.places = ConnectionCaps(settings, refusals)
        self._access = access

    async def admit(self, hello: Hello) -> tuple[Admission, Table]:
        """Who it is and where to sit. Raises Unauthorized, or StoreFailed."""
        admission = await self._access.admit(hello.table, hello.token, hello.client)
        try:
            table = await self.tables.open(admission.table)
            await self.tables.reach(table, admission.role, hello.resume)
            return admission, table
        except UnknownTable:
            raise Unauthorized from None


class Visit:
    """One connection: its session, its seat, and what it still waits for."""

    def __init__(self, reception: Reception, peer: Peer) -> None:
        self._reception = reception
        self._metrics = reception.metrics
        self._desk = reception.desk
        self._peer = peer
        self._session = Session()
        self._table: Table | None = None
        self._leases = False
        rate = reception.settings.rate
        self._bucket = TokenBucket(rate, 3 * rate, time.monotonic())
        self._limited = 0
        self._places = asyncio.Semaphore(UNDER_WAY)
        self._expiry: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """All of the connection's life."""
        loop = asyncio.get_running_loop()
        late = loop.call_later(self._reception.settings.hello_within, self._late)
        try:
            with contextlib.suppress(ConnectionClosed):
                async for frame in self._peer:
                    if self._peer.overdone:
                        break
                    await self._hear(frame)
                    await self._peer.drained()
        except Exception:
            log.exception("a connection failed", session=self._peer.session)
            raise
        finally:
            late.cancel()
            if self._peer.overdone:
                self._reception.refusals.count("too_much")
                self._metrics.closed.labels(reason="rate").inc()
            await self._leave()

    def _late(self) -> None:
        for instruction in self._session.late():
            self._say_or_close(instruction)

    async def _hear(self, frame: str | bytes) -> None:
        heard = self._decode(frame)
        if not self._bucket.take(time.monotonic()):
            self._limit(heard.id if isinstance(heard, BadMessage) else getattr(heard, "id", None))
            return
        self._limited = 0
        for instruction in self._instructions(heard):
            await self._do(instruction)

    def _instructions(self, heard: FromClient | BadMessage) -> tuple[Instruction, ...]:
        if isinstance(heard, BadMessage):
            return self._session.refuse(heard)
        return self._session.feed(heard)

    def _decode(self, frame: str | bytes) -> FromClient | BadMessage:
        try:
            return self._peer.codec.decode(frame)
        except BadMessage as bad:
            return bad

    def _limit(self, id: str | None) -> None:
        self._limited += 1
        wait = round(self._bucket.wait(time.monotonic()), 3)
        refused = Refused("rate_limited", "more than this server takes", retry_after=wait)
        self._peer.say(Error.of(refused, id))
        if self._limited >= MOST_LIMITED:
            self._close(CloseCode.RATE)

    async def _do(self, instruction: Instruction) -> None:
        match instruction:
            case Authenticate(hello):
                await self._greet(hello)
            case RunCommand():
                await self._obey(instruction)
            case SendCatalogue():
                self._peer.answer([described()])
            case ClaimTarget(claim):
                await self._claim(claim)
            case _:
                self._say_or_close(instruction)

    def _say_or_close(self, instruction: Instruction) -> None:
        if isinstance(instruction, Send):
            self._peer.say(instruction.message)
        elif isinstance(instruction, Close):
            self._close(instruction.code)

    def _close(self, code: CloseCode) -> None:
        self._metrics.closed.labels(reason=code.name.lower()).inc()
        self._peer.hang_up(code)

    # Coming and going

    async def _greet(self, hello: Hello) -> None:
        peer = self._peer
        try:
            admission, table = await self._reception.admit(hello)
        except Unauthorized:
            log.info("hello refused", session=peer.session, address=peer.address)
            for instruction in self._session.reject():
                self._say_or_close(instruction)
        except StoreFailed as failed:
            log.error("hello failed", session=peer.session, why=str(failed))
            peer.say(Error.of(_out_of_reach(failed)))
            self._close(CloseCode.RESTART)
        else:
            if peer.is_open:  # else it has gone meanwhile
                self._sit_down(table, admission, hello)

    def _sit_down(self, table: Table, admission: Admission, hello: Hello) -> None:
        peer = self._peer
        peer.user, peer.role, peer.invite = admission.user, admission.role, admission.invite
        if self._reception.places.full(table.subscribers, peer):
            self._close(CloseCode.FULL)
            return
        self._table = table
        peer.known()
        peer.allowance = Allowance.member(self._reception.settings.rate, peer.loop.time())
        peer.forget_handshake()
        peer.protocol.max_message_size = LARGEST_FRAME
        if admission.expires is not None:
            left = max(0.0, admission.expires - time.time())
            self._expiry = peer.loop.call_later(left, self._close, CloseCode.REVOKED)
        self._metrics.connections.labels(role=peer.role).inc()
        log.info(
            "joined", table=admission.table, user=peer.user, role=peer.role,
            invite=peer.invite, session=peer.session, address=peer.address,
        )  # fmt: skip
        table.join(peer, self._session, hello.name)

    async def _leave(self) -> None:
        if self._expiry is not None:
            self._expiry.cancel()
        table, peer = self._table, self._peer
        if table is None:
            return
        table.leave(peer)
        self._metrics.connections.labels(role=peer.role).dec()
        log.info(
            "left", table=table.record.table, user=peer.user, session=peer.session,
            code=peer.close_code,
        )  # fmt: skip
        if self._leases:
            with contextlib.suppress(StoreFailed, UnknownTable):
                await self._desk.release(table.record.table, peer.session)

    @property
    def _seat(self) -> Table:
        """The table; Session lets nothing through that needs one before there is one."""
        if self._table is None:
            raise RuntimeError("nobody sits here yet")
        return self._table

    # Doing what is asked

    async def _obey(self, asked_for: RunCommand) -> None:
        command = asked_for.asked.command
        if isinstance(command, ServerCommand):
            await self._administer(self._seat, asked_for)
        else:
            await self._places.acquire()
            self._seat.ask(self._request(command, asked_for))

    def _request(self, command: FightCommand, asked_for: RunCommand) -> Request:
        return Request(
            command,
            user=asked_for.user,
            role=asked_for.role,
            spoken_for=asked_for.asked.as_,
            id=asked_for.asked.id,
            if_seq=asked_for.asked.if_seq,
            subscriber=self._peer,
            done=lambda refused: self._places.release(),
        )

    async def _administer(self, table: Table, asked_for: RunCommand) -> None:
        name, id = table.record.table, asked_for.asked.id
        try:
            result = await self._desk.result(name, asked_for)
        except Refused as refused:
            self._peer.say(Error.of(refused, id))
        except (StoreFailed, UnknownTable) as failed:
            self._peer.say(Error.of(_out_of_reach(failed), id))
        else:
            self._peer.say(Ack(id, table.stored.streams.of(asked_for.role).seq, result))
            self._desk.enforce(name, asked_for)

    async def _claim(self, claim: Claim) -> None:
        self._leases = True
        try:
            mirror = await self._desk.lease(self._seat.record.table, self._peer.session, claim)
        except (StoreFailed, UnknownTable) as failed:
            self._peer.say(Error.of(_out_of_reach(failed)))
        else:
            self._peer.say(mirror)


def _out_of_reach(failed: Exception) -> Refused:
    outcome = failed.outcome if isinstance(failed, StoreFailed) else "refused"
    return Refused("unavailable", "the server cannot reach its store", outcome=outcome)
