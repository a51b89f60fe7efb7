"""An append that knows the end of its log is one statement: it promises what every append does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from server.store.contract import Conflict, StoreFailed, TableRecord, UnknownTable
from server.store.sqlite.store import SqliteStore

FRIDAY = TableRecord("friday", "Friday", history="h", created=1.0)


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """Of its table the end is known: two appends have succeeded."""
    kept = SqliteStore(tmp_path)
    await kept.create(FRIDAY, [])
    await kept.append("friday", 0, [b"one"])
    await kept.append("friday", 1, [b"two"])
    yield kept
    await kept.close()


@pytest.mark.parametrize("expected", [0, 1, 3])
async def test_who_expects_another_end_conflicts_and_the_next_append_is_at_the_end(
    store: SqliteStore, expected: int
) -> None:
    with pytest.raises(Conflict):
        await store.append("friday", expected, [b"wrong"])
    await store.append("friday", 2, [b"three"])
    await store.append("friday", 3, [b"four", b"five"])
    assert await store.read("friday", 0) == [b"one", b"two", b"three", b"four", b"five"]


async def test_of_two_that_know_the_end_one_wins(store: SqliteStore) -> None:
    other = SqliteStore.__new__(SqliteStore)
    other.__dict__.update(store.__dict__, _ends={"friday": 2})
    await store.append("friday", 2, [b"mine"])
    with pytest.raises(Conflict):
        await other.append("friday", 2, [b"theirs"])
    assert await store.read("friday", 2) == [b"mine"]


async def test_a_deleted_table_takes_no_append_and_a_new_one_of_its_name_begins_anew(
    store: SqliteStore,
) -> None:
    await store.delete("friday")
    with pytest.raises(UnknownTable):
        await store.append("friday", 2, [b"late"])
    await store.create(FRIDAY, [])
    with pytest.raises(Conflict):
        await store.append("friday", 2, [b"late"])
    assert await store.read("friday", 0) == []


async def test_without_room_nothing_is_written_and_with_room_it_goes_on(store: SqliteStore) -> None:
    pages = await store._writer.run(lambda c: int(c.execute("PRAGMA page_count").fetchone()[0]))
    await store._writer.run(lambda c: c.execute(f"PRAGMA max_page_count={pages}").fetchone())
    with pytest.raises(StoreFailed) as failed:
        await store.append("friday", 2, [b"x" * 100_000])
    assert failed.value.outcome == "refused"
    await store._writer.run(lambda c: c.execute("PRAGMA max_page_count=100000").fetchone())
    await store.append("friday", 2, [b"x" * 100_000])
    assert len(await store.read("friday", 0)) == 3
