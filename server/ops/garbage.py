"""Memory of connections that are over.

A closed connection is a cycle, of the library's parts and ours, which only Python's collector finds; and
that is set to look at everything only once in days (`cli.serve.COLLECT`): all tables wait meanwhile. So it is
called when there is something to be found.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

FEW = 1_000
"""How many closed connections may wait for the collector in any case: some 15 MiB."""


class ConnectionGarbage:
    """Counts connections that ended, so that their garbage stays small beside the open ones."""

    def __init__(self) -> None:
        self._ended = 0
        self._most = FEW

    def ended(self, still_open: Callable[[], int]) -> None:
        """Count one more that ended; collect if they are many. `still_open` is called only then."""
        self._ended += 1
        if self._ended >= self._most:
            gc.collect()
            self._ended, self._most = 0, max(FEW, still_open())
