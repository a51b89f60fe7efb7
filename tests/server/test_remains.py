"""No start is silently empty: what is left of a database is found, kept, and said."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from server.store.contract import StoreUnusable, TableRecord
from server.store.sqlite.opening import FILE
from server.store.sqlite.restoring import restore
from server.store.sqlite.store import SqliteStore
from server.store.sqlite.wal import damaged
from tests.server.processes import Served
from tests.server.test_cli import turnkeeper


async def crashed(folder: Path, entries: int = 40) -> None:
    """A server without a long past has lost its power: all that it has is in its log."""
    origin = folder / "origin"
    store = SqliteStore(origin)
    await store.create(TableRecord("friday", "Friday", "h", 0.0), [])
    for number in range(entries):
        await store.append("friday", number, [b"entry %d" % number * 50])
    for part in ("", "-wal"):
        shutil.copyfile(origin / (FILE + part), folder / (FILE + part))
    await store.close()
    shutil.rmtree(origin)


async def entries_in(folder: Path) -> int:
    store = SqliteStore(folder)
    try:
        return len(await store.read("friday", 0))
    finally:
        await store.close()


@pytest.mark.parametrize(
    "left", [FILE + "-wal", FILE + ".restoring", FILE + ".replaced-1700000000", "before-2-17.db"]
)
def test_a_start_beside_remains_says_how_to_restore_and_how_to_begin_anew(
    tmp_path: Path, left: str
) -> None:
    (tmp_path / left).write_bytes(b"something")
    data = ("--data", str(tmp_path))
    for command in (("serve", "--port", "0"), ("tables",), ("table", "friday")):
        said = turnkeeper(*command, *data, code=1)
        assert left in said
        assert "turnkeeper restore FILE" in said
        assert "turnkeeper serve --fresh" in said
    assert not (tmp_path / FILE).exists()
    server = Served(tmp_path, "--fresh")
    assert list(server.links) == ["gm", "player", "observer"]
    server.stop()
    kept = [file for file in tmp_path.glob("*") if file.read_bytes() == b"something"]
    assert len(kept) == 1
    refused = turnkeeper("serve", "--port", "0", "--fresh", *data, code=1)
    assert "--fresh is only for a start without it" in refused


async def test_a_database_that_was_emptied_is_missed_too(tmp_path: Path) -> None:
    await crashed(tmp_path)
    (tmp_path / FILE).write_bytes(b"")
    with pytest.raises(StoreUnusable, match="what is left of one"):
        SqliteStore(tmp_path)


async def test_a_log_that_a_cut_has_left_is_read(tmp_path: Path) -> None:
    await crashed(tmp_path)
    assert not damaged(tmp_path / (FILE + "-wal"))
    assert await entries_in(tmp_path) == 40


async def test_a_log_whose_last_commit_is_half_is_the_work_of_a_cut(tmp_path: Path) -> None:
    await crashed(tmp_path)
    log = tmp_path / (FILE + "-wal")
    log.write_bytes(log.read_bytes()[:-100])
    assert await entries_in(tmp_path) == 39


def smash_all(log: bytearray) -> None:
    log[:] = os.urandom(len(log))


def smash_the_beginning(log: bytearray) -> None:
    log[40:400] = bytes(360)


def smash_the_middle(log: bytearray) -> None:
    log[len(log) // 2 : len(log) // 2 + 200] = b"\xff" * 200


@pytest.mark.parametrize("smash", [smash_all, smash_the_beginning, smash_the_middle])
async def test_a_smashed_log_of_a_young_server_is_no_empty_start(
    tmp_path: Path, smash: object
) -> None:
    await crashed(tmp_path)
    log = tmp_path / (FILE + "-wal")
    content = bytearray(log.read_bytes())
    smash(content)  # type: ignore[operator]
    log.write_bytes(content)
    with pytest.raises(StoreUnusable, match=r"log.*cannot be read.*set aside.*turnkeeper restore"):
        SqliteStore(tmp_path)
    with pytest.raises(StoreUnusable, match="what is left of one"):
        SqliteStore(tmp_path)
    aside = next(tmp_path.glob(f"{FILE}.corrupt-*-wal"))
    assert aside.read_bytes() == content


async def test_kept_copies_never_take_each_others_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.sqlite.remains.time.time", lambda: 1_700_000_000.0)
    await crashed(tmp_path, 1)
    await SqliteStore(tmp_path).close()
    shutil.copyfile(tmp_path / FILE, tmp_path / "copy.db")
    kept = [restore(tmp_path / "copy.db", tmp_path) for _ in range(3)]
    (tmp_path / FILE).write_bytes(b"nonsense" * 1000)
    for _ in range(2):
        with pytest.raises(StoreUnusable, match="set aside"):
            SqliteStore(tmp_path)
        shutil.copyfile(tmp_path / "copy.db", tmp_path / FILE)
        (tmp_path / FILE).write_bytes(b"nonsense" * 1000)
    kept.append(restore(tmp_path / "copy.db", tmp_path))
    assert len({str(one) for one in kept}) == 4
    assert len(list(tmp_path.glob("*replaced*"))) == 6
    assert all(one is not None and one.exists() and one.parent == tmp_path for one in kept)


def test_a_database_that_is_removed_under_a_server_is_acknowledged_no_more(
    tmp_path: Path,
) -> None:
    server = Served(tmp_path)
    data = ("--data", str(tmp_path))
    turnkeeper("table", "sunday", *data)
    (tmp_path / FILE).unlink()
    assert "was removed or replaced" in turnkeeper("table", "monday", *data, code=1)
    assert "sunday" in turnkeeper("tables", *data)
    server.stop()
    (kept,) = tmp_path.glob(f"{FILE}.replaced-*")
    assert kept.name in turnkeeper("serve", "--port", "0", *data, code=1)
    turnkeeper("restore", str(kept), *data)
    assert [line.split()[0] for line in turnkeeper("tables", *data).splitlines()] == [
        "friday", "sunday",
    ]  # fmt: skip


def test_one_that_is_put_back_is_used_again(tmp_path: Path) -> None:
    server = Served(tmp_path)
    data = ("--data", str(tmp_path))
    (tmp_path / FILE).rename(tmp_path / "elsewhere")
    assert "was removed or replaced" in turnkeeper("table", "monday", *data, code=1)
    (tmp_path / "elsewhere").rename(tmp_path / FILE)
    turnkeeper("table", "tuesday", *data)
    server.kill()
    assert "tuesday" in turnkeeper("tables", *data)


def test_a_log_that_is_removed_under_a_server_is_noticed(tmp_path: Path) -> None:
    server = Served(tmp_path)
    data = ("--data", str(tmp_path))
    turnkeeper("table", "sunday", *data)
    (tmp_path / (FILE + "-wal")).unlink()
    assert "was removed or replaced" in turnkeeper("table", "monday", *data, code=1)
    server.kill()


async def test_what_was_written_when_it_was_removed_is_unknown(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    await store.create(TableRecord("friday", "Friday", "h", 0.0), [])
    (tmp_path / FILE).unlink()
    results = await asyncio.gather(
        store.append("friday", 0, [b"one"]), store.read("friday", 0), return_exceptions=True
    )
    assert getattr(results[0], "outcome", None) == "refused"
    assert results[1] == []
    await store.close()
