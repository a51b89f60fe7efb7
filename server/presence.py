"""Who is, or was, at a table."""

from __future__ import annotations

import asyncio

from protocol.messages import Person, Presence, Role
from server.broadcast import Seats
from server.connection import Peer

TOGETHER = 0.05
"""Seconds in which those who come and go are told together: a crowd returns after a restart."""

REMEMBERED = 200
"""Of those who left, so many stay in the list."""

LONGEST_NAME = 80


class _Guest:
    def __init__(self) -> None:
        self.name = ""
        self.role: Role = "observer"
        self.peers: set[Peer] = set()


class People:
    """The users of one table; a user may have several connections."""

    def __init__(self, seats: Seats) -> None:
        self._seats = seats
        self._guests: dict[str, _Guest] = {}
        self._telling: asyncio.TimerHandle | None = None

    def arrive(self, peer: Peer, name: str) -> None:
        guest = self._guests.pop(peer.user, None) or _Guest()
        guest.name = name[:LONGEST_NAME] or guest.name or peer.user
        guest.role = peer.role
        guest.peers.add(peer)
        self._guests[peer.user] = guest
        self._tell_soon()

    def depart(self, peer: Peer) -> None:
        """That connection is gone; a newer one of the same user is untouched."""
        guest = self._guests.get(peer.user)
        if guest is None or peer not in guest.peers:
            return
        guest.peers.discard(peer)
        self._forget_oldest()
        self._tell_soon()

    def list(self) -> list[Person]:
        return [
            Person(user, guest.name, guest.role, bool(guest.peers))
            for user, guest in self._guests.items()
        ]

    def stop(self) -> None:
        if self._telling is not None:
            self._telling.cancel()

    def _forget_oldest(self) -> None:
        gone = [user for user, guest in self._guests.items() if not guest.peers]
        for user in gone[: max(0, len(gone) - REMEMBERED)]:
            del self._guests[user]

    def _tell_soon(self) -> None:
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(TOGETHER, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._seats.tell(Presence(self.list()))
