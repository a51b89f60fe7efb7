"""The command line's end of `control.py`: ask the server that runs on a data directory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec

from rules.errors import Refused

Line = dict[str, Any]

FILE = "server.json"
"""Says where the server of this directory listens for the command line, and its secret."""

LIMIT = 1 << 20
"""Bytes of a line from the command line; what is answered may be longer."""


class Unreachable(Exception):
    """No server answers for this data directory."""


async def ask(directory: Path, asked: Line) -> AsyncIterator[Line]:
    """The lines that the running server answers. Raises Refused, Unreachable, or OSError."""
    try:
        note = msgspec.json.decode((directory / FILE).read_bytes())
        reader, writer = await asyncio.open_connection("127.0.0.1", note["port"], limit=64 * LIMIT)
    except (OSError, KeyError, msgspec.MsgspecError) as error:
        raise Unreachable(str(error)) from None
    try:
        writer.write(msgspec.json.encode({**asked, "secret": note["secret"]}) + b"\n")
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
