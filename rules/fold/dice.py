"""Dice that fell, were thrown off or put right, and declarations: what places in the order follow from."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.fold.combatants import with_fields, with_one
from rules.model import events as ev
from rules.model.earlier import replanned
from rules.model.encounter import Combatant, Encounter, Roll


def rolled(enc: Encounter, event: ev.Rolled | ev.RolledOff | ev.Settled) -> Encounter:
    """The dice lie there, with the places that they give."""
    combatants = dict(enc.combatants)
    for id_, spot in event.spots.items():
        combatants[id_] = replace(combatants[id_], spot=spot)
    if isinstance(event, ev.RolledOff):
        thrown = {id_: (*enc.ranks.get(id_, ()), *faces) for id_, faces in event.faces.items()}
        return replace(enc, combatants=combatants, ranks={**enc.ranks, **thrown})
    if not isinstance(event, ev.Rolled):
        return replace(enc, combatants=combatants)
    rollers = (event.roller, *event.shared)
    for who in [combatants[id_] for id_ in rollers if id_ in combatants]:
        combatants[who.id] = replace(who, initiative=event.initiative, joins=event.joins)
    first = _first_roll(enc, event.roller) if event.late else None
    roll = event.roll if first is None else replace(event.roll, first=first)
    enc = replace(enc, combatants=combatants, rolls={**enc.rolls, **dict.fromkeys(rollers, roll)})
    if not event.late:
        return enc
    concerned = [
        c for c in enc.basis.values() if c.id in rollers or event.roller == f"side:{c.side}"
    ]
    return _late(enc, [c for c in concerned if first is None or not c.veiled])


def corrected(enc: Encounter, event: ev.Corrected) -> Encounter:
    """Another roll or another combatant counts; places by hand and roll-offs for old ones are gone."""
    if event.replans:
        enc = replanned(enc, event.open, alone=event.alone)
    if event.person is not None:
        enc = with_one(enc, event.person)
    if event.fixed is not None:
        enc = replace(enc, basis={**enc.basis, event.fixed.id: event.fixed})
    if event.roll is not None:
        enc = replace(enc, rolls={**enc.rolls, event.roller: event.roll})
    spot = event.spots.get(event.roller)
    if spot is None:
        return enc
    if spot != enc.combatants[event.roller].spot:  # a roll-off was for the old place
        enc = replace(enc, ranks={k: v for k, v in enc.ranks.items() if k != event.roller})
    who = {"spot": spot, "initiative": event.initiative, "joins": event.joins}
    return replace(with_fields(enc, event.roller, **who), serial=enc.serial + 1)


def declared(enc: Encounter, event: ev.Declared) -> Encounter:
    """It stands for the combatant; in an order that is under way, from here on."""
    was = replanned(enc, alone=event.alone) if event.replans else enc
    last = event.actions if event.repeatable else was.combatants[event.combatant].last
    enc = with_fields(was, event.combatant, declared=event.declarations, stated=True, last=last)
    if event.replans:
        return _replanned(enc, event.combatant)
    return _late(enc, [enc.combatants[event.combatant]]) if event.late else enc


def _replanned(enc: Encounter, id_: str) -> Encounter:
    """Declared after the dice: it stands in the order with what is declared now."""
    who = enc.combatants[id_]
    fixed = replace(enc.basis.get(id_, who), declared=who.declared)
    return replace(enc, basis={**enc.basis, id_: fixed})


def _first_roll(enc: Encounter, roller: str) -> Roll | None:
    """What was rolled for hidden ones alone: in an order that is under way it stays theirs."""
    roll = enc.rolls.get(roller)
    return roll if roll is not None and roll.veiled else None


def _late(enc: Encounter, people: Iterable[Combatant]) -> Encounter:
    """Who gets a place in an order that is under way has it by what they are now, from here on."""
    late = {who.id: replace(who, since=enc.cursor.key) for who in people}
    return replace(enc, basis={**enc.basis, **late})
