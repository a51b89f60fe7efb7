"""The way between a node and its NATS server, which can break in the ways that ways break."""

from __future__ import annotations

import asyncio

from tests.server.proxy import Pipe, Proxy


class Way(Proxy):
    """A proxy before a NATS server."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self._open = asyncio.Event()
        self._open.set()
        self._cut_after: bytes | None = None
        self.cuts = 0

    async def begin(self) -> str:
        """The address at which the server can be reached through it."""
        return f"nats://127.0.0.1:{await self.start()}"

    def hush(self) -> None:
        """Nothing passes any more, and nobody is told: as if a cable were pulled."""
        self._open.clear()

    async def heal(self) -> None:
        self._open.set()
        if self._server is None:
            await self.start()

    def cut_after(self, sign: bytes) -> None:
        """Pass on what holds `sign`, once, and break before anything is answered."""
        self._cut_after = sign

    async def pass_on(self, data: bytes, pipe: Pipe) -> bool:
        await self._open.wait()
        if pipe.outward and self._cut_after is not None and self._cut_after in data:
            await self._cut(data, pipe)
            return False
        return await super().pass_on(data, pipe)

    async def _cut(self, data: bytes, pipe: Pipe) -> None:
        """The node's end first, so that no answer reaches it; then let the server have it all."""
        self._cut_after = None
        self.cuts += 1
        pipe.near.transport.abort()
        pipe.far.write(data)
        await pipe.far.drain()
        pipe.far.write_eof()
        await asyncio.sleep(0.05)
