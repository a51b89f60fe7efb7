"""What others notice of a flood: their round trips beside one, against those without.

`python -m bench.floods KIND PORT TOKEN` floods until it is ended: it sends, is closed, comes again.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import msgspec
from websockets.frames import Frame, Opcode

from bench.crowd import Result, crowd, medians
from bench.fanout import PEOPLE
from bench.fight import hello
from bench.process import ROOT, Running, ours
from bench.tables import PING

RATE = 20.0
"""Messages a second and connection, as by default: floods are for servers that have budgets."""
CALM = 10
"""Round trips a second of whoever is watched: within the rate."""

UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Protocol: turnkeeper.v1.{}\r\n\r\n"
)


def _frame(opcode: Opcode, data: bytes) -> bytes:
    return Frame(opcode, data).serialize(mask=True)


def _maps() -> bytes:
    asked = {"type": "command", "id": "x", "command": [{}] * 65_000}
    return _frame(Opcode.BINARY, msgspec.msgpack.encode(asked))


def _said(kind: str, token: str) -> tuple[bytes, bytes]:
    """What a flood says first, and what it says over and over."""
    if kind == "silent":
        return b"", b""
    head = UPGRADE.format("msgpack" if kind == "maps" else "json").encode()
    if kind == "pings":
        return head, _frame(Opcode.PING, b"") * 10_000
    known = msgspec.json.decode(hello(token))
    if kind == "maps":
        return head + b"", _frame(Opcode.BINARY, msgspec.msgpack.encode(known)) + _maps() * 20
    return head, _frame(Opcode.TEXT, hello(token).encode()) + _frame(
        Opcode.TEXT, PING[0].encode()
    ) * 500


KINDS = ("pings", "maps", "messages", "silent", "messages-by-one-link")

UNDER_WAY = 6.0
"""Seconds for which a flood goes on before anybody is watched: what it may do once is over by then."""

LINK = 100
"""Connections by one link, each of which keeps to what one connection may send."""


def flood_by_link(port: int, token: str) -> None:
    """Many connections, each within its own limits; who is closed comes again."""
    head, _ = _said("messages", token)
    greeting = _frame(Opcode.TEXT, hello(token).encode())
    message = _frame(Opcode.TEXT, PING[0].encode())
    connections: list[socket.socket] = []
    while True:
        while len(connections) < LINK:
            one = socket.create_connection(("127.0.0.1", port), 5)
            one.sendall(head)
            one.recv(4096)
            one.sendall(greeting)
            one.setblocking(False)
            connections.append(one)
        began = time.monotonic()
        for one in tuple(connections):
            if not _said_and_read(one, message):
                connections.remove(one)
                one.close()
        time.sleep(max(0.0, 1 / RATE - (time.monotonic() - began)))


def _said_and_read(one: socket.socket, message: bytes) -> bool:
    """Send a message and read what has come; whether the connection is still there."""
    try:
        one.send(message)
        return bool(one.recv(1 << 20))
    except BlockingIOError:
        return True
    except OSError:
        return False


def flood(kind: str, port: int, token: str) -> None:
    if kind == "messages-by-one-link":
        flood_by_link(port, token)
    first, again = _said(kind, token)
    silent: list[socket.socket] = []
    while True:
        with contextlib.suppress(OSError):
            one = socket.create_connection(("127.0.0.1", port), 5)
            if kind == "silent":
                silent = [*silent[-200:], one]
                continue
            with one:
                one.sendall(first)
                one.recv(4096)
                one.sendall(again)
                while one.recv(65536):
                    pass


@contextlib.contextmanager
def flooded(server: Running, kind: str, token: str) -> Iterator[None]:
    command = [sys.executable, "-m", "bench.floods", kind, str(server.port), token]
    process = subprocess.Popen(command, cwd=ROOT, env=dict(os.environ))
    try:
        yield
    finally:
        process.kill()
        process.wait()


def run(seconds: float = 5, repeats: int = 3) -> dict[str, Result]:
    """Round trips of somebody at another table: `alone`, and beside a flood of each kind."""
    return medians([_once(seconds) for _ in range(repeats)])


def _once(seconds: float) -> dict[str, Any]:
    return {kind: _beside(kind, seconds) for kind in ("alone", *KINDS)}


def _beside(kind: str, seconds: float) -> Result:
    with ours(2, PEOPLE, rate=RATE) as server, contextlib.ExitStack() as stack:
        attacked, other = server.said["tokens"]
        watched = crowd(
            server, 1, [hello(other["player"])], '"pong"', "rounds", PING,
            round(seconds * CALM), CALM,
        )  # fmt: skip
        someone = stack.enter_context(watched)
        if kind != "alone":
            stack.enter_context(flooded(server, kind, attacked["player"]))
            time.sleep(UNDER_WAY)
        result: Result = someone.go()
        return {"p50_ms": result["p50_ms"], "p99_ms": result["p99_ms"], "max_ms": result["max_ms"]}


if __name__ == "__main__":
    flood(sys.argv[1], int(sys.argv[2]), sys.argv[3])
