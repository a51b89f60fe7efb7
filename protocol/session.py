"""One connection as a state machine, without a socket.

What arrives goes in; what the server has to do comes out, as instructions in order. The server reads the
next frame only when it has followed them, so nothing arrives between `hello` and its answer.
"""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct

from protocol.codec import BadMessage, Outgoing
from protocol.messages import (
    VERSION,
    CatalogueRequest,
    Claim,
    CommandMessage,
    Error,
    FromClient,
    FromServer,
    Hello,
    Ping,
    Pong,
    Resume,
    Role,
    ServerCommand,
    Welcome,
)
from protocol.streams import Streams
from rules.model.errors import Refused

HELLO_WITHIN = 10.0
"""Seconds from the connection to `hello`."""
MAX_BAD = 10
"""Frames in a row that are no message, until the connection is closed."""


class CloseCode(IntEnum):
    """Why the server closes a connection."""

    PROTOCOL_ERROR = 1002  # of RFC 6455, as the two below
    NO_TEXT = 1007
    TOO_LARGE = 1009
    RESTART = 1012
    FULL = 1013
    UNAUTHORIZED = 4001
    NO_HELLO = 4002
    VIOLATION = 4003
    TOO_SLOW = 4004  # in logs only: who does not read cannot be told
    REVOKED = 4005
    RATE = 4008


class Send(Struct, frozen=True):
    """Send this message to this connection."""

    message: FromServer


class Close(Struct, frozen=True):
    """Close the connection, after what was said."""

    code: CloseCode


class Authenticate(Struct, frozen=True):
    """Find out whose token this is, then call `admit` or `reject`."""

    hello: Hello


class RunCommand(Struct, frozen=True):
    """Give the command to the table. `user` gave it; it counts as `by`'s, who differs if a GM used `as`."""

    user: str
    role: Role
    by: str
    asked: CommandMessage


class SendCatalogue(Struct, frozen=True):
    """Send the catalogue."""


class ClaimTarget(Struct, frozen=True):
    """Ask the store for the lease of `claim.target`, which its holder alone writes to."""

    claim: Claim


Instruction = Send | Close | Authenticate | RunCommand | SendCatalogue | ClaimTarget


class Member(Struct, frozen=True):
    """The user whose `hello` was accepted."""

    user: str
    role: Role
    resume: Resume | None = None


class Session:
    """The state of one connection: before `hello`, then a member of the table."""

    def __init__(self) -> None:
        self.member: Member | None = None
        self._hello: Hello | None = None
        self._bad = 0

    def feed(self, message: FromClient) -> tuple[Instruction, ...]:
        """A message arrived."""
        if isinstance(message, Hello):
            return self._greet(message)
        self._bad = 0
        if self.member is None:
            return (_complain("hello comes first"), Close(CloseCode.VIOLATION))
        match message:
            case CommandMessage():
                return (self._command(message, self.member),)
            case CatalogueRequest():
                return (SendCatalogue(),)
            case Claim():
                return (self._claim(message, self.member),)
            case Ping():
                return (Send(Pong(message.t)),)

    def refuse(self, bad: BadMessage) -> tuple[Instruction, ...]:
        """A frame arrived that is no message. The connection lives on, ten times in a row.

        A command that can be named, or a value beyond its limits, is a message with a mistake in
        it; but before somebody is known, whatever is no good `hello` counts.
        """
        mistaken = bad.id is not None or bad.code != "bad_message"
        return self._count(Send(Error.of(bad, bad.id)), forgiven=mistaken and bool(self.member))

    def _count(self, said: Send, *, forgiven: bool = False) -> tuple[Instruction, ...]:
        """Answer what was wrong; ten times in a row is too often."""
        self._bad = 0 if forgiven else self._bad + 1
        return (said,) if self._bad < MAX_BAD else (said, Close(CloseCode.VIOLATION))

    def late(self) -> tuple[Instruction, ...]:
        """`HELLO_WITHIN` has passed."""
        return () if self._hello else (_complain("no hello in time"), Close(CloseCode.NO_HELLO))

    def reject(
        self, reason: str = "this link is not, or no longer, valid"
    ) -> tuple[Instruction, ...]:
        """The token of `hello` opens nothing."""
        error = Error("unauthorized", reason, {})
        return (Send(error), Close(CloseCode.UNAUTHORIZED))

    def admit(
        self, user: str, role: Role, streams: Streams, server: str, session: str
    ) -> tuple[Outgoing, ...]:
        """The token is good: welcome, then the updates since `resume.seq`, or a snapshot.

        `server` is the server's version, `session` the name of this connection in its log.
        """
        resume = self._hello.resume if self._hello else None
        self.member = Member(user, role, resume)
        missed = streams.resume(role, resume.epoch, resume.seq) if resume else None
        welcome = Welcome(
            protocol=VERSION, server=server, session=session, user=user, role=role,
            table=streams.table.id, epoch=streams.epoch(role), seq=streams.of(role).seq,
            resumed=missed is not None,
        )  # fmt: skip
        rest = (streams.of(role).snapshot,) if missed is None else missed
        return (Outgoing(welcome), *rest)

    def _greet(self, hello: Hello) -> tuple[Instruction, ...]:
        if self._hello is not None:
            return self._count(_complain("one hello is enough"))
        self._hello = hello
        return (Authenticate(hello),)

    def _command(self, asked: CommandMessage, member: Member) -> Instruction:
        above = asked.as_ is not None or isinstance(asked.command, ServerCommand)
        if above and member.role != "gm":
            return _not_allowed(asked.id)
        return RunCommand(member.user, member.role, asked.as_ or member.user, asked)

    def _claim(self, claim: Claim, member: Member) -> Instruction:
        return ClaimTarget(claim) if member.role == "gm" else _not_allowed()


def _complain(message: str) -> Send:
    return Send(Error("bad_message", message, {}))


def _not_allowed(id: str | None = None) -> Send:
    return Send(Error.of(Refused("not_allowed", "only a GM may do this"), id))
