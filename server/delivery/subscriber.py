"""Somebody who is sent what happens at a table: what the table and its delivery ask of them.

A table delivers to subscribers and knows no WebSocket; `server.transport.connection.Peer` is the one kind
that there is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from protocol.codec import Codec, Outgoing
from protocol.messages import FromServer, Role
from protocol.session import CloseCode
from protocol.streams import Stream
from protocol.updates import StreamRole


class CohortMembership(Protocol):
    """What a subscriber tells its cohort (`cohort.py`)."""

    def include(self, subscriber: Subscriber, /) -> None:
        """They keep up again, and were sent the stream up to their `seq`."""

    def exclude(self, subscriber: Subscriber, /) -> None:
        """They read no more, or their connection is closing."""


class Subscriber(Protocol):
    """One connection of a user whose role and invite are known."""

    session: str
    """Names the connection, in the log and to the client."""
    user: str
    role: Role
    invite: str
    """By which they came in: revoking it closes the connection."""
    stream: Callable[[], Stream] | None
    """Answers the stream that they follow, as it is now; None before they joined a table."""
    cohort: CohortMembership | None
    """The cohort that they are written to with."""
    seq: int
    """Up to where they had been sent the stream when they were last excluded from their cohort."""

    @property
    def codec(self) -> Codec:
        """The encoding that their WebSocket's subprotocol names."""

    @property
    def stream_role(self) -> StreamRole:
        """Whose stream they get."""

    @property
    def keeps_up(self) -> bool:
        """The connection is open, and what was written to it has been read."""

    @property
    def write(self) -> Callable[[bytes], None]:
        """Writes frames (see `framed`) at once. Only for those who keep up: nothing is asked."""

    def say(self, message: FromServer) -> None:
        """Send a message to them alone."""

    def answer(self, messages: Sequence[Outgoing]) -> None:
        """Send messages that no snapshot would repeat; they wait while nobody reads."""

    def refresh(self) -> None:
        """Send a snapshot of the stream that they follow."""

    def end(self, code: CloseCode) -> None:
        """Close the connection now, without waiting for what was said."""

    def hang_up(self, code: CloseCode, reason: str = "") -> None:
        """Close the connection after what was said."""
