"""Which entries of a log are in force: positions since the last `open` that put no running fight aside,
those that a redo would bring back, and those of fights that were set aside.
"""

from __future__ import annotations

from itertools import chain, islice

from msgspec import Struct


class Trail(Struct, frozen=True, gc=False):
    """Positions that rise, as runs (first, last) without gaps: a fight is one run between two undos."""

    runs: tuple[tuple[int, int], ...] = ()

    @property
    def last(self) -> int:
        return self.runs[-1][1]

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self.runs)

    def plus(self, position: int) -> Trail:
        if self.runs and position == self.last + 1:
            return Trail((*self.runs[:-1], (self.runs[-1][0], position)))
        return Trail((*self.runs, (position, position)))

    def newest(self, count: int) -> list[int]:
        """The last `count` positions, or as many as there are, the last one first."""
        backwards = (range(last, first - 1, -1) for first, last in reversed(self.runs))
        return list(islice(chain.from_iterable(backwards), count))

    def back(self) -> Trail:
        """Without the last."""
        first, last = self.runs[-1]
        return Trail((*self.runs[:-1], (first, last - 1)) if first < last else self.runs[:-1])


class Aside(Struct, frozen=True, gc=False):
    """A fight that was set aside: the positions in force, its system, its round, how many were in it."""

    trail: Trail
    system: str
    round: int
    count: int


class Way(Struct, frozen=True, gc=False):
    """The positions in force, those that a redo would bring back, and the trails of fights set aside."""

    trail: Trail = Trail(((0, 0),))
    future: tuple[int, ...] = ()
    aside: dict[str, Aside] = {}

    @property
    def ends(self) -> frozenset[int]:
        """The positions at which fights were set aside."""
        return frozenset(left.trail.last for left in self.aside.values())
