"""Connections that are sent the very same bytes.

Whoever stands in a row is open, reads, and was sent the stream as far as everybody else in it: so
an update goes to all of them without a look at any. Who stops reading or closes steps out of it,
catches up alone, and steps in again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from protocol.codec import Codec, Once
from protocol.updates import Seer
from server.connection import Peer, framed


class Own(NamedTuple):
    """What a peer is sent in place of the others' frames, and which messages only it gets."""

    frames: bytes
    replies: Sequence[Once]


class _Due(NamedTuple):
    """What goes to everybody who stands here; `own` differs from it by answers."""

    frames: bytes
    seq: int
    own: Mapping[Peer, Own]


class Row:
    """Some of those who follow `seer`'s stream in `codec`; they were sent it up to `seq`."""

    def __init__(self, seer: Seer, codec: Codec) -> None:
        self.seer = seer
        self.codec = codec
        self.seq = 0
        self._peers: dict[Peer, None] = {}
        self._writes: dict[Peer, Callable[[bytes], None]] = {}
        self._due: _Due | None = None

    def __iter__(self) -> Iterator[Peer]:
        return iter(self._peers)

    def __len__(self) -> int:
        return len(self._peers)

    def add(self, peer: Peer) -> None:
        """`peer` was sent all that is shown; who does not read yet steps in later."""
        self._peers[peer] = None
        peer.row = self
        if peer.is_open and not peer.paused:
            self.step_in(peer)

    def discard(self, peer: Peer) -> None:
        self._peers.pop(peer, None)
        self._writes.pop(peer, None)

    def step_in(self, peer: Peer) -> None:
        """`peer` was sent all that is shown: first the others are."""
        self.flush()
        if peer in self._peers:
            self.seq = peer.seq
            self._writes[peer] = peer.transport.write

    def step_out(self, peer: Peer) -> None:
        """`peer` reads no more, or is not open any more."""
        if self._writes.pop(peer, None) is None:
            return
        peer.seq = self.seq
        if self._due is not None and peer in self._due.own:
            peer.answer(self._due.own[peer].replies)

    def put(self, frames: bytes, seq: int, own: Mapping[Peer, Own]) -> None:
        """These are to go out next. Who stands aside hears its replies alone."""
        self.flush()
        self._due = _Due(frames, seq, own)
        for peer in own:
            if peer not in self._writes:
                peer.answer(own[peer].replies)

    def tell(self, message: Once) -> None:
        """To everybody here, beside the stream. Who stands aside hears it later."""
        frames = framed(self.codec, [message])
        for peer in tuple(self._peers):
            if peer in self._writes:
                self._writes[peer](frames)
            else:
                peer.answer([message])

    def flush(self) -> None:
        """Send what is due. A write may make its peer step out: that one has got it."""
        if self._due is None:
            return
        due, self._due = self._due, None
        self.seq = due.seq
        if due.own:
            for peer, write in tuple(self._writes.items()):
                write(due.own[peer].frames if peer in due.own else due.frames)
        elif due.frames:
            for write in tuple(self._writes.values()):
                write(due.frames)
