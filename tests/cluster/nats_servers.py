"""Real NATS servers with throw-away storage, and what breaks the way to them."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from pathlib import Path

SOON = 60.0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Nats:
    """One server with JetStream. It keeps its port and its storage when it is started again."""

    def __init__(self, program: str, storage: Path, *arguments: str) -> None:
        self._program = program
        self._storage = storage
        self._arguments = arguments
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._process = subprocess.Popen(
            [self._program, "-js", "-a", "127.0.0.1", "-p", str(self.port),
             "-sd", str(self._storage), "-l", os.devnull, *self._arguments],
        )  # fmt: skip
        until = time.monotonic() + SOON
        while not self._answers():
            assert time.monotonic() < until, "nats-server does not start"
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                return connection.recv(16).startswith(b"INFO")
        except OSError:
            return False

    def kill(self) -> None:
        """End it without a farewell."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def three(program: str, storage: Path) -> list[Nats]:
    """A cluster of three, not started yet."""
    routes = {name: free_port() for name in "abc"}
    known = ",".join(f"nats-route://127.0.0.1:{port}" for port in routes.values())
    return [
        Nats(
            program, storage / name, "-n", name, "--cluster_name", "three",
            "--cluster", f"nats-route://127.0.0.1:{port}", "--routes", known,
        )
        for name, port in routes.items()
    ]  # fmt: skip
