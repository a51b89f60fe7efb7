"""The connections of a table, and how what happens reaches them.

Each update is encoded once per role and subprotocol, framed once, and handed to every connection
of that kind; all that one step sends to a connection goes out in one write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from protocol.codec import Codec, Once
from protocol.messages import FromServer
from protocol.streams import Seer
from server.connection import Peer, framed

Group = tuple[Seer, str]
"""Connections that get the same bytes: whose stream, in which subprotocol."""


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


class Delivery:
    """What one step of a table sends: each role's updates, and answers among them, in order."""

    def __init__(self) -> None:
        self._lines: dict[Seer, list[tuple[Peer | None, Once]]] = {"gm": [], "player": []}
        self._answered: set[Peer] = set()

    def updates(self, seer: Seer, updates: Iterable[Once]) -> None:
        self._lines[seer].extend((None, update) for update in updates)

    def answer(self, peer: Peer, message: FromServer) -> None:
        """For `peer` alone, after what was put in so far."""
        self._lines[peer.seer].append((peer, Once(message)))
        self._answered.add(peer)

    def send(self, seats: Seats) -> None:
        for seer, codec, peers in seats.groups():
            shared = [once for peer, once in self._lines[seer] if peer is None]
            frames = framed(codec, shared) if shared else b""
            for peer in peers:
                if peer in self._answered:
                    self._send_own(peer, bool(shared))
                elif shared:
                    peer.deliver(frames)
        self._answered.clear()

    def _send_own(self, peer: Peer, behind: bool) -> None:
        """One who gets answers: they stand at their places among the updates."""
        mine: Sequence[Once] = [
            once for other, once in self._lines[peer.seer] if other is None or other is peer
        ]
        if not peer.paused:
            peer.answer(mine)
        elif behind:
            peer.miss([once for other, once in self._lines[peer.seer] if other is peer])
        else:
            peer.answer(mine)
