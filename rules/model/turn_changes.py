"""What an event changes in the order of a circle of turns, beside the places themselves.

An entry's id is its combatant, the round and a number: `kes.2.1`.
"""

from __future__ import annotations

from collections.abc import Set
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.model.encounter import Combatant, Cursor, Encounter, Gain, How, Key, Mark

T = TypeVar("T")

FAR = 1 << 16
"""In a key: directly beside (-FAR before, FAR behind) the place that comes before it in the key."""


LATE = FAR + 1
"""In a key: behind somebody hidden; what follows is the place as players know it."""


class Shift(Struct, frozen=True, omit_defaults=True):
    """`entries` stand at another place in this round, `joins` says from which round somebody takes part,
    `renamed` are places (keys without their last 0) that are called otherwise from now on; by `bases` all
    places that begin with the first begin with the second. `spent` entries
    have no turn to come, `restored` ones have it again, `actions` are readied actions that come now.
    `gains` say how entries came by their place, `gained` how combatants came by theirs; `at` is the count in
    play from now on, until the moment is over.
    """

    entries: dict[str, Key] = {}
    joins: dict[str, int] = {}
    renamed: tuple[tuple[Key, Key], ...] = ()
    bases: tuple[tuple[Key, Key], ...] = ()
    spent: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    gains: dict[str, Gain] = {}
    gained: dict[str, How] = {}
    at: int | None = None


NOTHING = Shift()


def both(one: Shift, other: Shift) -> Shift:
    """Both; where they concern the same entry, the other."""
    kept = {i: gain for i, gain in one.gains.items() if i not in other.entries}
    return replace(
        other,
        entries={**one.entries, **other.entries},
        gains={**kept, **other.gains},
        spent=(*one.spent, *other.spent),
        actions=(*one.actions, *other.actions),
    )


def shifted(enc: Encounter, shift: Shift) -> Encounter:
    if shift == NOTHING:
        return enc
    if shift.bases:
        enc = _rebased(enc, dict(shift.bases))
    for old, new in shift.renamed:
        enc = _renamed(enc, old, new)
    people = dict(enc.combatants)
    for id_, round_ in shift.joins.items():
        people[id_] = replace(people[id_], joins=round_)
    for id_, how in shift.gained.items():
        people[id_] = replace(people[id_], gained=how)
    kept = {i: gain for i, gain in enc.gains.items() if i not in shift.entries}
    return replace(
        enc if shift.at is None else _counting(enc, shift.at),
        combatants=people,
        placed={**enc.placed, **shift.entries},
        gains={**kept, **shift.gains},
        spent=(enc.spent - set(shift.restored)) | set(shift.spent),
        unseen=enc.unseen - set(shift.spent),
        inserted=(*enc.inserted, *shift.actions),
    )


def _counting(enc: Encounter, at: int) -> Encounter:
    """The moment with another count, also for players if they are there."""
    cursor = replace(enc.cursor, at=at)
    return replace(enc, cursor=cursor, public=cursor if enc.public == enc.cursor else enc.public)


def _renamed(enc: Encounter, old: Key, new: Key) -> Encounter:
    """The place `old`, what stands directly beside it, and what ends there, called `new`."""
    return replace(
        enc,
        combatants={id_: _person(who, old, new) for id_, who in enc.combatants.items()},
        placed={id_: _key(key, old, new) for id_, key in enc.placed.items()},
        cursor=_cursor(enc.cursor, old, new),
        public=_cursor(enc.public, old, new),
    )


def places_in(enc: Encounter) -> list[Key]:
    """Every place of a circle that something in the fight holds."""
    people = enc.combatants.values()
    held = [who.spot for who in people if who.spot]
    ends = [m.until[1] for who in people for m in who.marks if m.until]
    found = [*held, *ends, *enc.placed.values(), enc.cursor.key, enc.public.key]
    return [key for key in found if len(key) > 3]


def _rebased(enc: Encounter, bases: dict[Key, Key]) -> Encounter:
    """Each place with another beginning."""

    def now(key: Key) -> Key:
        found = next((n for n in (4, 3) if len(key) > n and key[:n] in bases), None)
        return key if found is None else bases[key[:found]] + key[found:]

    def marked(mark: Mark) -> Mark:
        if mark.until is None:
            return mark
        return replace(mark, until=(mark.until[0], now(mark.until[1])))

    people = {
        id_: replace(
            who, spot=who.spot and now(who.spot), marks=tuple(marked(m) for m in who.marks)
        )
        for id_, who in enc.combatants.items()
    }
    cursor = replace(enc.cursor, key=now(enc.cursor.key))
    public = replace(enc.public, key=now(enc.public.key))
    placed = {id_: now(key) for id_, key in enc.placed.items()}
    fallen = frozenset((id_, now(key)) for id_, key in enc.fallen)
    return replace(
        enc, combatants=people, cursor=cursor, public=public, placed=placed, fallen=fallen
    )


def _key(key: Key, old: Key, new: Key) -> Key:
    n = len(old)
    if key[:n] == old and (key[n:] == (0,) or key[n : n + 1] in ((FAR,), (-FAR,))):
        return new + key[n:]
    return key


def _cursor(cursor: Cursor, old: Key, new: Key) -> Cursor:
    key = _key(cursor.key, old, new)
    return cursor if key == cursor.key else replace(cursor, key=key)


def _person(who: Combatant, old: Key, new: Key) -> Combatant:
    bound = who.spot is not None and who.spot != (
        *old,
        0,
    )  # who stands there itself is told by name
    spot = _key(who.spot, old, new) if bound and who.spot else who.spot
    marks = tuple(_mark(m, old, new) for m in who.marks)
    return who if (spot, marks) == (who.spot, who.marks) else replace(who, spot=spot, marks=marks)


def _mark(mark: Mark, old: Key, new: Key) -> Mark:
    if mark.until is None:
        return mark
    return replace(mark, until=(mark.until[0], _key(mark.until[1], old, new)))


def owner_of(entry: str) -> str:
    """The combatant of an entry's id."""
    return entry.partition(".")[0]


def forgotten(enc: Encounter) -> Encounter:
    """Without the entries of rounds that lie behind everybody, players too."""
    oldest = min(enc.cursor.round, enc.public.round)
    spent = frozenset(i for i in enc.spent if int(i.split(".")[1]) >= oldest)
    over = enc.spent - spent
    if not over:
        return enc
    inserted = tuple(i for i in enc.inserted if i not in over)
    placed, gains = _without(enc.placed, over), _without(enc.gains, over)
    return replace(enc, spent=spent, placed=placed, gains=gains, inserted=inserted)


def _without(entries: dict[str, T], over: Set[str]) -> dict[str, T]:
    """The same object where none of them is in it: all that follows from it stays, too."""
    if over.isdisjoint(entries):
        return entries
    return {id_: value for id_, value in entries.items() if id_ not in over}
