"""The newest items of a list that grows, as a value that is cheap to add to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Tail(Struct, Generic[T], frozen=True, eq=False, gc=False):
    """The last `most` items. Tails that grew out of each other share one list.

    Each sees it up to its own `stop`. Of two that grow out of the same one, the second takes a copy.
    """

    most: int
    items: list[T]
    stop: int

    @classmethod
    def of(cls, most: int, items: Iterable[T] = ()) -> Tail[T]:
        """A tail of up to `most` of `items`."""
        first = list(items)
        return cls(most, first, len(first))

    def plus(self, more: Iterable[T]) -> Tail[T]:
        """This one, and `more` behind it."""
        items = self.items if self.stop == len(self.items) else self.items[: self.stop]
        items.extend(more)
        if len(items) > self.most + self.most // 4:  # seldom: each time all is copied
            items = items[-self.most :]
        return Tail(self.most, items, len(items))

    def newest(self, count: int) -> tuple[T, ...]:
        """The last `count` of them, which is no more than there are."""
        return tuple(self.items[self.stop - count : self.stop])

    def __len__(self) -> int:
        return min(self.stop, self.most)

    def __iter__(self) -> Iterator[T]:
        return iter(self.newest(len(self)))
