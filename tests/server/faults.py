"""A network that fails: a proxy between clients and a server."""

from __future__ import annotations

import asyncio
import random
from typing import Literal

Fate = Literal["pass", "cut", "half", "silence"]


class Proxy:
    """Forwards bytes until chance says otherwise; then it cuts, cuts in the middle of what it
    forwards, or says nothing any more while the connection stays open.
    """

    def __init__(self, port: int, seed: int, calm: float) -> None:
        """`calm`: how likely it is that a piece of data passes as it should."""
        self._port = port
        self._chance = random.Random(seed)
        self._calm = calm
        self._server: asyncio.Server | None = None
        self._ends: list[asyncio.StreamWriter] = []
        self._pumps: set[asyncio.Task[None]] = set()
        self._fates: list[Fate] = ["cut", "half", "silence"]
        self.faults: list[Fate] = []

    async def start(self) -> int:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)
        for end in self._ends:
            end.close()

    def fall_silent(self) -> None:
        """From now on nothing passes, and nobody is told."""
        self._calm = 0.0
        self._fates = ["silence"]

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        ends = (writer, back)
        self._ends.extend(ends)
        for source, sink in ((reader, back), (there, writer)):
            pump = asyncio.create_task(self._pump(source, sink, ends))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        ends: tuple[asyncio.StreamWriter, ...],
    ) -> None:
        while data := await source.read(4096):
            await asyncio.sleep(self._chance.random() / 200)
            fate = self._fate()
            if fate == "silence":
                await asyncio.sleep(3600)
            if fate in ("pass", "half"):
                sink.write(data if fate == "pass" else data[: len(data) // 2])
            if fate in ("cut", "half"):
                break
        for end in ends:
            end.transport.abort()

    def _fate(self) -> Fate:
        if self._chance.random() < self._calm:
            return "pass"
        fate = self._chance.choice(self._fates)
        self.faults.append(fate)
        return fate
