"""Who is where in the order after the GM has put something right: what has begun is held at its start.

The rest begins no earlier than the present segment, and its further moments follow from there. Of a movement
under way whose speed was put right, the way up to this segment lies behind, the rest is at the new speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from rules.memo import once
from rules.model.earlier import before, had_begun, known_place
from rules.model.encounter import Combatant, Earlier, Encounter, Entry
from rules.systems.adnd1e import surprise
from rules.systems.adnd1e.movement import gone
from rules.systems.adnd1e.times import Time, between
from rules.systems.kit.replanning import seen_by

MOVING = ("move", "close", "charge")
ENDS = ("arrives", "contact", "stops")

Entries = Callable[[Encounter], list[Entry]]
Starts = Callable[[Encounter, Combatant], Mapping[int, Time]]


def held(enc: Encounter, entries: Entries, starts: Starts) -> Mapping[str, Combatant]:
    """Those from whom the places follow; `entries` and `starts` say how they were before."""
    earlier = enc.earlier
    if earlier is None:
        return enc.basis

    def people() -> dict[str, Combatant]:
        was = before(enc, earlier)
        old: dict[str, list[Entry]] = {}
        for entry in entries(was):
            old.setdefault(entry.combatant, []).append(entry)
        before_it, segments = held(was, entries, starts), surprise.segments(was)
        return {
            id_: _on_the_way(
                earlier, before_it.get(id_), segments, repaced(earlier, who, old.get(id_, ())),
                _held(earlier, who, had_begun(earlier, old.get(id_, ())), starts(was, who)),
            )
            for id_, who in enc.basis.items()
        }  # fmt: skip

    return once(enc.combatants, ("held", depth(enc)), (earlier, enc.basis, enc.combatants), people)


def _held(
    earlier: Earlier, who: Combatant, begun: set[int | None], starts: Mapping[int, Time]
) -> Combatant:
    declared = tuple(
        replace(d, begun=starts[i]) if i in begun and i in starts and d.begun is None else d
        for i, d in enumerate(who.declared)
    )
    seen = known_place(seen_by(earlier, who))
    now = (earlier.cursor.round, seen[0] if seen else 0)
    return replace(who, declared=declared, resumes=now)


def repaced(earlier: Earlier, who: Combatant, old: Iterable[Entry]) -> set[int]:
    """The movements of `who` under way whose speed was put right; `old` are the entries before that."""
    was, entries = earlier.basis.get(who.id), list(old)
    if was is None or was.traits.get("move") == who.traits.get("move"):
        return set()
    begun, here = had_begun(earlier, entries), earlier.cursor.key
    there = {e.action for e in entries if e.what in ENDS and e.key <= here}
    return {
        i for i, d in enumerate(who.declared)
        if d.action.act in MOVING and (i in begun or d.begun is not None) and i not in there
    }  # fmt: skip


def _on_the_way(
    earlier: Earlier, was: Combatant | None, segments: int, paced: set[int], who: Combatant
) -> Combatant:
    """With the way behind each movement: what it was before, and what was covered since at the old speed."""
    if was is None:
        return who
    ahead = (earlier.cursor.round, (who.resumes or (0, 0))[1] + 1)
    declared = list(who.declared)
    for i, (d, before_it) in enumerate(zip(who.declared, was.declared, strict=False)):
        if i in paced and d.begun is not None:
            declared[i] = replace(d, way=gone(was, before_it, between(d.begun, ahead, segments)))
        elif d.way != before_it.way:
            declared[i] = replace(d, way=before_it.way)
    return replace(who, declared=tuple(declared))


def depth(enc: Encounter) -> int:
    """How often the order of this round was worked out anew."""
    n, earlier = 0, enc.earlier
    while earlier is not None:
        n, earlier = n + 1, earlier.earlier
    return n
