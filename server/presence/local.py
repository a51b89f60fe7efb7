"""Who is, or was, at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from protocol.messages import Person, Presence, Role
from server.delivery.fanout import Seats
from server.delivery.subscriber import Subscriber

TOGETHER = 0.05
"""Seconds for which joins and leaves are gathered into one message: many return after a restart."""

SELDOM = 10.0
"""Seconds, the most. The cost of sending everybody the list grows with the square of their number."""

AT_EASE = 100_000
"""List items that are sent in a second, about ten megabytes."""

REMEMBERED = 200
"""How many users who left stay in the list."""

LONGEST_NAME = 80


def patience(people: int, seats: int) -> float:
    """Seconds to wait before a list of that many people goes to that many connections."""
    return min(SELDOM, max(TOGETHER, people * seats / AT_EASE))


class _Guest:
    def __init__(self) -> None:
        self.name = ""
        self.role: Role = "observer"
        self.subscribers: set[Subscriber] = set()
        self.nodes: set[str] = set()

    @property
    def connected(self) -> bool:
        """Whether the user is connected, here or at another node."""
        return bool(self.subscribers or self.nodes)


class People:
    """The users of one table; a user may have several connections."""

    def __init__(self, seats: Seats) -> None:
        self._seats = seats
        self._guests: dict[str, _Guest] = {}
        self._telling: asyncio.TimerHandle | None = None
        self.on_change: Callable[[], None] = lambda: None  # those who are here have changed

    def arrive(self, subscriber: Subscriber, name: str) -> None:
        guest = self._guests.pop(subscriber.user, None) or _Guest()
        guest.name = name[:LONGEST_NAME] or guest.name or subscriber.user
        guest.role = subscriber.role
        guest.subscribers.add(subscriber)
        self._guests[subscriber.user] = guest
        self._tell_soon()
        self.on_change()

    def depart(self, subscriber: Subscriber) -> None:
        """Forget that connection, but no newer one of the same user."""
        guest = self._guests.get(subscriber.user)
        if guest is None or subscriber not in guest.subscribers:
            return
        guest.subscribers.discard(subscriber)
        self._forget_oldest()
        self._tell_soon()
        self.on_change()

    def here(self) -> list[Person]:
        """Users who have a connection to this node."""
        return [person for person in self.list() if self._guests[person.user].subscribers]

    def elsewhere(self, node: str, people: Iterable[Person]) -> None:
        """Replace what is known of another node: exactly these users are connected there."""
        known = {person.user: person for person in people}
        for guest in self._guests.values():
            guest.nodes.discard(node)
        for user, person in known.items():
            guest = self._guests.setdefault(user, _Guest())
            guest.nodes.add(node)
            if not guest.subscribers:
                guest.name, guest.role = person.name, person.role
        self._forget_oldest()
        self._tell_soon()

    def list(self) -> list[Person]:
        return [
            Person(user, guest.name, guest.role, guest.connected)
            for user, guest in self._guests.items()
        ]

    def stop(self) -> None:
        if self._telling is not None:
            self._telling.cancel()

    def _forget_oldest(self) -> None:
        gone = [user for user, guest in self._guests.items() if not guest.connected]
        for user in gone[: max(0, len(gone) - REMEMBERED)]:
            del self._guests[user]

    def _tell_soon(self) -> None:
        if self._telling is None:
            loop = asyncio.get_running_loop()
            wait = patience(len(self._guests), len(self._seats))
            self._telling = loop.call_later(wait, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._seats.tell(Presence(self.list()))
