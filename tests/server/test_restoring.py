"""Backups, what comes back of them, and how an older file becomes a newer one."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from server.store.contract import StoreUnusable, TableRecord
from server.store.sqlite import schema as versions
from server.store.sqlite.opening import FILE
from server.store.sqlite.restoring import restore
from server.store.sqlite.store import SqliteStore
from tests.server.hosting import Start


async def kept(folder: Path, *entries: bytes) -> Path:
    """A backup of a table friday with these entries."""
    store = SqliteStore(folder)
    await store.create(TableRecord("friday", "Friday", "h", 0.0), [])
    await store.append("friday", 0, entries)
    await store.backup(folder / "copy.db")
    await store.close()
    return folder / "copy.db"


async def read(folder: Path) -> list[bytes]:
    store = SqliteStore(folder)
    entries = await store.read("friday", 0)
    await store.close()
    return entries


async def test_a_restored_backup_takes_the_place_of_all_that_came_after(tmp_path: Path) -> None:
    copy = await kept(tmp_path, b"one")
    store = SqliteStore(tmp_path)
    await store.append("friday", 1, [b"two"])
    await store.close()
    aside = restore(copy, tmp_path)
    assert await read(tmp_path) == [b"one"]
    assert aside is not None
    assert aside.exists()


async def test_a_backup_restores_after_the_database_was_damaged(tmp_path: Path) -> None:
    copy = await kept(tmp_path, b"one")
    (tmp_path / FILE).write_bytes(b"nonsense" * 1000)
    with pytest.raises(StoreUnusable, match="set aside"):
        SqliteStore(tmp_path)
    restore(copy, tmp_path)
    assert await read(tmp_path) == [b"one"]


async def test_a_damaged_backup_changes_nothing(tmp_path: Path) -> None:
    copy = await kept(tmp_path, b"one")
    copy.write_bytes(copy.read_bytes()[:5000] + b"\xff" * 9000)
    with pytest.raises(StoreUnusable, match="nothing was changed"):
        restore(copy, tmp_path)
    assert await read(tmp_path) == [b"one"]


async def test_nothing_is_restored_under_a_running_server(tmp_path: Path) -> None:
    copy = await kept(tmp_path, b"one")
    store = SqliteStore(tmp_path)
    with pytest.raises(StoreUnusable, match="Another Turnkeeper"):
        restore(copy, tmp_path)
    await store.close()
    with pytest.raises(StoreUnusable, match="no file"):
        restore(tmp_path / "nowhere.db", tmp_path)


async def test_a_backup_is_never_written_over_something(tmp_path: Path) -> None:
    copy = await kept(tmp_path, b"one")
    store = SqliteStore(tmp_path)
    with pytest.raises(Exception, match="exists"):
        await store.backup(copy)
    await store.close()


async def test_after_a_restore_no_client_takes_the_old_history_for_the_new(
    start: Start, tmp_path: Path
) -> None:
    first = await start(SqliteStore(tmp_path), data=tmp_path)
    gm = await first.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    assert isinstance(first.app.store, SqliteStore)
    await first.app.store.backup(tmp_path / "copy.db")
    await gm.do({"do": "add", "combatants": [{"id": "a", "name": "A"}]})
    await first.app.stop()
    restore(tmp_path / "copy.db", tmp_path)
    second = await start(SqliteStore(tmp_path), data=tmp_path)
    resume = {"epoch": gm.welcome["epoch"], "seq": 1}
    again = await second.join(token=first.tokens["gm"], resume=resume)
    assert again.welcome["resumed"] is False
    assert again.welcome["epoch"] != gm.welcome["epoch"]
    assert again.view["combatants"] == {}


async def test_an_older_file_is_backed_up_and_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await kept(tmp_path, b"one")
    newer = (*versions.MIGRATIONS, "ALTER TABLE tables ADD COLUMN motto TEXT;")
    monkeypatch.setattr(versions, "MIGRATIONS", newer)
    assert await read(tmp_path) == [b"one"]
    with sqlite3.connect(tmp_path / FILE) as now:
        assert now.execute("PRAGMA user_version").fetchone()[0] == len(newer)
        now.execute("SELECT motto FROM tables")
    now.close()
    (before,) = tmp_path.glob("before-*.db")
    with sqlite3.connect(before) as old:
        assert old.execute("PRAGMA user_version").fetchone()[0] == len(newer) - 1
        assert old.execute("SELECT count(*) FROM entries").fetchone()[0] == 1
    old.close()


async def test_a_migration_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await kept(tmp_path, b"one")
    released = versions.MIGRATIONS
    broken = (*released, "CREATE TABLE half(x); ALTER TABLE nowhere ADD COLUMN y;")
    monkeypatch.setattr(versions, "MIGRATIONS", broken)
    with pytest.raises(StoreUnusable):
        SqliteStore(tmp_path)
    monkeypatch.setattr(versions, "MIGRATIONS", released)
    assert await read(tmp_path) == [b"one"]


# From and beside a database that lives


async def test_a_copy_is_restored_with_what_stands_in_its_log(tmp_path: Path) -> None:
    source = SqliteStore(tmp_path / "there")
    await source.create(TableRecord("friday", "Friday", "h", 0.0), [])
    for number in range(89):
        await source.append("friday", number, [b"%d" % number])
    for part in ("", "-wal"):
        shutil.copyfile(tmp_path / "there" / (FILE + part), tmp_path / ("copy.db" + part))
    await source.close()
    here = tmp_path / "here"
    assert restore(tmp_path / "copy.db", here) is None
    assert len(await read(here)) == 89
    assert sorted(file.name for file in here.iterdir()) == ["lock", FILE]
    assert sorted(file.name for file in tmp_path.glob("copy*")) == ["copy.db", "copy.db-wal"]


async def test_what_an_interrupted_restore_has_left_can_be_restored(tmp_path: Path) -> None:
    copy = await kept(tmp_path, b"one")
    (tmp_path / FILE).unlink()
    copy.rename(tmp_path / f"{FILE}.restoring")
    restore(tmp_path / f"{FILE}.restoring", tmp_path)
    assert await read(tmp_path) == [b"one"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("PRAGMA user_version = 99", "newer Turnkeeper"),
        ("PRAGMA user_version = 0", "no database of Turnkeeper"),
        ("DROP TABLE leases", "no database of Turnkeeper"),
        ("CREATE TABLE songs(title)", "no database of Turnkeeper"),
    ],
)
async def test_a_foreign_or_newer_database_changes_nothing_and_leaves_nothing(
    tmp_path: Path, change: str, why: str
) -> None:
    copy = await kept(tmp_path, b"one")
    connection = sqlite3.connect(copy)
    connection.execute(change)
    connection.close()
    before = sorted(file.name for file in tmp_path.iterdir())
    with pytest.raises(StoreUnusable, match=rf"{why}.*nothing was changed"):
        restore(copy, tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == before
    assert await read(tmp_path) == [b"one"]


async def test_an_older_backup_is_restored_and_brought_up_to_date(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "old.db")
    old.executescript(f"{versions.MIGRATIONS[0]} PRAGMA user_version = 1;")
    old.execute("INSERT INTO tables VALUES('friday', 'Friday', 'h', 1, 0)")
    old.execute("INSERT INTO entries VALUES('friday', 1, 'one')")
    old.commit()
    old.close()
    restore(tmp_path / "old.db", tmp_path / "here")
    assert len(await read(tmp_path / "here")) == 1


async def test_the_log_of_what_was_there_is_kept_with_it(tmp_path: Path) -> None:
    copy = await kept(tmp_path, b"one")
    (tmp_path / (FILE + "-wal")).write_bytes(b"the last commits")
    aside = restore(copy, tmp_path)
    assert aside is not None
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"the last commits"
    assert await read(tmp_path) == [b"one"]
