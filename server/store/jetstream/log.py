"""One table's log in JetStream: one message for each append, fenced by the subject's last sequence.

A message holds all entries of an append, so they are there together or not at all. `life` is the
sequence behind which this table's log begins: a table that was deleted leaves a message that says
so, and whoever still holds the old table can neither write into a new one of its name nor read it.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import AsyncIterator, Sequence

import msgspec
from msgspec import Struct
from nats.errors import Error
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy, RawStreamMsg
from nats.js.errors import APIError, NotFoundError

from server.store.contract import Conflict, StoreFailed, UnknownTable
from server.store.jetstream.bucket import Check, reason
from server.store.jetstream.client import NatsClient
from server.store.jetstream.layout import STREAM, WRONG_LAST, log_subject

EXPECTED = "Nats-Expected-Last-Subject-Sequence"

SETTLED_WITHIN = 10.0
"""Seconds in which it must become clear whether an append was written. The election of a new leader
takes two to nine."""

ONE_BY_ONE = 8
"""Messages asked for singly; for more a consumer pays."""

AT_ONCE = 200
"""Messages fetched at once."""

ENDS_KEPT = 64
"""Positions whose sequence is remembered."""


class AppendMessage(Struct, frozen=True, array_like=True):
    """A message of the log: `entries` behind position `after`. `mark` names this one append."""

    life: int
    after: int
    mark: bytes
    entries: list[bytes]
    deleted: bool = False

    @property
    def last(self) -> int:
        """The position of its last entry."""
        return self.after + len(self.entries)


class LogEnd(Struct, frozen=True):
    """An end of an append: the position in the table's log, and the sequence in the stream."""

    position: int
    seq: int


encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(AppendMessage).decode


class TableLog:
    """The log of `table`, of the table with this `life` among those that have had the name."""

    def __init__(self, client: NatsClient, table: str, life: int, check: Check) -> None:
        """`check` raises StoreGone if the stream is not the one that it was."""
        self.life = life
        self._check = check
        self._client = client
        self._table = table
        self._subject = log_subject(table)
        self._ends: dict[int, int] = {0: life}
        self._reported = 0

    # Known ends of appends

    def learn(self, log_end: LogEnd) -> None:
        """The log has an append that ends here."""
        self._ends.pop(log_end.position, None)
        self._ends[log_end.position] = log_end.seq
        while len(self._ends) > ENDS_KEPT:
            oldest = next(position for position in self._ends if position)
            del self._ends[oldest]

    def seq(self, position: int) -> int | None:
        """The sequence of the append that ends at `position`, if it is remembered."""
        return self._ends.get(position)

    def near(self, position: int) -> LogEnd:
        """The nearest known end at or before `position`; the log's beginning, if none is known."""
        nearest = max(known for known in self._ends if known <= position)
        return LogEnd(nearest, self._ends[nearest])

    # Reading

    async def end(self) -> LogEnd:
        """Where the log ends, as the stream's leader has it. Raises UnknownTable, StoreFailed."""
        until = time.monotonic() + SETTLED_WITHIN
        while True:
            log_end = await self._end()
            if log_end.seq >= self._reported:
                self.learn(log_end)
                return log_end
            if time.monotonic() > until:  # an old leader that does not know it yet
                raise StoreFailed("refused", "JetStream answers with an old state")
            await asyncio.sleep(0.05)

    async def _end(self) -> LogEnd:
        js = self._client.jetstream()
        try:
            message = await js.get_msg(STREAM, subject=self._subject)
        except NotFoundError:
            await self._check()
            return LogEnd(0, self.life)
        except (Error, TimeoutError) as error:
            raise self._client.failed("refused", reason(error)) from None
        seq = message.seq or 0
        return LogEnd(self._batch(message).last if seq > self.life else 0, seq)

    async def deletion_mark(self) -> int:
        """The sequence behind which a new table of this name begins: that of the deletion, or 0."""
        js = self._client.jetstream()
        try:
            message = await js.get_msg(STREAM, subject=self._subject)
        except NotFoundError:
            await self._check()
            return 0
        except (Error, TimeoutError) as error:
            raise self._client.failed("refused", reason(error)) from None
        if not decode(message.data or b"").deleted:
            raise StoreFailed("refused", f"there is a log of {self._table}, but no such table")
        return message.seq or 0

    def _batch(self, message: RawStreamMsg) -> AppendMessage:
        return self.own(message.data or b"")

    def own(self, data: bytes) -> AppendMessage:
        """A message of this life's log; raises UnknownTable if the table was deleted."""
        batch = decode(data)
        if batch.deleted or batch.life != self.life:
            raise UnknownTable(self._table)
        return batch

    async def read(self, after: int, limit: int) -> list[bytes]:
        """Up to `limit` entries behind position `after`."""
        end = await self.end()
        entries: list[bytes] = []
        if after >= end.position:
            return entries
        async for log_end, batch in self._batches(self.near(after), end.seq):
            if batch.after <= after or entries:
                entries.extend(batch.entries[max(0, after - batch.after) :])
            self.learn(log_end)
            if len(entries) >= limit:
                break
        return entries[:limit]

    async def _batches(
        self, start: LogEnd, until: int
    ) -> AsyncIterator[tuple[LogEnd, AppendMessage]]:
        """The messages behind `start` up to sequence `until`, in order."""
        seq = start.seq
        for _ in range(ONE_BY_ONE):
            if seq >= until:
                return
            message = await self._next(seq + 1)
            seq = message.seq or until
            batch = self._batch(message)
            yield LogEnd(batch.last, seq), batch
        async for at, data in self._fetched(seq, until):
            batch = self.own(data)
            yield LogEnd(batch.last, at), batch

    async def _next(self, seq: int) -> RawStreamMsg:
        js = self._client.jetstream()
        try:
            return await js.get_msg(STREAM, seq=seq, subject=self._subject, next=True)
        except (Error, TimeoutError) as error:
            raise self._client.failed("refused", reason(error)) from None

    async def _fetched(self, seq: int, until: int) -> AsyncIterator[tuple[int, bytes]]:
        if seq >= until:
            return
        js = self._client.jetstream()
        config = ConsumerConfig(
            deliver_policy=DeliverPolicy.BY_START_SEQUENCE,
            opt_start_seq=seq + 1,
            ack_policy=AckPolicy.NONE,
            inactive_threshold=30,
            mem_storage=True,
        )
        try:
            consumer = await js.pull_subscribe(self._subject, stream=STREAM, config=config)
            try:
                while seq < until:
                    for message in await consumer.fetch(AT_ONCE, timeout=2):
                        seq = message.metadata.sequence.stream
                        if seq <= until:
                            yield seq, message.data
            finally:
                await consumer.unsubscribe()
        except (Error, TimeoutError) as error:
            raise self._client.failed("refused", reason(error)) from None

    # Writing

    async def append(self, expected: int, entries: Sequence[bytes]) -> None:
        """Raises Conflict, UnknownTable, StoreFailed."""
        seq = self.seq(expected)
        if seq is None:
            end = await self.end()
            if end.position != expected:
                raise Conflict(self._table)
            seq = end.seq
        batch = AppendMessage(self.life, expected, secrets.token_bytes(8), list(entries))
        written = await self._write(batch, seq)
        self.learn(LogEnd(batch.last, written))

    async def mark_deleted(self) -> int:
        """Say that the table is deleted; from now on every append of this life conflicts."""
        while True:
            end = await self.end()
            gone = AppendMessage(self.life, end.position, secrets.token_bytes(8), [], deleted=True)
            try:
                return await self._write(gone, end.seq)
            except Conflict:
                continue

    async def _write(self, batch: AppendMessage, seq: int) -> int:
        """Publish behind `seq`; the same again until it is clear that it is there, or never will be.

        The fence lets at most one of the attempts in, however late each of them arrives.
        """
        data, until = encode(batch), time.monotonic() + SETTLED_WITHIN
        if len(data) > self._client.largest - 512:  # headers count too
            raise StoreFailed("refused", "more than NATS takes in one message")
        unclear = False
        while True:
            try:
                return await self._publish(data, seq)
            except Conflict:
                if unclear and (own := await self._find(batch.mark, seq)):
                    return own
                raise
            except StoreFailed as failed:
                unclear = unclear or failed.outcome == "unknown"
                if not unclear:
                    raise
                if time.monotonic() > until:
                    raise StoreFailed("unknown", str(failed)) from None
                await asyncio.sleep(0.1)

    async def _publish(self, data: bytes, seq: int) -> int:
        js = self._client.jetstream()
        try:
            publish = js.publish(self._subject, data, headers={EXPECTED: str(seq)})
            ack = await self._client.unless_lost(publish)
        except APIError as error:
            if error.err_code in WRONG_LAST:
                self._report(error.description or "")
                raise Conflict(self._table) from None
            raise self._client.failed("unknown", reason(error)) from None
        except (Error, TimeoutError) as error:
            raise self._client.failed("unknown", reason(error)) from None
        return ack.seq

    def _report(self, description: str) -> None:
        """What a refusal says is the least that reading must reach."""
        if numbers := re.findall(r"\d+", description):
            self._reported = max(self._reported, int(numbers[-1]))

    async def _find(self, mark: bytes, seq: int) -> int | None:
        """The sequence of our own message, if it is the one that stands behind `seq`."""
        message = await self._next(seq + 1)
        return message.seq if decode(message.data or b"").mark == mark else None
