"""The GM's hand in the order: somebody comes before another, also inside a tie."""

from __future__ import annotations

from rules import commands as do
from rules import events as ev
from rules.dice import Dice
from rules.encounter import Encounter
from rules.errors import Refused
from rules.roster import known
from rules.systems import system_of


def place(enc: Encounter, command: do.Place, dice: Dice) -> list[ev.Event]:
    who, other = known(enc, command.combatant), known(enc, command.before)
    if who.id == other.id:
        raise Refused("illegal_value", "nobody comes before himself", field="before")
    return list(system_of(enc).place(enc, who, other))
