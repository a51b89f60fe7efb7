"""A bare relay on python-socketio and aiohttp (PlanarAlly's stack): what one emits goes to all."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import socketio
import uvloop
from aiohttp import web

server = socketio.AsyncServer(async_mode="aiohttp", transports=["websocket"])
app = web.Application()
server.attach(app)


@server.on("update")
async def relay(sid: str, update: Any) -> None:
    await server.emit("update", update)


async def main() -> None:
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(json.dumps({"port": runner.addresses[0][1]}), flush=True)
    await asyncio.Event().wait()


uvloop.run(main())
