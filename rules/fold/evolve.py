"""evolve(encounter, event) -> encounter: what became true. It decides nothing and rolls nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from rules.fold.leaving import namesake_aside, without
from rules.memo import Combatants, combatants, once
from rules.model import events as ev
from rules.model.earlier import replanned
from rules.model.encounter import BEFORE, Combatant, Declaration, Encounter, Mark, Roll
from rules.model.turn_changes import forgotten, owner_of, shifted

NONE: frozenset[Any] = frozenset()
"""Python makes a new empty set each time, and each moment of a fight is kept with two."""


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
            return _moved(enc, event)
        case ev.Opened(system, options, combatants):
            persons = {c.id: c for c in combatants}
            return Encounter(system=system, options=options, combatants=persons)
        case ev.OptionsSet(options, options_next):
            return replace(enc, options=options, options_next=options_next)
        case ev.Began():
            return _fresh(enc)
        case ev.Added(combatant, like):
            enc = with_one(namesake_aside(enc, combatant.id), combatant)
            enc = replace(enc, serial=enc.serial + 1)
            return _beside(enc, combatant.id, like) if like in enc.basis else enc
        case ev.Changed():
            return _falls(enc, with_one(enc, event.combatant), event.combatant.id)
        case ev.Removed():
            return without(enc, event.combatant, wholly=event.wholly)
        case ev.Surprised():
            return _surprised(enc, event)
        case ev.Declared():
            return _declared(enc, event)
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
            return shifted(_dice(enc, event), event.shift)
        case ev.Corrected():
            return shifted(_corrected(enc, event), event.shift)
        case ev.Acted(_, entries):
            return replace(enc, ended=enc.ended | set(entries))
        case ev.HitTaken() | ev.Healed() | ev.Stabilised() | ev.Bled() | ev.Died():
            return _harm(enc, event)
        case ev.Delayed() | ev.Returned() | ev.Readied() | ev.Triggered():
            return shifted(_turn(enc, event), event.shift)
        case ev.Lapsed(combatant, _, action):
            if action is not None:
                return enc  # the declarations of a new round have taken its place
            return _set(enc, combatant, delaying=False, readied=None)
        case ev.Placed():
            return shifted(_placed(enc, event), event.shift)
        case ev.Marked(combatant, mark):
            who = enc.combatants[combatant]
            return _set(enc, combatant, marks=(*who.marks, mark))
        case ev.Unmarked(combatant):
            marks = enc.combatants[combatant].marks
            return _set(enc, combatant, marks=tuple(m for m in marks if not _names(m, event)))
        case ev.ClockSet(every):
            return replace(enc, clock=every)
        case ev.Ended(outcome):
            return replace(enc, outcome=outcome, clock=None, combatants=_calm(enc))
    return enc


def with_one(enc: Encounter, who: Combatant) -> Encounter:
    return replace(enc, combatants={**enc.combatants, who.id: who})


def _set(enc: Encounter, id_: str, **fields: Any) -> Encounter:
    return with_one(enc, replace(enc.combatants[id_], **fields))


def _each(enc: Encounter, **fields: Any) -> dict[str, Combatant]:
    return {
        id_: who if all(getattr(who, k) == v for k, v in fields.items()) else replace(who, **fields)
        for id_, who in enc.combatants.items()
    }


def _calm(enc: Encounter) -> dict[str, Combatant]:
    return _each(enc, surprised=False, surprise=None, wakes=None)


def _names(mark: Mark, event: ev.Unmarked) -> bool:
    if mark.name != event.name or event.by not in (None, mark.by):
        return False
    return event.until is None or mark.until == event.until


def _fresh(enc: Encounter) -> Encounter:
    """The same people and preparations, without what an earlier fight left."""
    persons = {
        id_: replace(
            who, declared=(), stated=False, joins=0, spot=None, initiative=None, gained="",
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


def _late(enc: Encounter, people: Iterable[Combatant]) -> Encounter:
    """Who gets a place in an order that is under way has it by what they are now, from here on."""
    late = {who.id: replace(who, since=enc.cursor.key) for who in people}
    return replace(enc, basis={**enc.basis, **late})


def _falls(before: Encounter, enc: Encounter, id_: str) -> Encounter:
    """Who falls is still part of the present moment (players may see an earlier one)."""
    if before.combatants[id_].fell is not None or enc.combatants[id_].fell is None:
        return enc
    moment = {(id_, enc.cursor.key), (id_, enc.public.key)}
    return replace(enc, fallen=enc.fallen | moment)


def _surprised(enc: Encounter, event: ev.Surprised) -> Encounter:
    if event.wakes:  # in the midst of the fight
        for id_, wakes in event.wakes.items():
            enc = _set(enc, id_, wakes=wakes)
        return enc
    nobody = not (event.combatants or event.sides or event.segments)
    combatants = _each(enc, surprised=False) if nobody else dict(enc.combatants)
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
    return _set(enc, id_, declared=tuple(declared))


def _dice(enc: Encounter, event: ev.Rolled | ev.RolledOff | ev.Settled) -> Encounter:
    combatants = dict(enc.combatants)
    for id_, spot in event.spots.items():
        combatants[id_] = replace(combatants[id_], spot=spot)
    if isinstance(event, ev.RolledOff):
        thrown = {id_: (*enc.ranks.get(id_, ()), *faces) for id_, faces in event.faces.items()}
        return replace(enc, combatants=combatants, ranks={**enc.ranks, **thrown})
    if not isinstance(event, ev.Rolled):
        return replace(enc, combatants=combatants)
    who = combatants.get(event.roller)
    if who is not None:
        combatants[who.id] = replace(who, initiative=event.initiative, joins=event.joins)
    first = _first_roll(enc, event.roller) if event.late else None
    roll = event.roll if first is None else replace(event.roll, first=first)
    enc = replace(enc, combatants=combatants, rolls={**enc.rolls, event.roller: roll})
    if not event.late:
        return enc
    concerned = [c for c in enc.basis.values() if event.roller in (c.id, f"side:{c.side}")]
    return _late(enc, [c for c in concerned if first is None or not c.veiled])


def _corrected(enc: Encounter, event: ev.Corrected) -> Encounter:
    if event.replans:
        enc = replanned(enc, event.open)
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
    return replace(_set(enc, event.roller, **who), serial=enc.serial + 1)


def _declared(enc: Encounter, event: ev.Declared) -> Encounter:
    was = replanned(enc) if event.replans else enc
    enc = _set(was, event.combatant, declared=event.declarations, stated=True)
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


def _harm(
    enc: Encounter, event: ev.HitTaken | ev.Healed | ev.Stabilised | ev.Bled | ev.Died
) -> Encounter:
    match event:
        case ev.HitTaken(combatant, _, hp, fell, hp_max):
            if hp_max is not None:
                enc = _set(enc, combatant, hp_max=hp_max)
            if fell is None:
                return _set(enc, combatant, hp=hp, stable=False)
            after = _set(enc, combatant, hp=hp, stable=False, fell=fell, downed=fell)
            return _falls(enc, after, combatant)
        case ev.Healed(combatant, _, hp):
            if hp is None or hp > 0:
                return _set(enc, combatant, hp=hp, fell=None, stable=False, dead=False)
            return _set(enc, combatant, hp=hp)
        case ev.Stabilised(combatant):
            return _set(enc, combatant, stable=True)
        case ev.Bled(combatant, hp):
            return _set(enc, combatant, hp=hp)
        case ev.Died(combatant):
            return _set(enc, combatant, dead=True)


def _turn(enc: Encounter, event: ev.Delayed | ev.Returned | ev.Readied | ev.Triggered) -> Encounter:
    match event:
        case ev.Delayed(combatant):
            return _set(enc, combatant, delaying=True)
        case ev.Readied(combatant, trigger):
            return _set(enc, combatant, readied=trigger)
        case ev.Returned(combatant, spot, initiative):
            enc = replace(enc, serial=enc.serial + 1)
            return _set(enc, combatant, delaying=False, spot=spot, initiative=initiative)
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
        return _set(enc, event.combatant, spot=event.key)
    return _set(enc, event.combatant, spot=event.key, initiative=event.initiative)


def _moved(enc: Encounter, event: ev.Moved) -> Encounter:
    after = _stood(enc, event)
    return replace(after, options=after.options_next, options_next={}) if event.options else after


def _stood(enc: Encounter, event: ev.Moved) -> Encounter:
    before, cursor = enc.cursor, event.cursor
    for id_ in event.acted:
        enc = _set(enc, id_, surprised=False, acted=True)
    if cursor == before:
        return replace(enc, public=event.public, unseen=NONE)
    stays = event.public == enc.public  # players still stand at a moment that is over
    enc = replace(
        enc,
        cursor=cursor,
        public=event.public,
        ended=enc.ended if stays else NONE,
        unseen=enc.unseen.union(event.unseen) if stays else NONE,
        rested=event.rested,
        touched=False,
        surprise={} if event.over else enc.surprise,
    )
    if event.opens:
        enc = _new_declarations(enc, event.carried)
    if event.rolls_anew:
        enc = replace(enc, rolls={}, ranks={}, placed={}, basis={}, fallen=NONE, earlier=None)
    if event.spent:
        enc = replace(enc, spent=enc.spent.union(event.spent))
    if cursor.round != before.round:
        enc = forgotten(_unveiled(enc))
    if event.fixes:
        enc = replace(enc, basis=enc.combatants)
    return enc


def _unveiled(enc: Encounter) -> Encounter:
    """In a new round, who has no place yet is taken as seen or hidden as it is now."""
    changed = {
        id_: replace(who, veiled=who.hidden)
        for id_, who in enc.combatants.items()
        if who.spot is None and who.veiled != who.hidden
    }
    return replace(enc, combatants={**enc.combatants, **changed}) if changed else enc


def _new_declarations(enc: Encounter, carried: dict[str, tuple[Declaration, ...]]) -> Encounter:
    persons = {
        id_: replace(who, declared=carried.get(id_, ()), stated=False, downed=None, corrected=None)
        if who.declared or who.stated or who.downed or who.corrected is not None or id_ in carried else who
        for id_, who in enc.combatants.items()
    }  # fmt: skip
    return replace(enc, combatants=persons)
