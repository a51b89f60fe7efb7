"""What is decided of commands: each was answered before, is rejected, or becomes an entry of the log."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import cast

from msgspec.structs import replace

from protocol.answers import Answers
from rules.engine.history import StateMissing, deciding
from rules.engine.notes import noted
from rules.engine.permissions import permit
from rules.model.dice import Dice
from rules.model.errors import Refused
from rules.model.events import Any_ as Event
from rules.stretches import Work
from server.ops.logs import log
from server.table.log_budget import LogBudget
from server.table.requests import Accepted, Decision, Rejected, Repeated, Request
from server.table.speculation import Speculation
from server.table.state import State, remember


def accept(request: Request, decided: State, dice: Dice) -> Work[Accepted]:
    """What a command comes to at `decided`, in stretches.

    Raises Refused, or StateMissing if an undo asks for a state that `decided` has not kept.
    """
    role = "player" if request.spoken_for is not None else request.role
    before = decided.history.encounter
    if request.by is not None:
        permit(before, request.by, role, request.command)
    made = yield from deciding(decided.history, request.command, dice, role, request.by)
    events = cast(tuple[Event, ...], made)
    entry = request.entry(decided.position + 1, events, (), time.time())
    state, sent = yield from decided.following(entry)
    if request.id is not None:
        notes = noted(before, events, state.history.encounter, request.reader)
        entry = replace(entry, notes=notes) if notes else entry
    return Accepted(request, entry, state, sent)


class Decider:
    """Decides for one table. `answers` holds those that are under way, too."""

    def __init__(self, table: str, answers: Answers, dice: Dice, log_budget: LogBudget) -> None:
        self._table = table
        self._answers = answers
        self._dice = dice
        self._log_budget = log_budget
        self._speculation = Speculation(accept)
        self._last: Decision | None = None

    def decide(self, batch: Sequence[Request], stored: State) -> Work[list[Decision]]:
        """What comes of each, in order, each on what the ones before it led to; in stretches.

        May raise StateMissing: `stored` lacks the states that an undo asks for.
        """
        self._answers.forget(stored.position)
        decided, decisions = stored, []
        for request in batch:
            decision = yield from self._one(request, decided)
            if isinstance(decision, Accepted):
                decided = decision.state
                remember(self._answers, decision.entry, decision.sent)
            decisions.append(decision)
        self._last = decisions[-1] if decisions else None
        return decisions

    def look_ahead(self, stored: State) -> None:
        """Work out what most likely follows the last one of those decided: there is time now."""
        if not isinstance(self._last, Accepted) or self._last.state is not stored:
            return
        try:
            self._speculation.look(self._last)
        except Exception:  # nobody asked for it: whoever does is told
            log.exception("looking ahead failed", table=self._table, do=self._last.request.do)

    def rest(self) -> None:
        """Drop what was worked out ahead."""
        self._last = None
        self._speculation.forget()

    def _one(self, request: Request, decided: State) -> Work[Decision]:
        try:
            return self._repeated(request) or (yield from self._accept(request, decided))
        except Refused as refused:
            return Rejected(request, refused)
        except StateMissing:
            raise
        except Exception:
            log.exception("a command failed", table=self._table, do=request.do)
            return Rejected(request, Refused("internal", "the server made a mistake"))

    def _repeated(self, request: Request) -> Repeated | None:
        """The id is looked up before anything else is compared."""
        if request.user is None or request.id is None:
            return None
        answer = self._answers.lookup(request.user, request.id, request.command, request.spoken_for)
        return Repeated(request, answer) if answer else None

    def _accept(self, request: Request, decided: State) -> Work[Accepted]:
        if request.withdrawn:
            raise Refused("stale", "it is not wanted any more")
        self._log_budget.check(request)
        seq = decided.streams.of(request.role).seq
        if request.if_seq is not None and request.if_seq != seq:
            raise Refused("stale", "the table has moved on", seq=seq)
        found = self._speculation.take(request, decided)
        return found or (yield from accept(request, decided, self._dice))
