"""Hits, healing, bleeding to come: what befalls a combatant at the cursor's place."""

from __future__ import annotations

from rules.engine.roster import known
from rules.fold.evolve import evolve_all
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import MAX_INT, Combatant, Encounter
from rules.model.errors import Refused
from rules.systems import system_of


def hit(enc: Encounter, command: do.Hit, dice: Dice) -> list[ev.Event]:
    """A hit as the GM reports it (SEG-A13). It happens at the cursor's place."""
    who = known(enc, command.combatant)
    _positive("damage", command.damage, least=0)
    left = None if who.hp is None else max(-MAX_INT, who.hp - command.damage)
    falls = left is not None and left <= 0 and not who.defeated
    fell = system_of(enc).now(enc) if falls else None
    whole = who.hp if who.hp_max is None and command.damage > 0 else None
    taken = ev.HitTaken(combatant=who.id, damage=command.damage, hp=left, fell=fell, hp_max=whole)
    spoiled = system_of(enc).spoil(enc, who, "hit")
    events: list[ev.Event] = [taken, *spoiled]
    return [*events, *dying(evolve_all(enc, events).combatants[who.id], enc)]


def dying(who: Combatant, enc: Encounter) -> list[ev.Event]:
    """Death, where the table has set a threshold (SEG-A18, option `dead_at`)."""
    threshold = enc.options.get("dead_at")
    if threshold is None or who.dead or who.hp is None or who.hp > threshold:
        return []
    return [ev.Died(combatant=who.id, clause=system_of(enc).options["dead_at"].clause)]


def heal(enc: Encounter, command: do.Heal, dice: Dice) -> list[ev.Event]:
    who = known(enc, command.combatant)
    _positive("hp", command.hp, least=1)
    hp = None if who.hp is None else min(MAX_INT, who.hp + command.hp)
    return [ev.Healed(combatant=who.id, gained=command.hp, hp=hp)]


def stabilise(enc: Encounter, command: do.Stabilise, dice: Dice) -> list[ev.Event]:
    who = known(enc, command.combatant)
    if not who.defeated or who.dead or who.stable:
        raise Refused("illegal_value", "nobody who bleeds", combatant=who.id)
    return [ev.Stabilised(combatant=who.id, clause=system_of(enc).stabilised(enc))]


def interrupt(enc: Encounter, command: do.Interrupt, dice: Dice) -> list[ev.Event]:
    """Concentration is disturbed without a hit."""
    who = known(enc, command.combatant)
    spoiled = list(system_of(enc).spoil(enc, who, "interrupt"))
    if not spoiled:
        raise Refused("illegal_value", "there is no concentration to disturb", combatant=who.id)
    return spoiled


def _positive(field: str, value: int, least: int) -> None:
    if value < least:
        raise Refused("illegal_value", f"{field} is {least} or more", field=field)
