"""Servers in processes of their own, and what the system says of them."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
PEERS = HERE / "peers"
PEERS_PYTHON = PEERS / ".venv/bin/python"


class Running:
    """A server that has said where it listens."""

    def __init__(self, process: subprocess.Popen[str], said: dict[str, Any]) -> None:
        self.process = process
        self.said = said
        self.port: int = said["port"]

    @property
    def cpu(self) -> float:
        """Seconds of processor time of all its threads so far, as the scheduler counts them."""
        spent = 0
        for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(OSError):  # it has ended meanwhile
                spent += int((thread / "schedstat").read_text().split()[0])
        return spent / 1e9

    @property
    def memory(self) -> int:
        """Bytes that it has in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextlib.contextmanager
def running(*command: str | Path) -> Iterator[Running]:
    """Starts a server that prints one line of JSON with its port, and ends it in the end."""
    with tempfile.TemporaryFile("w") as log:
        process = subprocess.Popen(
            [str(part) for part in command], cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
            env={**os.environ, "NODE_ENV": "production"},
        )  # fmt: skip
        try:
            assert process.stdout is not None
            yield Running(process, json.loads(process.stdout.readline()))
        finally:
            process.kill()
            process.communicate()


@contextlib.contextmanager
def ours(
    tables: int, people: int, clock: float = 0, rest_after: float = 30, rate: float = 0
) -> Iterator[Running]:
    """Our server with so many tables, each with a fight of so many people (none: not begun)."""
    with tempfile.TemporaryDirectory(dir=folder_on_disk()) as folder:
        settings = (folder, tables, people, clock, rest_after, rate)
        with running(sys.executable, "-m", "bench.ours", *map(str, settings)) as server:
            yield server


def folder_on_disk() -> str | None:
    """A folder that is no memory file system, where the system's own for such things is one."""
    return os.environ.get("BENCH_FOLDER")


PEER = {
    "ws": ("node", PEERS / "relay.mjs"),
    "socket.io": ("node", PEERS / "socketio.mjs"),
    "python-socketio": (PEERS_PYTHON, PEERS / "socketio_aiohttp.py"),
    "broadcast": (sys.executable, PEERS / "websockets_relay.py", "broadcast"),
    "prebuilt": (sys.executable, PEERS / "websockets_relay.py", "prebuilt"),
}
"""How each relay is started, by the name that tables show."""


def peer(name: str) -> contextlib.AbstractContextManager[Running]:
    return running(*PEER[name])
