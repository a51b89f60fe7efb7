"""A proxy before a server, for tests of what happens when the way to it fails."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Pipe:
    """One direction of a connection: what passes, and the two ends that end together."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter
    outward: bool

    @property
    def sink(self) -> asyncio.StreamWriter:
        return self.far if self.outward else self.near

    def abort(self) -> None:
        self.near.transport.abort()
        self.far.transport.abort()


class Proxy:
    """Forwards bytes to `port` here. Those who inherit say what becomes of a piece of data."""

    def __init__(self, port: int) -> None:
        self._there = port
        self._port = 0
        self._server: asyncio.Server | None = None
        self._pipes: dict[asyncio.Task[None], Pipe] = {}
        self.accepted = 0

    async def start(self) -> int:
        """The port to connect to; the same one when it is started again."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self._port)
        self._port = int(self._server.sockets[0].getsockname()[1])
        return self._port

    def close(self) -> None:
        """Connections break, and new ones are refused."""
        if self._server is not None:
            self._server.close()
        self._server = None
        for pipe in self._pipes.values():
            pipe.abort()

    async def stop(self) -> None:
        self.close()
        for pump in self._pipes:
            pump.cancel()
        await asyncio.gather(*self._pipes, return_exceptions=True)

    async def pass_on(self, data: bytes, pipe: Pipe) -> bool:
        """Do with `data` what is to happen to it; false if the connection ends with it."""
        pipe.sink.write(data)
        return True

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._there)
        except OSError:
            writer.transport.abort()
            return
        for source, outward in ((reader, True), (there, False)):
            pipe = Pipe(writer, back, outward)
            pump = asyncio.create_task(self._pump(source, pipe))
            self._pipes[pump] = pipe
            pump.add_done_callback(self._pipes.pop)

    async def _pump(self, source: asyncio.StreamReader, pipe: Pipe) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                if not await self.pass_on(data, pipe):
                    break
        pipe.abort()
