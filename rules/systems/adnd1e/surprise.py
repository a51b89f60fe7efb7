"""Surprise (SEG-C9): segments before round 1, the wire's round 0; in mid-fight a late start."""

from __future__ import annotations

from collections.abc import Mapping

from rules.model.encounter import Combatant, Cursor, Declaration, Encounter
from rules.model.errors import Refused
from rules.model.events import Surprised
from rules.systems.adnd1e.times import LAST, Time, finish


def surprised_for(enc: Encounter) -> dict[str, int]:
    """For how many segments each side is surprised: equal numbers cancel, the lowest is taken from all."""
    lowest = _lowest(enc, enc.surprise)
    sides = {who.side for who in enc.combatants.values()}
    return {side: max(0, enc.surprise.get(side, 0) - lowest) for side in sorted(sides)}


def _lowest(enc: Encounter, given: Mapping[str, int]) -> int:
    """The lowest number of the sides; one of which everybody is hidden counts if its number was given."""
    sides = {who.side for who in enc.combatants.values()}
    seen = {who.side for who in enc.combatants.values() if not who.hidden}
    counted = {s for s in sides if s in seen or s in given} if len(seen) > 1 else sides
    return min((given.get(s, 0) for s in counted), default=0)


def single(enc: Encounter, who: Combatant, sides: Mapping[str, int]) -> int:
    """The segments of one: an own number stands in place of the side's (of `surprised_for`)."""
    if who.surprise is None:
        return sides.get(who.side, 0)
    return max(0, who.surprise - _lowest(enc, enc.surprise))


def segments(enc: Encounter) -> int:
    people = enc.combatants.values()
    if not enc.surprise and all(who.surprise is None for who in people):
        return 0
    sides = surprised_for(enc)
    return max((*sides.values(), *(single(enc, who, sides) for who in people)), default=0)


def unsurprised(enc: Encounter, who: Combatant, segment: int) -> bool:
    return single(enc, who, surprised_for(enc)) < segment


def opening(enc: Encounter) -> Time | None:
    """When actions begin that are declared for the present surprise segment, or for the rest."""
    if enc.round == 0 and enc.phase in ("declare", "surprise"):
        return 0, enc.cursor.at or 1
    return (enc.round, 1) if enc.phase == "rest" else None


def casting_done(enc: Encounter, d: Declaration, start: Time, n: int) -> Time | None:
    """SEG-A6: begun in surprise segment k, done in segment k+n-1; `strict_casting`: one later.

    What has begun keeps the rule under which it began.
    """
    if start[0] != 0:
        return None
    strict = enc.options.get("strict_casting") if d.strict is None else d.strict
    return finish(start, n if strict else n - 1, segments(enc))


def declaring(segment: int) -> Cursor:
    return Cursor(round=0, phase="declare", key=(segment, 0), at=segment)


def following(enc: Encounter, segment: int) -> Cursor:
    """Behind surprise segment `segment`: the next on which somebody acts, else round 1."""
    for later in range(segment + 1, segments(enc) + 1):
        if any(who.acting and unsurprised(enc, who, later) for who in enc.combatants.values()):
            return declaring(later)
    return Cursor(round=1, phase="declare")


def open_to_change(enc: Encounter) -> bool:
    """Before the fight, or between its surprise segments and its rest."""
    return enc.phase in ("setup", "over") or (enc.round > 0 and enc.phase != "rest")


def said(enc: Encounter, sides: Mapping[str, int], singles: Mapping[str, int]) -> Surprised:
    """The event of what the GM says; Refused where a number or a side does not exist."""
    present = {who.side for who in enc.combatants.values()}
    for side, n in sides.items():
        if side not in present or not 0 <= n <= LAST:
            _refuse(f"{side}: {n} segments of surprise", "sides")
    for id_, n in singles.items():
        if not 0 <= n <= LAST:
            _refuse(f"{id_}: {n} segments of surprise", "combatants")
    wakes = {} if enc.phase in ("setup", "over") else _wakes(enc, sides, singles)
    return Surprised(sides=dict(sides), segments=dict(singles), wakes=wakes, clause="SEG-C9")


def _refuse(why: str, field: str) -> None:
    raise Refused("illegal_value", why, "SEG-C9", field=field)


def _wakes(
    enc: Encounter, sides: Mapping[str, int], singles: Mapping[str, int]
) -> dict[str, Time | None]:
    """In mid-fight: before what each begins nothing new, in the next round whose dice fall."""
    lowest, round_ = _lowest(enc, sides), enc.round + (enc.phase != "declare")
    given = {i: singles.get(i, sides.get(who.side)) for i, who in enc.combatants.items()}
    return {
        id_: finish((round_, 1), n - lowest) if n > lowest else None
        for id_, n in given.items()
        if n is not None
    }
