"""Places that the game master gives: directly before or after another."""

from __future__ import annotations

from typing import Any, Literal

from rules.model.encounter import Combatant, Key
from rules.model.turn_changes import FAR

Side = Literal["before", "after"]


def beside(key: Key, side: Side, serial: int) -> Key:
    """The place directly before or after `key`; of several, the newest stands closest."""
    return before(key, serial) if side == "before" else (*key[:-1], FAR, -FAR, -serial, 0)


def named(side: Side, other: Combatant | None) -> dict[str, Any]:
    """Where somebody was placed, as the event tells it."""
    return {"last": True} if other is None else {side: other.id}


def before(key: Key, serial: int) -> Key:
    """The place directly before `key`; of several, the newest (greatest `serial`) stands closest.

    Every key of an entry ends with 0, so that there is room on both sides of it.
    """
    return (*key[:-1], -FAR, serial, 0)
