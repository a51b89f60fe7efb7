"""One table with a crowd: what a delivery costs, and how long the last one waits.

Connection 0 is a GM who asks for one `advance` after the other, 50 a second; everybody else looks
on. A relay gets what an observer was sent by us, byte for byte, and sends it to as many.
"""

from __future__ import annotations

import asyncio
from typing import Any

from websockets.asyncio.client import connect

from bench.crowd import Result, crowd, medians
from bench.fight import GO_ON, asked, hello
from bench.process import Running, ours, peer

PEOPLE = 20
RATE = 50.0
MARK = '"update"'
EVERYBODY = ("ours", "prebuilt", "broadcast", "ws", "socket.io", "python-socketio")

ADVANCE = [asked(GO_ON)]


def opening(tokens: dict[str, str]) -> list[str]:
    return [hello(tokens["gm"]), hello(tokens["observer"])]


async def _recorded(server: Running, count: int) -> list[str]:
    """What an observer is sent while the fight goes on so many times."""
    address = f"ws://127.0.0.1:{server.port}/ws"
    tokens = server.said["tokens"][0]
    frames: list[str] = []
    async with connect(address) as gm, connect(address) as observer:
        await gm.send(hello(tokens["gm"]))
        await observer.send(hello(tokens["observer"]))
        for number in range(count):
            await gm.send(ADVANCE[0].replace("########", f"{number:08}"))
        while len(frames) < count:
            frame = str(await observer.recv())
            if frame.startswith('{"type":"update"'):
                frames.append(frame)
    return frames


def recorded(count: int = 60) -> list[str]:
    with ours(1, PEOPLE) as server:
        return asyncio.run(_recorded(server, count))


def measure(name: str, connections: int, rounds: int, rate: float, updates: list[str]) -> Result:
    """One run of one server; each delivery is counted by who got it. `us` is for one."""
    if name == "ours":
        with ours(1, PEOPLE) as server:
            says = opening(server.said["tokens"][0])
            result = _run(server, connections, says, ADVANCE, rounds, rate)
    elif "socket" in name:
        lines = [f'42["update",{update}]' for update in updates]
        with peer(name) as server:
            result = _run(server, connections, ["sio"], lines, rounds, rate)
    else:
        with peer(name) as server:
            result = _run(server, connections, [""], updates, rounds, rate)
    assert result["deliveries"] == rounds * connections, "every delivery is counted"
    return {**result, "us": result["cpu"] / result["deliveries"] * 1e6}


def _run(
    server: Running, connections: int, says: list[str], lines: list[str], rounds: int, rate: float
) -> Result:
    with crowd(server, connections, says, MARK, "rounds", lines, 20, 100) as warm:
        warm.go()
    with crowd(server, connections, says, MARK, "rounds", lines, rounds, rate) as everybody:
        return everybody.go()


def run(
    connections: int = 200,
    rounds: int = 150,
    repeats: int = 5,
    names: tuple[str, ...] = EVERYBODY,
    rate: float = RATE,
) -> dict[str, dict[str, Any]]:
    """By name the medians of all repeats, which are interleaved; `spread` is of `us`."""
    updates = recorded()
    found: dict[str, list[Result]] = {name: [] for name in names}
    for _ in range(repeats):
        for name in names:
            found[name].append(measure(name, connections, rounds, rate, updates))
    return {name: _medians(results) for name, results in found.items()}


def _medians(results: list[Result]) -> dict[str, Any]:
    costs = [result["us"] for result in results]
    middle = medians(results)
    figures = {key: middle[key] for key in ("us", "p50_ms", "p99_ms", "max_ms")}
    return {**figures, "spread": [min(costs), max(costs)]}


def growth(
    sizes: tuple[int, ...] = (10, 50, 100, 200, 500, 1000), names: tuple[str, ...] = EVERYBODY[:4]
) -> dict[str, list[tuple[float, float]]]:
    """By name (connections, µs of a delivery)."""
    updates = recorded()
    return {
        name: [(size, measure(name, size, 60, 10_000 / size, updates)["us"]) for size in sizes]
        for name in names
    }
