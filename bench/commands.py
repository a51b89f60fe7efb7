"""Durable commands a second: each client waits for its answer, then asks again.

Each has a table of its own, so that each command is answered to one, as an echo answers it. Ours
decides, keeps, shows and acknowledges an `advance` of a fight of six; the echo keeps the message.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.crowd import Result, crowd, medians
from bench.fanout import ADVANCE
from bench.fight import hello
from bench.process import Running, folder_on_disk, ours, running

PEOPLE = 6


@contextmanager
def echo() -> Iterator[Running]:
    with (
        tempfile.TemporaryDirectory(dir=folder_on_disk()) as folder,
        running(sys.executable, "-m", "bench.echo", folder) as server,
    ):
        yield server


def measure(name: str, clients: int, seconds: float) -> Result:
    if name == "ours":
        with ours(clients, PEOPLE) as server:
            says = [hello(tokens["gm"]) for tokens in server.said["tokens"]]
            return _run(server, clients, says, '"ack"', seconds)
    with echo() as server:
        return _run(server, clients, [""], '"command"', seconds)


def _run(server: Running, clients: int, says: list[str], mark: str, seconds: float) -> Result:
    with crowd(server, clients, says, mark, "acks", ADVANCE, seconds) as everybody:
        result = everybody.go()
    return {**result, "rate": result["times"] / result["seconds"]}


def run(
    clients: tuple[int, ...] = (1, 50, 500),
    seconds: float = 3,
    repeats: int = 5,
    names: tuple[str, ...] = ("ours", "echo"),
) -> dict[str, Any]:
    """By number of clients and name the medians; rates are commands a second."""
    found: dict[str, Any] = {}
    for count in clients:
        results: dict[str, list[Result]] = {name: [] for name in names}
        for _ in range(repeats):
            for name in names:
                results[name].append(measure(name, count, seconds))
        found[str(count)] = {
            name: {key: medians(several)[key] for key in ("rate", "p50_ms", "p99_ms")}
            for name, several in results.items()
        }
    return found
