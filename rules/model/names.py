"""What people and creatures are called: "Goblin 12" is the twelfth that is called a goblin."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from rules.model.encounter import Combatant

NUMBERED = re.compile(r"(.*\S)\s+([0-9]{1,9})")
DIGITS = re.compile(r"([0-9]+)")

Natural = tuple[str | int, ...]


@lru_cache(8192)
def natural(name: str) -> Natural:
    """Puts names in a reader's order: Goblin 2 before Goblin 11."""
    parts = DIGITS.split(name.casefold())  # text and digits by turns, text first
    return tuple(int(part) if n % 2 else part for n, part in enumerate(parts))


def reading_order(who: Combatant) -> tuple[bool, Natural, str]:
    """Puts combatants in a reader's order: the players' characters first, then by name."""
    return who.kind != "pc", natural(who.name), who.id


def stem(name: str) -> str:
    """The name without its number."""
    found = NUMBERED.fullmatch(name)
    return found[1] if found else name


def number_of(name: str) -> int | None:
    """The number behind the name, if it has one."""
    found = NUMBERED.fullmatch(name)
    return int(found[2]) if found else None


def highest(names: Iterable[str], of: str) -> int:
    """The highest number of those called `of`; 1 for one without a number, 0 if there are none."""
    same = (name for name in names if stem(name) == of)
    return max((number_of(name) or 1 for name in same), default=0)
