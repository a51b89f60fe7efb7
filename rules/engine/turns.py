"""Delay, return, ready, trigger: asked of the system, for combatants that exist."""

from __future__ import annotations

from rules.engine.roster import known
from rules.model import commands as do
from rules.model.dice import Dice
from rules.model.encounter import Encounter
from rules.model.events import Event
from rules.redaction.encounter import known_to_players
from rules.systems import system_of


def delay(enc: Encounter, command: do.Delay, dice: Dice) -> list[Event]:
    return list(system_of(enc).delay(enc, known(enc, command.combatant)))


def delay_of_seen(enc: Encounter, command: do.Delay, dice: Dice) -> list[Event]:
    """A player's: their turn goes on while a hidden one has its own."""
    return delay(known_to_players(enc), command, dice)


def return_(enc: Encounter, command: do.Return, dice: Dice) -> list[Event]:
    return list(system_of(enc).return_(enc, known(enc, command.combatant)))


def ready(enc: Encounter, command: do.Ready, dice: Dice) -> list[Event]:
    return list(system_of(enc).ready(enc, known(enc, command.combatant), command.trigger))


def ready_of_seen(enc: Encounter, command: do.Ready, dice: Dice) -> list[Event]:
    return ready(known_to_players(enc), command, dice)


def trigger(enc: Encounter, command: do.Trigger, dice: Dice) -> list[Event]:
    by = None if command.by is None else known(enc, command.by).id
    return list(system_of(enc).trigger(enc, known(enc, command.combatant), by))
