"""The command line's end of `control.py`: ask the server that runs on a data directory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from rules.model.errors import Refused
from server.admin import handshake

Line = dict[str, Any]

FILE = "server.json"
"""Says where the server of this directory listens for the command line, and its secret."""

LIMIT = 1 << 20
"""Bytes of a line from the command line; what is answered may be longer."""

PROVE_WITHIN = 5.0
"""Seconds for a connection and the server's proof. An answer may take longer: a backup is large."""


class Unreachable(Exception):
    """No server answers for this data directory."""


class ServerNote(Struct, frozen=True):
    """What `server.json` says, as far as the command line needs it."""

    port: int
    secret: str


async def ask(directory: Path, asked: Line) -> AsyncIterator[Line]:
    """The lines that the running server answers. Raises Refused, Unreachable, or OSError."""
    reader, writer, proof = await _reach(directory)
    try:
        writer.write(msgspec.json.encode({**asked, "proof": proof}) + b"\n")
        while data := await reader.readline():
            answer = msgspec.json.decode(data)
            if "refused" in answer:
                raise Refused(answer["code"], answer["refused"])
            if "done" in answer:
                return
            yield answer["line"]
        raise ConnectionError("the server hung up")
    finally:
        writer.close()


async def _reach(directory: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, str]:
    """A connection to the server that wrote `server.json`, and our proof for it.

    Raises Unreachable for everybody else: nobody but that server is obeyed, or told anything.
    """
    try:
        note = msgspec.json.decode((directory / FILE).read_bytes(), type=ServerNote)
        async with asyncio.timeout(PROVE_WITHIN):
            reader, writer = await asyncio.open_connection("127.0.0.1", note.port, limit=64 * LIMIT)
            try:
                return reader, writer, await _prove(note.secret, reader, writer)
            except BaseException:
                writer.close()
                raise
    except (OSError, ValueError, OverflowError, msgspec.MsgspecError) as error:
        raise Unreachable(str(error)) from None


async def _prove(secret: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
    """Our proof, once the server has given its own. Raises Unreachable if it cannot."""
    own = handshake.nonce()
    writer.write(msgspec.json.encode(handshake.Challenge(own)) + b"\n")
    answer = msgspec.json.decode(await reader.readline(), type=handshake.Proof)
    if not handshake.same(answer.proof, handshake.of_server(secret, own, answer.nonce)):
        raise Unreachable("somebody else listens there")
    return handshake.of_asker(secret, own, answer.nonce)
