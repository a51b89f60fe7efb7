"""A fight without a server, and what every role is sent of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from protocol.codec import JSON
from protocol.messages import Update
from protocol.streams import Sent, Streams
from protocol.updates import StreamRole
from rules.engine.history import History, LogEntry, fold
from rules.projection.view import Table as TableName
from tests.rules import fights

TABLE = TableName(id="friday", name="Friday night")


class Table(fights.Fight):
    """`sent` is what each entry of the log sent to each role."""

    def __init__(self, system: str = "adnd1e", /, **options: Any) -> None:
        self.streams = Streams.start(TABLE, "log-1", 0, History.start())
        self.sent: list[dict[StreamRole, Sent]] = []
        super().__init__(system, **options)

    def do(self, do_: str, /, dice: Sequence[int] = (), **fields: Any) -> Table:
        before, count = self.history, len(self.log)
        super().do(do_, dice, **fields)
        for entry in self.log[count:]:
            self.streams, sent = self.streams.follow(before, entry, self.history)
            self.sent.append(sent)
        return self

    def updates(self, role: StreamRole) -> list[Update]:
        """All updates of the role's stream."""
        return [update for sent in self.sent for update in messages(sent[role])]

    def frames(self, role: StreamRole) -> list[bytes]:
        """All bytes that somebody of the role got, and the snapshot that a newcomer gets."""
        sent = [once.bytes(JSON) for each in self.sent for once in each[role].updates]
        return [*sent, self.streams.of(role).snapshot.bytes(JSON)]


def plain(view: Any) -> dict[str, Any]:
    """A view as a client reads it."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view))
    return read


def messages(sent: Sent) -> list[Update]:
    return [once.message for once in sent.updates if isinstance(once.message, Update)]


def replayed(log: Sequence[LogEntry]) -> Streams:
    """The streams of another node that reads the same log."""
    history = History.start()
    streams = Streams.start(TABLE, "log-1", 0, history)
    for entry in log:
        after = fold(history, entry)
        streams, _ = streams.follow(history, entry, after)
        history = after
    return streams
