"""Tables are moved while somebody else is at them: one sentence each, and nothing is half done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import pytest

from rules.model.errors import Refused
from server.store.transfer import MovedTable, move
from tests.server.memory_store import MemoryStore
from tests.server.test_store import invitation, record

Happens = Callable[[], Awaitable[None]]


async def moved(source: MemoryStore, target: MemoryStore) -> list[MovedTable]:
    return [one async for one in move(source, target)]


async def filled() -> MemoryStore:
    store = MemoryStore()
    await store.create(record("friday"), [invitation("i1")])
    await store.append("friday", 0, [b"one", b"two"])
    return store


class Interrupted(MemoryStore):
    """Something happens, once, before the first append, or the first look at its entries."""

    def __init__(self, appending: Happens | None = None, reading: Happens | None = None) -> None:
        super().__init__()
        self._appending, self._reading = appending, reading

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> None:
        happens, self._appending = self._appending, None
        if happens is not None:
            await happens()
        await super().append(table, expected, entries)

    async def read(self, table: str, after: int, limit: int = 1000) -> list[bytes]:
        happens, self._reading = self._reading, None
        if happens is not None:
            await happens()
        return await super().read(table, after, limit)


async def test_somebody_who_plays_at_the_new_place_stops_the_move_with_a_sentence() -> None:
    async def played() -> None:
        await target.append("friday", 0, [b"elsewhere"])

    source, target = await filled(), Interrupted(appending=played)
    with pytest.raises(Refused) as refused:
        await moved(source, target)
    assert refused.value.message == (
        "friday is being changed at its new place: stop that server, then move again"
    )
    assert await target.read("friday", 0) == [b"elsewhere"]
    assert await source.read("friday", 0) == [b"one", b"two"]


async def test_a_table_that_is_made_at_the_new_place_meanwhile_stops_the_move() -> None:
    class Taken(MemoryStore):
        async def create(self, *made: object) -> None:
            await super().create(record("friday"), [])
            await super().create(record("friday"), [])

    with pytest.raises(Refused, match="stop that server, then move again"):
        await moved(await filled(), Taken())


@pytest.mark.parametrize("where", ["source", "target"])
async def test_a_table_that_is_deleted_meanwhile_is_named(where: str) -> None:
    async def deleted() -> None:
        await stores[where].delete("friday")

    target = Interrupted(reading=deleted)
    stores = {"source": await filled(), "target": target}
    with pytest.raises(Refused) as refused:
        await moved(stores["source"], target)
    assert refused.value.message == "friday was deleted meanwhile"


async def test_those_moved_before_the_one_that_stops_it_are_complete() -> None:
    async def deleted() -> None:
        await source.delete("sunday")

    source = await filled()
    await source.create(record("sunday"), [])
    await source.append("sunday", 0, [b"three"])
    target = MemoryStore()
    moves = move(source, target)
    complete = await anext(moves)
    await deleted()
    with pytest.raises(Refused, match="sunday was deleted meanwhile"):
        await anext(moves)
    assert complete == MovedTable("friday", 2, 2)
    assert await target.read("friday", 0) == [b"one", b"two"]
