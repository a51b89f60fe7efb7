"""What comes of commands: answered before, turned down, or a log entry each."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import cast

from protocol.answers import Answers
from rules.dice import Dice
from rules.errors import Refused
from rules.events import Any_ as Event
from rules.history import RULES, StateMissing, decide
from rules.rights import permit
from server.logs import log
from server.request import Accepted, Outcome, Repeated, Request, Turned
from server.state import State, remember


class Deciding:
    """Decides for one table. `answers` holds those that are under way, too."""

    def __init__(self, table: str, answers: Answers, dice: Dice) -> None:
        self._table = table
        self._answers = answers
        self._dice = dice

    def decide(self, batch: Sequence[Request], shown: State) -> list[Outcome]:
        """What comes of each, in order, each on what the ones before it led to.

        May raise StateMissing: `shown` lacks the states that an undo asks for.
        """
        self._answers.forget(shown.position)
        decided, outcomes = shown, []
        for request in batch:
            outcome = self._one(request, decided)
            if isinstance(outcome, Accepted):
                decided = outcome.state
                remember(self._answers, outcome.entry, outcome.sent)
            outcomes.append(outcome)
        return outcomes

    def _one(self, request: Request, decided: State) -> Outcome:
        try:
            return self._repeated(request) or self._accept(request, decided)
        except Refused as refused:
            return Turned(request, refused)
        except StateMissing:
            raise
        except Exception:
            log.exception("a command failed", table=self._table, do=request.do)
            return Turned(request, Refused("internal", "the server made a mistake"))

    def _repeated(self, request: Request) -> Repeated | None:
        """The id is looked up before anything else is compared."""
        if request.user is None or request.id is None:
            return None
        answer = self._answers.lookup(request.user, request.id, request.command, request.spoken_for)
        return Repeated(request, answer) if answer else None

    def _accept(self, request: Request, decided: State) -> Accepted:
        if request.withdrawn:
            raise Refused("stale", "it is not wanted any more")
        seq = decided.streams.of(request.role).seq
        if request.if_seq is not None and request.if_seq != seq:
            raise Refused("stale", "the table has moved on", seq=seq)
        role = "player" if request.spoken_for is not None else request.role
        if request.by is not None:
            permit(decided.history.encounter, request.by, role, request.command)
        made = decide(decided.history, request.command, self._dice, role)
        events = cast(tuple[Event, ...], made)
        entry = request.entry(decided.position + 1, events, RULES, time.time())
        return Accepted(request, entry, *decided.follow(entry))
