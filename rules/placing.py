"""The GM's hand in the order: somebody comes before or after another, also inside a tie, or last."""

from __future__ import annotations

from rules import commands as do
from rules import events as ev
from rules.dice import Dice
from rules.encounter import Encounter
from rules.errors import Refused
from rules.roster import known
from rules.systems import system_of
from rules.systems.base import Side


def place(enc: Encounter, command: do.Place, dice: Dice) -> list[ev.Event]:
    who, (side, named) = known(enc, command.combatant), _where(command)
    other = None if named is None else known(enc, named)
    if other is who:
        raise Refused("illegal_value", "nobody stands beside himself", field=side)
    return list(system_of(enc).place(enc, who, other, side))


def _where(command: do.Place) -> tuple[Side, str | None]:
    """On which side of whom; last: after nobody in particular."""
    given = [(command.before, "before"), (command.after, "after"), (command.last, "last")]
    if sum(bool(value) for value, _ in given) != 1:
        raise Refused("bad_message", "one of before, after and last", field="before")
    if command.before is not None:
        return "before", command.before
    return "after", command.after
