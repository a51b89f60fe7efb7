"""What takes long at one table is done in stretches, and others are served between two."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import msgspec
import pytest

from protocol.codec import JSON
from rules.engine.history import LogEntry, deciding
from rules.model.dice import Rolled
from rules.stretches import Work
from server.table.state import State
from tests.server.hosting import Client, Hosted, Plain
from tests.server.played import Played

T = TypeVar("T")

CROWD = 300


def counted(work: Work[T]) -> tuple[int, T]:
    """How many stretches there are, and what comes of them."""
    count = 0
    while True:
        try:
            next(work)
        except StopIteration as done:
            return count, done.value
        count += 1


def command(asked: Plain) -> Any:
    return JSON.decode(
        msgspec.json.encode({"type": "command", "id": "q", "command": asked})
    ).command


def crowd(count: int) -> list[Plain]:
    return [{"id": f"c{n}", "name": f"C{n}", "side": f"s{n % 2}"} for n in range(count)]


class Table:
    """A table that is decided and followed by stretches."""

    def __init__(self, system: str) -> None:
        self.state: State = Played.begun(system).state

    def do(self, asked: Plain) -> tuple[int, int, int]:
        """Stretches of deciding and of following, and how many updates the roles are sent."""
        given = command(asked)
        deciding_, events = counted(deciding(self.state.history, given, Rolled()))
        entry = LogEntry(position=self.state.position + 1, command=given, events=events)
        following, (self.state, sent) = counted(self.state.following(entry))
        return deciding_, following, sum(len(one.updates) for one in sent.values())


def test_each_moment_of_a_round_is_a_stretch_and_each_part_of_it_for_each_role() -> None:
    table = Table("starfinder")
    table.do({"do": "advance", "to": "next", "force": True})
    table.do({"do": "add", "combatants": crowd(30)})
    while "roll" in {prompt.prompt for prompt in table.state.streams.gm.view.prompts}:
        table.do({"do": "roll", "for": "all"})
    table.do({"do": "advance", "to": "round", "force": True})
    moments = len({line.slot for line in table.state.streams.gm.view.timeline})
    deciding_, following, updates = table.do({"do": "advance", "to": "round", "force": True})
    assert moments >= 30
    assert deciding_ == moments - 1, "the last one ends the work"
    assert following == 2 * moments + updates


def test_each_tie_that_is_rolled_off_is_a_stretch() -> None:
    table = Table("starfinder")
    table.do({"do": "open", "system": "starfinder", "keep": "none", "force": True})
    table.do({"do": "add", "combatants": crowd(40)})
    table.do({"do": "begin"})
    rolled, _, _ = table.do({"do": "roll", "for": "all"})
    assert rolled == 40
    ties = [p for p in table.state.streams.gm.view.prompts if p.prompt == "tie"]
    assert ties, "forty d20 tie"
    rolled_off, _, _ = table.do({"do": "roll", "for": "all"})
    assert rolled_off == len(ties)


async def other_table(hosted: Hosted) -> Client:
    tokens = await hosted.app.access.make_table("saturday", "Saturday")
    gm = await hosted.open()
    await gm.say({"type": "hello", "table": "saturday", "token": (tokens or {})["gm"]})
    await gm.until("snapshot")
    return gm


@pytest.mark.parametrize("system", ["starfinder", "mmrpg"])
async def test_another_table_is_served_while_a_large_fight_goes_on_by_a_round(
    hosted: Hosted, system: str
) -> None:
    gm, other = await hosted.join("gm"), await other_table(hosted)
    await gm.do({"do": "open", "system": system, "force": True})
    await gm.do({"do": "add", "combatants": crowd(CROWD)})
    await gm.do({"do": "begin"})
    while gm.view["phase"] == "roll":
        await gm.do({"do": "roll", "for": "all"})
    done: list[str] = []

    async def short() -> None:
        for number in range(3):
            await other.do({"do": "add", "combatants": [{"name": f"Orc {number}"}]})
            done.append("short")

    round_ = {"do": "advance", "to": "round", "force": True}
    await gm.say({"type": "command", "id": "long", "command": round_})
    shorts = asyncio.create_task(short())
    await gm.until("update")  # the first is sent when the whole command is decided and durable
    done.append("long")
    await shorts
    assert done == ["short", "short", "short", "long"]
