"""A fight without a server: decide, fold, and what every role is sent of it."""

from __future__ import annotations

from typing import Any

from protocol.messages import Update
from protocol.streams import Seer, Sent, Streams
from rules.commands import Any_
from rules.dice import Given
from rules.history import RULES, History, LogEntry, decide, fold

TABLE = {"id": "friday", "name": "Friday night"}


class Fight:
    """The log of one table and what it comes to. Dice are given, `faces` one after another."""

    def __init__(self, faces: list[int] | None = None) -> None:
        self.history = History.start()
        self.streams = Streams.start(TABLE, "log-1", 0, self.history)
        self.dice = Given(faces or [])
        self.log: list[LogEntry] = []
        self.sent: list[dict[Seer, Sent]] = []

    def give(self, command: Any_, by: str | None = "u1", id: str | None = None) -> dict[Seer, Sent]:
        """Applies a command; raises Refused."""
        position = len(self.log) + 1
        events = decide(self.history, command, self.dice)
        return self.enter(LogEntry(position, command, by, id, None, events, RULES, 0.0))

    def enter(self, entry: LogEntry) -> dict[Seer, Sent]:
        after = fold(self.history, entry)
        self.streams, sent = self.streams.follow(self.history, entry, after)
        self.history = after
        self.log.append(entry)
        self.sent.append(sent)
        return sent

    def updates(self, role: Seer) -> list[Update]:
        return updates(*self.sent, role=role)

    def view(self, role: Seer) -> dict[str, Any]:
        return self.streams.of(role).view


def updates(*sent: dict[Seer, Sent], role: Seer) -> list[Update]:
    return [once.message for each in sent for once in each[role].updates]  # type: ignore[misc]
