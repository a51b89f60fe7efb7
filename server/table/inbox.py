"""What other nodes appended to a table's log and this node has not taken in yet."""

from __future__ import annotations

from collections.abc import Sequence

MOST = 256
"""Appends that may wait; beyond, the log is read."""


class Inbox:
    """Gathers appends that were told of, in order; what is missing in between must be read."""

    def __init__(self) -> None:
        self._heard: list[tuple[int, Sequence[bytes]]] = []
        self._look = False

    def add(self, after: int, entries: Sequence[bytes]) -> None:
        """`entries` stand behind position `after`; none: there may be some that nobody told of."""
        if entries and len(self._heard) < MOST:
            self._heard.append((after, entries))
        else:
            self._look = True

    def __bool__(self) -> bool:
        return self._look or bool(self._heard)

    def take(self, position: int) -> list[bytes] | None:
        """The entries behind `position`, without a gap; None if the log must be read for them."""
        heard, look = self._heard, self._look
        self._heard, self._look = [], False
        found: list[bytes] = []
        for after, entries in heard:
            known = position + len(found) - after
            if known < 0:
                return None
            found.extend(entries[known:])
        return None if look else found
