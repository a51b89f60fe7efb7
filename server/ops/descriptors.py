"""Open files and sockets: how many this process may have, and how many are left.

The system gives each new one the lowest number that is free (POSIX, `open`). So the number of the
newest says how many are taken, without asking.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

RESERVE = 32
"""How many descriptors are kept free for the host and for GMs."""

LAST = 16
"""With fewer left, the oldest silent connection is closed for each newcomer. The last half of these no GM
gets either."""


def raise_limit() -> int:
    """Raise the process's limit to what the system allows; answers the limit (0: none known)."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (OSError, ValueError):  # macOS says "unlimited" and takes less
        return soft
    return limit()


def limit() -> int:
    """The most descriptors that the process may open; 0 where that is unknown."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 0 if most == resource.RLIM_INFINITY else most


class Descriptors:
    """How many are left, as seen from the newest. `most` is asked once: the limit stays."""

    def __init__(self, most: Callable[[], int] = limit) -> None:
        self._most = most() or sys.maxsize

    def left(self, newest: int) -> int:
        """So many more can be opened once `newest` was: a number below which all may be taken."""
        return self._most - 1 - newest
