"""The GM puts right a roll that has fallen, or has it thrown anew. What it moves, the system says."""

from __future__ import annotations

from rules.engine.roster import known
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from rules.redaction.encounter import known_beside
from rules.systems import system_of
from rules.systems.kit.system import SIDE, System

PARTS = ("faces", "total", "modifier", "count", "traits")
MOST = 1_000  # a total or a modifier is no further from 0


def correct(enc: Encounter, command: do.Correct, dice: Dice) -> list[ev.Event]:
    """One part of a roll becomes another; all other dice stay."""
    system, what = system_of(enc), _part(command)
    roller = _fallen(enc, system, command.for_)
    if command.for_.startswith(SIDE) and what != "faces":
        raise Refused("illegal_value", "of a side only the faces", field=what)
    if what not in system.corrects:
        why = "the die alone counts here: say its face, or the total"
        raise Refused("illegal_value", why, system.dice.clause, field=what)
    if what in ("total", "modifier", "count") and abs(getattr(command, what)) > MOST:
        raise Refused("illegal_value", f"{what}: -{MOST} to {MOST}", field=what)
    return list(system.corrected(enc, roller, what, command, dice))


def _part(command: do.Correct) -> str:
    given = [name for name in PARTS if getattr(command, name) is not None]
    if len(given) != 1:
        raise Refused("bad_message", f"exactly one of {', '.join(PARTS)}", fields=given)
    return given[0]


def _fallen(enc: Encounter, system: System, for_: str) -> str:
    """The roller, or Refused `wrong_phase` where nothing has been rolled.

    Dice that hidden ones alone have rolled for their side are no roll of those whom players see.
    """
    whole = for_.startswith(SIDE)
    rolls = enc.rolls if whole else known_beside(enc, known(enc, for_)).rolls
    roller = system.roller_of(enc, for_)
    if roller not in rolls or not enc.running:
        raise Refused(
            "wrong_phase", "nothing has been rolled there", system.dice.clause, phase=enc.phase
        )
    return roller


def again(enc: Encounter, command: do.RollDice, dice: Dice) -> list[ev.Event]:
    """Thrown anew, as long as nothing of it was acted on."""
    if command.for_ == "all":
        raise Refused("illegal_value", "again is for one side, or one combatant", field="for")
    system = system_of(enc)
    roller = _fallen(enc, system, command.for_)
    if system.acted_on(enc, roller):
        why = "that roll was acted on: it can be corrected, not thrown again"
        raise Refused("wrong_phase", why, system.dice.clause, field="again", phase=enc.phase)
    return list(system.thrown_again(enc, roller, command, dice))
