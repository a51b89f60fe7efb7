"""Readers that stop: nobody waits for them, nothing piles up, and who comes back is up to date."""

from __future__ import annotations

import asyncio
import socket

import pytest

from server.transport.connection import Peer
from tests.server.hosting import Client, Hosted, Start, eventually

BIG = "x" * 490


async def stalled(hosted: Hosted, role: str = "player") -> Client:
    """Somebody who sits at the table and reads nothing: the library stops at its first frame."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", hosted.app.port))
    client = await hosted.open(sock=raw, max_queue=1)
    await client.say({"type": "hello", "table": "friday", "token": hosted.tokens[role]})
    await client.until("snapshot")
    return client


def peer_of(hosted: Hosted, client: Client) -> Peer:
    return next(
        peer
        for peer in hosted.app.tables.peers("friday")
        if peer.session == client.welcome["session"]
    )


async def flood(gm: Client, times: int) -> None:
    """Updates, each of about 6 kB."""
    for number in range(times):
        marks = [
            {"do": "mark", "combatant": "a", "name": f"{number}-{part} {BIG}"} for part in range(10)
        ]
        await gm.do({"do": "batch", "commands": marks})
        unmarks = [{"do": "unmark", "combatant": "a", "name": mark["name"]} for mark in marks]
        await gm.do({"do": "batch", "commands": unmarks})


async def open_fight(gm: Client) -> None:
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": [{"id": "a", "name": "A", "owner": "x"}]})


async def test_a_reader_that_stops_is_cut_and_nobody_waits_for_it(start: Start) -> None:
    hosted = await start(rate=0, slow_after=0.2)
    gm, reader = await hosted.join("gm"), await hosted.join("player")
    await open_fight(gm)
    stopped = await stalled(hosted)
    peer = peer_of(hosted, stopped)
    while not peer.paused:
        await flood(gm, 5)
    held = peer.transport.get_write_buffer_size()
    await flood(gm, 5)
    assert peer.transport.get_write_buffer_size() <= held
    await eventually(lambda: not peer.is_open)
    await eventually(lambda: peer not in hosted.app.tables.peers("friday"))
    await flood(gm, 1)
    await reader.catch_up()
    assert reader.gaps == 0
    assert reader.view["combatants"]["a"]["marks"] == []


async def test_a_reader_that_catches_up_gets_one_snapshot(start: Start) -> None:
    hosted = await start(rate=0, slow_after=30.0)
    gm = await hosted.join("gm")
    await open_fight(gm)
    slow = await stalled(hosted)
    peer = peer_of(hosted, slow)
    while not peer.paused:
        await flood(gm, 5)
    await flood(gm, 5)
    await gm.do({"do": "mark", "combatant": "a", "name": "Last"})
    before = len(slow.of("snapshot"))
    await slow.until("snapshot")
    await slow.catch_up()
    assert len(slow.of("snapshot")) == before + 1
    assert [mark["name"] for mark in slow.view["combatants"]["a"]["marks"]] == ["Last"]
    await gm.do({"do": "mark", "combatant": "a", "name": "After"})
    await slow.catch_up()
    assert len(slow.view["combatants"]["a"]["marks"]) == 2


async def test_for_whom_too_much_waits_is_cut_at_once(start: Start) -> None:
    hosted = await start(rate=0, slow_after=30.0, slow_bytes=1)
    gm = await hosted.join("gm")
    await open_fight(gm)
    slow = await stalled(hosted)
    peer = peer_of(hosted, slow)
    while peer.is_open:
        await flood(gm, 5)
    assert not peer.is_open


@pytest.mark.parametrize("role", ["gm", "player"])
async def test_stopping_never_hangs_on_a_reader_that_stopped(start: Start, role: str) -> None:
    hosted = await start(rate=0, slow_after=30.0, stop_within=0.2)
    gm = await hosted.join("gm")
    await open_fight(gm)
    peer = peer_of(hosted, await stalled(hosted, role))
    while not peer.paused:
        await flood(gm, 5)
    async with asyncio.timeout(5):
        await hosted.app.stop()
    assert not peer.is_open


async def test_a_client_that_vanishes_leaves_its_seat(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    other = await hosted.join("player", name="Ana")
    await gm.catch_up()
    other.socket.transport.abort()
    presence = await gm.until("presence")
    while all(person["connected"] for person in presence["users"]):
        presence = await gm.until("presence")
    assert [p["name"] for p in presence["users"] if not p["connected"]] == ["Ana"]


async def test_the_end_of_an_old_connection_does_not_touch_a_newer_one(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    old = await hosted.join("player", name="Ana", client="a" * 32)
    new = await hosted.join("player", name="Ana", client="a" * 32)
    old.socket.transport.abort()
    await eventually(lambda: len(hosted.app.tables.peers("friday")) == 2)
    await gm.catch_up()
    presence = await gm.until("presence")
    ana = next(one for one in presence["users"] if one["name"] == "Ana")
    assert ana["connected"] is True
    await gm.do({"do": "open", "system": "adnd1e"})
    await new.catch_up()
    assert new.view["system"] == "adnd1e"
