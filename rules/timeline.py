"""The order of a round and the cursor in it: derived from the state, never stored."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.encounter import Cursor, Encounter, Entry
from rules.systems import system_of


class Timeline(Struct, frozen=True):
    """The entries of the current round in order; `slots` runs beside them, equal where simultaneous.

    `start` and `stop` are the half-open range of entries that happen now.
    """

    entries: tuple[Entry, ...]
    slots: tuple[int, ...]
    start: int
    stop: int

    @property
    def now(self) -> tuple[Entry, ...]:
        return self.entries[self.start : self.stop]


def timeline(enc: Encounter) -> Timeline:
    """The whole order, hidden ones included."""
    return arrange(system_of(enc).entries(enc), enc.cursor)


def seen(enc: Encounter) -> list[Entry]:
    """The entries of visible combatants where players stand: what their order is made of."""
    there = enc if enc.cursor == enc.public else replace(enc, cursor=enc.public)
    return [e for e in system_of(enc).entries(there) if visible(enc, e)]


def visible(enc: Encounter, entry: Entry) -> bool:
    who = enc.combatants.get(entry.combatant)
    return who is not None and not who.hidden


def arrange(entries: Sequence[Entry], cursor: Cursor) -> Timeline:
    """Slots and the cursor's range for entries that are in order."""
    slots: list[int] = []
    for i, entry in enumerate(entries):
        same = i > 0 and entries[i - 1].key == entry.key
        slots.append(slots[-1] if same else (slots[-1] + 1 if slots else 0))
    start, stop = _range(entries, cursor)
    return Timeline(tuple(entries), tuple(slots), start, stop)


def _range(entries: Sequence[Entry], cursor: Cursor) -> tuple[int, int]:
    if cursor.phase in ("setup", "declare", "roll", "over"):
        return 0, 0
    start = sum(e.key < cursor.key for e in entries)
    stop = start + sum(e.key == cursor.key for e in entries[start:])
    return start, stop


def active(enc: Encounter, moment: Sequence[Entry]) -> list[str]:
    """Who acts at the moment and is not done with it, each once, in order."""
    system = system_of(enc)
    going = [e for e in moment if e.id not in enc.ended and system.acts(enc, e)]
    return list(dict.fromkeys(e.combatant for e in going))
