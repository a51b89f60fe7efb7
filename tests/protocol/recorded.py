"""The session at the head of PROTOCOL.md, played again.

What clients say stands in the page; what the server says to it is worked out here, without a
socket: `python -m tests.protocol.recorded` writes it anew.
"""

from __future__ import annotations

import re
from pathlib import Path

from protocol.codec import JSON, Once
from protocol.messages import Ack, Error, FromServer, Role
from protocol.session import Authenticate, Obey, Say, Session
from protocol.streams import Sent
from rules.errors import Refused
from rules.history import LogEntry, decide
from rules.rights import permit
from tests.protocol.fight import Fight

PAGE = Path(__file__).parents[2] / "protocol" / "PROTOCOL.md"
PART = re.compile(r"(?<=<!-- session -->\n).*(?=<!-- /session -->)", re.DOTALL)
LINE = re.compile(r"^(\w+) +([><]) (\{.*\})$")

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
        self.fight = Fight()
        self.clients: dict[str, Client] = {}
        self.lines: list[str] = []

    def play(self, page: str) -> str:
        """The page with what the server says to the lines of its clients."""
        for line in page.splitlines():
            heard = LINE.match(line)
            if heard is None:
                self.lines.append(line)
            elif heard[2] == ">":
                self.lines.append(line)
                self._hear(heard[1], heard[3])
        return "\n".join(self.lines) + "\n"

    def _hear(self, name: str, text: str) -> None:
        message = JSON.decode(text)
        if message.__class__.__name__ == "Hello":  # a new connection, perhaps of one who was cut
            self.clients[name] = Client(name)
        client = self.clients[name]
        for deed in client.session.feed(message):
            match deed:
                case Authenticate():
                    said = client.session.admit(
                        client.user, client.role, self.fight.streams, "0.1.0", f"s{len(self.lines)}"
                    )
                    self._say(client, *said)
                case Say(message=answer):
                    self._say(client, Once(answer))
                case Obey():
                    self._obey(client, deed)

    def _obey(self, client: Client, deed: Obey) -> None:
        try:
            sent = self._decide(deed)
        except Refused as refused:
            self._say(client, Once(Error.of(refused, deed.asked.id)))
            return
        for other in self.clients.values():
            part = sent["gm" if other.role == "gm" else "player"]
            own = part.own if other.role != "gm" else len(part.updates)
            self._say(other, *part.updates[:own])
            if other is client:
                self._say(other, Once(_ack(deed, part, own)))
            self._say(other, *part.updates[own:])

    def _decide(self, deed: Obey) -> dict[str, Sent]:
        fight, command = self.fight, deed.asked.command
        permit(fight.history.encounter, deed.by, deed.role, command)  # type: ignore[arg-type]
        events = decide(fight.history, command, fight.dice)  # type: ignore[arg-type]
        entry = LogEntry(
            position=fight.history.position + 1,
            command=command,  # type: ignore[arg-type]
            events=events,  # type: ignore[arg-type]
            by=deed.by,
            id=deed.asked.id,
        )
        return fight.enter(entry)  # type: ignore[return-value]

    def _say(self, client: Client, *said: Once) -> None:
        for once in said:
            self.lines.append(f"{client.name:<3} < {once.bytes(JSON).decode()}")


def _ack(deed: Obey, sent: Sent, own: int) -> FromServer:
    return Ack(deed.asked.id, sent.seq + own)


def session() -> str:
    """The session as the page has it."""
    found = PART.search(PAGE.read_text("utf-8"))
    assert found, "PROTOCOL.md has no session"
    return found.group()


if __name__ == "__main__":
    played = Recorded().play(session())
    PAGE.write_text(PART.sub(lambda _: played, PAGE.read_text("utf-8")), "utf-8")
