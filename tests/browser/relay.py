"""What may stand between a browser and the server: a path below which it is found, and a bad line."""

from __future__ import annotations

import asyncio
from contextlib import suppress

NOT_HERE = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
LOST = (ConnectionError, asyncio.IncompleteReadError)


class Relay:
    """A small reverse proxy for HTTP and WebSocket, that can hold back, swallow answers, and be cut."""

    def __init__(self, target: int, prefix: str = "/") -> None:
        self.target = target
        self.prefix = prefix
        self.deaf = False  # what the server says is lost
        self.strays: list[str] = []  # paths that were asked for outside the prefix
        self._down = False
        self._passes = asyncio.Event()
        self._passes.set()
        self._ends: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Relay:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server:
            self._server.close()
        self.cut()

    @property
    def address(self) -> str:
        assert self._server
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}{self.prefix}"

    def cut(self) -> None:
        """Every connection breaks, without a word, and no new one comes about."""
        self._down = True
        for end in self._ends:
            end.transport.abort()

    def hold(self) -> None:
        """A line so slow that nothing arrives, either way, until `release`."""
        self._passes.clear()

    def release(self) -> None:
        self._passes.set()

    def mend(self) -> None:
        self._down = self.deaf = False

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.add(writer)
        with suppress(*LOST):
            if not self._down:
                await self._carry(reader, writer)
        writer.transport.abort()
        self._ends.discard(writer)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        verb, path, rest = head.split(b" ", 2)
        prefix = self.prefix.encode()
        if not path.startswith(prefix):
            self.strays.append(path.decode())
            writer.write(NOT_HERE)
            return await writer.drain()
        answers, server = await asyncio.open_connection("127.0.0.1", self.target)
        self._ends.add(server)
        server.write(b" ".join([verb, b"/" + path[len(prefix) :], rest]))
        try:
            async with asyncio.TaskGroup() as both:
                asking = both.create_task(self._pass_on(reader, server))
                await self._pass_on(answers, writer, answering=True)
                asking.cancel()
        except* LOST:
            pass
        finally:
            server.transport.abort()
            self._ends.discard(server)

    async def _pass_on(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        answering: bool = False,
    ) -> None:
        while data := await source.read(65536):
            await self._passes.wait()
            if not (answering and self.deaf):
                sink.write(data)
                await sink.drain()
