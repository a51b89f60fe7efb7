"""A power cut at any moment: what was acknowledged is there, and the file is whole.

SQLite's own method: the writes are recorded, and of those that were not synced some are lost.
"""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path
from typing import Any

from server.store.contract import StoreUnusable, TableRecord, UnknownTable
from server.store.sqlite.opening import FILE, connect, prepare
from server.store.sqlite.schema import migrate
from server.store.sqlite.store import SqliteStore
from tests.server.power import Connection, Diary, Disk

CUTS = int(os.environ.get("TURNKEEPER_CUTS", "60"))
"""How many moments are tried; 2000 for a thorough run."""

COMMANDS = 40


async def played(folder: Path, diary: Diary, level: str) -> list[tuple[int, int]]:
    """Append on a recorded disk: (place in the diary, entries acknowledged by then)."""
    disk = Disk(f"recorded-{level}", diary)

    def opened(file: Path) -> Any:
        connection: Any = Connection(file, f"recorded-{level}")
        prepare(connection)
        connection.execute(f"PRAGMA synchronous={level}")
        migrate(connection, file)
        return connection

    store = SqliteStore(folder, opened=opened)
    await store.create(TableRecord("friday", "Friday", "h", 0.0), [])
    await store.create(TableRecord("sunday", "Sunday", "h", 0.0), [])
    acknowledged = [(len(diary.changes), 0)]
    for number in range(COMMANDS):
        await asyncio.gather(
            store.append("friday", number, [b"entry %d" % number * 50]),
            store.append("sunday", number, [b"entry"]),
        )
        acknowledged.append((len(diary.changes), number + 1))
    await store.close()
    disk.unregister()
    return acknowledged


async def left(folder: Path) -> list[bytes]:
    """The entries that a server finds when it starts after the cut."""
    store = SqliteStore(folder)
    try:
        return await store.read("friday", 0)
    except UnknownTable:
        return []
    finally:
        await store.close()


async def lost(tmp_path: Path, level: str) -> int:
    """Of CUTS power cuts, how many lost something that had been acknowledged."""
    (tmp_path / "recorded").mkdir()
    diary, chance = Diary(), random.Random(11)
    acknowledged = await played(tmp_path / "recorded", diary, level)
    losses = 0
    for number in range(CUTS):
        cut = chance.randrange(acknowledged[0][0], len(diary.changes) + 1)
        folder = tmp_path / f"cut-{number}"
        folder.mkdir()
        diary.wreck(cut, folder, chance)
        promised = max(count for place, count in acknowledged if place <= cut)
        try:
            found = await left(folder)
        except StoreUnusable:  # it has seen itself that something is missing
            losses += 1
            continue
        assert found == [b"entry %d" % number * 50 for number in range(len(found))]
        losses += len(found) < promised
    return losses


async def test_a_power_cut_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    assert await lost(tmp_path, "FULL") == 0


async def test_the_recorded_disk_does_lose_what_is_not_synced(tmp_path: Path) -> None:
    """Else the test above would prove nothing."""
    assert await lost(tmp_path, "NORMAL") > 0


async def test_an_unfinished_first_start_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"")
    store = SqliteStore(tmp_path)
    assert await store.tables() == []
    await store.close()


def test_the_store_asks_for_full_synchronisation(tmp_path: Path) -> None:
    connection = connect(tmp_path / FILE)
    full = 2
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == full
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    connection.close()
