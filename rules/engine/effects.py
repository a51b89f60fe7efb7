"""Effects with durations: marks that end at their place in the order, just before it comes again."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from operator import attrgetter, itemgetter
from typing import NamedTuple

from rules.engine.roster import known
from rules.memo import once, once_each
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import END, Cursor, Encounter, Key, Mark
from rules.model.errors import Refused
from rules.redaction.encounter import known_beside
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
    # Of somebody whom players see, the place where it ends is one that they know.
    known_to_all = known_beside(enc, who)
    until = system_of(enc).expiry(known_to_all, who, command.name, command.rounds)
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
    over = not cursor.running
    ended = takewhile(lambda end: over or end.place <= cursor.place, _ends(enc))
    return [_expired(end, over=over) for end in ended]


def expiring_before_end(enc: Encounter) -> list[ev.Event]:
    """The marks that end in what is left of this round: sooner than what its end does to people."""
    ended = takewhile(lambda end: end.place < (enc.round, END), _ends(enc))
    return [_expired(end, over=False) for end in ended]


class _End(NamedTuple):
    """The end of a timed mark; ends are in order."""

    place: tuple[int, Key]
    bearer: str
    name: str
    mark: Mark


def _expired(end: _End, *, over: bool) -> ev.Unmarked:
    mark = end.mark
    return ev.Unmarked(
        combatant=end.bearer, name=mark.name, by=mark.by, expired=True, clause=mark.clause,
        until=mark.until, over=over, against=mark.against,
    )  # fmt: skip


def _ends(enc: Encounter) -> list[_End]:
    """All ends to come: worked out again only when a mark is given, ends or moves."""
    bearers = once_each(enc.combatants, "marks", (), attrgetter("marks"))
    return once(enc.combatants, "ends of marks", (bearers,), lambda: _sorted(bearers))


def _sorted(bearers: Mapping[str, tuple[Mark, ...]]) -> list[_End]:
    marks = [(id_, mark) for id_, borne in bearers.items() for mark in borne]
    return sorted(
        (_End(mark.until, id_, mark.name, mark) for id_, mark in marks if mark.until is not None),
        key=itemgetter(0, 1, 2),
    )
