"""Servers in processes of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.server.hosting import SOON

ROOT = Path(__file__).parents[2]


class Served:
    """A server in a process of its own."""

    def __init__(
        self, data: Path, *arguments: str, descriptors: int = 0, full: bool = False
    ) -> None:
        """`descriptors`: so many files and sockets it may have open. `full`: no file of it grows."""
        self.data = data
        self._log = data / "test.log"  # a file: a pipe that nobody reads would stop the server
        with self._log.open("w") as log:
            few = ["sh", "-c", f'ulimit -n {descriptors}; exec "$@"', "sh"] if descriptors else []
            disk = ["prlimit", "--fsize=1:unlimited"] if full else []
            self.process = subprocess.Popen(
                [*few, *disk, sys.executable, "-m", "server", "serve", "--port", "0", "--data", str(data),
                 *arguments],
                cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL if full else log, text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        self.said = self._read_links()

    def _read_links(self) -> list[str]:
        """What it prints before it waits: three links, or how to get one."""
        assert self.process.stdout is not None
        lines: list[str] = []
        for line in self.process.stdout:
            lines.append(line)
            if "observer" in line or line.startswith("http"):
                break
        return lines

    @property
    def links(self) -> dict[str, str]:
        return dict(line.split() for line in self.said if "#table=" in line)

    @property
    def address(self) -> str:
        """Where its WebSocket is."""
        if self.said[0].startswith("http"):
            return f"ws{self.said[0].strip().removeprefix('http')}ws"
        note = json.loads((self.data / "server.json").read_text("utf-8"))
        return f"ws://127.0.0.1:{note['serves']}/ws"

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> str:
        """Stop it as a service manager does; what it logged."""
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=SOON)
        assert self.process.returncode == 0
        return self._log.read_text("utf-8")
