"""A table's invites in the database: the living ones, and what is left of those that have ended.

Each function is a part of a job of the writer, in its transaction.
"""

from __future__ import annotations

import sqlite3

from server.store.contract import MOST_ENDED, Conflict, EndedInvite, InviteRecord

_LIVING = "SELECT owner, invite, digest, role, created, user, expires, asked, issued FROM invites"
_OF_REQUEST = (
    "SELECT 1 FROM invites WHERE owner=?1 AND asked=?2"
    " UNION SELECT 1 FROM ended WHERE owner=?1 AND asked=?2"
)
_FORGET_OLD = (
    "DELETE FROM ended WHERE owner=?1 AND invite NOT IN"
    " (SELECT invite FROM ended WHERE owner=?1 ORDER BY at DESC, length(invite) DESC, invite DESC"
    " LIMIT ?2)"
)


def living(connection: sqlite3.Connection, table: str) -> list[InviteRecord]:
    """The table's invites that have not ended, oldest first."""
    rows = connection.execute(
        f"{_LIVING} WHERE owner=? ORDER BY created, length(invite), invite", (table,)
    )
    return [InviteRecord(*row) for row in rows]


def ended(connection: sqlite3.Connection, table: str) -> list[EndedInvite]:
    """The table's invites that have ended, oldest first."""
    rows = connection.execute(
        "SELECT invite, asked, at, expired FROM ended WHERE owner=? ORDER BY at, length(invite), invite",
        (table,),
    )
    return [EndedInvite(invite, asked, at, bool(expired)) for invite, asked, at, expired in rows]


def find(connection: sqlite3.Connection, table: str, digest: str) -> InviteRecord | None:
    """The living invite with a token of this digest."""
    row = connection.execute(f"{_LIVING} WHERE owner=? AND digest=?", (table, digest)).fetchone()
    return InviteRecord(*row) if row else None


def add(connection: sqlite3.Connection, record: InviteRecord) -> None:
    """As `Store.add_invite`."""
    key = (record.table, record.invite)
    if connection.execute("SELECT 1 FROM ended WHERE owner=? AND invite=?", key).fetchone():
        raise Conflict(record.invite)
    asked = (record.table, record.asked)
    if record.asked and connection.execute(_OF_REQUEST, asked).fetchone():
        raise Conflict(record.invite)
    insert(connection, record)


def change(connection: sqlite3.Connection, record: InviteRecord) -> None:
    """As `Store.change_invite`."""
    if not _remove(connection, record.table, record.invite):
        raise Conflict(record.invite)
    insert(connection, record)


def end(connection: sqlite3.Connection, table: str, gone: EndedInvite) -> None:
    """As `Store.end_invite`."""
    _remove(connection, table, gone.invite)
    row = (table, gone.invite, gone.asked, gone.at, gone.expired)
    connection.execute("INSERT OR IGNORE INTO ended VALUES(?, ?, ?, ?, ?)", row)
    connection.execute(_FORGET_OLD, (table, MOST_ENDED))


def insert(connection: sqlite3.Connection, record: InviteRecord) -> None:
    """Raises Conflict if there is an invite of that name."""
    row = (
        record.table, record.invite, record.digest, record.role, record.created,
        record.user, record.expires, record.asked, record.issued,
    )  # fmt: skip
    try:
        connection.execute(
            "INSERT INTO invites(owner, invite, digest, role, created, user, expires, asked, issued)"
            " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        )
    except sqlite3.IntegrityError:
        raise Conflict(record.invite) from None


def _remove(connection: sqlite3.Connection, table: str, invite: str) -> bool:
    row = (table, invite)
    return connection.execute("DELETE FROM invites WHERE owner=? AND invite=?", row).rowcount > 0
