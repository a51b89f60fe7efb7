"""Many at once: everybody comes back after a restart, and what comes and goes leaves nothing."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import random
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from protocol.codec import Outgoing
from server.delivery.cohort import Cohort
from server.presence.local import patience
from server.store.sqlite.store import SqliteStore
from tests.server.faults import Chance
from tests.server.hosting import Client, Hosted, Start, eventually

CROWD = int(os.environ.get("TURNKEEPER_CROWD", "150"))
"""Clients that come back together; 2000 for a thorough run (and as many open files)."""

ROUNDS = 6
"""Of coming, playing and going; `test_soak.py` goes on for longer."""


async def join_in(hosted: Hosted, number: int, **hello: Any) -> Client:
    """As the shim does: who is sent away comes again, after a while that grows and has chance in it."""
    chance, longest = random.Random(number), 0.2
    while True:
        await asyncio.sleep(chance.random() * longest)
        try:
            return await hosted.join(client=f"{number:032x}", **hello)
        except (InvalidHandshake, ConnectionClosed, OSError, TimeoutError):
            longest = min(2 * longest, 10.0)


async def sit(client: Client) -> int | None:
    """Read until the connection ends; with which code."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await client.socket.recv()
    return client.socket.close_code


async def test_everybody_who_comes_back_after_a_restart_is_served(
    start: Start, tmp_path: Path
) -> None:
    first = await start(SqliteStore(tmp_path), data=tmp_path, link_connections=CROWD + 1)
    gm = await first.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.catch_up()
    known: dict[int, Client] = {}
    sitting: list[asyncio.Task[int | None]] = []

    door = asyncio.Semaphore(50)

    async def come(number: int) -> None:
        async with door:
            known[number] = await join_in(first, number, token=first.tokens["player"])
        sitting.append(asyncio.create_task(sit(known[number])))

    await asyncio.gather(*(come(number) for number in range(CROWD)))
    assert len({client.welcome["user"] for client in known.values()}) == CROWD
    await first.app.stop()
    assert set(await asyncio.gather(*sitting)) == {1012}
    second = await start(SqliteStore(tmp_path), data=tmp_path, link_connections=CROWD + 1)
    sitting.clear()

    async def come_back(number: int) -> Client:
        before = known[number]
        resume = {"epoch": before.welcome["epoch"], "seq": before.seq}
        token = first.tokens["player"]
        client = await join_in(second, number, token=token, resume=resume)
        sitting.append(asyncio.create_task(sit(client)))
        return client

    again = await asyncio.gather(*(come_back(number) for number in range(CROWD)))
    assert [one.welcome["user"] for one in again] == [
        known[number].welcome["user"] for number in range(CROWD)
    ]
    assert all(client.welcome["resumed"] for client in again)
    assert not [seat for seat in sitting if seat.done()]
    await second.app.stop()
    await asyncio.gather(*sitting)


async def play(hosted: Hosted, number: int) -> None:
    """Somebody comes, plays, and goes in one of several ways."""
    client = await hosted.join("gm", client=f"{number:032x}")
    name = f"mark {number}"
    await client.do({"do": "mark", "combatant": "target", "name": name})
    await client.do({"do": "unmark", "combatant": "target", "name": name})
    if number % 3 == 0:
        client.socket.transport.abort()
    else:
        await client.socket.close()


def open_files() -> int:
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


async def test_coming_and_going_leaves_no_task_file_or_seat_behind(start: Start) -> None:
    hosted = await start(rate=0, unload_after=60)
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": [{"id": "target", "name": "T"}]})
    await asyncio.gather(*(play(hosted, number) for number in range(5)))
    await eventually(lambda: len(hosted.app.tables.peers("friday")) == 1)
    await gm.catch_up()
    gc.collect()
    tasks, files = len(asyncio.all_tasks()), open_files()
    for turn in range(ROUNDS):
        await asyncio.gather(*(play(hosted, 5 + turn * 5 + number) for number in range(5)))
        await gm.catch_up()
        gm.heard.clear()
        gm.frames.clear()
    await eventually(lambda: len(hosted.app.tables.peers("friday")) == 1)
    await eventually(lambda: len(asyncio.all_tasks()) <= tasks)
    await eventually(lambda: open_files() <= files)
    assert gm.gaps == 0


async def test_a_connection_whose_other_end_vanished_is_found(start: Start) -> None:
    hosted = await start(ping_every=0.1)
    proxy = Chance(hosted.app.port, seed=1, calm=1.0)
    port = await proxy.start()
    client = await hosted.open(port=port)
    await client.say({"type": "hello", "table": "friday", "token": hosted.tokens["gm"]})
    await client.until("snapshot")
    assert len(hosted.app.tables.peers("friday")) == 1
    proxy.fall_silent()
    await eventually(lambda: not hosted.app.tables.peers("friday"))
    await proxy.stop()


async def test_who_has_gone_is_forgotten_when_too_many_have(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    bound = 3
    monkeypatch.setattr("server.presence.local.REMEMBERED", bound)
    for number in range(bound + 2):
        client = await hosted.join("player", client=f"{number:032x}")
        await client.socket.close()
        await eventually(lambda: not hosted.app.tables.peers("friday"))
    gm = await hosted.join("gm")
    presence = await gm.until("presence")
    assert sum(not one["connected"] for one in presence["users"]) == bound


@pytest.mark.parametrize(
    ("people", "seconds"), [(1, 0.05), (6, 0.05), (100, 0.1), (500, 2.5), (2000, 10.0)]
)
def test_the_more_people_the_more_seldom_all_of_them_are_told_of_all(
    people: int, seconds: float
) -> None:
    assert patience(people, people) == seconds


async def test_who_joins_while_a_crowd_is_served_misses_nothing_and_gets_nothing_twice(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.delivery.fanout.COHORT_SIZE", 1)
    hosted = await start(rate=0)
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": [{"id": "target", "name": "T", "hp": 500}]})
    early = [await hosted.join("player") for _ in range(5)]

    async def hit() -> None:
        for _ in range(40):
            await gm.do({"do": "hit", "combatant": "target", "damage": 1})

    playing = asyncio.create_task(hit())
    late = []
    while not playing.done():
        late.append(await hosted.join("player"))
    await playing
    last = await hosted.join("observer")
    for client in early + late:
        while client.seq < last.seq:
            await client.hear()
        await client.catch_up()
        assert client.gaps == 0
        assert client.seq == last.seq
        assert client.view == last.view


async def test_a_crowd_hears_in_stretches_who_is_here_and_others_have_their_turn_between(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    stretch = 2
    monkeypatch.setattr("server.delivery.fanout.COHORT_SIZE", stretch)
    stretches = [0]  # connections that were told before the loop went on to something else
    tell = Cohort.tell

    def counted(cohort: Cohort, message: Outgoing) -> None:
        if not stretches[-1]:
            asyncio.get_running_loop().call_soon(stretches.append, 0)
        stretches[-1] += len(cohort)
        tell(cohort, message)

    monkeypatch.setattr(Cohort, "tell", counted)
    hosted = await start(rate=0)
    clients = [await hosted.join("player", client=f"{number:032x}") for number in range(7)]
    for client in clients:
        while len((await client.until("presence"))["users"]) < len(clients):
            pass
    assert max(stretches) == stretch
