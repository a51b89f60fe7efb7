"""evolve(encounter, event) -> encounter: what became true. It decides nothing and rolls nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from rules.fold.combatants import each_with, with_fields, with_one
from rules.fold.dice import corrected, declared, rolled
from rules.fold.leaving import namesake_aside, without
from rules.fold.moving import moved
from rules.memo import Combatants, combatants, once
from rules.model import events as ev
from rules.model.encounter import BEFORE, Combatant, Encounter, Mark
from rules.model.turn_changes import owner_of, shifted

TOUCHING = (
    ev.Acted, ev.HitTaken, ev.Healed, ev.Stabilised, ev.Delayed, ev.Returned, ev.Readied, ev.Triggered,
    ev.Marked, ev.SpellBegun, ev.SpellCompleted, ev.SpellLost, ev.Arrived, ev.Stopped,
)  # fmt: skip
"""Something was done at the present moment: its dice are not thrown again."""


def evolve_all(enc: Encounter, events: Iterable[ev.Event]) -> Encounter:
    for event in events:
        enc = evolve(enc, event)
    return enc


def evolve(enc: Encounter, event: ev.Event) -> Encounter:
    """The encounter after the event. `undone` and `redone` are the history's, not a fight's.

    Decide, the fold and the views each go through the same move: it is made once.
    """
    if isinstance(event, ev.Moved):
        return once(enc.combatants, "moved", (enc, event), lambda: _after(enc, event))
    return _after(enc, event)


def _after(enc: Encounter, event: ev.Event) -> Encounter:
    after = _evolved(enc, event)
    if isinstance(event, TOUCHING) and not after.touched:
        after = replace(after, touched=True)
    if isinstance(after.combatants, Combatants):
        return after
    return replace(after, combatants=combatants(after.combatants, enc.combatants))


def _evolved(enc: Encounter, event: ev.Event) -> Encounter:  # noqa: C901 — one case an event
    match event:
        case ev.Moved():
            return moved(enc, event)
        case ev.Opened(system, options, combatants):
            persons = {c.id: c for c in combatants}
            return Encounter(system=system, options=options, combatants=persons)
        case ev.OptionsSet(options, options_next):
            enc = replace(enc, options=options, options_next=options_next)
            return shifted(enc, event.shift)
        case ev.Began():
            return _fresh(enc)
        case ev.Added(combatant, like):
            enc = with_one(namesake_aside(enc, combatant.id), combatant)
            enc = replace(enc, serial=enc.serial + 1)
            return _beside(enc, combatant.id, like) if like in enc.basis else enc
        case ev.Changed():
            enc = shifted(enc, event.shift)
            return _falls(enc, with_one(enc, event.combatant), event.combatant.id)
        case ev.Removed():
            return without(enc, event.combatant, wholly=event.wholly)
        case ev.Surprised():
            return _surprised(enc, event)
        case ev.Declared():
            return declared(enc, event)
        case ev.Cancelled(combatant, action):
            return _declaration(enc, combatant, action, cancelled=True, stands=event.stands)
        case ev.Unmet(combatant, action, charger, key):
            missed = (*enc.combatants[combatant].declared[action].missed, charger)
            return _declaration(enc, combatant, action, missed=missed, after=key)
        case ev.SpellLost(combatant, action):
            return _declaration(enc, combatant, action, lost=True)
        case ev.SpellBegun(combatant, action):
            return _declaration(enc, combatant, action, started=True)
        case ev.SpellCompleted() | ev.Arrived() | ev.Stopped():
            return _declaration(enc, event.combatant, event.action, done=True)
        case ev.Rolled() | ev.RolledOff() | ev.Settled():
            return shifted(rolled(enc, event), event.shift)
        case ev.Corrected():
            return shifted(corrected(enc, event), event.shift)
        case ev.Acted(_, entries):
            return replace(enc, ended=enc.ended | set(entries))
        case ev.HitTaken() | ev.Healed() | ev.Stabilised() | ev.Bled() | ev.Died():
            return _harm(enc, event)
        case ev.Delayed() | ev.Returned() | ev.Readied() | ev.Triggered():
            return shifted(_turn(enc, event), event.shift)
        case ev.Lapsed(combatant, _, action):
            if action is not None:
                return enc  # the declarations of a new round have taken its place
            return with_fields(enc, combatant, delaying=False, readied=None)
        case ev.Placed():
            return shifted(_placed(enc, event), event.shift)
        case ev.Marked(combatant, mark):
            who = enc.combatants[combatant]
            return with_fields(enc, combatant, marks=(*who.marks, mark))
        case ev.Unmarked(combatant):
            marks = enc.combatants[combatant].marks
            return with_fields(
                enc, combatant, marks=tuple(m for m in marks if not _names(m, event))
            )
        case ev.ClockSet(every):
            return replace(enc, clock=every)
        case ev.Ended(outcome):
            return replace(enc, outcome=outcome, clock=None, combatants=_calm(enc))
    return enc


def _calm(enc: Encounter) -> dict[str, Combatant]:
    return each_with(enc, surprised=False, surprise=None, wakes=None)


def _names(mark: Mark, event: ev.Unmarked) -> bool:
    if mark.name != event.name or event.by not in (None, mark.by):
        return False
    return event.until is None or mark.until == event.until


def _fresh(enc: Encounter) -> Encounter:
    """The same people and preparations, without what an earlier fight left."""
    persons = {
        id_: replace(
            who, declared=(), stated=False, last=(), joins=0, spot=None, initiative=None, gained="",
            delaying=False, readied=None, downed=None, acted=False, corrected=None, wakes=None,
            veiled=who.hidden, fell=BEFORE if who.fell else None,
        )
        for id_, who in enc.combatants.items()
    }  # fmt: skip
    return Encounter(
        system=enc.system,
        options=enc.options,
        combatants=persons,
        surprise=enc.surprise,
        clock=enc.clock,
    )


def _beside(enc: Encounter, part: str, group: str) -> Encounter:
    """The part of a group has its places: those that the dice gave, and those by hand."""
    basis = {**enc.basis, part: replace(enc.basis[group], id=part)}
    by_hand = {
        part + id_.removeprefix(group): k for id_, k in enc.placed.items() if owner_of(id_) == group
    }
    return replace(enc, basis=basis, placed={**enc.placed, **by_hand})


def _falls(before: Encounter, enc: Encounter, id_: str) -> Encounter:
    """Who falls is still part of the present moment (players may see an earlier one)."""
    if before.combatants[id_].fell is not None or enc.combatants[id_].fell is None:
        return enc
    moment = {(id_, enc.cursor.key), (id_, enc.public.key)}
    return replace(enc, fallen=enc.fallen | moment)


def _surprised(enc: Encounter, event: ev.Surprised) -> Encounter:
    if event.wakes:  # in the midst of the fight
        for id_, wakes in event.wakes.items():
            enc = with_fields(enc, id_, wakes=wakes)
        return enc
    nobody = not (event.combatants or event.sides or event.segments)
    combatants = each_with(enc, surprised=False) if nobody else dict(enc.combatants)
    if event.sides or nobody:
        combatants = {id_: replace(w, surprise=None) if w.surprise is not None else w
                      for id_, w in combatants.items()}  # fmt: skip
    struck = event.barred if event.by else event.combatants  # `by`: in the midst of the fight
    for id_ in struck:
        combatants[id_] = replace(combatants[id_], surprised=True)
    for id_, segments in event.segments.items():
        combatants[id_] = replace(combatants[id_], surprise=segments)
    surprise = {} if nobody else event.sides or enc.surprise
    return replace(enc, combatants=combatants, surprise=surprise)


def _declaration(enc: Encounter, id_: str, index: int, **fields: Any) -> Encounter:
    declared = list(enc.combatants[id_].declared)
    declared[index] = replace(declared[index], **fields)
    return with_fields(enc, id_, declared=tuple(declared))


def _harm(
    enc: Encounter, event: ev.HitTaken | ev.Healed | ev.Stabilised | ev.Bled | ev.Died
) -> Encounter:
    match event:
        case ev.HitTaken(combatant, _, hp, fell, hp_max):
            if hp_max is not None:
                enc = with_fields(enc, combatant, hp_max=hp_max)
            if fell is None:
                return with_fields(enc, combatant, hp=hp, stable=False)
            after = with_fields(enc, combatant, hp=hp, stable=False, fell=fell, downed=fell)
            return _falls(enc, after, combatant)
        case ev.Healed(combatant, _, hp):
            if hp is None or hp > 0:
                return with_fields(enc, combatant, hp=hp, fell=None, stable=False, dead=False)
            return with_fields(enc, combatant, hp=hp)
        case ev.Stabilised(combatant):
            return with_fields(enc, combatant, stable=True)
        case ev.Bled(combatant, hp):
            return with_fields(enc, combatant, hp=hp)
        case ev.Died(combatant):
            return with_fields(enc, combatant, dead=True)


def _turn(enc: Encounter, event: ev.Delayed | ev.Returned | ev.Readied | ev.Triggered) -> Encounter:
    match event:
        case ev.Delayed(combatant):
            return with_fields(enc, combatant, delaying=True)
        case ev.Readied(combatant, trigger):
            return with_fields(enc, combatant, readied=trigger)
        case ev.Returned(combatant, spot, initiative):
            enc = replace(enc, serial=enc.serial + 1)
            return with_fields(enc, combatant, delaying=False, spot=spot, initiative=initiative)
        case ev.Triggered(combatant, _, spot, initiative):
            who = enc.combatants[combatant]
            if spot is not None:
                who = replace(who, spot=spot, initiative=initiative)
            enc = replace(enc, serial=enc.serial + 1)
            return with_one(enc, replace(who, readied=None))


def _placed(enc: Encounter, event: ev.Placed) -> Encounter:
    enc = replace(enc, serial=enc.serial + 1)
    if event.entry is not None:
        return replace(enc, placed={**enc.placed, event.entry: event.key})
    if event.initiative is None:
        return with_fields(enc, event.combatant, spot=event.key)
    return with_fields(enc, event.combatant, spot=event.key, initiative=event.initiative)
