"""Where the wire cuts what one entry of the log made happen.

The places are fixed, so that the cutting tells nothing of what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from rules.engine.history import History, LogEntry
from rules.fold.old_logs import evolve_logged
from rules.model import events as ev
from rules.model.encounter import Encounter


class Chunk(Struct, frozen=True):
    """What is sent as one update at most. `move` says that it starts with a move of the cursor."""

    events: tuple[ev.Event, ...]
    before: Encounter
    after: History
    move: bool


def chunks(before: History, entry: LogEntry, after: History) -> list[Chunk]:
    """The entry, which leads from `before` to `after`, cut at the wire's fixed places.

    First the command's own effect, then each move of the cursor.
    """
    parts = list(_cut(entry.events))
    cut: list[Chunk] = []
    enc = before.encounter
    for part in parts[:-1]:
        start, enc = enc, evolve_logged(enc, part, entry.rules)
        shown = msgspec.structs.replace(after, encounter=enc)
        cut.append(Chunk(tuple(part), start, shown, _moves(part[0])))
    return [*cut, *(Chunk(tuple(part), enc, after, _moves(part[0])) for part in parts[-1:])]


def _moves(event: ev.Event) -> bool:
    return isinstance(event, (ev.Moved, ev.Bled)) or _expires(event)


def _cut(events: Iterable[ev.Event]) -> Iterable[list[ev.Event]]:
    part: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.Moved) or (part and _leaves(part, event)):
            if part:
                yield part
            part = []
        part.append(event)
    if part:
        yield part


def _leaves(part: list[ev.Event], event: ev.Event) -> bool:
    """What arrives with a moment belongs to it; what happens on the way to the next one does not."""
    arrives = (ev.SpellBegun, ev.SpellCompleted, ev.Arrived, ev.Stopped, ev.Changed, ev.Lapsed)
    if _expires(event) or _expires(part[0]):
        return bool(_end(event) != _end(part[0]))
    if isinstance(event, ev.Bled) or isinstance(part[0], ev.Bled):  # the end of a round
        return not isinstance(part[0], ev.Bled) or not isinstance(event, (ev.Bled, ev.Died))
    if isinstance(event, ev.Changed) and event.fields == ("surprised",):  # the end of a round, too
        return isinstance(part[0], ev.Moved)
    return isinstance(part[0], ev.Moved) and not isinstance(event, arrives)


def _expires(event: ev.Event) -> bool:
    return isinstance(event, ev.Unmarked) and event.expired


def _end(event: ev.Event) -> Any:
    """Where an effect ends; all that end there end together, and those that end with the fight do."""
    if not isinstance(event, ev.Unmarked) or not event.expired:
        return None
    return "over" if event.over else event.until
