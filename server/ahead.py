"""What most likely comes next, worked out while nobody waits for it.

Who went on goes on again: nothing else is asked for so often, and the clock of a table asks for
nothing else. So once an `advance` is shown, the next one is decided, folded and made into updates.
If it comes, and the table stands where it stood, that is taken; whatever else comes is decided as
ever.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from protocol.streams import Seer, Sent
from rules.commands import Advance
from rules.dice import Dice, Given
from rules.events import Any_ as Event
from rules.history import RULES, decide
from rules.rights import permit
from server.request import Accepted, Request
from server.state import State


class Step(NamedTuple):
    """What a command comes to: its events, the state behind it, what it sends to each role."""

    events: tuple[Event, ...]
    state: State
    sent: dict[Seer, Sent]


def step(request: Request, decided: State, dice: Dice) -> Step:
    """May raise Refused, or StateMissing. Neither the request's id nor the time makes a difference."""
    role = "player" if request.spoken_for is not None else request.role
    if request.by is not None:
        permit(decided.history.encounter, request.by, role, request.command)
    made = decide(decided.history, request.command, dice, role)
    events = cast(tuple[Event, ...], made)
    entry = request.entry(decided.position + 1, events, RULES, 0.0)
    return Step(events, *decided.follow(entry))


class Ahead:
    """Of one table: the step that was worked out, if there is one."""

    def __init__(self) -> None:
        self._asked: Request | None = None
        self._at: State | None = None
        self._step: Step | None = None

    def look(self, last: Accepted) -> None:
        """Work out what comes of the same once more. What needs dice waits for whoever rolls them."""
        self.forget()
        if isinstance(last.request.command, Advance):
            try:
                self._step = step(last.request, last.state, Given())
            except Exception:  # a refusal, or a mistake: it is told to whoever asks for it
                return
            self._asked, self._at = last.request, last.state

    def take(self, request: Request, decided: State) -> Step | None:
        """The step, if it is what `request` comes to at `decided`."""
        if self._at is not decided or self._asked is None or not _same(self._asked, request):
            return None
        return self._step

    def forget(self) -> None:
        self._asked = self._at = self._step = None


def _same(one: Request, other: Request) -> bool:
    return (one.by, one.role, one.spoken_for, one.command) == (
        other.by, other.role, other.spoken_for, other.command,
    )  # fmt: skip
