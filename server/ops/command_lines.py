"""A line of the log for each command that somebody gave, held for a moment and written with others.

To render and write one costs a tenth of a command; a hundred together cost hardly more than one. So
up to a quarter of a second of them is lost at `kill -9`: what the commands did is in the table's own log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from msgspec import Struct, field

HELD_FOR = 0.25
"""Seconds until a line is written."""

MOST_HELD = 200
"""Lines: then they are written at once."""


class CommandLine(Struct, gc=False):
    """What is told of a command, as the log's other lines are: fields in this order.

    `user` gave it, `by` is whose it was (a GM's `as`); `position` is the table's after it, `ms` how long its
    sender waited, `clause` what a refusal rests on, or "".
    """

    table: str
    user: str | None
    by: str | None
    role: str
    do: str
    result: str
    clause: str
    position: int
    ms: float
    event: str = "command"
    level: str = "info"
    timestamp: datetime = field(default_factory=lambda: datetime.now(UTC))


class CommandLines:
    """All of this process; `write` is what writes them."""

    def __init__(self) -> None:
        self.write: Callable[[Sequence[CommandLine]], None] = lambda lines: None
        self._held: list[CommandLine] = []

    def add(self, line: CommandLine) -> None:
        """Within a running event loop."""
        self._held.append(line)
        if len(self._held) == 1:
            asyncio.get_running_loop().call_later(HELD_FOR, self.flush)
        elif len(self._held) >= MOST_HELD:
            self.flush()

    def flush(self) -> None:
        """Write what is held. Every other line is written after it."""
        if self._held:
            held, self._held = self._held, []
            self.write(held)
