"""The worked examples of all four systems: against the engine, and over a real socket."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.engine.history import History, LogEntry, decide, fold
from rules.model.commands import Any_
from rules.model.dice import Given
from rules.model.errors import Refused
from rules.projection.view import view
from tests.server.conftest import start
from tests.server.hosting import Client, Start
from tests.vectors.vectors import examples, play

__all__ = ["start"]  # the fixture that starts a server


class Engine:
    """The rules alone: no dice but those that are laid down."""

    def __init__(self) -> None:
        self.history = History.start()

    async def ask(self, command: dict[str, Any]) -> tuple[str, str] | None:
        asked: Any = msgspec.convert(command, Any_)
        try:
            events = decide(self.history, asked, Given())
        except Refused as refused:
            return refused.code, refused.clause
        entry = LogEntry(position=self.history.position + 1, command=asked, events=events)
        self.history = fold(self.history, entry)
        return None

    def view(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view(self.history, "gm")))
        return plain


@pytest.mark.parametrize("example", examples())
async def test_an_example_comes_out_as_the_page_says(example: dict[str, Any]) -> None:
    engine = Engine()
    await play(example, engine.ask, engine.view)


class OverTheWire:
    """A GM at a table of a real server."""

    def __init__(self, gm: Client) -> None:
        self.gm = gm

    async def ask(self, command: dict[str, Any]) -> tuple[str, str] | None:
        again = command["do"] == "open"  # the last example's fight may still be running
        answer = await self.gm.ask({**command, "force": True} if again else command)
        if answer["type"] == "ack":
            return None
        return answer["code"], answer.get("clause", "")

    def view(self) -> dict[str, Any]:
        return self.gm.view


async def test_all_examples_come_out_the_same_over_a_real_socket(start: Start) -> None:
    table = OverTheWire(await (await start(rate=0)).join("gm"))
    for example in examples():
        await play(example.values[0], table.ask, table.view)
    assert table.gm.gaps == 0
