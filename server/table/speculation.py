"""What most likely comes next, worked out while nobody waits for it.

Who went on goes on again: nothing else is asked for so often, and the clock of a table asks for
nothing else. So once an `advance` is shown, the next one is decided, folded and made into updates.
If it comes, and the table stands where it stood, that is taken; whatever else comes is decided as
ever.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Any

from rules.model.commands import Advance
from rules.model.dice import Dice, Given, NoFaces
from rules.model.errors import Refused
from rules.stretches import Work, whole
from server.table.requests import Accepted, Request
from server.table.state import State

Decide = Callable[[Request, State, Dice], Work[Accepted]]
"""What a command comes to at a state: `accept` in `decider.py`."""


class Speculation:
    """Of one table: what was worked out, if anything."""

    def __init__(self, decide: Decide) -> None:
        self._decide = decide
        self._at: State | None = None
        self._found: Accepted | None = None

    def look(self, last: Accepted) -> None:
        """Work out what comes of the same once more. What needs dice waits for whoever rolls them.

        A whole round is not worked out on the off chance: whoever asks next would wait for it.
        """
        self.forget()
        command = last.request.command
        if isinstance(command, Advance) and command.to != "round":
            with contextlib.suppress(Refused, NoFaces):  # whoever asks for it is told
                self._found = whole(self._decide(last.request, last.state, Given()))
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
        """Drop what was worked out."""
        self._at = self._found = None


def _asked(request: Request) -> tuple[Any, ...]:
    """All that makes a difference to what comes of it."""
    return request.by, request.role, request.spoken_for, request.command
