"""The segment on which a side begins to act (SEG-C1, SEG-A19)."""

from __future__ import annotations

from rules.encounter import Encounter
from rules.systems.base import SIDE


def segment_of(enc: Encounter, side: str, *, openly: bool = False) -> int | None:
    """The side's own face; with `die_names_opponent` the lowest that another side rolled.

    In the order a first roll, for hidden ones alone, goes on to count; `openly` the later one does.
    """
    rolls = enc.rolls.items()
    faces = {k: (r if openly else r.first or r).faces[0] for k, r in rolls}
    if enc.options.get("die_names_opponent"):
        return min((face for k, face in faces.items() if k != SIDE + side), default=None)
    return faces.get(SIDE + side)
