"""A bare echo on `websockets` that keeps each message in our SQLite store before it answers.

The same store with the same group commit as ours, a log for each connection; no rules, no views,
no ids, no limits. Prints its port.
"""

from __future__ import annotations

import json
import sys
from itertools import count
from pathlib import Path

import uvloop
from websockets.asyncio.server import ServerConnection, serve

from server.store.contract import TableRecord
from server.store.sqlite.store import SqliteStore


async def main(folder: Path) -> None:
    store = SqliteStore(folder)
    numbers = count()

    async def visit(connection: ServerConnection) -> None:
        log = f"log-{next(numbers)}"
        await store.create(TableRecord(log, log, log, 0.0), [])
        position = 0
        async for message in connection:
            data = message.encode() if isinstance(message, str) else message
            await store.append(log, position, [data])
            position += 1
            await connection.send(data, text=True)

    async with serve(visit, "127.0.0.1", 0, compression=None, backlog=2048) as server:
        print(json.dumps({"port": next(iter(server.sockets)).getsockname()[1]}), flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1])))
