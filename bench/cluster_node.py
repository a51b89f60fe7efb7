"""One node as it is measured: on NATS, or, to compare, on SQLite in a folder.

    python -m bench.cluster_node nats://…|FOLDER TABLES

Makes so many tables, each in a fight, and prints one line of JSON: its port, and their tokens.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import msgspec
import uvloop

from bench.ours import fill
from server.app import App
from server.ops import logs
from server.ops.config import Settings

PEOPLE = 12


def settings(where: str) -> Settings:
    common = {
        "port": 0,
        "rate": 0.0,
        "unauthenticated": 10_000,
        "unauthenticated_per_address": 10_000,
    }
    place = {"nats": (where,)} if where.startswith("nats:") else {"data": Path(where)}
    return msgspec.convert({**common, **place}, Settings)


async def main(where: str, tables: int) -> None:
    logs.configure()
    app = App(settings(where))
    await app.start()
    tokens = []
    for number in range(tables):
        tokens.append(await app.access.make_table(f"table-{number}"))
        await fill(await app.tables.open(f"table-{number}"), PEOPLE, None)
    print(msgspec.json.encode({"port": app.port, "tokens": tokens}).decode(), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    await app.stop()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2])))
