"""Bare relays on `websockets` and uvloop: what one connection says goes to all.

`broadcast` hands it to the library's own broadcast; `prebuilt` writes one frame, built once, to
each transport: the least that a server on this loop can do.
"""

from __future__ import annotations

import json
import sys

import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.frames import Frame, Opcode

everybody: set[ServerConnection] = set()


def prebuilt(message: str) -> None:
    frame = Frame(Opcode.TEXT, message.encode()).serialize(mask=False)
    for connection in everybody:
        connection.transport.write(frame)


async def visit(connection: ServerConnection) -> None:
    everybody.add(connection)
    try:
        async for message in connection:
            send(message)
    finally:
        everybody.discard(connection)


async def main() -> None:
    async with serve(visit, "127.0.0.1", 0, compression=None, backlog=2048) as server:
        print(json.dumps({"port": next(iter(server.sockets)).getsockname()[1]}), flush=True)
        await server.serve_forever()


send = prebuilt if sys.argv[1] == "prebuilt" else lambda message: broadcast(everybody, message)
uvloop.run(main())
