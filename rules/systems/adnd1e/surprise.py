"""Surprise segments, before round 1 (SEG-C9). The wire's round 0."""

from __future__ import annotations

from rules.encounter import Combatant, Cursor, Encounter
from rules.systems.adnd1e.times import Time, finish


def surprised_for(enc: Encounter) -> dict[str, int]:
    """For how many segments each side is surprised: equal numbers cancel, the lowest is taken from all."""
    sides = {who.side for who in enc.combatants.values()}
    seen = {who.side for who in enc.combatants.values() if not who.hidden}
    counted = {s for s in sides if s in seen or s in enc.surprise} if len(seen) > 1 else sides
    lowest = min((enc.surprise.get(s, 0) for s in counted), default=0)
    return {side: max(0, enc.surprise.get(side, 0) - lowest) for side in sorted(sides)}


def segments(enc: Encounter) -> int:
    return max(surprised_for(enc).values(), default=0) if enc.surprise else 0


def unsurprised(enc: Encounter, who: Combatant, segment: int) -> bool:
    return surprised_for(enc).get(who.side, 0) < segment


def opening(enc: Encounter) -> Time | None:
    """When actions begin that are declared for the present surprise segment, or for the rest."""
    if enc.round == 0 and enc.phase in ("declare", "surprise"):
        return 0, enc.cursor.at or 1
    return (enc.round, 1) if enc.phase == "rest" else None


def casting_done(enc: Encounter, start: Time, n: int) -> Time | None:
    """SEG-A6: begun in surprise segment k, done in segment k+n-1; `strict_casting`: one later."""
    if start[0] != 0:
        return None
    return finish(start, n if enc.options.get("strict_casting") else n - 1, segments(enc))


def declaring(segment: int) -> Cursor:
    return Cursor(round=0, phase="declare", key=(segment, 0), at=segment)


def following(enc: Encounter, segment: int) -> Cursor:
    """Behind surprise segment `segment`: the next on which somebody acts, else round 1."""
    for later in range(segment + 1, segments(enc) + 1):
        if any(who.acting and unsurprised(enc, who, later) for who in enc.combatants.values()):
            return declaring(later)
    return Cursor(round=1, phase="declare")
