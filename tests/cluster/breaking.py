"""The way between a node and its NATS server, which can break in the ways that ways break."""

from __future__ import annotations

import asyncio
import contextlib


class Way:
    """A proxy before a NATS server."""

    def __init__(self, port: int) -> None:
        self._there = port
        self._port = 0
        self._server: asyncio.Server | None = None
        self._pumps: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.StreamWriter] = set()
        self._open = asyncio.Event()
        self._open.set()
        self._cut_after: bytes | None = None
        self.cuts = 0

    async def start(self) -> str:
        """The address at which the server can be reached through it."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]
        return f"nats://127.0.0.1:{self._port}"

    def hush(self) -> None:
        """Nothing passes any more, and nobody is told: as if a cable were pulled."""
        self._open.clear()

    def close(self) -> None:
        """Connections break, and new ones are refused."""
        if self._server is not None:
            self._server.close()
        self._server = None
        for end in self._ends:
            end.transport.abort()

    async def heal(self) -> None:
        self._open.set()
        if self._server is None:
            await self.start()

    def cut_after(self, sign: bytes) -> None:
        """Pass on what holds `sign`, once, and break before anything is answered."""
        self._cut_after = sign

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)
        for end in self._ends:
            end.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._there)
        except OSError:
            writer.transport.abort()
            return
        ends = (writer, back)
        self._ends.update(ends)
        for source, sink, outward in ((reader, back, True), (there, writer, False)):
            pump = asyncio.create_task(self._pump(source, sink, ends, outward))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        ends: tuple[asyncio.StreamWriter, ...],
        outward: bool,
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                await self._open.wait()
                if outward and self._cut_after is not None and self._cut_after in data:
                    await self._cut(data, sink, ends)
                    break
                sink.write(data)
        for end in ends:
            end.transport.abort()
            self._ends.discard(end)

    async def _cut(
        self, data: bytes, sink: asyncio.StreamWriter, ends: tuple[asyncio.StreamWriter, ...]
    ) -> None:
        """The node's end first, so that no answer reaches it; then let the server have it all."""
        self._cut_after = None
        self.cuts += 1
        ends[0].transport.abort()
        sink.write(data)
        await sink.drain()
        sink.write_eof()
        await asyncio.sleep(0.05)
