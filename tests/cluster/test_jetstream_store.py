"""The store of many nodes keeps what every store promises, and what only many can ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from inspect import signature

import pytest
import pytest_asyncio

from server.store.contract import Checkpoint, Store, UnknownTable
from server.store.jetstream.client import NatsClient
from server.store.jetstream.store import JetStreamStore
from tests.cluster.breaking import Way
from tests.server import test_store as contract
from tests.server.hosting import eventually
from tests.server.test_store import invitation, record

Open = Callable[[], Awaitable[JetStreamStore]]

PROMISES = {
    name: test
    for name, test in vars(contract).items()
    if name.startswith("test_") and "store" in signature(test).parameters
}
"""The tests that hold for all stores; those of a file's own are left out."""
globals().update(PROMISES)


@pytest_asyncio.fixture
async def store(stores: Open) -> Store:
    kept = await stores()
    await kept.create(record("friday"), [invitation("i1", role="gm")])
    return kept


# What is different


async def test_the_size_of_a_log_is_not_to_be_had_without_reading_it(store: Store) -> None:
    await store.append("friday", 0, [b"one"])
    assert await store.size("friday") is None


# What only many nodes ask for


async def test_two_nodes_that_append_at_the_same_place_are_told_apart(stores: Open) -> None:
    one, other = await stores(), await stores()
    await one.create(record("friday"), [])
    won = {id(one): 0, id(other): 0}
    for number in range(200):
        results = await asyncio.gather(
            one.append("friday", number, [b"one %d" % number]),
            other.append("friday", number, [b"other %d" % number]),
            return_exceptions=True,
        )
        assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
        won[id(one if results[0] is None else other)] += 1
    entries = await one.read("friday", 0)
    assert len(entries) == 200
    assert sum(entry.startswith(b"one ") for entry in entries) == won[id(one)]


async def test_a_long_log_is_read_whole_and_from_any_place(stores: Open) -> None:
    one = await stores()
    await one.create(record("friday"), [])
    written = [b"%d" % number for number in range(450)]
    for number in range(0, 450, 3):
        await one.append("friday", number, written[number : number + 3])
    other = await stores()
    assert await other.read("friday", 0, limit=449) == written[:449]
    assert await (await stores()).read("friday", 301) == written[301:]
    await other.append("friday", 450, [b"450"])


async def test_a_snapshot_spares_another_node_the_log_before_it(stores: Open) -> None:
    one, other = await stores(), await stores()
    await one.create(record("friday"), [])
    for number in range(20):
        await one.append("friday", number, [b"%d" % number])
    large = bytes(range(256)) * 4000
    await one.keep_checkpoint("friday", Checkpoint(20, 1, large))
    await one.append("friday", 20, [b"20"])
    assert await other.checkpoint("friday") == Checkpoint(20, 1, large)
    assert await other.read("friday", 20) == [b"20"]


async def test_an_older_snapshot_of_a_slower_node_replaces_none(stores: Open) -> None:
    one, other = await stores(), await stores()
    await one.create(record("friday"), [])
    await one.append("friday", 0, [b"1", b"2"])
    await one.keep_checkpoint("friday", Checkpoint(2, 1, b"new"))
    await other.keep_checkpoint("friday", Checkpoint(1, 1, b"old"))
    assert await other.checkpoint("friday") == Checkpoint(2, 1, b"new")


async def test_who_still_holds_a_deleted_table_can_neither_write_nor_read_the_new_one(
    stores: Open,
) -> None:
    late, host = await stores(), await stores()
    await host.create(record("friday"), [])
    await late.append("friday", 0, [b"old"])
    await host.delete("friday")
    await host.create(record("friday"), [])
    with pytest.raises(UnknownTable):
        await late.append("friday", 1, [b"late"])
    assert await host.read("friday", 0) == []


class Heard:
    """A follower that keeps what it hears."""

    def __init__(self) -> None:
        self.news: list[tuple[int, list[bytes]]] = []
        self.told: list[str] = []

    def heard(self, after: int, entries: Sequence[bytes]) -> None:
        self.news.append((after, list(entries)))

    def changed(self) -> None:
        self.told.append("changed")

    def lost(self) -> None:
        self.told.append("lost")

    def ended(self) -> None:
        self.told.append("ended")


async def test_a_follower_hears_what_another_node_does(stores: Open) -> None:
    one, other = await stores(), await stores()
    await one.create(record("friday"), [])
    heard = Heard()
    unfollow = await other.follow("friday", heard)
    await one.append("friday", 0, [b"a", b"b"])
    await one.add_invite(invitation("i2"))
    await eventually(lambda: heard.told and heard.news)  # they come by two ways
    assert heard.news == [(0, [b"a", b"b"])]
    assert heard.told == ["changed"]
    await one.delete("friday")
    await eventually(lambda: "ended" in heard.told)
    await unfollow()


async def test_after_news_from_another_node_an_append_needs_no_look_first(stores: Open) -> None:
    one, other = await stores(), await stores()
    await one.create(record("friday"), [])
    heard = Heard()
    await other.follow("friday", heard)
    await one.append("friday", 0, [b"a"])
    await eventually(lambda: heard.news)
    await other.append("friday", 1, [b"b"])
    assert await one.read("friday", 0) == [b"a", b"b"]


async def waiting(way: Way) -> tuple[JetStreamStore, asyncio.Task[None]]:
    """A store that cannot be reached any more, and somebody who waits until it answers."""
    store = JetStreamStore(NatsClient([await way.begin()]))
    await store.open()
    way.close()
    await eventually(lambda: not store.client.up)
    return store, asyncio.create_task(store.probe())


async def test_who_waits_for_the_store_hears_as_soon_as_it_answers(way: Way) -> None:
    store, answer = await waiting(way)
    await asyncio.sleep(0.5)
    assert not answer.done()
    await way.heal()
    await answer
    await store.close()


async def test_who_waits_for_a_store_that_is_closed_is_let_go(way: Way) -> None:
    store, answer = await waiting(way)
    await asyncio.sleep(0)
    await store.close()
    with pytest.raises(asyncio.CancelledError):
        await answer
