"""Rounds whose dice fall anew each time: what opens the round, the dice, its moments, its end."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.model.encounter import END, Cursor, Encounter, Entry
from rules.model.errors import Refused
from rules.model.ordering import behind
from rules.model.phases import Phase
from rules.systems.kit.system import System


class Rounds(System):
    """The way of the cursor through phases "roll", "act" and "end", and what may stand before them."""

    opening: Phase = "roll"
    """The phase with which a round begins."""

    def first(self, enc: Encounter) -> Cursor:
        return Cursor(round=1, phase=self.opening)

    def next(self, enc: Encounter, entries: Sequence[Entry], to: str) -> Cursor:
        cursor, phase = enc.cursor, self.phase_of(enc)
        if phase.closes:
            return Cursor(round=cursor.round + 1, phase=self.opening)
        if phase.under_way:
            return self.to_moment(enc, entries, cursor) or self.closing(enc, entries)
        if phase.rolls:
            empty = Cursor(round=cursor.round, phase="act")
            return self.to_moment(enc, entries, replace(cursor, key=())) or empty
        if phase.opens:
            return Cursor(round=cursor.round, phase="roll")
        raise Refused("wrong_phase", "no fight is going on", phase=cursor.phase)

    def to_moment(self, enc: Encounter, entries: Sequence[Entry], after: Cursor) -> Cursor | None:
        """The first moment of the round behind `after` on which somebody acts."""
        for entry in behind(entries, after.key):
            if entry.phase == "act" and self.acts(enc, entry):
                return Cursor(round=entry.round, phase="act", key=entry.key, at=entry.at)
        return None

    def closing(self, enc: Encounter, entries: Sequence[Entry]) -> Cursor:
        """The end of the round, behind its last moment."""
        return Cursor(round=enc.round, phase="end", key=END)
