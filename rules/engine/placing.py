"""The GM's hand in the order: somebody comes before or after another, also inside a tie, or last."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.engine.moves import completed
from rules.engine.roster import known
from rules.fold.evolve import evolve_all
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import Combatant, Encounter
from rules.model.errors import Refused
from rules.redaction.encounter import hidden_of
from rules.systems import system_of
from rules.systems.kit.beside import Side


def place(enc: Encounter, command: do.Place, dice: Dice) -> list[ev.Event]:
    who, (side, named) = known(enc, command.combatant), _where(command)
    other = None if named is None else known(enc, named)
    if other is who:
        raise Refused("illegal_value", "nobody stands beside themselves", field=side)
    placed = [*system_of(enc).place(enc, who, other, side)]
    return [*placed, *_gone_back(enc, who, placed)]


def _gone_back(enc: Encounter, who: Combatant, placed: Sequence[ev.Event]) -> list[ev.Event]:
    """The cursor goes back to what `who` had still to do, if its new place is before the present moment.

    Without this the cursor would never come there, and a turn would be lost. Refused `illegal_value` where
    others have acted between that place and the present moment: they would act again.
    """
    after = evolve_all(enc, placed)
    entries = system_of(enc).entries(after)
    to_come = _to_come(enc, who)
    passed = [e.key for e in entries if e.id in to_come and e.key < enc.cursor.key]
    if not passed:
        return []
    key = min(passed)
    if any(key < e.key < enc.cursor.key and e.id not in to_come for e in entries):
        raise Refused("illegal_value", "that place has passed", combatant=who.id)
    here = replace(enc.cursor, key=key)
    seen = here if enc.public == enc.cursor and who.id not in hidden_of(enc) else enc.public
    return [completed(enc, ev.Moved(cursor=here, public=seen))]


def _to_come(enc: Encounter, who: Combatant) -> frozenset[str]:
    """The entries of this round that `who` has still to do, those of the present moment too."""
    system, done = system_of(enc), enc.ended | enc.spent
    own = [e for e in system.entries(enc) if e.combatant == who.id and system.acts(enc, e)]
    return frozenset(e.id for e in own if e.key >= enc.cursor.key and e.id not in done)


def _where(command: do.Place) -> tuple[Side, str | None]:
    """On which side of whom; last: after nobody in particular."""
    given = [(command.before, "before"), (command.after, "after"), (command.last, "last")]
    if sum(bool(value) for value, _ in given) != 1:
        raise Refused("bad_message", "one of before, after and last", field="before")
    if command.before is not None:
        return "before", command.before
    return "after", command.after
