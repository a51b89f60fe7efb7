"""The session at the head of PROTOCOL.md, played again.

What clients say stands in the page; what the server says to it is worked out here, without a
socket: `python -m tests.protocol.recorded` writes it anew.
"""

from __future__ import annotations

import re
from pathlib import Path

from protocol.codec import JSON, Outgoing
from protocol.messages import Ack, Error, Hello, Role, ServerCommand
from protocol.session import Authenticate, RunCommand, Send, Session
from protocol.streams import Sent, Streams
from protocol.updates import StreamRole
from rules.engine.history import History, LogEntry, decide, fold
from rules.engine.permissions import permit
from rules.model.dice import Given
from rules.model.errors import Refused
from tests.protocol.fight import TABLE

PAGE = Path(__file__).parents[2] / "protocol" / "PROTOCOL.md"
PART = re.compile(r"(?<=<!-- session -->\n).*(?=<!-- /session -->)", re.DOTALL)
LINE = re.compile(r"^(\w+) +([><]) (\{.*\})$")
CUT = re.compile(r"^(\w+) +x$")
"""A connection breaks."""

PEOPLE: dict[str, tuple[str, Role]] = {"gm": ("u1", "gm"), "ana": ("u2", "player")}


class Client:
    """One of the two, at the other end of its connection."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.user, self.role = PEOPLE[name]
        self.session = Session()


class Recorded:
    """Plays what clients say, line by line, and writes down what everybody hears."""

    def __init__(self) -> None:
        self.history = History.start()
        self.streams = Streams.start(TABLE, "log-1", 0, self.history)
        self.clients: dict[str, Client] = {}
        self.lines: list[str] = []

    def play(self, page: str) -> str:
        """The page with what the server says to the lines of its clients."""
        for line in page.splitlines():
            heard = LINE.match(line)
            if heard is None:
                self.lines.append(line)
                if cut := CUT.match(line):
                    del self.clients[cut[1]]
            elif heard[2] == ">":
                self.lines.append(line)
                self._hear(heard[1], heard[3])
        return "\n".join(self.lines) + "\n"

    def _hear(self, name: str, text: str) -> None:
        message = JSON.decode(text)
        if isinstance(message, Hello):  # a new connection, perhaps of one who was cut
            self.clients[name] = Client(name)
        client = self.clients[name]
        for instruction in client.session.feed(message):
            match instruction:
                case Authenticate():
                    said = client.session.admit(
                        client.user, client.role, self.streams, "0.1.0", f"s-{client.name}"
                    )
                    self._say(client, *said)
                case Send(message=answer):
                    self._say(client, Outgoing(answer))
                case RunCommand():
                    self._obey(client, instruction)

    def _obey(self, client: Client, instruction: RunCommand) -> None:
        try:
            sent = self._decide(instruction)
        except Refused as refused:
            self._say(client, Outgoing(Error.of(refused, instruction.asked.id)))
            return
        for other in self.clients.values():
            part = sent["gm" if other.role == "gm" else "player"]
            own = len(part.updates) if other.role == "gm" else part.own
            self._say(other, *part.updates[:own])
            if other is client:
                self._say(other, Outgoing(Ack(instruction.asked.id, part.seq + own)))
            self._say(other, *part.updates[own:])

    def _decide(self, instruction: RunCommand) -> dict[StreamRole, Sent]:
        """Dice are laid down by the clients: nothing here is left to chance."""
        before, command = self.history, instruction.asked.command
        assert not isinstance(command, ServerCommand)
        permit(before.encounter, instruction.by, instruction.role, command)
        entry = LogEntry(
            position=before.position + 1,
            command=command,
            events=decide(before, command, Given()),
            by=instruction.by,
            id=instruction.asked.id,
        )
        self.history = fold(before, entry)
        self.streams, sent = self.streams.follow(before, entry, self.history)
        return sent

    def _say(self, client: Client, *said: Outgoing) -> None:
        for once in said:
            self.lines.append(f"{client.name:<3} < {once.bytes(JSON).decode()}")


def session() -> str:
    """The session as the page has it."""
    found = PART.search(PAGE.read_text("utf-8"))
    assert found, "PROTOCOL.md has no session"
    return found.group()


if __name__ == "__main__":
    played = Recorded().play(session())
    PAGE.write_text(PART.sub(lambda _: played, PAGE.read_text("utf-8")), "utf-8")
