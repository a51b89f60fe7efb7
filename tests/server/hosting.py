"""A server with real sockets, and clients that say what they hear."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from protocol.codec import CODECS, JSON
from protocol.messages import FromServer
from protocol.patch import apply
from server.app import App

Plain = dict[str, Any]
SOON = 90.0
"""Seconds after which a test gives up waiting; no test depends on how long something takes."""


async def eventually(happened: Callable[[], object]) -> None:
    """Returns once `happened` answers something true."""
    async with asyncio.timeout(SOON):
        while not happened():  # noqa: ASYNC110 — what is waited for has no event of its own
            await asyncio.sleep(0.005)


class Client:
    """One connection. It merges what it hears, as every client does, and keeps all of it."""

    def __init__(self, socket: ClientConnection, subprotocol: str = "") -> None:
        self.socket = socket
        self.codec = CODECS.get(subprotocol, JSON)
        self.heard: list[Plain] = []
        self.frames: list[str | bytes] = []
        self.view: Plain = {}
        self.seq = -1
        self.welcome: Plain = {}
        self.gaps = 0
        self._ids = itertools.count(1)

    async def say(self, message: Plain) -> None:
        encoder = msgspec.json if self.codec.text else msgspec.msgpack
        frame = encoder.encode(message)
        await self.socket.send(frame.decode() if self.codec.text else frame)

    async def hear(self) -> Plain:
        """The next message, merged."""
        frame = await asyncio.wait_for(self.socket.recv(), SOON)
        self.frames.append(frame)
        message: FromServer = self.codec.heard(frame)
        plain: Plain = msgspec.to_builtins(message)
        self.heard.append(plain)
        self._merge(plain)
        return plain

    async def hear_or_close(self) -> Plain | None:
        """The next message; None if the connection ends before."""
        with contextlib.suppress(ConnectionClosed):
            return await self.hear()
        return None

    def _merge(self, plain: Plain) -> None:
        if plain["type"] == "welcome":
            self.welcome = plain
        elif plain["type"] == "snapshot":
            self.view, self.seq = plain["view"], plain["seq"]
        elif plain["type"] == "update":
            self.gaps += plain["seq"] != self.seq + 1
            self.view, self.seq = apply(plain["patch"], self.view), plain["seq"]

    async def until(self, type: str, **fields: Any) -> Plain:
        """Hear on until a message of that type with those fields."""
        while True:
            heard = await self.hear()
            if heard["type"] == type and all(heard.get(k) == v for k, v in fields.items()):
                return heard

    async def catch_up(self) -> None:
        """Hear all that was sent before now: a pong comes after it."""
        mark = next(self._ids) + 0.5
        await self.say({"type": "ping", "t": mark})
        await self.until("pong", t=mark)

    async def ask(self, command: Plain, **more: Any) -> Plain:
        """Give a command and hear its answer, an `ack` or an `error`."""
        id = more.pop("id", None) or secrets.token_hex(16)
        await self.say({"type": "command", "id": id, "command": command, **more})
        while True:
            heard = await self.hear()
            if heard["type"] in ("ack", "error") and heard.get("id") == id:
                return heard

    async def do(self, command: Plain, **more: Any) -> Plain:
        """Give a command that is accepted."""
        answer = await self.ask(command, **more)
        assert answer["type"] == "ack", answer
        return answer

    def of(self, type: str) -> list[Plain]:
        return [message for message in self.heard if message["type"] == type]

    @property
    def ticks(self) -> list[Plain]:
        return [update["tick"] for update in self.of("update") if "tick" in update]

    async def closed(self) -> int | None:
        """Hear on until the connection ends; with which code."""
        await asyncio.wait_for(self._hear_out(), SOON)
        return self.socket.close_code

    async def _hear_out(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in self.socket:
                self.heard.append(msgspec.to_builtins(self.codec.heard(frame)))


class Hosted:
    """A server that a test can start, reach and stop. Its table is called friday."""

    def __init__(self, app: App, stack: AsyncExitStack) -> None:
        self.app = app
        self.tokens: dict[str, str] = {}
        self._stack = stack

    async def open(self, subprotocol: str = "", port: int = 0, **options: Any) -> Client:
        """A connection that has said nothing yet; `port`: by way of a proxy."""
        address = f"ws://127.0.0.1:{port or self.app.port}/ws"
        offered = [Subprotocol(subprotocol)] if subprotocol else None
        options = {"open_timeout": SOON, "close_timeout": 0.5, "proxy": None, **options}
        socket = await self._stack.enter_async_context(
            connect(address, subprotocols=offered, **options)
        )
        return Client(socket, subprotocol)

    async def join(self, role: str = "gm", subprotocol: str = "", **hello: Any) -> Client:
        """A client that said hello and heard welcome, and the snapshot if there is one."""
        client = await self.open(subprotocol)
        token = hello.pop("token", None) or self.tokens[role]
        await client.say({"type": "hello", "table": "friday", "token": token, **hello})
        welcome = await client.until("welcome")
        if welcome["resumed"]:
            client.seq = hello["resume"]["seq"]
        else:
            await client.until("snapshot")
        return client


Start = Callable[..., Awaitable[Hosted]]
