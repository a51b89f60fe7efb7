"""One example of every message: what the golden files hold.

`python -m tests.protocol.examples` writes the files anew, after a message was given a new field.
What is in a file was sent by a released version: lines are added to it, hardly ever changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from protocol.messages import (
    Ack,
    Catalogue,
    Error,
    FromServer,
    Mirror,
    Person,
    Pong,
    Presence,
    Snapshot,
    Status,
    Tick,
    Update,
    Welcome,
)
from rules.engine.notes import Note

GOLDEN = Path(__file__).parent.parent / "golden"

COMMANDS: list[dict[str, Any]] = [
    {
        "do": "declare",
        "combatant": "mage",
        "actions": [
            {"act": "spell", "name": "Sleep", "segments": 1},
            {"act": "move", "feet": 60},
            {"act": "attack", "forms": [{"weapon": "dagger", "plus": [1, 2]}, {"speed": 3}]},
        ],
    },
    {"do": "cancel", "combatant": "mage", "action": 0},
    {"do": "roll", "for": "mage", "faces": [4]},
    {"do": "roll", "for": "spidey", "faces": [2, 6, 1], "rerolls": [{"face": 2, "die": 1}]},
    {"do": "roll", "for": "all"},
    {"do": "reroll", "combatant": "spidey", "die": 1},
    {"do": "delay", "combatant": "a"},
    {"do": "return", "combatant": "a"},
    {"do": "ready", "combatant": "a", "trigger": "when the door opens"},
    {"do": "trigger", "combatant": "a", "by": "c"},
    {"do": "end_turn", "combatant": "a"},
    {"do": "open", "system": "adnd1e", "options": {"hit_spoils": True}, "keep": "all"},
    {"do": "open", "system": "adnd1e", "force": True},
    {"do": "options", "set": {"method": "individual"}},
    {
        "do": "add",
        "combatants": [
            {
                "id": "orc-1",
                "name": "Orc",
                "side": "foes",
                "token": "t1",
                "hidden": True,
                "hp": 6,
                "traits": {"reaction": -1, "situations": ["slowed"]},
            },
            {"kind": "pc", "owner": "u2", "count": 2},
        ],
    },
    {
        "do": "change",
        "combatant": "orc-1",
        "set": {"hidden": True, "hp": None, "traits": {"reaction": 1}},
    },
    {"do": "remove", "combatant": "orc-1"},
    {"do": "split", "combatant": "hydra", "count": 2},
    {"do": "surprise", "sides": {"foes": 2}},
    {"do": "surprise", "combatants": ["doom"], "by": ["sue"]},
    {"do": "begin"},
    {"do": "settle", "order": ["a", "b"]},
    {"do": "advance"},
    {"do": "advance", "to": "round", "force": True},
    {"do": "hit", "combatant": "mage", "damage": 3},
    {"do": "heal", "combatant": "mage", "hp": 3},
    {"do": "stabilise", "combatant": "mage"},
    {"do": "interrupt", "combatant": "mage"},
    {"do": "place", "combatant": "a", "before": "b"},
    {"do": "place", "combatant": "a", "after": "b"},
    {"do": "place", "combatant": "a", "last": True},
    {"do": "mark", "combatant": "a", "name": "Haste", "rounds": 3},
    {"do": "unmark", "combatant": "a", "name": "Haste"},
    {"do": "clock", "every": 2.5},
    {"do": "clock", "every": None},
    {
        "do": "batch",
        "commands": [
            {"do": "hit", "combatant": "orc-1", "damage": 9},
            {"do": "hit", "combatant": "orc-2", "damage": 9},
        ],
    },
    {"do": "undo"},
    {"do": "redo"},
    {"do": "end", "outcome": "rest"},
    {"do": "invite", "role": "player", "user": "ana", "expires": "2030-01-31T20:00:00Z"},
    {"do": "invites"},
    {"do": "revoke", "invite": "i3"},
]

LATER: dict[str, dict[str, Any]] = {
    "c040": {"do": "correct", "for": "mage", "total": 17},
    "c041": {"do": "correct", "for": "side:foes", "faces": [3]},
    "c042": {"do": "correct", "for": "a", "traits": {"modifier": 2}},
    "c043": {"do": "roll", "for": "side:foes", "again": True},
    "c050": {"do": "save", "name": "The party", "what": "party"},
    "c051": {"do": "load", "name": "Bridge", "force": True},
    "c052": {"do": "forget", "name": "Bridge"},
    "c053": {"do": "set_aside", "name": "The cliff"},
    "c054": {"do": "take_up", "name": "The cliff"},
    "e100": {"do": "roll", "for": "npcs"},
    "e101": {"do": "open", "system": "adnd1e", "keep": "pcs", "unhurt": True},
    "e102": {"do": "declare", "combatant": "mage", "again": True},
    "e103": {"do": "declare", "combatant": "orc", "usual": True},
    "e104": {"do": "change", "combatant": "orc", "set": {"usual": [{"act": "melee"}]}},
    "e105": {"do": "add", "combatants": [{"name": "Goblin", "copies": 12}]},
    "e106": {"do": "add", "combatants": [{"name": "Guard 3", "creature": "Spy"}]},
    "c060": {"do": "take", "combatant": "mage"},
}
"""By id: what came later stands behind, so that no other line of the golden file changes."""

CLIENT: dict[str, list[dict[str, Any]]] = {
    "hello": [
        {
            "type": "hello",
            "token": "kT9w",
            "table": "friday",
            "name": "Ana",
            "client": "f3a9c2d1e0b4a5968778695a4b3c2d1e",
            "resume": {"epoch": "5f0c", "seq": 41},
        },
        {"type": "hello", "token": "kT9w"},
    ],
    "command": [
        {"type": "command", "id": f"{number:04x}", "command": command}
        for number, command in enumerate(COMMANDS)
    ]
    + [
        {"type": "command", "id": "9b1c", "command": {"do": "undo"}, "if_seq": 44},
        {
            "type": "command",
            "id": "9b1d",
            "command": {"do": "roll", "for": "mage"},
            "as": "u2",
        },
    ]
    + [{"type": "command", "id": id, "command": command} for id, command in LATER.items()],
    "catalogue": [{"type": "catalogue"}],
    "claim": [{"type": "claim", "what": "mirror", "target": "foundry:my-world"}],
    "ping": [{"type": "ping", "t": 1234.5}, {"type": "ping"}],
}

_SPELL_LOST = {"event": "spell_lost", "combatant": "mage", "clause": "SEG-C34"}

SERVER: dict[str, list[FromServer]] = {
    "welcome": [Welcome(1, "0.1.0", "s1", "u1", "gm", "friday", "5f0c", 44, False)],
    "snapshot": [Snapshot(44, {"round": 2, "phase": "act", "at": 5}, [_SPELL_LOST])],
    "update": [
        Update(
            45,
            {"at": 5, "active": ["mage"], "combatants": {"orc-1": None}},
            [_SPELL_LOST],
            Tick(2, "act", ["mage"], ["t7"], 5),
            "u1",
        ),
        Update(46, {}, [{"event": "hit", "combatant": "mage", "damage": 3}]),
        Update(47, {"phase": "end"}, [], Tick(2, "end", [], [])),
    ],
    "presence": [Presence([Person("u1", "Ana", "gm", True)])],
    "ack": [
        Ack("9b1c", 45),
        Ack("9b1d", 45, {"invite": "i3", "token": "kT9w"}),
        Ack("9b1e", 46, notes=(Note("no_entry", "mage", 0, clause="SEG-C12"),)),
        Ack("9b1f", 47, notes=(Note("now", option="reveal"), Note("next_round", option="method"))),
    ],
    "error": [
        Error(
            "illegal_declaration",
            "a spell stands alone",
            {"combatant": "mage"},
            "9b1c",
            "SEG-C6",
        ),
        Error("bad_message", "JSON is malformed", {}),
    ],
    "catalogue": [Catalogue({"adnd1e": {"options": {}, "phases": ["setup"]}})],
    "mirror": [Mirror("foundry:my-world", True, 30, 7)],
    "status": [Status(False)],
    "pong": [Pong(1234.5), Pong()],
}


def write() -> None:
    for name, messages in CLIENT.items():
        _write(GOLDEN / "client" / f"{name}.json", messages)
    for name, sent in SERVER.items():
        plain = [msgspec.json.decode(msgspec.json.encode(message)) for message in sent]
        _write(GOLDEN / "server" / f"{name}.json", plain)


def _write(path: Path, messages: list[dict[str, Any]]) -> None:
    lines = [
        {"message": message, "msgpack": msgspec.msgpack.encode(message).hex()}
        for message in messages
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(lines, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    write()
