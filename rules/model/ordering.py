"""Finding one's way in entries that are in order of their keys."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import attrgetter

from rules.model.encounter import Entry, Key

_key = attrgetter("key")


def span(entries: Sequence[Entry], key: Key) -> tuple[int, int]:
    """The half-open range of the entries at `key`."""
    start = bisect_left(entries, key, key=_key)
    return start, bisect_right(entries, key, start, key=_key)


def at(entries: Sequence[Entry], key: Key) -> Sequence[Entry]:
    """The entries at `key`: one moment."""
    start, stop = span(entries, key)
    return entries[start:stop]


def until(entries: Sequence[Entry], key: Key) -> int:
    """How many entries are at `key` or before it."""
    return bisect_right(entries, key, key=_key)


def behind(entries: Sequence[Entry], key: Key) -> Iterator[Entry]:
    """The entries after `key`, in order."""
    return islice(entries, until(entries, key), None)
