"""Ties in a circle of turns, read from the places alone.

A place is what the roll gave, then one number for each roll-off (smaller is earlier), then 0. Two who
have the same numbers so far are tied; so is a newcomer with somebody who has rolled off already.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, pairwise, takewhile

from msgspec import Struct

from rules.model.encounter import Key
from rules.model.turn_changes import FAR

AGREED = 1 << 12
"""Numbers from here on were agreed on, not rolled: no roll compares with them."""


class Tie(Struct, frozen=True):
    """Whose places begin with `prefix`; the `open` ones have to roll off, or all have to `agree`.

    Of each of the `groups`, which have shared a roll, only the first is named: what it gets, all of it gets.
    """

    prefix: Key
    members: tuple[str, ...]
    open: tuple[str, ...]
    agree: bool = False
    groups: tuple[tuple[str, ...], ...] = ()

    def all_of(self, named: Iterable[str]) -> tuple[str, ...]:
        """Those who are named, each with its group."""
        behind = {group[0]: group for group in self.groups}
        return tuple(id_ for first in named for id_ in behind.get(first, (first,)))

    @property
    def waiting(self) -> tuple[str, ...]:
        """All whose place is open."""
        return self.all_of(self.open)


def ties(spots: Mapping[str, Key]) -> list[Tie]:
    """Every tie, in the order of the places."""
    ordered = sorted((spot[:-1], id_) for id_, spot in spots.items())
    prefixes = {
        prefix
        for (place, _), (following, _) in pairwise(ordered)
        for prefix in (place, *_parents(place), *_parents(following))
        if place[: len(prefix)] == prefix == following[: len(prefix)]
    }
    found = [_tie(prefix, ordered) for prefix in sorted(prefixes)]
    return [tie for tie in found if tie is not None]


def _tie(prefix: Key, ordered: Sequence[tuple[Key, str]]) -> Tie | None:
    n = len(prefix)
    first = bisect_left(ordered, (prefix, ""))
    those = takewhile(lambda one: one[0][:n] == prefix, islice(ordered, first, None))
    within = [(place[n:], id_) for place, id_ in those if not _beside(place[n:])]
    bare = [id_ for rest, id_ in within if not rest]
    agreed = [id_ for rest, id_ in within if len(rest) == 1 and _agreed(rest)]
    settled = len(within) < 2 or not (bare or agreed) or len(agreed) == len(within)
    if settled:
        return None
    return Tie(prefix, tuple(id_ for _, id_ in within), (*bare, *agreed))


def _beside(rest: Key) -> bool:
    """Placed by hand beside somebody of that place, or beside one of those who have agreed."""
    beside = rest[1:] if rest and AGREED <= rest[0] < FAR else rest
    return beside[:1] in BESIDE


BESIDE = ((FAR,), (-FAR,))


def _parents(place: Key) -> list[Key]:
    return [place[:-1]] if _agreed(place) else []


def _agreed(place: Key) -> bool:
    return AGREED <= place[-1] < FAR


def is_placed(spot: Key) -> bool:
    """Whether the place was given beside another, not by a roll."""
    return FAR in spot or -FAR in spot
