"""How many bytes each user may add to a table's log: no table is closed for its size, so each user has a
budget that refills over time.

A command is charged once it is durable, so commands that are under way together may overdraw a budget; the
wait is the longer then.
"""

from __future__ import annotations

import time

from rules.model.errors import Refused
from server.ops.config import Settings
from server.ops.token_bucket import TokenBucket
from server.table.requests import Accepted, Request

HOUR = 3600.0

ENTRY = 1024
"""Bytes that must be left for one more command; nearly all commands take less."""


class LogBudget:
    """Of one table. Each of several nodes has its own."""

    def __init__(self, settings: Settings) -> None:
        self._on = settings.rate > 0
        self._player, self._gm = settings.player_log, settings.gm_log
        self._budgets: dict[tuple[str, bool], TokenBucket] = {}

    def check(self, request: Request) -> None:
        """Raises Refused rate_limited if its user has added too much of late."""
        if (budget := self._of(request)) is not None:
            wait = budget.wait(time.monotonic(), ENTRY)
            if wait > 0:
                why = "too much was added to this table's log"
                raise Refused("rate_limited", why, retry_after=round(wait, 3))

    def charge(self, accepted: Accepted) -> None:
        """Count a command that is in the log now."""
        if (budget := self._of(accepted.request)) is not None:
            budget.owe(time.monotonic(), accepted.size)

    def _of(self, request: Request) -> TokenBucket | None:
        if request.user is None or not self._on:
            return None
        leads = request.role == "gm"
        key = (request.user, leads)
        if key not in self._budgets:
            most = self._gm if leads else self._player
            self._budgets[key] = TokenBucket(most / HOUR, most, time.monotonic())
        return self._budgets[key]
