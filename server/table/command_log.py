"""What is noted of every command: one count of the figures, and one line of the log if a person gave it.

Ticks of a clock are only counted: a line a second for each table would hide all others.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from server.ops.command_lines import CommandLine
from server.ops.logs import command_lines
from server.ops.metrics import Metrics
from server.table.log_budget import LogBudget
from server.table.requests import Accepted, Decision


class CommandLog:
    """Of one table."""

    def __init__(self, table: str, metrics: Metrics, log_budget: LogBudget) -> None:
        self._table = table
        self._metrics = metrics
        self._log_budget = log_budget

    def note(self, decisions: Sequence[Decision], position: int) -> None:
        """They are answered, and the log ends at `position`. Their senders may ask for more now."""
        for decision in decisions:
            request, refused = decision.request, decision.refused
            result = refused.code if refused else "ok"
            seconds = time.perf_counter() - request.arrived
            self._metrics.commands.add(request.do, result)
            self._metrics.command_seconds.observe(seconds)
            if request.user is not None or refused:
                command_lines.add(
                    CommandLine(
                        self._table, request.user, request.by, request.role, request.do, result,
                        refused.clause if refused else "", position, round(seconds * 1000, 2),
                    )
                )  # fmt: skip
            if isinstance(decision, Accepted):
                self._log_budget.charge(decision)
                by = request.role if request.user else "clock"
                self._metrics.log_bytes.add(by, amount=decision.size)
                self._metrics.log_sizes.grew(self._table, decision.size)
            if request.done is not None:
                request.done(refused)
