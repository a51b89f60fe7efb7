"""The segment on which a side begins to act (SEG-C1, SEG-A19)."""

from __future__ import annotations

from rules.encounter import Encounter
from rules.systems.base import SIDE


def segment_of(
    enc: Encounter, side: str, *, openly: bool = False, veiled: bool = False
) -> int | None:
    """The side's own face; with `die_names_opponent` the lowest that another side rolled.

    In the order a first roll, for hidden ones alone, goes on to count; `openly` the later one does.
    What hidden opponents alone rolled names a segment of `veiled` ones only; who has no other
    opponents goes by the own die.
    """
    rolls = enc.rolls
    faces = {k: (r if openly else r.first or r).faces[0] for k, r in rolls.items()}
    own = SIDE + side
    if not enc.options.get("die_names_opponent"):
        return faces.get(own)
    others = [face for k, face in faces.items() if k != own and (veiled or not rolls[k].veiled)]
    if others or _opposed(enc, side, veiled):
        return min(others, default=None)
    return faces.get(own)


def _opposed(enc: Encounter, side: str, veiled: bool) -> bool:
    people = enc.combatants.values()
    return any(o.side != side and o.acting and (veiled or not o.veiled) for o in people)
