"""How the command line asks: the server that has the tables, or the tables themselves if none runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from rules.model.errors import Refused
from server.admin import handshake
from server.ops.config import NO_CLIENT, Settings
from server.store.contract import Store, StoreUnusable

Line = dict[str, Any]
"""What is asked, `{"do": …}`, and each part of the answer: one line of JSON."""

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


class Where(Struct, frozen=True):
    """The tables are on the NATS servers `nats`, or else in the directory `data`."""

    data: Path
    nats: tuple[str, ...] = ()
    credentials: Path | None = None
    public_url: str | None = None

    @property
    def settings(self) -> Settings:
        """Settings that lead to the same tables."""
        return Settings(
            data=self.data, public_url=self.public_url, nats=self.nats,
            nats_credentials=self.credentials,
        )  # fmt: skip


async def answers(where: Where, asked: Line) -> AsyncIterator[Line]:
    """From the server that runs on the data, or from the data itself if none does.

    Raises Refused, StoreFailed, StoreUnusable, or OSError.
    """
    if not where.nats:
        try:
            async for line in ask(where.data, asked):
                yield line
            return
        except Unreachable:
            pass
    async for line in _without_server(where.settings, asked):
        yield line


async def _without_server(settings: Settings, asked: Line) -> AsyncIterator[Line]:
    from server.access.tokens import Access
    from server.admin.invites import InviteAdmin
    from server.admin.tables import TableAdmin

    store = await open_store(settings)
    try:
        access = Access(store)
        invites = InviteAdmin(access, settings.page(settings.port), lambda table, invite: None)
        async for line in TableAdmin(store, access, invites).answer(asked):
            yield line
    finally:
        await store.close()


async def open_store(settings: Settings) -> Store:
    """The store that the settings name, for this process. Raises StoreUnusable."""
    if not settings.nats:
        from server.store.sqlite.store import SqliteStore

        return SqliteStore(settings.data)
    try:
        from server.store.jetstream.client import NatsClient
        from server.store.jetstream.store import JetStreamStore
    except ImportError:
        raise StoreUnusable(NO_CLIENT) from None

    client = NatsClient(settings.nats, settings.nats_credentials)
    store = JetStreamStore(client, settings.nats_replicas)
    await store.open()
    return store


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
