"""A cohort: connections that are written the very same bytes.

All that are included are open, read what they are sent, and were sent the stream up to the same `seq`,
so an update is written to all of them without a look at any. A connection that stops reading or closes is
excluded; once it has caught up by itself, it is included again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from protocol.codec import Codec, Outgoing
from protocol.updates import StreamRole
from server.delivery.frames import framed
from server.delivery.subscriber import Subscriber


class OwnFrames(NamedTuple):
    """What a subscriber is sent in place of the others' frames, and which messages only it gets."""

    frames: bytes
    replies: Sequence[Outgoing]


class _Unsent(NamedTuple):
    """What goes to all who are included; `own` are the frames of those who are answered besides."""

    frames: bytes
    seq: int
    own: Mapping[Subscriber, OwnFrames]


class Cohort:
    """Connections that share a stream and a `codec`, and were sent it up to the same `seq`."""

    def __init__(self, stream_role: StreamRole, codec: Codec) -> None:
        self.stream_role = stream_role
        self.codec = codec
        self.seq = 0
        self._subscribers: dict[Subscriber, None] = {}
        self._writes: dict[Subscriber, Callable[[bytes], None]] = {}
        self._unsent: _Unsent | None = None

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(self._subscribers)

    def __len__(self) -> int:
        return len(self._subscribers)

    def add(self, subscriber: Subscriber) -> None:
        """`subscriber` was sent all that is stored; if it does not read yet, it is included later."""
        self._subscribers[subscriber] = None
        subscriber.cohort = self
        if subscriber.keeps_up:
            self.include(subscriber)

    def discard(self, subscriber: Subscriber) -> None:
        """`subscriber` has left the table."""
        self._subscribers.pop(subscriber, None)
        self._writes.pop(subscriber, None)

    def include(self, subscriber: Subscriber) -> None:
        """`subscriber` was sent all that is stored: the others are brought there first."""
        self.flush()
        if subscriber in self._subscribers:
            self.seq = subscriber.seq
            self._writes[subscriber] = subscriber.write

    def exclude(self, subscriber: Subscriber) -> None:
        """`subscriber` reads no more, or is not open any more."""
        if self._writes.pop(subscriber, None) is None:
            return
        subscriber.seq = self.seq
        if self._unsent is not None and subscriber in self._unsent.own:
            subscriber.answer(self._unsent.own[subscriber].replies)

    def put(self, frames: bytes, seq: int, own: Mapping[Subscriber, OwnFrames]) -> None:
        """Send these frames at the next `flush`. Those who are excluded get their own replies alone."""
        self.flush()
        self._unsent = _Unsent(frames, seq, own)
        for subscriber in own:
            if subscriber not in self._writes:
                subscriber.answer(own[subscriber].replies)

    def tell(self, message: Outgoing) -> None:
        """To all, beside the stream. Those who are excluded get it when they read again."""
        frames = framed(self.codec, [message])
        for subscriber in tuple(self._subscribers):
            if subscriber in self._writes:
                self._writes[subscriber](frames)
            else:
                subscriber.answer([message])

    def flush(self) -> None:
        """Send what was put. A write may exclude its subscriber, who has got these frames nevertheless."""
        if self._unsent is None:
            return
        unsent, self._unsent = self._unsent, None
        self.seq = unsent.seq
        if unsent.own:
            for subscriber, write in tuple(self._writes.items()):
                write(unsent.own[subscriber].frames if subscriber in unsent.own else unsent.frames)
        elif unsent.frames:
            for write in tuple(self._writes.values()):
                write(unsent.frames)
