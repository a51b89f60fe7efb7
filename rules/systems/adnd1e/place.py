"""The place of a step in the order: who is hidden never shares one with somebody who is seen."""

from __future__ import annotations

from rules.model.encounter import Combatant, Key
from rules.model.turn_changes import FAR
from rules.systems.adnd1e.times import Time


def place(who: Combatant, time: Time) -> Key:
    """(segment, hidden, 0): a hidden one comes after the visible ones of its segment."""
    round_, segment = time
    return (segment, *(() if round_ else (1,)), int(who.veiled), 0)


def behind(who: Combatant, key: Key) -> Key:
    """The place of `who` directly after the moment `key`."""
    return (*(key[:-1] or key), FAR, int(who.veiled), 0)
