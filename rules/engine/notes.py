"""What is worth a look although it was accepted: notes beside an answer, kept with its entry in the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Literal

from msgspec import Struct

from rules.memo import while_cursor_moves
from rules.model.encounter import Encounter
from rules.model.events import Declared, Event, OptionsSet
from rules.redaction.encounter import known_to
from rules.systems import system_of


class Note(Struct, frozen=True, gc=False, omit_defaults=True):
    """`no_entry`: that action of the combatant comes to no entry, on that clause.

    `now` and `next_round`: from when on the changed option counts.
    """

    code: Literal["no_entry", "now", "next_round"]
    combatant: str | None = None
    action: int | None = None
    option: str | None = None
    clause: str = ""


Unplaced = tuple[tuple[str, tuple[Note, ...]], ...]
"""By combatant, for those of whom there is something to say."""


def unplaced(enc: Encounter, *, gm: bool) -> Unplaced:
    """What was declared and comes to no entry, as a role knows it: players of those who have an owner.

    It follows from the encounter as they know it, at the place where they stand.
    """
    there = known_to(enc, "gm" if gm else "player")
    return while_cursor_moves(there, ("unplaced", gm), partial(_unplaced, gm=gm))


def _unplaced(enc: Encounter, *, gm: bool) -> Unplaced:
    system = system_of(enc)
    found = (
        (who.id, tuple(Note("no_entry", who.id, n, None, c) for n, c in system.unplaced(enc, who)))
        for who in enc.combatants.values()
        if who.declared and (gm or who.owner is not None)
    )
    return tuple((id_, notes) for id_, notes in found if notes)


def noted(
    before: Encounter, events: Sequence[Event], after: Encounter, reader: str | None
) -> tuple[Note, ...]:
    """The notes of a command for the player `reader`, of the own combatants, or without one for the GM."""
    return (*_options(events), *_fresh(before, events, after, reader))


def _options(events: Iterable[Event]) -> Iterator[Note]:
    for event in events:
        if isinstance(event, OptionsSet):
            yield from (Note("now", option=name) for name in event.now)
            yield from (Note("next_round", option=name) for name in event.next_round)


def _fresh(
    before: Encounter, events: Sequence[Event], after: Encounter, reader: str | None
) -> Iterator[Note]:
    """What comes to no entry and did not before, or was declared just now."""
    gm = reader is None
    now = unplaced(after, gm=gm)
    if not now:
        return
    declared = {event.combatant for event in events if isinstance(event, Declared)}
    same = before.round == after.round
    known = {note for _, notes in unplaced(before, gm=gm) for note in notes} if same else set()
    for id_, notes in now:
        if gm or after.combatants[id_].owner == reader:
            yield from (note for note in notes if id_ in declared or note not in known)
