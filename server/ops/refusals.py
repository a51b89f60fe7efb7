"""What was refused, and why: counted at once, and told once a minute however often it happens."""

from __future__ import annotations

import asyncio
from collections import Counter

from prometheus_client import Counter as Figure

from server.ops.logs import log

MINUTE = 60.0


class Refusals:
    """Of one server. A reason is a word: `crowded`, `descriptors`, `link_full`."""

    def __init__(self, figure: Figure, every: float = MINUTE) -> None:
        self._figure = figure
        self._every = every
        self._untold: Counter[str] = Counter()
        self._telling: asyncio.TimerHandle | None = None

    def count(self, reason: str) -> None:
        """Something was refused for this reason, a word: it is told within a minute."""
        self._figure.labels(reason=reason).inc()
        self._untold[reason] += 1
        if self._telling is None:  # the first is told at once, the others when the minute is over
            self._tell()

    def _tell(self) -> None:
        self._telling = None
        if self._untold:
            log.warning("refused", **self._untold)
            self._untold.clear()
            self._telling = asyncio.get_running_loop().call_later(self._every, self._tell)

    def stop(self) -> None:
        """Tell what was counted, and no more after that."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        if self._untold:
            log.warning("refused", **self._untold)
