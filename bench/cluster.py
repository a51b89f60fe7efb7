"""Several nodes over one NATS JetStream, against one node on SQLite.

    python -m bench.cluster [SECONDS]

Load generator, nodes and NATS share this machine, so the figures to carry elsewhere are the
processor time of a command and of a delivery, not how many there were in a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.cluster_people import Tally, come_back, lead, watch
from bench.process import Running, folder_on_disk, running

TABLES = 8
WATCHERS = 5
CROWD = 100

Nodes = list[Running]


@contextlib.contextmanager
def nats() -> Iterator[tuple[str, Running]]:
    """A NATS server whose acknowledgements are on disk, where its version can do that."""
    program = os.environ.get("TURNKEEPER_NATS_SERVER") or shutil.which("nats-server")
    if program is None:
        raise SystemExit("nats-server is missing")
    with tempfile.TemporaryDirectory(dir=folder_on_disk()) as folder:
        config = Path(folder) / "nats.conf"
        for sync in ("sync_interval: always", ""):
            config.write_text(f"jetstream {{ store_dir: {folder}/store\n {sync} }}\n")
            known = subprocess.run([program, "-c", config, "-t"], capture_output=True, check=False)
            if known.returncode == 0:
                break
        if not sync:
            print("(this NATS server cannot write each append to disk)", file=sys.stderr)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = int(free.getsockname()[1])
        process = subprocess.Popen(
            [program, "-c", config, "-a", "127.0.0.1", "-p", str(port), "-l", os.devnull], text=True
        )
        try:
            yield f"nats://127.0.0.1:{port}", Running(process, {"port": port})
        finally:
            process.kill()
            process.wait()


@contextlib.contextmanager
def cluster(where: str, count: int) -> Iterator[Nodes]:
    """Nodes; the first has made the tables."""
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(
                running(sys.executable, "-m", "bench.cluster_node", where, str(0 if n else TABLES))
            )
            for n in range(count)
        ]


async def play(nodes: Nodes, gms: int, tables: int, watchers: int, seconds: float) -> Tally:
    """So many GMs at each of so many tables, and who looks on, all over the nodes."""
    tally, until = Tally(), time.perf_counter() + seconds
    seats, tokens = range(10**9).__iter__(), nodes[0].said["tokens"]
    async with asyncio.TaskGroup() as group:
        for table in range(tables):
            for _ in range(gms):
                port = nodes[next(seats) % len(nodes)].port
                group.create_task(lead(port, tokens[table]["gm"], until, tally))
            for _ in range(watchers):
                port = nodes[next(seats) % len(nodes)].port
                group.create_task(watch(port, tokens[table]["observer"], until, tally))
    return tally


def throughput(name: str, nodes: Nodes, store: Running | None, seconds: float) -> None:
    asyncio.run(play(nodes, 1, TABLES, WATCHERS, 0.5))  # warm
    before = sum(node.cpu for node in nodes), store.cpu if store else 0.0
    tally = asyncio.run(play(nodes, 1, TABLES, WATCHERS, seconds))
    cpu = sum(node.cpu for node in nodes) - before[0]
    kept = store.cpu - before[1] if store else 0.0
    done = len(tally.seconds)
    print(
        f"| {name} | {done / seconds:.0f} | {tally.deliveries / seconds:.0f} "
        f"| {tally.quantile(0.5):.1f} / {tally.quantile(0.99):.1f} "
        f"| {cpu / done * 1e6:.0f} | {kept / done * 1e6:.0f} |"
    )


def conflicts(nodes: Nodes, gms: int, seconds: float) -> None:
    tally = asyncio.run(play(nodes, gms, 1, 0, seconds))
    done = len(tally.seconds)
    print(
        f"| {gms} | {done / seconds:.0f} | {tally.quantile(0.5):.1f} / {tally.quantile(0.99):.1f} "
        f"| {tally.refused} |"
    )


async def failover(nodes: Nodes) -> float:
    """Seconds from `kill -9` of the first node until the last of a crowd is live at another."""
    ports, token = [node.port for node in nodes], nodes[0].said["tokens"][0]["observer"]
    people = [asyncio.create_task(come_back(ports, token, n)) for n in range(CROWD)]
    await asyncio.sleep(2)
    killed = time.perf_counter()
    nodes[0].process.send_signal(signal.SIGKILL)
    return max(await asyncio.gather(*people)) - killed


def main(seconds: float) -> None:
    print(f"{TABLES} tables, a GM and {WATCHERS} observers each, all over the nodes\n")
    print("| | commands/s | deliveries/s | ms p50 / p99 | node us/command | NATS us/command |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(dir=folder_on_disk()) as folder, cluster(folder, 1) as alone:
        throughput("SQLite, 1 node", alone, None, seconds)
    for count in (1, 2, 4):
        with nats() as (address, store), cluster(address, count) as nodes:
            throughput(f"NATS, {count} nodes", nodes, store, seconds)
    print("\n| GMs of one table, at 2 nodes | commands/s | ms p50 / p99 | refused |")
    print("|---|---|---|---|")
    with nats() as (address, _), cluster(address, 2) as nodes:
        for gms in (1, 2, 4, 8):
            conflicts(nodes, gms, seconds)
        took = asyncio.run(failover(nodes))
    print(f"\nA node killed: {CROWD} clients live at another one after {took:.2f} s")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
