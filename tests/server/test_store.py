"""What every store promises: the same tests for each of them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from server.store.contract import (
    Checkpoint,
    Conflict,
    EndedInvite,
    InviteRecord,
    Store,
    StoreFailed,
    StoreUnusable,
    TableRecord,
    UnknownTable,
)
from server.store.sqlite.opening import FILE
from server.store.sqlite.schema import MIGRATIONS
from server.store.sqlite.store import SqliteStore
from tests.server.memory_store import MemoryStore


def record(name: str) -> TableRecord:
    return TableRecord(name, name.title(), history="h-" + name, created=1.0)


def invitation(name: str, table: str = "friday", **changes: object) -> InviteRecord:
    values = {"digest": "digest of " + name, "role": "player", "created": 1.0, **changes}
    return InviteRecord(table=table, invite=name, **values)  # type: ignore[arg-type]


@pytest_asyncio.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    kept: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path)
    await kept.create(record("friday"), [invitation("i1", role="gm")])
    yield kept
    await kept.close()


async def test_entries_come_back_in_order_and_from_any_place(store: Store) -> None:
    await store.append("friday", 0, [b"one", b"two"])
    await store.append("friday", 2, [b"three"])
    assert await store.read("friday", 0) == [b"one", b"two", b"three"]
    assert await store.read("friday", 1, limit=1) == [b"two"]
    assert await store.read("friday", 3) == []


@pytest.fixture
def measured(store: Store) -> Store:
    """A store that knows the size of a log. The one on JetStream would have to read all of it."""
    return store


async def test_a_logs_size_is_that_of_its_entries(measured: Store) -> None:
    assert await measured.size("friday") == 0
    await measured.append("friday", 0, [b"one", b"three"])
    assert await measured.size("friday") == 8


@pytest.mark.parametrize("expected", [0, 2])
async def test_who_expects_another_end_of_the_log_conflicts_and_writes_nothing(
    store: Store, expected: int
) -> None:
    await store.append("friday", 0, [b"one"])
    with pytest.raises(Conflict):
        await store.append("friday", expected, [b"mine"])
    assert await store.read("friday", 0) == [b"one"]


async def test_of_two_appends_at_the_same_place_one_wins(store: Store) -> None:
    results = await asyncio.gather(
        store.append("friday", 0, [b"a"]),
        store.append("friday", 0, [b"b"]),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
    assert len(await store.read("friday", 0)) == 1


async def test_appends_of_many_tables_under_way_together_stay_apart(store: Store) -> None:
    names = [f"t{n}" for n in range(20)]
    for name in names:
        await store.create(record(name), [])
    await asyncio.gather(*(store.append(name, 0, [name.encode()]) for name in names))
    for name in names:
        assert await store.read(name, 0) == [name.encode()]


async def test_a_conflict_of_one_table_leaves_those_beside_it_alone(store: Store) -> None:
    await store.create(record("sunday"), [])
    results = await asyncio.gather(
        store.append("friday", 7, [b"wrong"]),
        store.append("sunday", 0, [b"right"]),
        store.append("nowhere", 0, [b"lost"]),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [Conflict, type(None), UnknownTable]
    assert await store.read("sunday", 0) == [b"right"]


async def test_a_table_is_made_once(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.create(record("friday"), [invitation("i9")])
    assert [invite.invite for invite in await store.invites("friday")] == ["i1"]


async def test_tables_are_listed_by_name_and_found(store: Store) -> None:
    await store.create(record("acheron"), [])
    assert [table.table for table in await store.tables()] == ["acheron", "friday"]
    assert await store.table("friday") == record("friday")
    assert await store.table("nowhere") is None


async def test_a_deleted_table_leaves_nothing_behind(store: Store) -> None:
    await store.append("friday", 0, [b"one"])
    await store.keep_checkpoint("friday", Checkpoint(1, 1, b"state"))
    await store.delete("friday")
    with pytest.raises(UnknownTable):
        await store.read("friday", 0)
    await store.create(record("friday"), [])
    assert await store.read("friday", 0) == []
    assert await store.invites("friday") == []
    assert await store.checkpoint("friday") is None


async def test_an_invite_is_found_by_the_digest_of_its_table_only(store: Store) -> None:
    await store.create(record("sunday"), [])
    found = await store.find_invite("friday", "digest of i1")
    assert found is not None
    assert found.role == "gm"
    assert await store.find_invite("sunday", "digest of i1") is None
    assert await store.find_invite("friday", "something else") is None


async def test_invites_are_added_once_and_changed(store: Store) -> None:
    await store.add_invite(invitation("i2", user="ana", expires=9.0, asked="u1:x"))
    with pytest.raises(Conflict):
        await store.add_invite(invitation("i2", digest="other"))
    await store.change_invite(invitation("i2", user="ana", issued=5.0))
    assert [invite.issued for invite in await store.invites("friday")] == [0.0, 5.0]


async def test_an_invite_that_has_ended_is_never_alive_again(store: Store) -> None:
    await store.add_invite(invitation("i2", asked="u1:x"))
    with pytest.raises(Conflict):
        await store.add_invite(invitation("i3", asked="u1:x"))
    for at in (5.0, 7.0):
        await store.end_invite("friday", EndedInvite("i2", "u1:x", at))
    for again in (invitation("i2", digest="new"), invitation("i3", asked="u1:x")):
        with pytest.raises(Conflict):
            await store.add_invite(again)
    with pytest.raises(Conflict):
        await store.change_invite(invitation("i2"))
    assert [invite.invite for invite in await store.invites("friday")] == ["i1"]
    assert await store.ended("friday") == [EndedInvite("i2", "u1:x", 5.0)]
    assert await store.find_invite("friday", "digest of i2") is None


async def test_the_newest_ended_invites_are_remembered(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.contract.MOST_ENDED", 3)
    monkeypatch.setattr("server.store.sqlite.invites.MOST_ENDED", 3)
    for number in range(8, 13):
        await store.end_invite("friday", EndedInvite(f"i{number}", "", float(number)))
    assert [one.invite for one in await store.ended("friday")] == ["i10", "i11", "i12"]


async def test_the_newest_snapshot_is_kept(store: Store) -> None:
    assert await store.checkpoint("friday") is None
    for position in (10, 20, 30):
        await store.keep_checkpoint("friday", Checkpoint(position, 1, b"state %d" % position))
    assert await store.checkpoint("friday") == Checkpoint(30, 1, b"state 30")


async def test_a_lease_has_one_holder_until_it_ends_or_is_released(store: Store) -> None:
    assert (await store.lease("friday", "world", "a", now=0, ttl=30)).holder == "a"
    assert (await store.lease("friday", "world", "b", now=29, ttl=30)).holder == "a"
    renewed = await store.lease("friday", "world", "a", now=29, ttl=30)
    assert (renewed.fence, renewed.until) == (1, 59)
    taken = await store.lease("friday", "world", "b", now=60, ttl=30)
    assert (taken.holder, taken.fence) == ("b", 2)
    await store.release("friday", "b")
    after = await store.lease("friday", "world", "a", now=61, ttl=30)
    assert (after.holder, after.fence) == ("a", 3)


async def test_a_lease_outlives_a_clock_that_was_set_back_and_no_longer_than_it_was_given(
    store: Store,
) -> None:
    await store.lease("friday", "world", "a", now=10_000, ttl=30)
    assert (await store.lease("friday", "world", "b", now=6_400, ttl=30)).holder == "a"
    assert (await store.lease("friday", "world", "a", now=6_410, ttl=30)).fence == 1
    assert (await store.lease("friday", "world", "b", now=6_439, ttl=30)).holder == "a"
    assert (await store.lease("friday", "world", "b", now=6_441, ttl=30)).holder == "b"


async def test_the_lease_of_who_is_gone_ends_although_the_clock_was_set_back(store: Store) -> None:
    await store.lease("friday", "world", "a", now=10_000, ttl=30)
    assert (await store.lease("friday", "world", "b", now=6_400, ttl=30)).holder == "a"
    assert (await store.lease("friday", "world", "b", now=6_431, ttl=30)).holder == "b"


async def test_a_probe_of_a_working_store_returns(store: Store) -> None:
    await store.probe()


# What only a file can promise


async def test_what_was_appended_is_there_after_opening_again(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path)
    await first.create(record("friday"), [invitation("i1")])
    await first.append("friday", 0, [b"one", b"two"])
    await first.close()
    again = SqliteStore(tmp_path)
    assert await again.read("friday", 0) == [b"one", b"two"]
    await again.close()


async def test_a_directory_is_used_by_one_server_at_a_time(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path)
    with pytest.raises(StoreUnusable, match="Another Turnkeeper"):
        SqliteStore(tmp_path)
    await first.close()
    await SqliteStore(tmp_path).close()


async def test_a_damaged_file_is_set_aside_whole_and_never_silently_replaced(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path)
    await store.create(record("friday"), [])
    await store.append("friday", 0, [b"x" * 4000 for _ in range(20)])
    await store.close()
    file = tmp_path / FILE
    content = bytearray(file.read_bytes())
    content[4096 : 4096 * 6] = b"\xff" * 4096 * 5
    file.write_bytes(content)
    (tmp_path / (FILE + "-wal")).write_bytes(b"the last commits")
    with pytest.raises(StoreUnusable, match=r"damaged.*set aside"):
        SqliteStore(tmp_path)
    kept = sorted(path.name for path in tmp_path.glob(f"{FILE}.corrupt-*"))
    assert (tmp_path / (kept[0] + "-wal")).read_bytes() == b"the last commits"
    assert not file.exists()
    with pytest.raises(StoreUnusable, match="turnkeeper restore"):
        SqliteStore(tmp_path)


async def test_a_file_that_is_no_database_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("a shopping list, not a database; " * 200)
    with pytest.raises(StoreUnusable, match="set aside"):
        SqliteStore(tmp_path)


async def test_a_file_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    newer = sqlite3.connect(tmp_path / FILE)
    newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    newer.close()
    with pytest.raises(StoreUnusable, match="newer Turnkeeper"):
        SqliteStore(tmp_path)
    assert (tmp_path / FILE).exists()


async def test_a_full_disk_refuses_the_append_and_leaves_other_tables_working(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path)
    await store.create(record("friday"), [])
    await store.create(record("sunday"), [])
    pages = await store._writer.run(lambda c: int(c.execute("PRAGMA page_count").fetchone()[0]))
    await store._writer.run(lambda c: c.execute(f"PRAGMA max_page_count={pages + 2}").fetchone())
    results = await asyncio.gather(
        store.append("friday", 0, [b"x" * 100_000]),
        store.append("sunday", 0, [b"small"]),
        return_exceptions=True,
    )
    assert isinstance(results[0], StoreFailed)
    assert results[0].outcome == "refused"
    assert results[1] is None
    assert await store.read("friday", 0) == []
    assert await store.read("sunday", 0) == [b"small"]
    await store.close()


async def test_a_closed_store_refuses(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    await store.close()
    with pytest.raises(StoreFailed) as failed:
        await store.create(record("friday"), [])
    assert failed.value.outcome == "refused"


async def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    await SqliteStore(tmp_path).close()
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
