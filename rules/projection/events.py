"""What of an event a role is told: each is built field by field from what the role knows.

An event without a builder tells nothing, and neither does a field that no builder names. Whoever a
role does not see is nobody: no event of theirs is told, and nobody else's event names them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.model import events as ev
from rules.model import saves
from rules.model.encounter import Encounter
from rules.projection import outcomes
from rules.projection import told as t
from rules.projection.audience import Audience
from rules.projection.told import Told
from rules.projection.view import View
from rules.redaction.encounter import known_to, unaimed
from rules.systems import system_of

INNER = ("hp", "hp_max", "traits", "usual", "creature")
"""Fields of an unowned combatant whose change is for the GM alone."""


def tell(
    event: ev.Event, before: Encounter, after: Encounter, role: str, sight: View
) -> Told | None:
    """The event as the role is told of it, or None; `sight` is the view that it has of `after`."""
    gm = role == "gm"
    if isinstance(event, ev.Moved):
        stays = before.cursor == after.cursor if gm else before.public == after.public
        return None if stays else _moved(sight)
    build = BUILDERS.get(type(event))
    audience = Audience(gm, known_to(before, role), known_to(after, role))
    return build(event, audience) if build and _concerns(event, audience) else None


def _concerns(event: ev.Event, to: Audience) -> bool:
    """Whether the role knows of the one whose event it is; removals and changes look for themselves."""
    if isinstance(event, (ev.Removed, ev.Changed)):
        return True
    who = getattr(event, "combatant", None)
    id_ = who if who is None or isinstance(who, str) else who.id
    return id_ is None or to.sees(id_)


def _moved(sight: View) -> t.Moved:
    return t.Moved(sight.round, sight.phase, sight.at, sight.active)


def _opened(event: ev.Opened, to: Audience) -> Told:
    return t.Opened(event.system, event.options)


def _options_set(event: ev.OptionsSet, to: Audience) -> Told:
    return t.OptionsSet(event.options, event.options_next, event.now, event.next_round)


def _added(event: ev.Added, to: Audience) -> Told:
    return t.Added(event.combatant.id, event.round, event.clause)


def _removed(event: ev.Removed, to: Audience) -> Told | None:
    return t.Removed(event.combatant) if to.saw(event.combatant) else None


def _changed(event: ev.Changed, to: Audience) -> Told | None:
    """Hiding is a removal, revealing an arrival."""
    id_ = event.combatant.id
    if not to.sees(id_):
        return t.Removed(id_) if to.saw(id_) else None
    if not to.saw(id_):
        return t.Added(id_)
    if to.gm:
        return t.Changed(id_, event.fields)
    fields = tuple(f for f in event.fields if to.knows(id_) or f not in INNER)
    return t.Changed(id_, fields) if fields else None


def _surprised(event: ev.Surprised, to: Audience) -> Told | None:
    """What hidden ones have against somebody is theirs alone."""
    if to.gm:
        return t.Surprised(event.sides, event.combatants, event.by, event.clause, event.segments)
    present = {who.side for who in to.after.combatants.values()}
    sides = {side: n for side, n in event.sides.items() if side in present}
    combatants, by = to.seen(event.combatants), to.seen(event.by)
    segments = {id_: n for id_, n in event.segments.items() if to.sees(id_)}
    if not (sides or combatants or segments) or (event.by and not by):
        return None
    return t.Surprised(sides, combatants, by, event.clause, segments)


def _began(event: ev.Began, to: Audience) -> Told:
    return t.Began()


def _declared(event: ev.Declared, to: Audience) -> Told | None:
    """What an owned one declares is open to all, but for an aim that is hidden."""
    if to.gm:
        return t.Declared(event.combatant, event.actions)
    if (
        not to.knows(event.combatant)
        or to.before.combatants.get(event.combatant) == (to.after.combatants[event.combatant])
    ):
        return None  # at most the hidden aim is another
    seen = to.after.combatants.keys()
    return t.Declared(event.combatant, tuple(unaimed(a, seen) for a in event.actions))


def _cancelled(event: ev.Cancelled, to: Audience) -> Told | None:
    if not to.knows(event.combatant):
        return None
    return t.Cancelled(event.combatant, event.action, event.clause)


def _rolled(event: ev.Rolled, to: Audience) -> Told | None:
    if not (to.gm or event.roller in to.after.rolls):
        return None
    roll = event.roll
    return t.Rolled(
        roller=event.roller,
        shared=to.seen(event.shared),
        initiative=event.initiative if _shows_initiative(event.roller, to) else None,
        clause=event.clause,
        faces=roll.faces,
        total=roll.total,
        fantastic=roll.fantastic,
        rerolls=roll.rerolls,
    )


def _corrected(event: ev.Corrected, to: Audience) -> Told | None:
    """Of a side the dice; of an unowned one no more than its roll and its count show anyway."""
    who = to.after.combatants.get(event.roller)
    if not (to.gm or event.roller in to.after.rolls or who is not None):
        return None
    rolls = [enc.rolls.get(event.roller) for enc in (to.before, to.after)]
    if not to.gm and who is None and rolls[0] == rolls[1]:
        return None  # what hidden ones alone had rolled, on a side that players see
    roll = event.roll
    result: dict[str, Any] = {
        "initiative": event.initiative,
        "again": event.again,
        "clause": event.clause,
        "faces": roll.faces if roll else (),
        "total": roll.total if roll else 0,
        "fantastic": roll.fantastic if roll else False,
        "rerolls": roll.rerolls if roll else (),
    }
    if who is None or to.knows(event.roller):
        return t.Corrected(event.roller, event.what, **result)
    return None if system_of(to.after).hides_places else t.SeenCorrected(event.roller, **result)


def _shows_initiative(roller: str, to: Audience) -> bool:
    who = to.after.combatants.get(roller)
    if who is None or to.knows(roller):
        return True
    return system_of(to.after).shows_initiative(to.after, who)


def _rolled_off(event: ev.RolledOff, to: Audience) -> Told | None:
    faces = {id_: thrown for id_, thrown in event.faces.items() if to.sees(id_)}
    totals = {id_: total for id_, total in event.totals.items() if to.sees(id_)}
    return t.RolledOff(faces, totals, event.clause) if faces else None


def _settled(event: ev.Settled, to: Audience) -> Told | None:
    order = to.seen(event.order)
    return t.Settled(order, event.clause) if order else None


def _acted(event: ev.Acted, to: Audience) -> Told:
    return t.Acted(event.combatant)


def _delayed(event: ev.Delayed, to: Audience) -> Told:
    return t.Delayed(event.combatant, event.clause)


def _returned(event: ev.Returned, to: Audience) -> Told:
    return t.Returned(event.combatant, event.initiative, event.clause)


def _readied(event: ev.Readied, to: Audience) -> Told:
    return t.Readied(event.combatant, event.trigger, event.clause)


def _lapsed(event: ev.Lapsed, to: Audience) -> Told | None:
    """What an unowned one declared is not told, so neither is that it came to nothing."""
    if event.action is not None and not to.knows(event.combatant):
        return None
    return t.Lapsed(event.combatant, event.what, event.action, event.name, event.clause)


def _triggered(event: ev.Triggered, to: Audience) -> Told:
    return t.Triggered(event.combatant, to.named(event.by), event.initiative, event.clause)


def _placed(event: ev.Placed, to: Audience) -> Told:
    before, after = to.named(event.before), to.named(event.after)
    return t.Placed(event.combatant, before, after, event.last, event.entry, event.initiative)


def _clock_set(event: ev.ClockSet, to: Audience) -> Told:
    return t.ClockSet(event.every)


def _undone(event: ev.Undone, to: Audience) -> Told:
    return t.Undone()


def _redone(event: ev.Redone, to: Audience) -> Told:
    return t.Redone()


def _ended(event: ev.Ended, to: Audience) -> Told:
    return t.Ended(event.outcome, event.clause)


def _saved(event: saves.Saved, to: Audience) -> Told | None:
    """What a GM keeps, and how it is called, is the GM's alone."""
    return t.Saved(event.name, event.save.what) if to.gm else None


def _forgotten(event: saves.Forgotten, to: Audience) -> Told | None:
    return t.Forgotten(event.name) if to.gm else None


def _left_aside(event: saves.LeftAside, to: Audience) -> Told:
    return t.LeftAside(event.name) if to.gm else t.SeenLeftAside()


def _taken_up(event: saves.TakenUp, to: Audience) -> Told:
    return t.TakenUp(event.name) if to.gm else t.SeenTakenUp()


BUILDERS: dict[type[ev.Event], Callable[[Any, Audience], Told | None]] = {
    ev.Opened: _opened, ev.OptionsSet: _options_set,
    ev.Added: _added, ev.Removed: _removed, ev.Changed: _changed,
    ev.Surprised: _surprised, ev.Began: _began, ev.Declared: _declared, ev.Cancelled: _cancelled,
    ev.Rolled: _rolled, ev.Corrected: _corrected,
    ev.RolledOff: _rolled_off, ev.Settled: _settled, ev.Acted: _acted,
    ev.SpellBegun: outcomes.spell(t.SpellBegun, t.SeenSpellBegun),
    ev.SpellCompleted: outcomes.spell(t.SpellCompleted, t.SeenSpellCompleted),
    ev.SpellLost: outcomes.spell(t.SpellLost, t.SeenSpellLost),
    ev.Arrived: outcomes.arrived, ev.Stopped: outcomes.stopped, ev.Unmet: outcomes.unmet,
    ev.HitTaken: outcomes.hit, ev.Healed: outcomes.healed, ev.Stabilised: outcomes.stabilised,
    ev.Bled: outcomes.bled, ev.Died: outcomes.died,
    ev.Delayed: _delayed, ev.Returned: _returned, ev.Readied: _readied, ev.Lapsed: _lapsed,
    ev.Triggered: _triggered, ev.Placed: _placed,
    ev.Marked: outcomes.marked, ev.Unmarked: outcomes.unmarked, ev.ClockSet: _clock_set,
    ev.Undone: _undone, ev.Redone: _redone, ev.Ended: _ended,
    saves.Saved: _saved, saves.Forgotten: _forgotten, saves.LeftAside: _left_aside,
    saves.TakenUp: _taken_up,
}  # fmt: skip
"""By event; of a move of the cursor a role is told where its own view stands, see `tell`."""
