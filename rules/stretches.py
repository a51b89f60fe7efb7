"""Long work, cut into stretches, so that whoever does it can serve others in between.

A generator that yields after each stretch and returns what came of the whole. How long a stretch may be is
up to the work: one moment of the cursor, one tie, one update for one role.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")

Work = Generator[None, None, T]


def whole(work: Work[T]) -> T:
    """What comes of all stretches, one directly after the other."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: T = done.value
            return result
