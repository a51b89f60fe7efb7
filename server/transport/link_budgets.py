"""The budgets of links: each is there while somebody is connected by the link, and until it is full again.

So nobody gets a new one by closing the last connection and coming back.
"""

from __future__ import annotations

from server.transport.rate_limit import FULL_AGAIN, TOGETHER, Allowance, Budget

Link = tuple[str, str]
"""A table and an invite."""


class LinkBudgets:
    """Of one server; `rate` messages a second are what one connection may send, 0 is no limit."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._budgets: dict[Link, Budget] = {}
        self._connections: dict[Link, int] = {}
        self._unused: dict[Link, float] = {}  # since when, the longest first

    def __len__(self) -> int:
        return len(self._budgets)

    def join(self, link: Link, now: float) -> Allowance:
        """Somebody has come by `link`: what the connection may send. `leave` must follow once."""
        self._forget(now)
        self._unused.pop(link, None)
        self._connections[link] = self._connections.get(link, 0) + 1
        if link not in self._budgets:
            self._budgets[link] = Budget.of(self._rate, now, TOGETHER)
        return Allowance.member(self._rate, self._budgets[link], now)

    def leave(self, link: Link, now: float) -> None:
        """One connection by `link` has ended."""
        self._connections[link] -= 1
        if not self._connections[link]:
            del self._connections[link]
            self._unused[link] = now

    def _forget(self, now: float) -> None:
        while self._unused:
            link, since = next(iter(self._unused.items()))
            if now - since < FULL_AGAIN:
                return
            del self._unused[link], self._budgets[link]
