"""The clock of a table: asks for the next segment at its interval, while it may run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Ticking:
    """Calls `tick` again and again, as often as `adjust` says."""

    def __init__(self, tick: Callable[[], None]) -> None:
        self._tick = tick
        self._every: float | None = None
        self._next: asyncio.TimerHandle | None = None

    def adjust(self, every: float | None) -> None:
        """Tick every so many seconds from now on; None stops. The same interval runs on."""
        if every == self._every:
            return
        self._every = every
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._arm()

    def _arm(self) -> None:
        if self._every is not None:
            self._next = asyncio.get_running_loop().call_later(self._every, self._fire)

    def _fire(self) -> None:
        self._arm()
        self._tick()
