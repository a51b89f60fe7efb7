"""What a server says to a game master and to an observer, for the adapter's tests under Node.

The streams are worked out here, without a socket, by the same rules that the server has:
`python -m tests.foundry.recorded` writes `recorded.json` anew, and a test holds the file to them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from protocol.codec import JSON
from protocol.messages import Hello
from protocol.session import Session
from protocol.streams import Streams
from rules.engine.history import History, LogEntry, decide, fold
from rules.model.commands import Any_
from rules.model.dice import Given
from rules.projection.view import Table as TableName

FILE = Path(__file__).parent / "recorded.json"
Plain = dict[str, Any]
TABLE = TableName(id="friday", name="Friday night")


def somebody(id: str, side: str, **more: Any) -> Plain:
    token = f"Scene.moor.Token.token-{id}"
    kind = "pc" if side == "party" else "npc"
    return {"id": id, "name": id.title(), "side": side, "kind": kind, "token": token, **more}


def declare(combatant: str, *actions: Plain) -> Plain:
    return {"do": "declare", "combatant": combatant, "actions": list(actions)}


MELEE = {"act": "melee"}
NEXT = {"do": "advance", "to": "next"}
FIGHTS: dict[str, list[Plain]] = {
    "adnd1e": [
        {"do": "open", "system": "adnd1e"},
        {"do": "add", "combatants": [
            somebody("mage", "party", owner="u2", hp=9),
            somebody("knight", "party", owner="u3", hp=30, traits={"routines": 2}),
            somebody("orc", "foes", hp=6),
            somebody("spy", "foes", hp=6, hidden=True),
        ]},
        {"do": "begin"},
        declare("mage", {"act": "spell", "name": "Sleep", "segments": 3}),
        declare("knight", MELEE),
        declare("orc", MELEE),
        declare("spy", {"act": "missile"}),
        NEXT,
        {"do": "roll", "for": "side:party", "faces": [5]},
        {"do": "roll", "for": "side:foes", "faces": [2]},
        *[NEXT] * 3,
        {"do": "change", "combatant": "spy", "set": {"hidden": False}},
        {"do": "advance", "to": "segment"},
        {"do": "hit", "combatant": "orc", "damage": 9},
        {"do": "undo"},
        *[{"do": "advance", "to": "segment"}] * 2,
        {"do": "hit", "combatant": "knight", "damage": 3},
        {"do": "advance", "to": "segment"},
        {"do": "advance", "to": "round"},
    ],
    "starfinder": [
        {"do": "open", "system": "starfinder"},
        {"do": "add", "combatants": [
            somebody("ace", "party", owner="u2"), somebody("bot", "party", owner="u3"),
            somebody("drone", "foes"), somebody("lurker", "foes", hidden=True),
        ]},
        {"do": "begin"},
        {"do": "roll", "for": "ace", "faces": [12]},
        {"do": "roll", "for": "bot", "faces": [7]},
        {"do": "roll", "for": "drone", "faces": [18]},
        {"do": "roll", "for": "lurker", "faces": [15]},
        *[NEXT] * 5,
    ],
}  # fmt: skip


class Recorder:
    """One fight, with what each of the two hears of each command."""

    def __init__(self) -> None:
        self.history = History.start()
        self.streams = Streams.start(TABLE, "log-1", 0, self.history)

    def welcome(self, user: str, role: Any) -> list[Plain]:
        session = Session()
        session.feed(Hello(token="t", table="friday"))
        return plain(session.admit(user, role, self.streams, "0.1.0", f"s-{user}"))

    def step(self, number: int, command: Plain) -> Plain:
        asked = msgspec.convert(command, Any_)
        events = decide(self.history, asked, Given())
        entry = LogEntry(position=number, command=asked, events=events, by="u1", id=str(number))
        before, self.history = self.history, fold(self.history, entry)
        self.streams, sent = self.streams.follow(before, entry, self.history)
        return {
            "command": command,
            "gm": plain(sent["gm"].updates),
            "observer": plain(sent["player"].updates),
        }


def plain(messages: Any) -> list[Plain]:
    return [json.loads(message.bytes(JSON)) for message in messages]


def recorded() -> str:
    fights = {}
    for name, commands in FIGHTS.items():
        recorder = Recorder()
        welcome = {
            "gm": recorder.welcome("u1", "gm"),
            "observer": recorder.welcome("u9", "observer"),
        }
        steps = [recorder.step(number, command) for number, command in enumerate(commands, 1)]
        fights[name] = {"welcome": welcome, "steps": steps}
    return json.dumps(fights, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(recorded(), "utf-8")
