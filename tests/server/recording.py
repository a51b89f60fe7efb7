"""Keeps a log of each rules system for the versions to come: `python -m tests.server.recording`.

Real fights are played through a server in a process of its own and exported, with the states
that they lead to. It is done once for each version of the rules, before its release; what is there
already is not touched.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from websockets.asyncio.client import connect

from rules.engine.history import RULES, History, fold
from server.admin.tables import fingerprint
from server.table.state import decode
from tests.server.hosting import Client, Plain
from tests.server.played import SYSTEMS
from tests.server.processes import ROOT, Served
from tests.server.test_fuzz import COMMANDS
from tests.vectors.vectors import examples, play

LOGS = ROOT / "tests" / "fixtures" / "logs"
EXAMPLES = 8  # of each system
TRIES = 400
ALONE = {"open", "add", "begin", "end", "remove", "clock", "invite", "invites", "revoke"}
"""They would end what has been built up, or are no part of a log."""

PEOPLE: list[Plain] = [
    {"id": "mage", "name": "Morwen", "side": "party", "kind": "pc", "owner": "ana", "hp": 12},
    {"id": "fighter", "name": "Brand", "side": "party", "kind": "pc", "owner": "ben", "hp": 30},
    {"id": "orcs", "name": "Orc", "side": "foes", "count": 3, "hp": 6},
    {"id": "lurker", "name": "Lurker", "side": "foes", "hp": 9, "hidden": True},
]

LAST: list[Plain] = [
    {"do": "begin"},  # an undo may have gone back behind it
    {"do": "hit", "combatant": "mage", "damage": 14},
    {"do": "advance", "to": "round", "force": True},
    {"do": "advance", "to": "round", "force": True},
    {"do": "stabilise", "combatant": "mage"},
    {"do": "hit", "combatant": "fighter", "damage": 200},
    {"do": "remove", "combatant": "orcs"},
    {"do": "undo"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "batch", "commands": [{"do": "heal", "combatant": "mage", "hp": 3}, {"do": "end"}]},
]


async def record(system: str, address: str, token: str) -> None:
    """Worked examples first, then whatever the rules accept in one long fight."""
    async with connect(address, proxy=None) as socket:
        gm = Client(socket)
        await gm.say({"type": "hello", "table": system, "token": token, "client": "9" * 32})
        await gm.until("snapshot")

        async def ask(command: Plain) -> tuple[str, str] | None:
            again = command["do"] == "open"  # the fight before may still be running
            answer = await gm.ask({**command, "force": True} if again else command)
            return None if answer["type"] == "ack" else (answer["code"], answer.get("clause", ""))

        chosen = [one.values[0] for one in examples() if one.id.startswith(system)]
        for example in chosen[:: max(1, len(chosen) // EXAMPLES)]:
            await play(example, ask, lambda: gm.view)
        for command in long_fight(system, random.Random(system)):
            await ask(command)


def long_fight(system: str, chance: random.Random) -> Iterator[Plain]:
    """The commands of all examples, by whoever is there, and now and then another kind of one."""
    ids = [who["id"] for who in PEOPLE]
    known = [one for one in sent(system) if one["do"] not in ALONE]
    others = [one for one in COMMANDS if one["do"] not in ALONE]
    for number in range(TRIES):
        if number % 100 == 0:
            yield from (
                {"do": "open", "system": system, "keep": "none", "force": True},
                {"do": "add", "combatants": PEOPLE},
            )
            yield {"do": "begin"}
        command = dict(chance.choice(others if chance.random() < 0.3 else known))
        for field in sorted({"combatant", "before", "after", "by"} & command.keys()):
            command[field] = chance.choice(ids)
        yield command
        if chance.random() < 0.3:
            yield {"do": "roll", "for": "all"}
            yield {"do": "advance", "force": chance.random() < 0.3}
    yield from LAST


def sent(system: str) -> list[Plain]:
    steps = [
        step for one in examples() if one.id.startswith(system) for step in one.values[0]["steps"]
    ]
    return [step["send"] for step in steps if "send" in step]


def made(*arguments: str) -> str:
    """What the command line prints."""
    command = [sys.executable, "-m", "server", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def keep(system: str, served: Served) -> None:
    file = LOGS / f"{system}-rules-{RULES}.jsonl"
    if file.exists():
        return
    links = made("table", system, "--data", str(served.data))
    token = links.partition("token=")[2].split()[0]
    asyncio.run(record(system, served.address, token))
    exported = made("export", system, "--data", str(served.data))
    file.write_text(exported, "utf-8")
    file.with_suffix(".states").write_text("\n".join(states(exported.splitlines())) + "\n", "utf-8")


def states(lines: list[str]) -> Iterator[str]:
    """The state behind each entry of an export, named in short."""
    history = History.start()
    for line in lines[1:-1]:
        history = fold(history, decode(line.encode()))
        yield fingerprint(history)[:12]


if __name__ == "__main__":
    LOGS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        serving = Served(Path(folder), "--rate", "0")
        for name in SYSTEMS:
            keep(name, serving)
        serving.stop()
