"""Declarations, and taking them back."""

from __future__ import annotations

from rules.engine.roster import known
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from rules.systems import system_of

MOST = 12


def declare_by_player(enc: Encounter, command: do.Declare, dice: Dice) -> list[ev.Event]:
    """The actions of this round; they replace what was declared in it before, not what is carried over."""
    who = known(enc, command.combatant)
    system = system_of(enc)
    system.may_declare(enc, who)
    _named(enc, command)
    system.check(enc, who, command.actions)
    return list(system.declared(enc, who, command.actions))


def declare(enc: Encounter, command: do.Declare, dice: Dice) -> list[ev.Event]:
    """The dice bind players to what was declared; the GM puts it right (SEG-C14)."""
    who = known(enc, command.combatant)
    system = system_of(enc)
    if not system.fixed(enc, who):
        return declare_by_player(enc, command, dice)
    _named(enc, command)
    return list(system.redeclared(enc, who, command.actions))


def _named(enc: Encounter, command: do.Declare) -> None:
    if len(command.actions) > MOST:
        raise Refused("too_large", f"at most {MOST} actions", field="actions")
    for action in command.actions:
        for id_ in (action.target, *(action.targets or ())):
            if id_ is not None:
                known(enc, id_)


def cancel(enc: Encounter, command: do.Cancel, dice: Dice) -> list[ev.Event]:
    """A declared action is taken back; it stays in the list, so that numbers never move (SEG-C15)."""
    who = known(enc, command.combatant)
    if not 0 <= command.action < len(who.declared):
        raise Refused(
            "illegal_value", f"no action {command.action}", combatant=who.id, field="action"
        )
    return list(system_of(enc).cancelled(enc, who, command.action))
