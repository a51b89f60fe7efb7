"""When the store fails: nothing undurable is shown, and what is told of it is true."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from server.store.contract import Conflict, StoreFailed
from tests.server.hosting import Hosted, Plain, Start
from tests.server.memory_store import MemoryStore


class Failing(MemoryStore):
    """Fails when it is told to: before the write, or after it without saying so."""

    def __init__(self) -> None:
        super().__init__()
        self.mode = "well"

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> None:
        if self.mode == "full":
            raise StoreFailed("refused", "disk full")
        if self.mode == "lost" and expected == await self._length(table):
            await super().append(table, expected, entries)
            raise StoreFailed("unknown", "nobody knows")
        await super().append(table, expected, entries)

    async def _length(self, table: str) -> int:
        return len(await self.read(table, 0, 10**6))

    async def probe(self) -> None:
        if self.mode != "well":
            raise StoreFailed("refused", self.mode)


class Raced(MemoryStore):
    """Somebody else is first, once: `intruder` is appended just before."""

    def __init__(self) -> None:
        super().__init__()
        self.intruder: bytes | None = None

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> None:
        if self.intruder is not None:
            intruder, self.intruder = self.intruder, None
            await super().append(table, expected, [intruder])
            raise Conflict(table)
        await super().append(table, expected, entries)


OPEN = {"do": "open", "system": "adnd1e"}


async def failed(start: Start, mode: str) -> tuple[Failing, Hosted, Any, Any, Plain]:
    store = Failing()
    hosted = await start(store)
    gm, watcher = await hosted.join("gm", client="a" * 32), await hosted.join("observer")
    await gm.do(OPEN)
    await watcher.catch_up()
    store.mode = mode
    answer = await gm.ask({"do": "add", "combatants": [{"id": "x", "name": "X"}]}, id="add")
    return store, hosted, gm, watcher, answer


async def test_a_refused_append_shows_nothing_and_says_so(start: Start) -> None:
    store, hosted, gm, watcher, answer = await failed(start, "full")
    assert (answer["code"], answer["detail"]) == ("unavailable", {"outcome": "refused"})
    assert (await gm.until("status"))["live"] is False
    fresh = await hosted.join("gm")
    assert fresh.view["combatants"] == {}
    assert (await fresh.until("status"))["live"] is False
    assert (await gm.ask({"do": "begin"}))["code"] == "unavailable"
    store.mode = "well"
    await gm.until("status", live=True)
    await gm.do({"do": "add", "combatants": [{"id": "x", "name": "X"}]}, id="add")
    await watcher.catch_up()
    assert list(watcher.view["combatants"]) == ["x"]
    assert watcher.gaps == 0


async def test_an_append_with_unknown_outcome_applies_once(start: Start) -> None:
    store, _, gm, watcher, answer = await failed(start, "lost")
    assert (answer["code"], answer["detail"]) == ("unavailable", {"outcome": "unknown"})
    assert not [u for u in watcher.of("update") if u["seq"] > watcher.seq]
    store.mode = "well"
    await gm.until("status", live=True)
    answer = await gm.do({"do": "add", "combatants": [{"id": "x", "name": "X"}]}, id="add")
    await watcher.catch_up()
    assert watcher.seq == answer["seq"]
    assert list(watcher.view["combatants"]) == ["x"]
    assert len(await store.read("friday", 0)) == 2


async def test_a_command_that_was_overtaken_is_decided_anew(start: Start) -> None:
    donor = await start()
    there = await donor.join("gm")
    await there.do(OPEN)
    await there.do({"do": "add", "combatants": [{"id": "early", "name": "Early"}]})
    store = Raced()
    hosted = await start(store)
    gm = await hosted.join("gm")
    await gm.do(OPEN)
    store.intruder = (await donor.app.store.read("friday", 1))[0]
    await gm.do({"do": "add", "combatants": [{"id": "late", "name": "Late"}]})
    assert list(gm.view["combatants"]) == ["early", "late"]
    assert gm.gaps == 0


async def test_if_seq_is_compared_again_after_being_overtaken(start: Start) -> None:
    donor = await start()
    there = await donor.join("gm")
    await there.do(OPEN)
    await there.do({"do": "add", "combatants": [{"id": "early", "name": "Early"}]})
    store = Raced()
    hosted = await start(store)
    gm = await hosted.join("gm")
    await gm.do(OPEN)
    store.intruder = (await donor.app.store.read("friday", 1))[0]
    add = {"do": "add", "combatants": [{"id": "late", "name": "Late"}]}
    assert (await gm.ask(add, if_seq=gm.seq))["code"] == "stale"
    assert list(gm.view["combatants"]) == ["early"]


async def test_one_tables_failure_is_not_anothers(start: Start) -> None:
    store, hosted, _, _, _ = await failed(start, "full")
    token = (await hosted.app.access.make_table("sunday") or {})["gm"]
    other = await hosted.open()
    await other.say({"type": "hello", "table": "sunday", "token": token})
    await other.until("snapshot")
    store.mode = "well"
    await other.do(OPEN)
    assert other.view["system"] == "adnd1e"


async def test_readiness_follows_the_store(start: Start) -> None:
    store = Failing()
    hosted = await start(store)
    assert await hosted.app._probe() is True
    store.mode = "full"
    assert await hosted.app._probe() is False
    store.mode = "well"
    assert await hosted.app._probe() is True


class Hanging(MemoryStore):
    """A disk that never answers, once it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.hangs = False

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> None:
        if self.hangs:
            await asyncio.Event().wait()
        await super().append(table, expected, entries)


async def test_a_disk_that_hangs_does_not_keep_the_server_from_stopping(start: Start) -> None:
    store = Hanging()
    hosted = await start(store, stop_within=0.2)
    gm = await hosted.join("gm")
    await gm.do(OPEN)
    store.hangs = True
    await gm.say({"type": "command", "id": "x", "command": {"do": "begin"}})
    await gm.say({"type": "command", "id": "y", "command": {"do": "add", "combatants": []}})
    await gm.catch_up()
    async with asyncio.timeout(5):
        await hosted.app.stop()
    assert await gm.closed() == 1012
    assert not gm.of("ack")[1:]


async def test_while_one_append_is_under_way_the_next_commands_gather(start: Start) -> None:
    store = Counted()
    hosted = await start(store, rate=0)
    gm = await hosted.join("gm")
    await gm.do(OPEN)
    store.appends.clear()
    store.gate.clear()
    for number in range(10):
        add = {"do": "add", "combatants": [{"id": f"c{number}", "name": "C"}]}
        await gm.say({"type": "command", "id": f"a{number}", "command": add})
    await gm.catch_up()
    assert gm.view["combatants"] == {}
    store.gate.set()
    await gm.until("ack", id="a9")
    assert len(gm.view["combatants"]) == 10
    assert sum(store.appends) == 10
    assert len(store.appends) <= 3


class Counted(MemoryStore):
    """Counts the entries of each append, and lets them through when the gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.appends: list[int] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> None:
        await self.gate.wait()
        self.appends.append(len(entries))
        await super().append(table, expected, entries)
