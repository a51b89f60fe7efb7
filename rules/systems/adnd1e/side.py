"""The segment on which a side begins to act (SEG-C1, SEG-A19)."""

from __future__ import annotations

from rules.model.encounter import Combatant, Encounter, Term
from rules.systems.kit.system import SIDE


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


def own_segment(enc: Encounter, who: Combatant) -> int | None:
    """The segment on which `who` begins: the side's, and what the GM put right of it."""
    face = segment_of(enc, who.side, veiled=who.veiled)
    return None if face is None else face + (who.corrected or 0)


def own_terms(enc: Encounter, who: Combatant, segment: int) -> tuple[Term, ...]:
    """Why `who` begins there."""
    die = Term("SEG-C1", "die", segment - (who.corrected or 0))
    roll = enc.rolls.get(SIDE + who.side)
    if who.corrected is None and (roll is None or roll.corrected is None):
        return (die,)
    return die, Term("", "corrected", who.corrected or None)
