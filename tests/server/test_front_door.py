"""Nobody without a key slows others down: what is counted before anything of it is understood."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Opcode

from server.admin import socket
from server.admin.rpc import ask
from server.admin.socket import MOST_WAITING
from server.store.sqlite.store import SqliteStore
from server.transport.rate_limit import HANDFUL
from tests.server.hosting import Client, Hosted, Start, eventually
from tests.server.raw import UPGRADE, Raw, frame

PING, PONG = frame(Opcode.PING), frame(Opcode.PONG)
Opened = Callable[..., Awaitable[Raw]]


@pytest_asyncio.fixture
async def raw() -> AsyncIterator[Opened]:
    """Opens sockets that are closed with the test; `said`: these bytes, instead of a WebSocket."""
    async with AsyncExitStack() as stack:

        async def begin(hosted: Hosted, said: bytes | None = None) -> Raw:
            port = hosted.app.port
            one = await (Raw.open(port) if said is None else Raw.connect(port))
            stack.callback(one.close)
            one.send(said or b"")
            return one

        yield begin


async def served(*clients: Client) -> int:
    """How many of them are answered."""
    await asyncio.gather(*(client.catch_up() for client in clients))
    return len(clients)


# Frames


@pytest.mark.parametrize("control", [PING, PONG], ids=["pings", "pongs"])
async def test_before_hello_a_handful_of_control_frames_ends_it(
    hosted: Hosted, raw: Opened, control: bytes
) -> None:
    stranger = await raw(hosted)
    stranger.send(control * 10_000)
    code, pongs = await stranger.closed()
    assert code == 4008
    assert pongs <= 2 * 2048 // len(PING)  # as many as are read at a stretch


async def test_before_hello_a_handful_is_heard(hosted: Hosted, raw: Opened) -> None:
    stranger = await raw(hosted)
    stranger.send(PING * HANDFUL)
    for _ in range(HANDFUL):
        assert await stranger.reader.readexactly(2) == bytes([0x80 | Opcode.PONG, 0])


async def test_floods_of_control_frames_leave_others_served(start: Start, raw: Opened) -> None:
    hosted = await start()
    gm, player = await hosted.join("gm"), await hosted.join("player")
    floods = [asyncio.create_task((await raw(hosted)).flood(PING * 10_000)) for _ in range(4)]
    assert await served(gm, player) == 2
    await asyncio.gather(*floods)
    assert await served(gm, player) == 2


async def test_a_member_that_floods_is_closed_undecoded(start: Start) -> None:
    hosted = await start(rate=2)
    gm, other = await hosted.join("gm"), await hosted.join("gm")
    closed = asyncio.create_task(gm.closed())
    with suppress(ConnectionClosed):
        for number in range(200):
            await gm.say({"type": "ping", "t": number})
    assert await closed == 4008
    assert len(gm.of("error")) <= 30
    assert await served(other) == 1


async def test_who_answers_our_pings_is_not_counted(
    start: Start, raw: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where one frame is allowed, and that is hello."""
    monkeypatch.setattr("server.transport.rate_limit.HANDFUL", 1)
    hosted = await start(ping_every=0.7, hello_within=60.0)
    client = await raw(hosted)
    for _ in range(2):
        opcode, size = await client.reader.readexactly(2)
        assert opcode & 15 == Opcode.PING
        client.send(frame(Opcode.PONG, await client.reader.readexactly(size)))
    client.send(frame(Opcode.TEXT, b'{"type":"hello","token":"none"}'))
    assert (await client.closed())[0] == 4001


async def test_messagepack_of_65000_maps_is_refused_then_closed(start: Start) -> None:
    hosted = await start()
    other = await hosted.join("gm")
    client = await hosted.join("player", "turnkeeper.v1.msgpack")
    maps = msgspec.msgpack.encode({"type": "command", "id": "x", "command": [{}] * 65_000})
    await client.socket.send(maps)
    refused = await client.until("error")
    assert (refused["code"], refused["id"]) == ("too_large", "x")
    closed = asyncio.create_task(client.closed())
    with suppress(ConnectionClosed):
        for _ in range(100):
            await client.socket.send(maps)
    assert await closed == 4008
    assert await served(other) == 1


async def test_without_a_rate_there_is_no_budget(start: Start) -> None:
    hosted = await start(rate=0)
    gm = await hosted.join("gm")
    for _ in range(400):
        await gm.say({"type": "ping"})
    await gm.socket.send("x" * 60_000)
    await gm.catch_up()


async def test_pings_of_who_does_not_read_grow_no_buffer(start: Start, raw: Opened) -> None:
    hosted = await start(rate=0, slow_after=60.0, slow_bytes=100_000)
    reader = await raw(hosted)
    hello = {"type": "hello", "table": "friday", "token": hosted.tokens["player"]}
    reader.send(frame(Opcode.TEXT, json.dumps(hello).encode()))
    await eventually(lambda: hosted.app.tables.peers("friday"))
    peer = hosted.app.tables.peers("friday")[0]
    reader.writer.transport.pause_reading()  # type: ignore[attr-defined]
    flooding = asyncio.create_task(reader.flood(frame(Opcode.PING, b"x" * 120) * 1_000))
    await eventually(lambda: not peer.is_open)
    flooding.cancel()


@pytest.mark.parametrize(
    "broken",
    [
        b"\x81\x00", b"\x83\x80\x00\x00\x00\x00", b"\xf1\x80\x00\x00\x00\x00",
        b"\x09\x80\x00\x00\x00\x00", frame(Opcode.CONT, b"x"),
    ],
    ids=["unmasked", "unknown opcode", "reserved bits", "ping in fragments", "no beginning"],
)  # fmt: skip
async def test_a_protocol_error_ends_the_socket_at_once(
    start: Start, raw: Opened, broken: bytes
) -> None:
    hosted = await start(close_within=1000.0)
    stranger = await raw(hosted)
    stranger.send(broken)
    assert (await stranger.closed())[0] == 1002
    await stranger.broken()


async def test_text_that_is_no_utf8_ends_the_socket_at_once(start: Start, raw: Opened) -> None:
    hosted = await start(close_within=1000.0)
    stranger = await raw(hosted)
    stranger.send(frame(Opcode.TEXT, b"\xff\xff"))
    assert (await stranger.closed())[0] == 1007
    await stranger.broken()


# Silence


async def test_silent_sockets_of_this_machine_do_not_shut_others_out(
    start: Start, raw: Opened
) -> None:
    hosted = await start(unauthenticated=5, silent_within=0.05)
    silent = [await raw(hosted, b"") for _ in range(8)]
    with pytest.raises(InvalidStatus) as refused:
        await hosted.open()
    assert refused.value.response.status_code == 503
    assert refused.value.response.headers["Retry-After"] == "1"
    assert await silent[-1].all() == b""  # its time is over; the others make room
    newcomer = await hosted.join("gm")
    assert await served(newcomer) == 1


async def test_an_address_is_counted_until_hello_is_accepted(start: Start) -> None:
    hosted = await start(trusted_proxies=("127.0.0.0/8",), unauthenticated_per_address=2)

    async def knock(address: str) -> Client:
        return await hosted.open(additional_headers={"X-Forwarded-For": address})

    first, _ = await knock("192.0.2.1"), await knock("192.0.2.1")
    with pytest.raises(InvalidStatus) as refused:
        await knock("192.0.2.1")
    assert refused.value.response.status_code == 503
    await knock("192.0.2.2")
    await first.say({"type": "hello", "table": "friday", "token": hosted.tokens["gm"]})
    await first.until("snapshot")
    await knock("192.0.2.1")


# Requests


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET /livez HTTP/1.1\r\nHost: a\r\nIf-None-Match: x\r\nOrigin: x\r\n\r\n", 200),
        (b"GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: x\r\nIf-None-Match: y\r\n\r\n", 400),
        (b"GET /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", 400),
        (b"GET /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 200),
        (
            b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
            400,
        ),
        (b"POST /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", 405),
        (b"POST /ws HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 405),
        (b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\nGET /livez HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (f"GET /ws HTTP/1.1\r\n{UPGRADE}\r\n\r\n".encode() + PING, 400),
        (f"GET /ws HTTP/1.1\r\n{UPGRADE}\r\nContent-Length: 1\r\n\r\n".encode(), 400),
    ],
)
async def test_a_request_is_one_head_and_nothing_else(
    hosted: Hosted, raw: Opened, request_: bytes, status: int
) -> None:
    for cut in (len(request_), 7, 40):  # however it comes
        client = await raw(hosted, request_[:cut])
        client.send(request_[cut:])
        answer = await client.all()
        assert int(answer.split()[1]) == status
        assert b"\r\nConnection: close\r\n" in answer
        assert answer.count(b"HTTP/1.1 ") == 1


# The command line's port


async def test_silent_sockets_at_the_control_port_are_closed_and_the_host_is_answered(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(SqliteStore(tmp_path), data=tmp_path)
    port = json.loads((tmp_path / "server.json").read_text("utf-8"))["port"]
    silent = [await Raw.connect(port) for _ in range(MOST_WAITING + 5)]
    listed = [line async for line in ask(tmp_path, {"do": "tables"})]
    assert [table["table"] for table in listed[0]["tables"]] == ["friday"]
    monkeypatch.setattr(socket, "ASK_WITHIN", 0.05)
    silent += [await Raw.connect(port) for _ in range(MOST_WAITING)]
    for one in silent:  # older ones make room, the last ones are out of time
        assert await one.all() == b""
        one.close()
