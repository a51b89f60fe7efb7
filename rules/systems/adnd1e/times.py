"""Segments: when something that takes a while is done. Pure arithmetic of the page's formulas."""

from __future__ import annotations

Time = tuple[int, int]
"""(round, segment). Round 0 holds the surprise segments. Never flattened: (r, 0) is not (r-1, 10)."""

LAST = 10
"""The last segment of a round."""


def finish(start: Time, segments: int, surprise: int = 0) -> Time:
    """The time `segments` after `start` (SEG-C27, SEG-C37).

    `surprise` is the number of surprise segments: behind the last of them comes segment 1 of round 1.
    """
    if segments == 0:
        return start
    round_, segment = start
    if round_ == 0:
        if segment + segments <= surprise:
            return 0, segment + segments
        elapsed = segment + segments - surprise
    else:
        elapsed = LAST * (round_ - 1) + segment + segments
    return (elapsed - 1) // LAST + 1, (elapsed - 1) % LAST + 1


def ceil_div(dividend: int, divisor: int) -> int:
    return -(-dividend // divisor)


def segments_of_move(feet: int, move: int) -> int:
    """Segments that a movement of `feet` takes, at `move` feet a round; a charge has twice the `move`."""
    return max(1, ceil_div(feet * LAST, move))


def feet_from(segment: int, move: int) -> int:
    """How far a movement begun on `segment` gets in its round (SEG-C30): 11 - segment tenths."""
    return (LAST + 1 - max(1, segment)) * move // LAST


def between(start: Time, end: Time, surprise: int = 0) -> int:
    """The segments from `start` to `end`; what `finish` adds."""
    if end[0] == 0:
        return end[1] - start[1]
    now = LAST * (end[0] - 1) + end[1]
    if start[0] == 0:
        return now + surprise - start[1]
    return now - (LAST * (start[0] - 1) + start[1])
