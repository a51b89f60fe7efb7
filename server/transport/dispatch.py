"""What one connection says, from its opening to its end: each message goes to where it belongs."""

from __future__ import annotations

import asyncio
import contextlib
from functools import cache

from websockets.exceptions import ConnectionClosed

from protocol.codec import BadMessage, Outgoing
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
from server.access.tokens import Unauthorized
from server.ops.logs import log
from server.store.contract import StoreFailed, UnknownTable
from server.table.requests import Request
from server.table.table import Table
from server.transport.connection import Peer
from server.transport.membership import Membership, Services, admit

UNDER_WAY = 64
"""Commands of a connection that may wait for the store; then nothing more is read from it."""

MOST_LIMITED = 100
"""Messages above the rate in a row, until the connection is closed."""


@cache
def described() -> Outgoing:
    """The catalogue, encoded once."""
    return Outgoing(Catalogue(catalogue()))


class Dispatch:
    """Of one connection."""

    def __init__(self, services: Services, peer: Peer) -> None:
        self._services = services
        self._peer = peer
        self._session = Session()
        self._membership: Membership | None = None
        self._limited = 0
        self._under_way = asyncio.Semaphore(UNDER_WAY)

    async def run(self) -> None:
        """Returns when the connection is over."""
        loop = asyncio.get_running_loop()
        late = loop.call_later(self._services.settings.hello_within, self._late)
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
                self._services.refusals.count("too_much")
                self._services.metrics.closed.labels(reason="rate").inc()
            if self._membership is not None:
                with contextlib.suppress(StoreFailed, UnknownTable):
                    await self._membership.end()

    def _late(self) -> None:
        for instruction in self._session.late():
            self._send_or_close(instruction)

    # What is heard

    async def _hear(self, frame: str | bytes) -> None:
        heard = self._decode(frame)
        if not self._peer.allowance.message(self._peer.now()):
            self._limit(heard.id if isinstance(heard, BadMessage) else getattr(heard, "id", None))
            return
        self._limited = 0
        for instruction in self._instructions(heard):
            await self._follow(instruction)

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
        wait = round(self._peer.allowance.message_wait(self._peer.now()), 3)
        refused = Refused("rate_limited", "more than this server takes", retry_after=wait)
        self._peer.say(Error.of(refused, id))
        if self._limited >= MOST_LIMITED:
            self._close(CloseCode.RATE)

    # What is to be done about it

    async def _follow(self, instruction: Instruction) -> None:
        match instruction:
            case Authenticate(hello):
                await self._greet(hello)
            case RunCommand():
                await self._run(instruction)
            case SendCatalogue():
                self._peer.answer([described()])
            case ClaimTarget(claim):
                await self._claim(claim)
            case _:
                self._send_or_close(instruction)

    def _send_or_close(self, instruction: Instruction) -> None:
        if isinstance(instruction, Send):
            self._peer.say(instruction.message)
        elif isinstance(instruction, Close):
            self._close(instruction.code)

    def _close(self, code: CloseCode) -> None:
        self._services.metrics.closed.labels(reason=code.name.lower()).inc()
        self._peer.hang_up(code)

    async def _greet(self, hello: Hello) -> None:
        peer = self._peer
        try:
            admission, table = await admit(self._services, hello)
        except Unauthorized:
            log.info("hello refused", session=peer.session, address=peer.address)
            for instruction in self._session.reject():
                self._send_or_close(instruction)
            return
        except StoreFailed as failed:
            log.error("hello failed", session=peer.session, why=str(failed))
            peer.say(Error.of(_out_of_reach(failed)))
            self._close(CloseCode.RESTART)
            return
        if not peer.is_open:  # it has gone meanwhile
            return
        peer.user, peer.role, peer.invite = admission.user, admission.role, admission.invite
        caps, link = self._services.caps, (admission.table, admission.invite)
        if caps.full(table.subscribers, peer):
            self._close(CloseCode.FULL)
            return
        allowance = self._services.budgets.join(link, caps.of(peer.role), peer.now())
        if allowance is None:
            self._services.refusals.count("link_too_often")
            self._close(CloseCode.FULL)
            return
        peer.allowance = allowance
        self._membership = Membership(self._services, peer, table, admission)
        self._membership.begin(self._session, hello.name)

    @property
    def _member(self) -> Membership:
        """Session lets nothing through that needs it before there is one."""
        if self._membership is None:
            raise RuntimeError("nobody has said hello yet")
        return self._membership

    async def _run(self, given: RunCommand) -> None:
        command = given.asked.command
        if isinstance(command, ServerCommand):
            await self._administer(self._member.table, given)
        else:
            await self._under_way.acquire()
            self._member.table.ask(self._request(command, given))

    def _request(self, command: FightCommand, given: RunCommand) -> Request:
        return Request(
            command,
            user=given.user,
            role=given.role,
            spoken_for=given.asked.as_,
            id=given.asked.id,
            if_seq=given.asked.if_seq,
            subscriber=self._peer,
            done=lambda refused: self._under_way.release(),
        )

    async def _administer(self, table: Table, given: RunCommand) -> None:
        name, id = table.record.table, given.asked.id
        try:
            result = await self._services.invites.answer(name, given)
        except Refused as refused:
            self._peer.say(Error.of(refused, id))
        except (StoreFailed, UnknownTable) as failed:
            self._peer.say(Error.of(_out_of_reach(failed), id))
        else:
            self._peer.say(Ack(id, table.stored.streams.of(given.role).seq, result))

    async def _claim(self, claim: Claim) -> None:
        member = self._member
        member.claims()
        try:
            table = member.table.record.table
            mirror = await self._services.mirrors.claim(table, self._peer.session, claim)
        except (StoreFailed, UnknownTable) as failed:
            self._peer.say(Error.of(_out_of_reach(failed)))
        else:
            self._peer.say(mirror)


def _out_of_reach(failed: Exception) -> Refused:
    outcome = failed.outcome if isinstance(failed, StoreFailed) else "refused"
    return Refused("unavailable", "the server cannot reach its store", outcome=outcome)
