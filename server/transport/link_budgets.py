"""The budgets of links: each is there while somebody is connected by the link, and until it is full again.

So nobody gets a new one by closing the last connection and coming back.
"""

from __future__ import annotations

from server.ops.token_bucket import TokenBucket
from server.transport.rate_limit import FULL_AGAIN, TOGETHER, Allowance, Budget

COMINGS = 2
"""How often all connections that a link may have come within a minute: once, and back after a break."""

Link = tuple[str, str]
"""A table and an invite."""


class LinkBudgets:
    """Of one server; `rate` messages a second are what one connection may send, 0 is no limit."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._budgets: dict[Link, Budget] = {}
        self._joins: dict[Link, TokenBucket] = {}
        self._connections: dict[Link, int] = {}
        self._unused: dict[Link, float] = {}  # since when, the longest first

    def __len__(self) -> int:
        return len(self._budgets)

    def join(self, link: Link, cap: int, now: float) -> Allowance | None:
        """Somebody comes by `link`, which may have `cap` connections: what this one may send.

        `leave` must follow once. None if too many have come within a minute.
        """
        self._forget(now)
        if link not in self._budgets:
            at_once = COMINGS * cap
            a_second = at_once / FULL_AGAIN if self._rate > 0 else 0
            self._budgets[link] = Budget.of(self._rate, now, TOGETHER)
            self._joins[link] = TokenBucket(a_second, at_once, now)
            self._unused[link] = now
        if not self._joins[link].take(now):
            return None
        self._unused.pop(link, None)
        self._connections[link] = self._connections.get(link, 0) + 1
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
            del self._unused[link], self._budgets[link], self._joins[link]
