"""The store of a server that stands alone: SQLite in the data directory.

One connection in one thread for everything (SQLite before 3.51.3 can lose pages when two
connections meet at a checkpoint), WAL with `synchronous=FULL`: a commit survives a power cut.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path

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
    nobody_else,
)
from server.store.sqlite import invites as sqlite_invites
from server.store.sqlite.file_identity import FileIdentity
from server.store.sqlite.lock import DirectoryLock
from server.store.sqlite.opening import FILE, open_anew, open_file
from server.store.sqlite.remains import begin_anew
from server.store.sqlite.writer import Writer

_TABLE = "SELECT name, title, history, created, restored FROM tables"
_APPEND = (
    "INSERT INTO entries SELECT name, ?2, ?3 FROM tables WHERE name=?1"
    " AND ?2 = 1 + (SELECT ifnull(max(position), 0) FROM entries WHERE owner=?1)"
)
"""Nothing, unless the table is there and the position follows its last one."""

_Row = tuple[str, int, bytes]
"""A table, a position, an entry."""


class SqliteStore:
    """Implements `Store` on `directory`/turnkeeper.db, which it locks for itself."""

    largest = UNLIMITED

    def __init__(
        self,
        directory: Path,
        done: Callable[[int], None] = lambda jobs: None,
        opened: Callable[[Path], sqlite3.Connection] = open_file,
        fresh: bool = False,
    ) -> None:
        """`done` hears how many jobs each commit held, `opened` opens the file. `fresh`: an empty
        database may be made beside what is left of another.
        """
        self._lock = DirectoryLock(directory)
        self._ends: dict[str, int] = {}  # last positions, where the last append succeeded
        file = directory / FILE
        try:
            if fresh:
                begin_anew(file)
                opened = open_anew
            connection = opened(file)
            self._writer = Writer(connection, FileIdentity(file), done)
        except BaseException:
            self._lock.release()
            raise

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> None:
        rows = [(table, expected + 1 + n, entry) for n, entry in enumerate(entries)]
        write = _follow_on if self._ends.pop(table, None) == expected else _follow

        def job(connection: sqlite3.Connection) -> None:
            if not write(connection, rows):
                _last(connection, table)
                raise Conflict(table)

        await self._writer.run(job, "whole" if len(rows) == 1 else "parts")
        self._ends[table] = expected + len(rows)

    async def read(self, table: str, after: int, limit: int = 1000) -> list[bytes]:
        def job(connection: sqlite3.Connection) -> list[bytes]:
            _last(connection, table)
            rows = connection.execute(
                "SELECT data FROM entries WHERE owner=? AND position>? ORDER BY position LIMIT ?",
                (table, after, limit),
            )
            return [data for (data,) in rows]

        return await self._writer.run(job, "reads")

    async def follow(self, table: str, follower: Follower) -> Unfollow:
        return nobody_else

    async def tables(self) -> list[TableRecord]:
        return await self._writer.run(
            lambda c: [TableRecord(*row) for row in c.execute(f"{_TABLE} ORDER BY name")], "reads"
        )

    async def table(self, table: str) -> TableRecord | None:
        def job(connection: sqlite3.Connection) -> TableRecord | None:
            row = connection.execute(f"{_TABLE} WHERE name=?", (table,)).fetchone()
            return TableRecord(*row) if row else None

        return await self._writer.run(job, "reads")

    async def size(self, table: str) -> int | None:
        asked = "SELECT coalesce(sum(length(data)), 0) FROM entries WHERE owner=?"
        return await self._writer.run(
            lambda c: int(c.execute(asked, (table,)).fetchone()[0]), "reads"
        )

    async def create(self, record: TableRecord, invites: Sequence[InviteRecord]) -> None:
        def job(connection: sqlite3.Connection) -> None:
            row = (record.table, record.name, record.history, record.created, record.restored)
            try:
                connection.execute("INSERT INTO tables VALUES(?, ?, ?, ?, ?)", row)
            except sqlite3.IntegrityError:
                raise Conflict(record.table) from None
            for invite in invites:
                sqlite_invites.insert(connection, invite)

        await self._writer.run(job)

    async def delete(self, table: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            if not connection.execute("DELETE FROM tables WHERE name=?", (table,)).rowcount:
                raise UnknownTable(table)

        await self._writer.run(job)
        self._ends.pop(table, None)

    async def invites(self, table: str) -> list[InviteRecord]:
        def job(connection: sqlite3.Connection) -> list[InviteRecord]:
            _last(connection, table)
            return sqlite_invites.living(connection, table)

        return await self._writer.run(job, "reads")

    async def ended(self, table: str) -> list[EndedInvite]:
        def job(connection: sqlite3.Connection) -> list[EndedInvite]:
            _last(connection, table)
            return sqlite_invites.ended(connection, table)

        return await self._writer.run(job, "reads")

    async def add_invite(self, record: InviteRecord) -> None:
        def job(connection: sqlite3.Connection) -> None:
            _last(connection, record.table)
            sqlite_invites.add(connection, record)

        await self._writer.run(job)

    async def change_invite(self, record: InviteRecord) -> None:
        await self._writer.run(lambda connection: sqlite_invites.change(connection, record))

    async def end_invite(self, table: str, ended: EndedInvite) -> None:
        def job(connection: sqlite3.Connection) -> None:
            _last(connection, table)
            sqlite_invites.end(connection, table, ended)

        await self._writer.run(job)

    async def find_invite(self, table: str, digest: str) -> InviteRecord | None:
        def job(connection: sqlite3.Connection) -> InviteRecord | None:
            _last(connection, table)
            return sqlite_invites.find(connection, table, digest)

        return await self._writer.run(job, "reads")

    async def checkpoint(self, table: str) -> Checkpoint | None:
        def job(connection: sqlite3.Connection) -> Checkpoint | None:
            row = connection.execute(
                "SELECT position, rules, data FROM snapshots WHERE owner=?"
                " ORDER BY position DESC LIMIT 1",
                (table,),
            ).fetchone()
            return Checkpoint(*row) if row else None

        return await self._writer.run(job, "reads")

    async def keep_checkpoint(self, table: str, checkpoint: Checkpoint) -> None:
        def job(connection: sqlite3.Connection) -> None:
            row = (table, checkpoint.position, checkpoint.rules, checkpoint.data)
            connection.execute("INSERT OR REPLACE INTO snapshots VALUES(?, ?, ?, ?)", row)
            connection.execute(
                "DELETE FROM snapshots WHERE owner=?1 AND position NOT IN (SELECT position"
                " FROM snapshots WHERE owner=?1 ORDER BY position DESC LIMIT 2)",
                (table,),
            )

        await self._writer.run(job)

    async def lease(self, table: str, target: str, holder: str, now: float, ttl: float) -> Lease:
        def job(connection: sqlite3.Connection) -> Lease:
            row = connection.execute(
                "SELECT holder, fence, until FROM leases WHERE owner=? AND target=?",
                (table, target),
            ).fetchone()
            lease = leased(Lease(*row) if row else None, holder, now, ttl)
            connection.execute(
                "INSERT OR REPLACE INTO leases VALUES(?, ?, ?, ?, ?)",
                (table, target, lease.holder, lease.fence, lease.until),
            )
            return lease

        return await self._writer.run(job)

    async def release(self, table: str, holder: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE leases SET holder='', until=0 WHERE owner=? AND holder=?", (table, holder)
            )

        await self._writer.run(job)

    async def probe(self) -> None:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE probe SET at=?", (time.time(),))

        await self._writer.run(job)

    async def backup(self, file: Path) -> int:
        """Write a complete copy to `file`, which must not be there yet; answers its bytes."""

        def job(connection: sqlite3.Connection) -> int:
            connection.execute("VACUUM INTO ?", (str(file),))
            file.chmod(0o600)
            return file.stat().st_size

        return await self._writer.run(job, "alone")

    async def close(self) -> None:
        await self._writer.stop()
        await asyncio.to_thread(self._lock.release)


def _follow(connection: sqlite3.Connection, rows: Sequence[_Row]) -> bool:
    """Append if the first row's position follows the last one of its table, which has to be there."""
    return connection.executemany(_APPEND, rows).rowcount == len(rows)


def _follow_on(connection: sqlite3.Connection, rows: Sequence[_Row]) -> bool:
    """The same where that is known: the keys refuse a position that is taken, and a table that is gone."""
    try:
        for row in rows:
            connection.execute("INSERT INTO entries VALUES(?, ?, ?)", row)
    except sqlite3.IntegrityError:
        return False
    return True


def _last(connection: sqlite3.Connection, table: str) -> int:
    """The position of the last entry; raises UnknownTable if there is no such table."""
    row = connection.execute(
        "SELECT (SELECT max(position) FROM entries WHERE owner=?1) FROM tables WHERE name=?1",
        (table,),
    ).fetchone()
    if row is None:
        raise UnknownTable(table)
    return int(row[0] or 0)
