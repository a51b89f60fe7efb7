"""The order of a round worked out anew after the dice, where everybody declares and then rolls.

What has begun keeps its times. What has not, and whose new start has passed, begins directly after the
present moment.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count

from msgspec.structs import replace

from rules.model.earlier import directly_after, had_begun, known_place
from rules.model.encounter import Combatant, Cursor, Earlier, Entry, Key, Term

ORDERED = ("act", "end")


def replanned_entries(
    earlier: Earlier, fixed: Combatant, old: Sequence[Entry], new: Sequence[Entry], *,
    joins: bool = True, anew: Collection[int] = (),
) -> list[Entry]:  # fmt: skip
    """Of `fixed`, as it stands in the order: the `old` entries of what had begun, the `new` ones of the rest.

    The ids of the rest are the first that are free. With `joins` what has the very place of the present
    moment is simultaneous with it. Of the actions `anew`, under way, what is still to come is the new.
    """
    begun, here = had_begun(earlier, old), earlier.cursor.key
    kept = [
        _going_on(e, new) if e.action in anew else e
        for e in old if e.action in begun and (e.action not in anew or e.key <= here)
    ]  # fmt: skip
    done = {(e.action, e.what) for e in kept if e.action in anew}
    rest = [
        _coming(earlier, fixed, e, joins) for e in new
        if e.action not in begun or (e.action in anew and (e.action, e.what) not in done)
    ]  # fmt: skip
    rest.sort(key=lambda e: e.key)
    taken = {e.id for e in kept}
    free = (id_ for n in count(1) if (id_ := f"{fixed.id}.{earlier.cursor.round}.{n}") not in taken)
    return [*kept, *(replace(e, id=id_) for e, id_ in zip(rest, free, strict=False))]


def _going_on(entry: Entry, new: Sequence[Entry]) -> Entry:
    """The entry of what is under way, with how far it gets and until when by now."""
    now = next((e for e in new if (e.action, e.what) == (entry.action, entry.what)), entry)
    return replace(entry, until=now.until, feet=now.feet)


def _coming(earlier: Earlier, fixed: Combatant, entry: Entry, joins: bool) -> Entry:
    """The entry where it can still come: in its place, or directly after the present moment."""
    now, seen = earlier.cursor.key, seen_by(earlier, fixed)
    if entry.phase == "end" or entry.key > max(now, seen):
        return entry
    if joins and entry.key == now == (seen or now):
        return entry
    key = directly_after(now, seen, entry.key, earlier.serial)
    place = known_place(key)
    passed = entry.pass_ is not None
    at = place[1] if passed else place[0]
    return replace(
        entry, key=key, at=at, pass_=place[0] if passed else None, why=corrected(entry.why, at)
    )


def seen_by(earlier: Earlier, fixed: Combatant) -> Key:
    """Where those stood who know of `fixed`: while somebody hidden acts, players stand behind."""
    public = earlier.public
    there = public.round == earlier.cursor.round and public.phase in ORDERED
    if fixed.veiled:
        return earlier.cursor.key
    return public.key if there else ()


def corrected(why: Sequence[Term], at: int) -> tuple[Term, ...]:
    """The terms, with what makes their sum `at`."""
    others = tuple(t for t in why if t.term != "corrected")
    rest = at - sum(t.value or 0 for t in others)
    return (*others, Term("", "corrected", rest or None))


def running(cursor: Cursor) -> bool:
    """Whether the dice have fallen and the order of the round stands."""
    return cursor.phase in ORDERED
