"""The segment on which a side begins to act (SEG-C1, SEG-A19)."""

from __future__ import annotations

from rules.encounter import Encounter
from rules.systems.base import SIDE


def segment_of(enc: Encounter, side: str) -> int | None:
    """The side's own face; with `die_names_opponent` the lowest that another side rolled."""
    if enc.options.get("die_names_opponent"):
        others = [r.faces[0] for k, r in enc.rolls.items() if k != SIDE + side]
        return min(others, default=None)
    roll = enc.rolls.get(SIDE + side)
    return roll.faces[0] if roll else None
