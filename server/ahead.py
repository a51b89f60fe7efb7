"""What most likely comes next, worked out while nobody waits for it.

Who went on goes on again: nothing else is asked for so often, and the clock of a table asks for
nothing else. So once an `advance` is shown, the next one is decided, folded and made into updates.
If it comes, and the table stands where it stood, that is taken; whatever else comes is decided as
ever.
"""

from __future__ import annotations

import contextlib
import time
from typing import Any, cast

from msgspec.structs import replace

from rules.commands import Advance
from rules.dice import Dice, Given
from rules.events import Any_ as Event
from rules.history import deciding
from rules.notes import noted
from rules.rights import permit
from rules.stretches import Work, whole
from server.request import Accepted, Request
from server.state import State


def accept(request: Request, decided: State, dice: Dice) -> Work[Accepted]:
    """What a command comes to at `decided`, in stretches. May raise Refused, or StateMissing."""
    role = "player" if request.spoken_for is not None else request.role
    before = decided.history.encounter
    if request.by is not None:
        permit(before, request.by, role, request.command)
    made = yield from deciding(decided.history, request.command, dice, role)
    events = cast(tuple[Event, ...], made)
    entry = request.entry(decided.position + 1, events, (), time.time())
    state, sent = yield from decided.following(entry)
    if request.id is not None:
        notes = noted(before, events, state.history.encounter, request.reader)
        entry = replace(entry, notes=notes) if notes else entry
    return Accepted(request, entry, state, sent)


class Ahead:
    """Of one table: what was worked out, if anything."""

    def __init__(self) -> None:
        self._at: State | None = None
        self._found: Accepted | None = None

    def look(self, last: Accepted) -> None:
        """Work out what comes of the same once more. What needs dice waits for whoever rolls them.

        A whole round is not worked out on the off chance: whoever asks next would wait for it.
        """
        self.forget()
        command = last.request.command
        if isinstance(command, Advance) and command.to != "round":
            # A refusal, or a mistake: it is told to whoever asks for it.
            with contextlib.suppress(Exception):
                self._found = whole(accept(last.request, last.state, Given()))
                self._at = last.state

    def take(self, request: Request, decided: State) -> Accepted | None:
        """What `request` comes to at `decided`, if that was worked out. Its id and time are its own."""
        found = self._found
        if found is None or self._at is not decided or _asked(request) != _asked(found.request):
            return None
        there = found.entry
        entry = request.entry(there.position, there.events, there.notes, time.time())
        return Accepted(request, entry, found.state, found.sent)

    def forget(self) -> None:
        self._at = self._found = None


def _asked(request: Request) -> tuple[Any, ...]:
    """All that makes a difference to what comes of it."""
    return request.by, request.role, request.spoken_for, request.command
