"""The way of the cursor: begin, advance, end of a turn, end of the fight, the clock.

Each step leaves a moment, lets effects expire that end before the next, arrives there. Where players stand
follows behind: their cursor goes where it would go if hidden combatants did not exist, as soon as the
real one has come that far.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.engine import effects, prompts
from rules.engine.moves import completed
from rules.engine.roster import known
from rules.engine.timeline import active, arrange, seen, timeline, visible
from rules.fold.evolve import evolve_all
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import Cursor, Encounter, Entry
from rules.model.errors import Refused
from rules.redaction.encounter import hidden_of, known_to_players
from rules.stretches import Work
from rules.systems import system_of


def begin(enc: Encounter, command: do.Begin, dice: Dice) -> list[ev.Event]:
    if enc.running:
        raise Refused("wrong_phase", "the fight has begun already", phase=enc.phase)
    if not any(c.acting for c in enc.combatants.values()):
        raise Refused("wrong_phase", "there is nobody who could act", phase=enc.phase)
    began = ev.Began()
    fresh = evolve_all(enc, [began])
    return [began, *_goto(fresh, system_of(enc).first(fresh))]


def advance(enc: Encounter, command: do.Advance, dice: Dice) -> Work[list[ev.Event]]:
    """On to the next moment, segment or round; one stretch a moment."""
    _running(enc)
    system, start = system_of(enc), enc.cursor
    to = "next" if command.to == "segment" and not system.layout.steps else command.to
    events: list[ev.Event] = []
    if not command.force:
        _nothing_missing(enc)
    while True:
        step = [*system.forced(enc, dice)] if command.force else []
        enc = evolve_all(enc, step)
        moved = _step(enc, "segment" if to == "segment" else "next")
        events += [*step, *moved]
        enc = evolve_all(enc, moved)
        if _reached(enc, start, to) or (not command.force and prompts.awaited(enc)):
            return events
        yield


def _reached(enc: Encounter, start: Cursor, to: str) -> bool:
    """Whether the fight has come, from `start`, to where it was to go; in a rest each round is a step."""
    now = enc.cursor
    if to == "round":
        return not now.running or now.round > start.round or system_of(enc).phase_of(now).rests
    if to == "segment" and now.phase == start.phase and now.round == start.round:
        return now.at != start.at
    return True


def _running(enc: Encounter) -> None:
    if not enc.running:
        raise Refused("wrong_phase", "no fight is going on", phase=enc.phase)


def _nothing_missing(enc: Encounter) -> None:
    missing = prompts.awaited(enc)
    if missing:
        raise Refused("waiting", "something is still missing", prompts=prompts.plain(missing))


def _step(enc: Encounter, to: str) -> list[ev.Event]:
    """One moment onwards."""
    system = system_of(enc)
    left = [*system.leaving(enc)]
    enc = evolve_all(enc, left)
    target = system.next(enc, system.entries(system.ahead(enc)), to)
    return [*left, *_goto(enc, target, everybody=to == "segment")]


def _goto(enc: Encounter, cursor: Cursor, *, everybody: bool = False) -> list[ev.Event]:
    system = system_of(enc)
    events: list[ev.Event] = []
    public = _public(
        enc, cursor, everybody
    )  # like `cursor`, before the end of the round does anything
    if _ends_round(enc, cursor):
        events += _closing(enc)
        enc = evolve_all(enc, events)
    expired = effects.expiring(enc, cursor)
    enc = evolve_all(enc, expired)
    moved = completed(enc, system.move(enc, cursor, public))
    lapsed = [*system.lapsing(enc, cursor)]
    enc = evolve_all(enc, [moved, *lapsed])
    arrived = [*lapsed, *_revealed(enc), *system.arriving(enc)]
    seen = _catching_up(evolve_all(enc, arrived))
    return [*events, *expired, moved, *arrived, *seen]


def _closing(enc: Encounter) -> list[ev.Event]:
    """The rest of the round, then its end. If hidden ones have a moment in between, players see the same."""
    expired = effects.expiring_before_end(enc)
    return [*expired, *system_of(enc).end_round(evolve_all(enc, expired))]


def _ends_round(enc: Encounter, cursor: Cursor) -> bool:
    """Whether a round that was going on is over with the step to `cursor`."""
    phase_of = system_of(enc).phase_of
    over = phase_of(cursor).closes or not cursor.running or cursor.round != enc.round
    return over and enc.round > 0 and enc.running and not phase_of(enc).closes


def _public(enc: Encounter, cursor: Cursor, everybody: bool) -> Cursor:
    """Where players stand once the fight stands at `cursor`."""
    if everybody and cursor.at != enc.cursor.at and _under_way(enc, cursor, enc.public):
        tick = replace(cursor, key=cursor.key[:1])
        there = seen(replace(enc, public=cursor))
        return cursor if any(e.key == cursor.key for e in there) else tick
    if enc.public == enc.cursor and not hidden_of(enc):
        return cursor
    return _behind(replace(enc, cursor=cursor))


def _under_way(enc: Encounter, *cursors: Cursor) -> bool:
    return all(system_of(enc).phase_of(cursor).under_way for cursor in cursors)


def _behind(enc: Encounter) -> Cursor:
    """The place to which players come, who stand at `enc.public`, when the fight stands at `enc.cursor`."""
    if enc.public == enc.cursor:
        return enc.public
    system, veiled = system_of(enc), known_to_players(enc)
    if not veiled.running:
        following = _first(veiled)
    else:
        following = _following(enc, veiled)
        while enc.round > 0 and system.phase_of(following).prelude:  # that is over
            here = replace(enc, public=following)
            following = _following(here, replace(veiled, cursor=following))
    if following and system.position(following) <= system.position(enc.cursor):
        return following
    return enc.cursor if _seen_now(enc) else enc.public


def _following(enc: Encounter, veiled: Encounter) -> Cursor:
    """Where the cursor goes from the place at which players stand, as far as they see the order."""
    there = system_of(enc).ahead(enc.at_public)
    entries = [e for e in system_of(enc).entries(there) if visible(enc, e)]
    return system_of(enc).next(veiled, entries, "next")


def _seen_now(enc: Encounter) -> bool:
    """Whether somebody visible acts now: players are there, whatever hidden ones do to the order."""
    return any(not enc.combatants[id_].hidden for id_ in active(enc, timeline(enc).now))


def _first(veiled: Encounter) -> Cursor | None:
    able = any(c.acting for c in veiled.combatants.values())
    return system_of(veiled).first(veiled) if able else None


def _revealed(enc: Encounter) -> list[ev.Event]:
    """With the option `reveal`, who is hidden is seen from the first moment on which it acts."""
    if not enc.options.get("reveal"):
        return []
    hidden = {e.combatant for e in timeline(enc).now if enc.combatants[e.combatant].hidden}
    return [
        system_of(enc).changed(enc, replace(enc.combatants[id_], hidden=False), "hidden")
        for id_ in sorted(hidden)
    ]


def follow(before: Encounter, events: Sequence[ev.Event]) -> list[ev.Event]:
    """What follows by itself after a command: a phase that is complete goes on, players catch up."""
    enc = evolve_all(before, events)
    following = [*system_of(enc).follows(enc)] if enc.running else []
    enc = evolve_all(enc, following)
    passing = _by_itself(before, enc, events) if events and enc.running else []
    enc = evolve_all(enc, passing)
    there = [*system_of(enc).follows(enc)] if passing and enc.running else []  # where it went on to
    return [*following, *passing, *there, *_catching_up(evolve_all(enc, there))]


def _catching_up(enc: Encounter) -> list[ev.Event]:
    """Players come to where the fight has come for them."""
    events: list[ev.Event] = []
    while (public := _behind(enc)) != enc.public:
        events.append(completed(enc, system_of(enc).shows(enc, public)))
        enc = evolve_all(enc, events[-1:])
    return events


def _by_itself(before: Encounter, enc: Encounter, events: Sequence[ev.Event]) -> list[ev.Event]:
    if prompts.awaited(enc):
        return []
    complete = system_of(enc).phase_of(enc).rolls and system_of(enc).goes_on(enc)
    if complete:
        return _step(enc, "next")
    return _step(enc, "next") if _emptied(before, enc, events) and not _unmoved(enc) else []


def _unmoved(enc: Encounter) -> bool:
    """Whether players stand in a round that has no moment for them: only an `advance` ends it."""
    if enc.public.phase != enc.phase or enc.public.key != ():
        return False
    there = system_of(enc).next(enc, system_of(enc).entries(system_of(enc).ahead(enc)), "next")
    return system_of(enc).phase_of(there).closes or there.round != enc.round


def _emptied(before: Encounter, enc: Encounter, events: Sequence[ev.Event]) -> bool:
    """Whether nobody acts any more at the present moment, which was somebody's; no step led here."""
    place, moments = system_of(enc).position, system_of(enc).phase_of(enc).moments
    steps = [
        e for e in events if isinstance(e, ev.Moved) and place(e.cursor) > place(before.cursor)
    ]
    if steps or not moments or not _of_somebody(enc.cursor) or _ticked(enc):
        return False
    return not active(enc, timeline(enc).now)


def _of_somebody(cursor: Cursor) -> bool:
    """Whether it stands at an entry's place, not at a segment as such, nor at the end of a round."""
    return len(cursor.key) > 1 and cursor.key[-1] == 0


def _ticked(enc: Encounter) -> bool:
    """Whether players stand at a segment as such, in which somebody hidden had a moment: they go on later."""
    return enc.public != enc.cursor and enc.public.key == enc.cursor.key[:1] != ()


def end_turn(enc: Encounter, command: do.EndTurn, dice: Dice) -> list[ev.Event]:
    return _done(enc, timeline(enc).now, command)


def end_turn_of_seen(enc: Encounter, command: do.EndTurn, dice: Dice) -> list[ev.Event]:
    """A player's: of the moment at which players stand, though a hidden one may have its own by now."""
    return _done(known_to_players(enc), arrange(seen(enc), enc.at_public).now, command)


def _done(enc: Encounter, now: Sequence[Entry], command: do.EndTurn) -> list[ev.Event]:
    who = known(enc, command.combatant)
    if who.id not in active(enc, now):
        raise Refused("wrong_phase", "it is not this combatant's moment", combatant=who.id)
    entries = tuple(e.id for e in now if e.combatant == who.id)
    return [ev.Acted(combatant=who.id, entries=entries)]


def end(enc: Encounter, command: do.End, dice: Dice) -> list[ev.Event]:
    """The fight is over: the round's end comes first, then what the system has behind a fight."""
    _running(enc)
    system = system_of(enc)
    ended, target = system.ending(enc, command.outcome)
    phase = system.phase_of(enc)
    closing = [] if phase.closes or phase.rests else _closing(enc)
    enc = evolve_all(enc, closing)
    moved = completed(enc, system.move(enc, target, target))
    lapsed = system.lapsing(enc, target)
    return [*closing, *effects.expiring(enc, target), ended, moved, *lapsed]


def clock(enc: Encounter, command: do.Clock, dice: Dice) -> list[ev.Event]:
    return [ev.ClockSet(every=command.every)]


def ticking(enc: Encounter) -> bool:
    """Whether the clock runs now: it stops by itself where somebody has to decide something."""
    phase = system_of(enc).phase_of(enc)
    moments = phase.moments and not phase.closes
    return enc.clock is not None and moments and not prompts.awaited(enc)
