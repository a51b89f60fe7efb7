"""Several attack routines against an opponent's (SEG-C19 to SEG-C21, SEG-C32, SEG-A7, SEG-A9, SEG-A20)."""

from __future__ import annotations

from rules.systems.adnd1e.times import LAST


def blows(own: int, routines: int, other: int, others: int) -> list[int]:
    """The segments of `routines` attacks, begun by one side on `own`, against `others` from `other` on."""
    if routines > others:
        times = _more(own, routines, other, others)
    elif routines < others:
        times = [own + 2 * i for i in range(routines)]
    else:
        times = _equal(own, routines, other)
    return [min(LAST, max(0, t)) for t in times]


def _more(own: int, routines: int, other: int, others: int) -> list[int]:
    """One before the opponent's first, one after each of theirs; what is left beside the first (SEG-C20)."""
    first = min(own, other - 1)
    after = [other + 2 * i + 1 for i in range(others)][: routines - 1]
    surplus = routines - 1 - len(after)
    if own < other:
        extra = first
    else:
        extra = other if own == other else other + 1
    return sorted([first, *after, *[extra] * surplus])


def _equal(own: int, routines: int, other: int) -> list[int]:
    later = max(own, other)
    if own == other:
        return [own + i for i in range(routines)]
    step = -3 if own < other else -2
    return [own, *(later + 2 * i + step for i in range(2, routines + 1))]
