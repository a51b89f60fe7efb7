"""The order of a round and the cursor in it: derived from the state, never stored."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.memo import while_cursor_moves
from rules.model.encounter import Encounter, Entry
from rules.model.ordering import span, until
from rules.systems import system_of
from rules.systems.kit.system import SIDE


class Timeline(Struct, frozen=True):
    """The current round's entries in order; `start` and `stop` are the range of those that happen now."""

    entries: tuple[Entry, ...]
    start: int
    stop: int

    @property
    def now(self) -> tuple[Entry, ...]:
        return self.entries[self.start : self.stop]


def timeline(enc: Encounter) -> Timeline:
    """The whole order, hidden ones included."""
    return arrange(system_of(enc).entries(enc), enc)


def seen(enc: Encounter) -> tuple[Entry, ...]:
    """The entries of visible combatants where players stand: what their order is made of."""
    return while_cursor_moves(enc.at_public, "seen", _seen)


def _seen(there: Encounter) -> tuple[Entry, ...]:
    entries = system_of(there).entries(there)
    shown = tuple(e for e in entries if visible(there, e))
    return entries if len(shown) == len(entries) else shown


def reached(enc: Encounter) -> tuple[Entry, ...]:
    """What players see of the order.

    Places that come from an unowned one's declaration are open once they are reached.
    `enc` is the whole encounter; players stand at its `public` cursor.
    """
    entries, cursor = seen(enc), enc.public
    if not system_of(enc).hides_places:
        return entries
    owned = while_cursor_moves(enc.at_public, "owned", _owned)
    if len(owned) == len(entries):
        return entries
    if not system_of(enc).phase_of(cursor).moments:
        return owned
    come = entries[: until(entries, cursor.key)]
    return come + owned[until(owned, cursor.key) :]


def _owned(there: Encounter) -> tuple[Entry, ...]:
    return tuple(e for e in seen(there) if there.combatants[e.combatant].owner is not None)


def visible(enc: Encounter, entry: Entry) -> bool:
    """Whether players know the entry: its combatant, and the roll that its place comes from."""
    who = enc.combatants.get(entry.combatant)
    if who is None or who.hidden:
        return False
    then = enc.basis.get(who.id, who)
    roll = enc.rolls.get(SIDE + then.side)
    return roll is None or not roll.veiled or then.veiled


def arrange(entries: Sequence[Entry], enc: Encounter) -> Timeline:
    """Entries that are in order, with those at which the cursor of `enc` stands."""
    moments = system_of(enc).phase_of(enc).moments
    start, stop = span(entries, enc.cursor.key) if moments else (0, 0)
    return Timeline(tuple(entries), start, stop)


def slots(entries: Sequence[Entry]) -> list[int]:
    """A running number beside each entry, equal where they are simultaneous."""
    numbers: list[int] = []
    for i, entry in enumerate(entries):
        same = i > 0 and entries[i - 1].key == entry.key
        numbers.append(numbers[-1] if same else (numbers[-1] + 1 if numbers else 0))
    return numbers


def active(enc: Encounter, moment: Sequence[Entry]) -> list[str]:
    """Who acts at the moment and is not done with it, each once, in order."""
    system = system_of(enc)
    going = [e for e in moment if e.id not in enc.ended and system.acts(enc, e)]
    return list(dict.fromkeys(e.combatant for e in going))
