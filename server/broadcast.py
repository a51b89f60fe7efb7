"""The connections of a table, and how what happens reaches them.

Each update is encoded once per role and subprotocol, framed once, and handed to every connection
of that kind; all that one step sends to a connection goes out in one write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from protocol.codec import Codec, Once
from protocol.messages import FromServer
from protocol.streams import Seer, Sent
from server.connection import Peer, framed

Group = tuple[Seer, str]
"""Connections that get the same bytes: whose stream, in which subprotocol."""

CROWD = 256
"""So many connections are written to at a stretch: a few milliseconds."""


class Seats:
    """Who sits at a table."""

    def __init__(self) -> None:
        self._groups: dict[Group, set[Peer]] = {}

    def __iter__(self) -> Iterator[Peer]:
        """Everybody, as of now: who comes or goes meanwhile does not disturb."""
        return iter([peer for peers in self._groups.values() for peer in peers])

    def __len__(self) -> int:
        return sum(len(peers) for peers in self._groups.values())

    @property
    def led(self) -> bool:
        """A GM is connected."""
        return any(peers for (seer, _), peers in self._groups.items() if seer == "gm")

    def add(self, peer: Peer) -> None:
        self._groups.setdefault((peer.seer, peer.codec.subprotocol), set()).add(peer)

    def discard(self, peer: Peer) -> None:
        self._groups.get((peer.seer, peer.codec.subprotocol), set()).discard(peer)

    def groups(self) -> list[tuple[Seer, Codec, list[Peer]]]:
        return [
            (seer, next(iter(peers)).codec, list(peers))
            for (seer, _), peers in self._groups.items()
            if peers
        ]

    def tell(self, message: FromServer) -> None:
        """The same to everybody: nothing that a later snapshot would repeat."""
        once = Once(message)
        for peer in self:
            peer.answer([once])


class _Line:
    """What one role is sent: updates up to `seq`, and after how many of them somebody's answer."""

    def __init__(self) -> None:
        self.updates: list[Once] = []
        self.seq = 0
        self.answers: dict[Peer, list[tuple[int, Once]]] = {}

    def mixed(
        self, frames: Sequence[bytes], codec: Codec, answers: list[tuple[int, Once]]
    ) -> bytes:
        """The frames of all updates, with `answers` at their places."""
        parts: list[bytes] = []
        done = 0
        for place, answer in answers:
            parts += frames[done:place]
            parts.append(framed(codec, [answer]))
            done = place
        return b"".join((*parts, *frames[done:]))


class Delivery:
    """What one step of a table sends: each role's updates, and answers among them, in order."""

    def __init__(self) -> None:
        self._lines: dict[Seer, _Line] = {"gm": _Line(), "player": _Line()}

    def follow(
        self, sent: dict[Seer, Sent], peer: Peer | None = None, answer: FromServer | None = None
    ) -> None:
        """What a log entry sends. A player's answer comes after the own effect of the command,
        a GM's after all that it led to.
        """
        for seer, line in self._lines.items():
            updates = sent[seer]
            own = updates.own if seer == "player" else len(updates.updates)
            line.updates += updates.updates[:own]
            if peer is not None and answer is not None and peer.seer == seer:
                self.answer(peer, answer)
            line.updates += updates.updates[own:]
            line.seq = updates.last

    def answer(self, peer: Peer, message: FromServer) -> None:
        """For `peer` alone, after what was put in so far."""
        line = self._lines[peer.seer]
        line.answers.setdefault(peer, []).append((len(line.updates), Once(message)))

    async def send(self, seats: Seats) -> None:
        """Hand it to everybody. A crowd is served in parts, and other tables in between."""
        served = 0
        for seer, codec, peers in seats.groups():
            line = self._lines[seer]
            frames = [framed(codec, [update]) for update in line.updates]
            together = b"".join(frames)
            for peer in peers:
                if answers := line.answers.get(peer):
                    own = line.mixed(frames, codec, answers)
                    peer.deliver(own, line.seq, [answer for _, answer in answers])
                elif together:
                    peer.deliver(together, line.seq)
                served += 1
                if served % CROWD == 0:
                    await asyncio.sleep(0)
