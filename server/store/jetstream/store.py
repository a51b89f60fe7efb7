"""The store of many nodes: NATS JetStream. No node owns a table; the log's fence decides.

Nothing is kept here that could not be read again: a node that dies takes nothing with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from nats.errors import Error

from server.store.contract import (
    Checkpoint,
    Conflict,
    EndedInvite,
    Follower,
    InviteRecord,
    Lease,
    StoreFailed,
    TableRecord,
    Unfollow,
    UnknownTable,
)
from server.store.jetstream import registration as registration_codec
from server.store.jetstream.bucket import Bucket, reason
from server.store.jetstream.checkpoints import CheckpointBucket
from server.store.jetstream.client import NatsClient
from server.store.jetstream.following import Following
from server.store.jetstream.identity import StoreIdentity
from server.store.jetstream.layout import STREAM, TABLES, log_subject, prepare
from server.store.jetstream.leases import Leases
from server.store.jetstream.log import TableLog
from server.store.jetstream.probe import Probe
from server.store.jetstream.registration import Registration

NAME = re.compile(r"[a-z0-9-]{1,64}")
"""A table's: a key, and a part of subjects."""


class JetStreamStore:
    """Implements `Store` on the NATS servers of `client`, once it is opened."""

    def __init__(
        self,
        client: NatsClient,
        replicas: int = 3,
        look_every: float = 30.0,
        conflicted: Callable[[], None] = lambda: None,
    ) -> None:
        """`look_every`: seconds after which a followed log is read though nobody told of an append.
        `conflicted` is called for each append that came second."""
        self.client = client
        self._replicas = replicas
        self._conflicted = conflicted
        self._following = Following(client, look_every)
        self._identity = StoreIdentity(client, self._following.lose)
        self._registrations = Bucket(client, TABLES, self._identity.check)
        self._leases = Leases(client, self._identity.check)
        self._probe = Probe(client, self._identity.check)
        self._checkpoints = CheckpointBucket(client, self._identity.check)
        self._logs: dict[str, TableLog] = {}

    async def open(self) -> None:
        """Connect, and make what is not there yet. Raises StoreUnusable."""
        await self.client.open()
        try:
            await prepare(self.client.jetstream(), self._replicas, self.client.version)
            await self._identity.settle()
        except BaseException:
            await self.client.close()
            raise

    # The log

    async def _log(self, table: str) -> TableLog:
        return self._logs.get(table) or self._log_of(await self._held(table))

    def _log_of(self, registration: Registration) -> TableLog:
        """The log of this table; followers of an earlier table of its name are told that it has ended."""
        table = registration.record.table
        known = self._logs.get(table)
        if known is None or known.life != registration.life:
            if known is not None:
                self._following.end(table)
            known = self._logs[table] = TableLog(
                self.client, table, registration.life, self._identity.check
            )
        return known

    def _forget(self, table: str) -> None:
        self._logs.pop(table, None)
        self._following.end(table)

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> None:
        log = await self._log(table)
        try:
            await log.append(expected, entries)
        except Conflict:
            self._conflicted()
            await self._alive(table, log)
            raise
        except UnknownTable:
            self._forget(table)
            raise

    async def _alive(self, table: str, log: TableLog) -> None:
        """A conflict may mean that the table is no more, or that there is nothing at all."""
        await self._identity.check()
        try:
            await log.end()
        except UnknownTable:
            self._forget(table)
            raise

    async def read(self, table: str, after: int, limit: int = 1000) -> list[bytes]:
        log = await self._log(table)
        try:
            return await log.read(after, limit)
        except UnknownTable:
            self._forget(table)
            raise

    @property
    def largest(self) -> int:
        """Bytes that one append may hold: it is one message."""
        return self.client.largest - 4096

    async def follow(self, table: str, follower: Follower) -> Unfollow:
        log = await self._log(table)
        end = await self._following.follow(log, table, follower)

        async def unfollow() -> None:
            await end()
            if self._logs.get(table) is log:
                del self._logs[table]

        return unfollow

    # Tables

    async def _held(self, table: str) -> Registration:
        if not NAME.fullmatch(table):  # whoever says hello may name anything
            raise UnknownTable(table)
        held = await self._registrations.get(table)
        if held is None:
            raise UnknownTable(table)
        registration = registration_codec.decode(held[0])
        self._log_of(registration)
        return registration

    async def tables(self) -> list[TableRecord]:
        registrations = [
            registration_codec.decode(value) for value in await self._registrations.values()
        ]
        return sorted(
            (registration.record for registration in registrations), key=lambda record: record.table
        )

    async def table(self, table: str) -> TableRecord | None:
        try:
            return (await self._held(table)).record
        except UnknownTable:
            return None

    async def size(self, table: str) -> int | None:
        return None  # JetStream counts the messages of a subject, and the bytes of a stream alone

    async def create(self, record: TableRecord, invites: Sequence[InviteRecord]) -> None:
        life = await self._end_of_life(record.table)
        registration = Registration(record, list(invites), life)
        await self._registrations.replace(
            record.table, registration_codec.encode(registration), None
        )

    async def _end_of_life(self, table: str) -> int:
        """Behind which sequence a new table of this name begins."""
        held = await self._registrations.get(table)
        if held is not None:
            raise Conflict(table)
        self._logs.pop(table, None)
        return await TableLog(self.client, table, 0, self._identity.check).deletion_mark()

    async def delete(self, table: str) -> None:
        registration = await self._held(table)
        log = self._log_of(registration)
        try:
            deletion_mark = await log.mark_deleted()
        except UnknownTable:  # somebody began to delete it, and did not come to the end
            deletion_mark = 0
        await self._registrations.delete(table)
        await self._leases.forget(table)
        await self._checkpoints.forget(table)
        self._forget(table)
        try:
            if deletion_mark:
                await self.client.jetstream().purge_stream(
                    STREAM, subject=log_subject(table), seq=deletion_mark
                )
        except (Error, TimeoutError) as error:
            raise StoreFailed("unknown", reason(error)) from None

    # Invites

    async def invites(self, table: str) -> list[InviteRecord]:
        return (await self._held(table)).invites

    async def ended(self, table: str) -> list[EndedInvite]:
        return (await self._held(table)).ended

    async def add_invite(self, record: InviteRecord) -> None:
        await self._change(record.table, lambda registration: registration.add(record))

    async def change_invite(self, record: InviteRecord) -> None:
        await self._change(record.table, lambda registration: registration.change(record))

    async def end_invite(self, table: str, ended: EndedInvite) -> None:
        await self._change(table, lambda registration: registration.end(ended))

    async def _change(self, table: str, change: Callable[[Registration], Registration]) -> None:
        def make(value: bytes | None) -> tuple[bytes, None]:
            if value is None:
                raise UnknownTable(table)
            return registration_codec.encode(change(registration_codec.decode(value))), None

        await self._registrations.change(table, make)

    async def find_invite(self, table: str, digest: str) -> InviteRecord | None:
        found = (await self._held(table)).find(digest)
        if found is None:  # in a bucket made anew nobody's token is known
            await self._identity.check()
        return found

    # Snapshots

    async def checkpoint(self, table: str) -> Checkpoint | None:
        log = await self._log(table)
        found = await self._checkpoints.newest(table, log.life)
        if found is None:
            return None
        checkpoint, log_end = found
        log.learn(log_end)
        return checkpoint

    async def keep_checkpoint(self, table: str, checkpoint: Checkpoint) -> None:
        log = await self._log(table)
        await self._checkpoints.keep(table, log.life, checkpoint, log.near(checkpoint.position))

    # Leases

    async def lease(self, table: str, target: str, holder: str, now: float, ttl: float) -> Lease:
        await self._log(table)
        return await self._leases.take(table, target, holder, now, ttl)

    async def release(self, table: str, holder: str) -> None:
        await self._leases.release(table, holder)

    # The whole

    async def probe(self) -> None:
        await self._probe.ask()

    async def close(self) -> None:
        await self._following.close()
        await self._identity.close()
        await self._probe.close()
        await self.client.close()
