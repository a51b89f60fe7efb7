"""A client that keeps to no protocol: it sends any bytes and hears what the server answers."""

from __future__ import annotations

import asyncio
import contextlib
import struct
from typing import Self

from websockets.frames import Frame, Opcode

from tests.server.hosting import SOON

KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
UPGRADE = (
    f"Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n{KEY}"
)

ATTEMPTS = 1000
"""To send something to a socket that the server should have ended."""


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


class Raw:
    """One socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def connect(cls, port: int) -> Self:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    @classmethod
    async def open(cls, port: int) -> Self:
        """A WebSocket that has said nothing yet."""
        raw = await cls.connect(port)
        raw.send(f"GET /ws HTTP/1.1\r\n{UPGRADE}\r\n\r\n".encode())
        head = await asyncio.wait_for(raw.reader.readuntil(b"\r\n\r\n"), SOON)
        assert b" 101 " in head, head
        return raw

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def flood(self, data: bytes) -> None:
        """Send it over and over, reading nothing, until the server ends the connection."""
        with contextlib.suppress(OSError):
            while not self.reader.at_eof():
                self.send(data)
                await asyncio.wait_for(self.writer.drain(), SOON)
                await asyncio.sleep(0)

    async def broken(self) -> None:
        """Returns once the server takes nothing any more: it has ended its half and ours."""
        for _ in range(ATTEMPTS):
            try:
                self.send(b"x")
                await self.writer.drain()
                await asyncio.sleep(0.01)
            except OSError:
                return
        raise AssertionError("the socket lives on")

    async def all(self) -> bytes:
        """What the server says until it ends the connection."""
        heard = b""
        with contextlib.suppress(ConnectionError):
            while data := await asyncio.wait_for(self.reader.read(65536), SOON):
                heard += data
        return heard

    async def closed(self) -> tuple[int, int]:
        """The code of the close frame that ends it (0: there was none), and the pongs before."""
        heard = await self.all()
        code, pongs = 0, 0
        while len(heard) >= 2:
            opcode, size = heard[0] & 15, heard[1]
            start = 2 if size < 126 else 4
            if size == 126:
                size = int(struct.unpack("!H", heard[2:4])[0])
            data, heard = heard[start : start + size], heard[start + size :]
            pongs += opcode == Opcode.PONG
            if opcode == Opcode.CLOSE:
                code = int(struct.unpack("!H", data[:2])[0])
        return code, pongs

    def close(self) -> None:
        self.writer.close()
