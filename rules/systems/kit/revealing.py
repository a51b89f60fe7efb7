"""Whoever is revealed in a circle brings along no count that only hidden ones had.

A hidden one may have been placed beside another, or be back in its turn, and then has the other's count
(SF-A2). Once it is seen, so is its count: it becomes that of the one beside whom players see it.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.model.encounter import Combatant, Encounter, Entry, Gain, Key
from rules.model.events import Changed
from rules.model.turn_changes import Shift
from rules.systems.kit.places import Places
from rules.systems.kit.turn import how_gained, turns_of


class Revealing(Places):
    """Changes a combatant, and knows what revealing one may not tell."""

    def changed(self, enc: Encounter, who: Combatant, *fields: str) -> Changed:
        event = super().changed(enc, who, *fields)
        was = enc.combatants[who.id]
        if was.spot is None or who.hidden or not was.hidden:
            return event
        own = enc.rolls[who.id].total if who.id in enc.rolls else was.initiative
        seen = sorted((c.spot, c.initiative) for c in _seen_with_a_place(enc))
        open_ = {own, *(count for _, count in seen)}

        def told(count: int | None, at: Key) -> int | None:
            return count if count in open_ else _beside(seen, at, own)

        count = told(was.initiative, was.spot)
        gains = {
            entry.id: Gain(how_gained(enc, entry), told(entry.at, entry.key))
            for entry in _turns(enc, was)
            if entry.at not in open_
        }
        now = next((e for e in _turns(enc, was) if e.key == enc.cursor.key and e.id in gains), None)
        shift = Shift(gains=gains, at=None if now is None else gains[now.id].at)
        return replace(event, combatant=replace(event.combatant, initiative=count), shift=shift)


def _seen_with_a_place(enc: Encounter) -> list[Combatant]:
    return [c for c in enc.combatants.values() if not c.hidden and c.spot is not None]


def _turns(enc: Encounter, who: Combatant) -> list[Entry]:
    """Of this round, and of the one in which players stand."""
    return [
        *turns_of(enc, who),
        *(turns_of(enc.at_public, who) if enc.public != enc.cursor else ()),
    ]


def _beside(seen: list[tuple[Key | None, int | None]], at: Key, own: int | None) -> int | None:
    """The count of whoever players see last before that place, or first behind it."""
    earlier = [count for spot, count in seen if (spot or ()) <= at]
    later = [count for spot, count in seen if (spot or ()) > at]
    return earlier[-1] if earlier else later[0] if later else own
