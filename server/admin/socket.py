"""How the command line asks a running server: JSON lines over loopback.

One process alone uses a data directory, so the others ask it. `server.json` in that directory says
where it listens and holds a secret; only the directory's owner can read it. Both ends prove that
they know the secret before anything is asked (`server/admin/handshake.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec

from rules.model.errors import Refused
from server.admin import handshake
from server.admin.rpc import FILE, LIMIT, Line
from server.admin.tables import TableAdmin
from server.ops.logs import log
from server.ops.refusals import Refusals
from server.store.contract import StoreFailed

ASK_WITHIN = 10.0
"""Seconds from a connection to what it asks."""

MOST_WAITING = 16
"""Connections that have proven nothing yet; one more, and the oldest of them is closed."""


class Control:
    """Listens for the command line, as long as the server runs."""

    def __init__(
        self, tables: TableAdmin, directory: Path, serves: int, refusals: Refusals
    ) -> None:
        self._tables = tables
        self._serves = serves
        self._refusals = refusals
        self._waiting: dict[asyncio.StreamWriter, None] = {}
        self._file = directory / FILE
        self._secret = secrets.token_urlsafe(32)
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen on a free port of the loopback, and write it into `server.json`."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=LIMIT)
        port = self._server.sockets[0].getsockname()[1]
        note = {
            "port": port,
            "secret": self._secret,
            "process": os.getpid(),
            "serves": self._serves,  # the port that people connect to
        }
        try:
            self._write(note)
        except OSError as error:  # a full disk: people can still be served
            log.error("the command line cannot ask this server", why=str(error))

    def _write(self, note: Line) -> None:
        fresh = self._file.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.encode(note))
        fresh.replace(self._file)

    async def stop(self) -> None:
        """Remove `server.json` and accept no more connections."""
        self._file.unlink(missing_ok=True)
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            asked = await self._in_time(reader, writer)
            if asked is None:
                return
            log.info("host asks", do=asked.get("do"), table=asked.get("table"))
            async for line in self._answers(asked):
                writer.write(msgspec.json.encode(line) + b"\n")
                await writer.drain()
        except (OSError, ValueError, msgspec.MsgspecError) as error:
            log.warning("control connection failed", why=str(error))
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _in_time(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> Line | None:
        """What is asked, if it comes soon: anybody on this machine can connect and say nothing."""
        self._waiting[writer] = None
        if len(self._waiting) > MOST_WAITING:
            next(iter(self._waiting)).transport.abort()
        try:
            async with asyncio.timeout(ASK_WITHIN):
                return await self._proven(reader, writer)
        except (TimeoutError, ConnectionError, msgspec.MsgspecError):
            self._refusals.count("control")
            return None
        finally:
            del self._waiting[writer]

    async def _proven(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> Line | None:
        """What is asked, if the asker knows the secret too. Ours is proven first."""
        asker = msgspec.json.decode(await reader.readline(), type=handshake.Challenge).nonce
        own = handshake.nonce()
        proof = handshake.Proof(handshake.of_server(self._secret, asker, own), own)
        writer.write(msgspec.json.encode(proof) + b"\n")
        asked = msgspec.json.decode(await reader.readline(), type=dict[str, Any])
        expected = handshake.of_asker(self._secret, asker, own)
        return asked if handshake.same(asked.pop("proof", None), expected) else None

    async def _answers(self, asked: Line) -> AsyncIterator[Line]:
        """The answer's lines, and an end that says it is complete."""
        try:
            async for line in self._tables.answer(asked):
                yield {"line": line}
            yield {"done": True}
        except Refused as refused:
            yield {"refused": refused.message, "code": refused.code}
        except KeyError as missing:
            yield {"refused": f"{missing} is missing", "code": "bad_message"}
        except StoreFailed as failed:
            yield {"refused": str(failed), "code": "unavailable"}
