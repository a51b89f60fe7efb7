"""A store that forgets everything when the process ends: for tests and for trying things out."""

from __future__ import annotations

from collections.abc import Sequence

from server.store.contract import (
    UNLIMITED,
    Checkpoint,
    Conflict,
    EndedInvite,
    Follower,
    InviteRecord,
    Lease,
    TableRecord,
    Unfollow,
    UnknownTable,
    leased,
    newest,
    nobody_else,
)


class _Contents:
    """What belongs to one table."""

    def __init__(self, record: TableRecord, invites: Sequence[InviteRecord]) -> None:
        self.record = record
        self.invites = {invite.invite: invite for invite in invites}
        self.ended: dict[str, EndedInvite] = {}
        self.entries: list[bytes] = []
        self.checkpoint: Checkpoint | None = None
        self.leases: dict[str, Lease] = {}


class MemoryStore:
    """Implements `Store`."""

    largest = UNLIMITED

    def __init__(self) -> None:
        self._tables: dict[str, _Contents] = {}

    def _contents(self, table: str) -> _Contents:
        try:
            return self._tables[table]
        except KeyError:
            raise UnknownTable(table) from None

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> None:
        contents = self._contents(table)
        if len(contents.entries) != expected:
            raise Conflict(table)
        contents.entries.extend(entries)

    async def read(self, table: str, after: int, limit: int = 1000) -> list[bytes]:
        return self._contents(table).entries[after : after + limit]

    async def follow(self, table: str, follower: Follower) -> Unfollow:
        return nobody_else

    async def tables(self) -> list[TableRecord]:
        return [self._tables[name].record for name in sorted(self._tables)]

    async def table(self, table: str) -> TableRecord | None:
        contents = self._tables.get(table)
        return contents.record if contents else None

    async def size(self, table: str) -> int | None:
        return sum(map(len, self._contents(table).entries))

    async def create(self, record: TableRecord, invites: Sequence[InviteRecord]) -> None:
        if record.table in self._tables:
            raise Conflict(record.table)
        self._tables[record.table] = _Contents(record, invites)

    async def delete(self, table: str) -> None:
        self._contents(table)
        del self._tables[table]

    async def invites(self, table: str) -> list[InviteRecord]:
        return list(self._contents(table).invites.values())

    async def ended(self, table: str) -> list[EndedInvite]:
        return list(self._contents(table).ended.values())

    async def add_invite(self, record: InviteRecord) -> None:
        contents = self._contents(record.table)
        known: list[InviteRecord | EndedInvite] = [
            *contents.invites.values(),
            *contents.ended.values(),
        ]
        if any(one.invite == record.invite for one in known):
            raise Conflict(record.invite)
        if record.asked and any(one.asked == record.asked for one in known):
            raise Conflict(record.invite)
        contents.invites[record.invite] = record

    async def change_invite(self, record: InviteRecord) -> None:
        invites = self._contents(record.table).invites
        if record.invite not in invites:
            raise Conflict(record.invite)
        invites[record.invite] = record

    async def end_invite(self, table: str, ended: EndedInvite) -> None:
        contents = self._contents(table)
        contents.invites.pop(ended.invite, None)
        kept = {ended.invite: ended, **contents.ended}
        contents.ended = {one.invite: one for one in newest(list(kept.values()))}

    async def find_invite(self, table: str, digest: str) -> InviteRecord | None:
        invites = self._contents(table).invites.values()
        return next((invite for invite in invites if invite.digest == digest), None)

    async def checkpoint(self, table: str) -> Checkpoint | None:
        return self._contents(table).checkpoint

    async def keep_checkpoint(self, table: str, checkpoint: Checkpoint) -> None:
        self._contents(table).checkpoint = checkpoint

    async def lease(self, table: str, target: str, holder: str, now: float, ttl: float) -> Lease:
        leases = self._contents(table).leases
        leases[target] = leased(leases.get(target), holder, now, ttl)
        return leases[target]

    async def release(self, table: str, holder: str) -> None:
        leases = self._contents(table).leases
        for target, lease in leases.items():
            if lease.holder == holder:
                leases[target] = Lease("", lease.fence, 0.0)

    async def probe(self) -> None:
        return None

    async def close(self) -> None:
        return None
