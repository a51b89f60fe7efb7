"""Nodes in processes of their own."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.hosting import SOON, Client, Plain

ROOT = Path(__file__).parents[2]


class Node:
    """A node on the NATS servers of `address`. It is ready when this returns."""

    def __init__(self, address: str, folder: Path, *arguments: str, rules: int = 0) -> None:
        """`rules`: it claims to have these, older or newer ones."""
        run = [
            "-c",
            f"import rules.engine.history as h; h.RULES = {rules}; import server.cli.commands as c; c.main()",
        ]
        self._log = folder / f"node-{os.urandom(4).hex()}.log"
        with self._log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, *(run if rules else ["-m", "server"]), "serve", "--port", "0", "--rate", "0",
                 "--nats", address, *arguments],
                cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        self.said = self._listen()

    def _listen(self) -> str:
        """What it prints before it waits: links, or how to get one."""
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if "observer" in line or line.startswith("http"):
                return said
        raise AssertionError(f"the node ended: {self._log.read_text('utf-8')}")

    @property
    def port(self) -> int:
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.said)
        assert found is not None, self.said
        return int(found.group(1))

    @property
    def tokens(self) -> dict[str, str]:
        """Only the first node of all hears them."""
        return dict(re.findall(r"(\w+) +\S+&token=(\S+)", self.said))

    def kill(self) -> None:
        """End it, if it has not ended, as a power cut does."""
        if self.process.returncode is None:
            self.process.kill()
            self.process.communicate()

    def stop(self) -> str:
        """Stop it as a service manager does; what it logged."""
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=SOON)
        assert self.process.returncode == 0, self._log.read_text("utf-8")
        return self._log.read_text("utf-8")


async def greet(node: Node, token: str, resume: Plain | None = None) -> Client:
    """Comes in as soon as the node lets anybody in."""
    hello = {"type": "hello", "table": "friday", "token": token}
    async with asyncio.timeout(90):
        while True:
            client = Client(await connect(f"ws://127.0.0.1:{node.port}/ws", proxy=None))
            await client.say({**hello, "resume": resume} if resume else hello)
            try:
                await client.until("welcome")
                return client
            except ConnectionClosed:
                await asyncio.sleep(0.1)
