"""A small system: one die a side each round, highest first, without declarations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rules.model.commands import RollDice
from rules.model.dice import Dice
from rules.model.encounter import END, Combatant, Cursor, Encounter, Entry, Roll
from rules.model.events import Event, Rolled
from rules.model.ordering import behind
from rules.model.phases import PhaseTraits
from rules.systems import SYSTEMS
from rules.systems.kit.dice_spec import DiceSpec, typed
from rules.systems.kit.layout import Layout
from rules.systems.kit.phases import ACT, END_OF_ROUND, OVER, SETUP
from rules.systems.kit.system import SIDE, System


class OneDieASide(System):
    """Roll, act, end, and roll again."""

    id = "one_die_a_side"
    dice = DiceSpec(1, 6, "side", "ONE-C1")
    layout = Layout("passes", "initiative")
    phases = {
        "setup": SETUP, "roll": PhaseTraits(opens=True, rolls_anew=True, rolls=True),
        "act": ACT, "end": END_OF_ROUND, "over": OVER,
    }  # fmt: skip

    def rollers(self, enc: Encounter) -> tuple[str, ...]:
        rolling = enc.running and not self.phase_of(enc).closes
        people = enc.combatants.values() if rolling else ()
        return tuple(sorted({SIDE + who.side for who in people if who.acting}))

    def roller_of(self, enc: Encounter, for_: str) -> str:
        return for_ if for_.startswith(SIDE) else SIDE + enc.combatants[for_].side

    def throw(self, enc: Encounter, roller: str, command: RollDice, dice: Dice) -> Sequence[Event]:
        faces = typed(self.dice, command.faces or dice.faces(1, 6))
        roll = Roll(faces, total=sum(faces))
        return [Rolled(roller=roller, roll=roll, clause="ONE-C1", late=self.late(enc))]

    def ordered(self, enc: Encounter) -> Sequence[Entry]:
        entries = [self._entry(enc, who) for who in enc.combatants.values()]
        return sorted((e for e in entries if e is not None), key=lambda e: (e.key, e.combatant))

    def _entry(self, enc: Encounter, who: Combatant) -> Entry | None:
        roll = enc.rolls.get(SIDE + who.side)
        if roll is None or enc.round == 0:
            return None
        return Entry(
            id=f"{who.id}.{enc.round}.1", round=enc.round, phase="act", key=(-roll.total, 0),
            combatant=who.id, what="turn", at=roll.total,
        )  # fmt: skip

    def first(self, enc: Encounter) -> Cursor:
        return Cursor(round=1, phase="roll")

    def next(self, enc: Encounter, entries: Sequence[Entry], to: str) -> Cursor:
        if self.phase_of(enc).closes:
            return Cursor(round=enc.round + 1, phase="roll")
        for entry in behind(entries, enc.cursor.key):
            if self.acts(enc, entry):
                return Cursor(round=enc.round, phase="act", key=entry.key, at=entry.at)
        return Cursor(round=enc.round, phase="end", key=END)

    def places(self, enc: Encounter) -> bool:
        return False


@contextmanager
def there_is() -> Iterator[None]:
    """It is among the systems meanwhile."""
    SYSTEMS[OneDieASide.id] = OneDieASide()
    try:
        yield
    finally:
        del SYSTEMS[OneDieASide.id]
