"""The turn of a combatant in a round of a circle, a readied action beside it, and how their places came."""

from __future__ import annotations

from rules.model.earlier import known_place
from rules.model.encounter import Combatant, Encounter, Entry, Gain, How, Key
from rules.model.turn_changes import Shift


def entry_id(enc: Encounter, combatant: str, n: int = 1) -> str:
    return f"{combatant}.{enc.round}.{n}"


def turns_of(enc: Encounter, who: Combatant) -> list[Entry]:
    """The turn of this round, and a readied action that came beside it."""
    ids = [entry_id(enc, who.id), entry_id(enc, who.id, 2)]
    return [_entry(enc, who, id_) for id_ in ids[:1] + [i for i in ids[1:] if i in enc.placed]]


def _entry(enc: Encounter, who: Combatant, id_: str) -> Entry:
    return Entry(
        id=id_, round=enc.round, phase="act" if enc.phase == "end" else enc.phase,
        key=enc.placed.get(id_, who.spot or ()), combatant=who.id,
        what="action" if id_ in enc.inserted else "turn", at=_count(enc, who, id_),
    )  # fmt: skip


def _count(enc: Encounter, who: Combatant, id_: str) -> int | None:
    """A place given for this round has the count with which it was given."""
    gain, given = enc.gains.get(id_), enc.placed.get(id_)
    if gain is not None:
        return gain.at
    return who.initiative if given in (None, who.spot) else -known_place(given or (0,))[0]


def how_gained(enc: Encounter, entry: Entry) -> How:
    """How the entry came by its place; older logs say no more than that it is not the dice's."""
    if entry.id in enc.gains:
        return enc.gains[entry.id].how
    who = enc.combatants[entry.combatant]
    return who.gained if entry.key == who.spot else ""


def staying(enc: Encounter, entry: Entry | None) -> Shift:
    """The entry keeps its place in this round, wherever its combatant goes."""
    return Shift() if entry is None else given(enc, entry, entry.key)


def given(enc: Encounter, entry: Entry, key: Key) -> Shift:
    """The entry has that place in this round, and is what it was."""
    return Shift(entries={entry.id: key}, gains={entry.id: Gain(how_gained(enc, entry), entry.at)})
