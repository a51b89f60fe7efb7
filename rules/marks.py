"""Effects with durations: marks that end at their place in the order, just before it comes again."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from rules import commands as do
from rules import events as ev
from rules.dice import Dice
from rules.encounter import END, Cursor, Encounter, Key, Mark
from rules.errors import Refused
from rules.roster import known
from rules.standing import standing
from rules.systems import system_of

MOST = 50


def mark(enc: Encounter, command: do.MarkIt, dice: Dice) -> list[ev.Event]:
    who = known(enc, command.combatant)
    if command.rounds is not None and not 1 <= command.rounds <= 10_000:
        raise Refused("illegal_value", "rounds are 1 to 10000", field="rounds")
    if not command.name:
        raise Refused("illegal_value", "a mark needs a name", field="name")
    if len(who.marks) >= MOST:
        raise Refused("too_large", f"a combatant bears {MOST} marks at most")
    until = system_of(enc).expiry(enc, who, command.name, command.rounds)
    events: list[ev.Event] = []
    if any(m.name == command.name and m.by is None for m in who.marks):
        events.append(ev.Unmarked(combatant=who.id, name=command.name))
    new = Mark(name=command.name, rounds=command.rounds, until=until)
    return [*events, ev.Marked(combatant=who.id, mark=new)]


def unmark(enc: Encounter, command: do.Unmark, dice: Dice) -> list[ev.Event]:
    who = known(enc, command.combatant)
    if not any(m.name == command.name for m in who.marks):
        raise Refused("illegal_value", "no such mark", combatant=who.id, field="name")
    return [ev.Unmarked(combatant=who.id, name=command.name)]


def expiring(enc: Encounter, cursor: Cursor) -> list[ev.Event]:
    """The marks that end on the way from here to `cursor`, in order; with a fight all that are timed."""
    over = cursor.phase == "over"
    return _expired(
        takewhile(lambda e: over or e[0] <= cursor.place, standing(enc, "timed", _timed))
    )


def expiring_before_end(enc: Encounter) -> list[ev.Event]:
    """The marks that end in what is left of this round: sooner than what its end does to people."""
    end = (enc.round, END)
    return _expired(takewhile(lambda e: e[0] < end, standing(enc, "timed", _timed)))


def _expired(ended: Iterable[tuple[tuple[int, Key], str, Mark]]) -> list[ev.Event]:
    return [
        ev.Unmarked(
            combatant=id_, name=m.name, by=m.by, expired=True, clause=m.clause, until=m.until
        )
        for _, id_, m in ended
    ]


def _timed(enc: Encounter) -> list[tuple[tuple[int, Key], str, Mark]]:
    marks = [(m.until, who.id, m) for who in enc.combatants.values() for m in who.marks]
    ends = [(until, id_, m) for until, id_, m in marks if until is not None]
    return sorted(ends, key=lambda e: (e[0], e[1], e[2].name))
