"""A command on its way through a table, and what comes of it."""

from __future__ import annotations

import time
from collections.abc import Callable

from protocol.answers import Answer
from protocol.messages import Ack, Error, FightCommand, FromServer, Role
from protocol.streams import Sent
from protocol.updates import StreamRole
from rules.engine.history import RULES, LogEntry
from rules.engine.notes import Note
from rules.model.errors import Refused
from rules.model.events import Any_ as Event
from server.delivery.subscriber import Subscriber
from server.table.state import State, encode


class Request:
    """What somebody asked for. `user` gave it with `role`; `spoken_for` is set by a GM's `as`.

    Without a user it is the server's own: a tick of the clock. `subscriber` hears the answer, and
    `done` is called when there is one, with what was refused or None.
    """

    __slots__ = (
        "arrived", "command", "done", "id", "if_seq", "role", "spoken_for", "subscriber", "user",
        "withdrawn",
    )  # fmt: skip

    def __init__(
        self,
        command: FightCommand,
        *,
        user: str | None = None,
        role: Role = "gm",
        spoken_for: str | None = None,
        id: str | None = None,
        if_seq: int | None = None,
        subscriber: Subscriber | None = None,
        done: Callable[[Refused | None], None] | None = None,
    ) -> None:
        self.command = command
        self.user = user
        self.role = role
        self.spoken_for = spoken_for
        self.id = id
        self.if_seq = if_seq
        self.subscriber = subscriber
        self.done = done
        self.withdrawn = False  # it is wanted no more, if it has not been decided
        self.arrived = time.perf_counter()

    @property
    def by(self) -> str | None:
        """Whose command it is."""
        return self.spoken_for or self.user

    @property
    def do(self) -> str:
        """The command's name on the wire."""
        return str(type(self.command).__struct_config__.tag)

    @property
    def reader(self) -> str | None:
        """The player who hears the answer; None for a GM."""
        return None if self.role == "gm" else self.user

    def entry(
        self, position: int, decided: tuple[Event, ...], notes: tuple[Note, ...], now: float
    ) -> LogEntry:
        """Its place in the log, with what was decided under the present rules."""
        return LogEntry(
            position=position,
            command=self.command,
            by=self.by,
            id=self.id,
            gm=self.user if self.spoken_for is not None else None,
            events=decided,
            notes=notes,
            rules=RULES,
            time=now,
        )


class Accepted:
    """It becomes `entry` of the log, which leads to `state`; `sent` goes to each role."""

    __slots__ = ("entry", "request", "sent", "size", "state")
    refused = None

    def __init__(
        self, request: Request, entry: LogEntry, state: State, sent: dict[StreamRole, Sent]
    ) -> None:
        self.request = request
        self.entry = entry
        self.state = state
        self.sent = sent
        self.size = 0  # bytes of the entry, once it was encoded

    def encoded(self) -> bytes:
        """The entry as a store keeps it."""
        data = encode(self.entry)
        self.size = len(data)
        return data

    def reply(self) -> FromServer:
        """The `ack`: its `seq` is where the sender's stream is behind the command's own effect."""
        sent = self.sent["gm" if self.request.role == "gm" else "player"]
        seq = sent.last if self.request.role == "gm" else sent.seq + sent.own
        return Ack(self.request.id or "", seq, notes=self.entry.notes)


class Repeated:
    """It was accepted before, and is answered as then."""

    __slots__ = ("answer", "request")
    refused = None

    def __init__(self, request: Request, answer: Answer) -> None:
        self.request = request
        self.answer = answer

    def reply(self) -> FromServer:
        """The same `ack` as then."""
        seq = self.answer.seq(self.request.role)
        return Ack(self.request.id or "", seq, notes=self.answer.notes)


class Rejected:
    """It was refused; nothing has changed."""

    __slots__ = ("refused", "request")

    def __init__(self, request: Request, refused: Refused) -> None:
        self.request = request
        self.refused = refused

    def reply(self) -> FromServer:
        """The `error`, with its code and clause."""
        return Error.of(self.refused, self.request.id)


Decision = Accepted | Repeated | Rejected


def unavailable(outcome: str) -> Refused:
    """The store did not keep it; `outcome` as StoreFailed has it."""
    return Refused("unavailable", "the server cannot keep this now: ask again", outcome=outcome)
