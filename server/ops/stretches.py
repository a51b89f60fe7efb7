"""Long work at one table leaves time for the others."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from rules.stretches import Work

T = TypeVar("T")

AT_ONCE = 10
"""How many stretches run without a pause: an ordinary command has a few, for two roles."""


async def by_stretches(work: Work[T]) -> T:
    """What comes of the work; from the tenth stretch on, others have their turn after each."""
    done = 0
    while True:
        try:
            next(work)
        except StopIteration as finished:
            result: T = finished.value
            return result
        done += 1
        if done >= AT_ONCE:
            await asyncio.sleep(0)
