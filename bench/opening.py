"""How long a table takes to open, by the length of its log; and a server to start.

A table is opened at its worst place: just before the next snapshot would be taken.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.process import ROOT, folder_on_disk
from bench.rules_cost import RECORD, playing
from protocol.answers import Answers
from server.ops.config import Settings
from server.store.sqlite.store import SqliteStore
from server.table import state as states

PEOPLE = 6
BATCH = 1000


async def _filled(store: SqliteStore, length: int) -> None:
    """A log of so many entries, with the snapshot that the server would have taken last."""
    every = Settings().checkpoint_every
    await store.create(RECORD, [])
    answers, waiting = Answers(), list[bytes]()
    for made, state, sent in playing(PEOPLE):
        states.remember(answers, made, sent)
        waiting.append(states.encode(made))
        if state.position == length // every * every - every + 1:
            await store.keep_checkpoint("table", states.save(state, answers))
        if len(waiting) == BATCH or state.position == length:
            await store.append("table", state.position - len(waiting), waiting)
            waiting.clear()
        if state.position == length:
            break


async def _opened(folder: Path, length: int, repeats: int) -> list[float]:
    """Seconds of each opening."""
    store = SqliteStore(folder)
    try:
        await _filled(store, length)
        found = []
        for _ in range(repeats):
            start = time.perf_counter()
            record = await store.table("table")
            assert record is not None
            await states.load(store, record)
            found.append(time.perf_counter() - start)
        return found
    finally:
        await store.close()


def tables(
    lengths: tuple[int, ...] = (1000, 10_000, 100_000), repeats: int = 5
) -> dict[str, float]:
    """By length of the log, the ms of an opening."""
    found = {}
    for length in lengths:
        with tempfile.TemporaryDirectory(dir=folder_on_disk()) as folder:
            found[str(length)] = median(asyncio.run(_opened(Path(folder), length, repeats))) * 1000
    return found


def start(repeats: int = 5) -> float:
    """ms from the start of the process to its first accepted connection."""
    return median(_started() for _ in range(repeats)) * 1000


def _started() -> float:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(dir=folder_on_disk()) as folder:
        begin = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "server", "serve", "--port", str(port), "--data", folder],
            cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            _wait_for(port)
            return time.perf_counter() - begin
        finally:
            process.kill()
            process.wait()


def _wait_for(port: int) -> None:
    """Until a WebSocket is opened."""
    ask = (
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(ask.encode())
                assert b" 101 " in connection.recv(200)
                return
        except ConnectionRefusedError:
            time.sleep(0.002)
