"""Mappings that share what did not change."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from operator import is_not
from typing import Any, TypeVar

T = TypeVar("T")


class Revised(dict[str, T]):
    """A mapping like `base`, which others share, but for the keys in `touched`."""

    __slots__ = ("base", "touched")

    def __init__(self, base: dict[str, T], other: Mapping[str, T]) -> None:
        super().__init__(base)
        self.update(other)
        self.base = base
        self.touched = tuple(other)


def differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str] | None:
    """The keys at which they hold another object; None if the keys themselves, or their order, differ."""
    if len(old) != len(new) or list(old) != list(new):
        return None
    return list(compress(new, map(is_not, old.values(), new.values())))
