"""The newest of what happens, as a value that is cheap to add to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Tail(Generic[T]):
    """The last `most` of a row that grows. Those that grew out of each other share one list.

    Each sees it up to its own end. Where two go on from the same end, the second takes a copy.
    """

    __slots__ = ("_items", "_most", "_stop")

    def __init__(self, most: int, items: Iterable[T] = ()) -> None:
        self._most = most
        self._items = list(items)
        self._stop = len(self._items)

    def plus(self, more: Iterable[T]) -> Tail[T]:
        """This one, and `more` behind it."""
        longer: Tail[T] = Tail(self._most)
        alone = self._stop == len(self._items)
        longer._items = self._items if alone else self._items[: self._stop]
        longer._items.extend(more)
        if len(longer._items) > self._most + self._most // 4:  # seldom: each time all is copied
            longer._items = longer._items[-self._most :]
        longer._stop = len(longer._items)
        return longer

    def newest(self, count: int) -> tuple[T, ...]:
        """The last `count` of them, which is no more than there are."""
        return tuple(self._items[self._stop - count : self._stop])

    def __len__(self) -> int:
        return min(self._stop, self._most)

    def __iter__(self) -> Iterator[T]:
        return iter(self.newest(len(self)))
