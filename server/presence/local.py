"""Who is, or was, at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from protocol.messages import Person, Presence, Role
from server.delivery.fanout import Subscribers
from server.delivery.subscriber import Subscriber

TOGETHER = 0.05
"""Seconds for which joins and leaves are gathered into one message: many return after a restart."""

SELDOM = 10.0
"""Seconds, the most. The cost of sending everybody the list grows with the square of their number."""

AT_EASE = 100_000
"""List items that may be sent in a second, about ten megabytes."""

REMEMBERED = 200
"""How many users who left stay in the list."""

LONGEST_NAME = 80


def patience(people: int, subscribers: int) -> float:
    """Seconds to wait before a list of that many people goes to that many connections."""
    return min(SELDOM, max(TOGETHER, people * subscribers / AT_EASE))


class _Entry:
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

    def __init__(self, subscribers: Subscribers) -> None:
        self._subscribers = subscribers
        self._entries: dict[str, _Entry] = {}
        self._telling: asyncio.TimerHandle | None = None
        self.on_change: Callable[[], None] = lambda: None  # those who are here have changed

    def arrive(self, subscriber: Subscriber, name: str) -> None:
        """A connection of a user who wants to be called `name`; "" keeps the name they had."""
        entry = self._entries.pop(subscriber.user, None) or _Entry()
        entry.name = name[:LONGEST_NAME] or entry.name or subscriber.user
        entry.role = subscriber.role
        entry.subscribers.add(subscriber)
        self._entries[subscriber.user] = entry
        self._tell_soon()
        self.on_change()

    def depart(self, subscriber: Subscriber) -> None:
        """Forget that connection, but no newer one of the same user."""
        entry = self._entries.get(subscriber.user)
        if entry is None or subscriber not in entry.subscribers:
            return
        entry.subscribers.discard(subscriber)
        self._forget_oldest()
        self._tell_soon()
        self.on_change()

    def here(self) -> list[Person]:
        """Users who have a connection to this node."""
        return [person for person in self.list() if self._entries[person.user].subscribers]

    def elsewhere(self, node: str, people: Iterable[Person]) -> None:
        """Replace what is known of another node: exactly these users are connected there."""
        known = {person.user: person for person in people}
        for entry in self._entries.values():
            entry.nodes.discard(node)
        for user, person in known.items():
            entry = self._entries.setdefault(user, _Entry())
            entry.nodes.add(node)
            if not entry.subscribers:
                entry.name, entry.role = person.name, person.role
        self._forget_oldest()
        self._tell_soon()

    def list(self) -> list[Person]:
        """Everybody who is, or was, at the table, as `presence` tells it."""
        return [
            Person(user, entry.name, entry.role, entry.connected)
            for user, entry in self._entries.items()
        ]

    def stop(self) -> None:
        """Tell nobody any more."""
        if self._telling is not None:
            self._telling.cancel()

    def _forget_oldest(self) -> None:
        gone = [user for user, entry in self._entries.items() if not entry.connected]
        for user in gone[: max(0, len(gone) - REMEMBERED)]:
            del self._entries[user]

    def _tell_soon(self) -> None:
        if self._telling is None:
            loop = asyncio.get_running_loop()
            wait = patience(len(self._entries), len(self._subscribers))
            self._telling = loop.call_later(wait, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._subscribers.tell(Presence(self.list()))
