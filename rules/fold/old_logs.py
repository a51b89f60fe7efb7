"""Entries of older rules, completed as they are read.

Since rules 3 an event says what it does (a move opens a round, a roll comes late). Before that, the fold
found it out from the phase, which meant the same in all systems of that time. Here alone, outside the
systems, phases are known by name.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.fold.evolve import evolve, evolve_all
from rules.model import events as ev
from rules.model.encounter import Encounter
from rules.model.moves import with_results
from rules.model.phases import IDLE, PhaseTraits

COMPLETE = 3
"""From these rules on events carry all results."""

MOMENTS = ("surprise", "bonus", "act", "end")

PHASES = {
    "setup": IDLE,
    "declare": PhaseTraits(opens=True, rolls_anew=True),
    "roll": PhaseTraits(rolls=True),
    "surprise": PhaseTraits(moments=True, fixes=True),
    "bonus": PhaseTraits(moments=True),
    "act": PhaseTraits(moments=True, fixes=True),
    "end": PhaseTraits(moments=True, fixes=True),
    "rest": PhaseTraits(opens=True, rolls_anew=True, rests=True),
    "over": IDLE,
}
"""Of each phase the traits that the fold of rules 1 and 2 had in mind."""


def evolve_logged(enc: Encounter, events: Iterable[ev.Event], rules: int) -> Encounter:
    """The encounter after events of an entry that was written by that version of the rules."""
    if rules >= COMPLETE:
        return evolve_all(enc, events)
    for event in events:
        enc = evolve(enc, completed(enc, event, rules))
    return enc


def completed(enc: Encounter, event: ev.Event, rules: int) -> ev.Event:
    """The event with the results that rules older than 3 left out; `enc` is the encounter before it."""
    if rules >= COMPLETE:
        return event
    match event:
        case ev.Moved():
            return with_results(enc, event, PHASES[enc.phase], PHASES[event.cursor.phase])
        case ev.Rolled() if enc.phase == "act":
            return replace(event, late=True)
        case ev.Declared() if enc.phase == "act":
            return replace(event, late=True)
        case ev.Changed():
            return _veiled(enc, event)
    return event


def _veiled(enc: Encounter, event: ev.Changed) -> ev.Changed:
    """Before places are fixed for the round, somebody is taken as seen or hidden as they are now."""
    who = event.combatant
    fixed = enc.combatants[who.id].spot is not None or enc.phase in MOMENTS
    return event if fixed else replace(event, combatant=replace(who, veiled=who.hidden))
