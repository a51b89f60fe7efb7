"""The tables of the database and how an older file becomes a newer one.

A migration is added at the end of MIGRATIONS, never changed once it was released. The number of
those that were applied is the file's `user_version`.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from server.store.contract import StoreUnusable

MIGRATIONS = (
    """
    CREATE TABLE tables(
        name TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        history TEXT NOT NULL,
        created REAL NOT NULL,
        restored INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE entries(
        owner TEXT NOT NULL REFERENCES tables(name) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY(owner, position)
    ) WITHOUT ROWID;
    CREATE TABLE snapshots(
        owner TEXT NOT NULL REFERENCES tables(name) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        rules INTEGER NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY(owner, position)
    );
    CREATE TABLE invites(
        owner TEXT NOT NULL REFERENCES tables(name) ON DELETE CASCADE,
        invite TEXT NOT NULL,
        digest TEXT NOT NULL,
        role TEXT NOT NULL,
        created REAL NOT NULL,
        user TEXT,
        expires REAL,
        revoked REAL,
        asked TEXT,
        PRIMARY KEY(owner, invite)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX invites_digest ON invites(owner, digest);
    CREATE TABLE leases(
        owner TEXT NOT NULL REFERENCES tables(name) ON DELETE CASCADE,
        target TEXT NOT NULL,
        holder TEXT NOT NULL,
        fence INTEGER NOT NULL,
        until REAL NOT NULL,
        PRIMARY KEY(owner, target)
    ) WITHOUT ROWID;
    CREATE TABLE probe(at REAL NOT NULL);
    INSERT INTO probe VALUES(0);
    """,
    """
    ALTER TABLE invites ADD COLUMN issued REAL NOT NULL DEFAULT 0;
    CREATE TABLE ended(
        owner TEXT NOT NULL REFERENCES tables(name) ON DELETE CASCADE,
        invite TEXT NOT NULL,
        asked TEXT NOT NULL,
        at REAL NOT NULL,
        expired INTEGER NOT NULL,
        PRIMARY KEY(owner, invite)
    ) WITHOUT ROWID;
    INSERT INTO ended SELECT owner, invite, ifnull(asked, ''), revoked, 0
        FROM invites WHERE revoked IS NOT NULL;
    DELETE FROM invites WHERE revoked IS NOT NULL;
    """,
)


def stranger(connection: sqlite3.Connection) -> str | None:
    """Why this is no database of ours, or of a newer version: as the end of a sentence. None: it is one."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        return f"was written by a newer Turnkeeper (its version is {version})"
    model = sqlite3.connect(":memory:")
    try:
        for step in MIGRATIONS[:version]:
            model.executescript(step)
        if version < 1 or _columns(connection) != _columns(model):
            return "is no database of Turnkeeper"
    finally:
        model.close()
    return None


def _columns(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Each table with each of its columns."""
    rows = connection.execute(
        "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
        " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
    )
    return set(rows)


def migrate(connection: sqlite3.Connection, file: Path) -> None:
    """Bring the file up to date, each step in a transaction of its own, after a backup."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise StoreUnusable(
            f"{file} was written by a newer Turnkeeper (its version is {version}, this one knows "
            f"{len(MIGRATIONS)}): use that one, or another data directory."
        )
    if 0 < version < len(MIGRATIONS):
        copy = file.with_name(f"before-{version + 1}-{int(time.time())}.db")
        connection.execute("VACUUM INTO ?", (str(copy),))
    for number in range(version, len(MIGRATIONS)):
        connection.executescript(
            f"BEGIN IMMEDIATE; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;"
        )
