"""Checkpoints in a key-value bucket: in pieces, because a message has a greatest size.

A checkpoint's pieces are written first; the table's head names it last, and only if no other node
wrote a newer one meanwhile.
"""

from __future__ import annotations

import secrets

import msgspec
from msgspec import Struct

from server.store.contract import Checkpoint, Conflict
from server.store.jetstream.bucket import Bucket, Check
from server.store.jetstream.client import NatsClient
from server.store.jetstream.layout import CHECKPOINTS
from server.store.jetstream.log import LogEnd

PIECE = 256 * 1024
"""Bytes."""


class _Head(Struct, frozen=True, array_like=True):
    """A checkpoint at `position`; the log is read on from `log_end`, which is there or before."""

    position: int
    log_end: LogEnd
    life: int
    rules: int
    mark: str
    pieces: int


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[_Head]).decode


class CheckpointBucket:
    """The checkpoints of all tables: of each the newest and the one before it."""

    def __init__(self, client: NatsClient, check: Check) -> None:
        self._bucket = Bucket(client, CHECKPOINTS, check)

    async def newest(self, table: str, life: int) -> tuple[Checkpoint, LogEnd] | None:
        """Of this life of the table; None too if a node died while it wrote it."""
        heads, _ = await self._heads(table)
        for kept in heads:
            data = await self._data(table, kept) if kept.life == life else None
            if data is not None:
                checkpoint = Checkpoint(kept.position, kept.rules, data)
                return checkpoint, kept.log_end
        return None

    async def keep(self, table: str, life: int, checkpoint: Checkpoint, log_end: LogEnd) -> None:
        """Keep it, if none so new is there."""
        heads, revision = await self._heads(table)
        before = [kept for kept in heads if kept.life == life][:1]
        if any((b.rules, b.position) >= (checkpoint.rules, checkpoint.position) for b in before):
            return
        mark = secrets.token_hex(8)
        data = checkpoint.data
        pieces = [data[at : at + PIECE] for at in range(0, len(data), PIECE)]
        for number, piece in enumerate(pieces):
            await self._bucket.put(f"{table}.{mark}.{number}", piece)
        made = _Head(checkpoint.position, log_end, life, checkpoint.rules, mark, len(pieces))
        try:
            await self._bucket.replace(f"{table}.head", _encode([made, *before]), revision)
        except Conflict:  # another node was first
            await self._drop(table, made)
            return
        for kept in heads:
            if kept not in before:
                await self._drop(table, kept)

    async def forget(self, table: str) -> None:
        """Remove all checkpoints of a deleted table."""
        await self._bucket.purge(f"{table}.>")

    async def _heads(self, table: str) -> tuple[list[_Head], int | None]:
        held = await self._bucket.get(f"{table}.head")
        return (_decode(held[0]), held[1]) if held else ([], None)

    async def _data(self, table: str, kept: _Head) -> bytes | None:
        pieces = [await self._bucket.get(f"{table}.{kept.mark}.{n}") for n in range(kept.pieces)]
        if any(piece is None for piece in pieces):
            return None
        return b"".join(piece[0] for piece in pieces if piece)

    async def _drop(self, table: str, kept: _Head) -> None:
        await self._bucket.purge(f"{table}.{kept.mark}.>")
