"""Who is where in the order after the GM has put something right: what has begun is held at its start.

The rest begins no earlier than the present segment, and its further moments follow from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from rules.memo import once
from rules.model.earlier import before, had_begun, known_place
from rules.model.encounter import Combatant, Earlier, Encounter, Entry
from rules.systems.adnd1e.times import Time
from rules.systems.kit.replanning import seen_by

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
        return {
            id_: _held(earlier, who, had_begun(earlier, old.get(id_, ())), starts(was, who))
            for id_, who in enc.basis.items()
        }

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


def depth(enc: Encounter) -> int:
    """How often the order of this round was worked out anew."""
    n, earlier = 0, enc.earlier
    while earlier is not None:
        n, earlier = n + 1, earlier.earlier
    return n
