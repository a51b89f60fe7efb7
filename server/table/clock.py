"""The clock of a table: asks for the next segment at its interval, while it may run.

On several nodes whoever ticked goes on; the others only step in when no tick comes from there. Two
that tick at once are told apart by the log: one is first, the other's tick is withdrawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from rules.model.commands import Advance
from rules.model.errors import Refused
from server.table.requests import Request

GRACE = 1.0
"""Seconds that another node's tick may be late."""


class TableClock:
    """Asks for the next segment again and again, as often as `adjust` says."""

    def __init__(self, ask: Callable[[Request], None]) -> None:
        self._ask = ask
        self._asked: Request | None = None
        self._every: float | None = None
        self._next: asyncio.TimerHandle | None = None

    def adjust(self, every: float | None) -> None:
        """Tick every so many seconds from now on; None stops. The same interval runs on."""
        if every == self._every:
            return
        self._every = every
        self._arm()

    def heard(self) -> None:
        """Another node ticked, and will again; a tick of ours that is under way is one too many."""
        self._arm(GRACE)
        if self._asked is not None:
            self._asked.withdrawn = True

    def _arm(self, grace: float = 0.0) -> None:
        if self._next is not None:
            self._next.cancel()
            self._next = None
        if self._every is not None:
            loop = asyncio.get_running_loop()
            self._next = loop.call_later(self._every + grace, self._fire)

    def _fire(self) -> None:
        self._arm()
        if self._asked is None:  # the last one is answered
            self._asked = Request(Advance(to="segment"), done=self._answered)
            self._ask(self._asked)

    def _answered(self, refused: Refused | None) -> None:
        self._asked = None
