"""Opening the database: checked first, up to date afterwards, and never silently empty."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from server.store.contract import StoreUnusable
from server.store.sqlite import wal
from server.store.sqlite.remains import put_aside, refuse_beside_remains
from server.store.sqlite.schema import migrate

FILE = "turnkeeper.db"

NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)


def connect(file: Path) -> sqlite3.Connection:
    """A connection for the writer thread, set up for durable commits."""
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    prepare(connection)
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Without `synchronous=FULL` a power cut would lose commits that were acknowledged.

    The first start removes a rollback journal: EXTRA, for it must not come back after a cut.
    Exclusive, for one process has it anyway: then the log's index is in memory, and needs no disk.
    """
    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    connection.execute("PRAGMA synchronous=EXTRA")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA temp_store=MEMORY")
    connection.execute(f"PRAGMA journal_size_limit={16 << 20}")


def open_file(file: Path) -> sqlite3.Connection:
    """Check, open and migrate. Raises StoreUnusable with a sentence for the host."""
    refuse_beside_remains(file)
    return open_anew(file)


def open_anew(file: Path) -> sqlite3.Connection:
    """The same, beside what may be left of another database."""
    try:
        if file.exists() and (problem := problem_of(file)):
            raise StoreUnusable(_damaged(file, problem))
        connection = connect(file)
        with contextlib.ExitStack() as failed:
            failed.callback(connection.close)
            file.chmod(0o600)
            migrate(connection, file)
            failed.pop_all()
    except (sqlite3.Error, OSError) as error:  # read-only, locked, disk full
        raise StoreUnusable(f"{file} cannot be used: {error}.") from error
    return connection


@contextlib.contextmanager
def looking_into(file: Path) -> Iterator[sqlite3.Connection]:
    """Read only: any other connection would rewrite the log when it closes. Nothing is left beside it.

    Only a first start that was cut short leaves a journal, which has to be rolled back.
    """
    if file.with_name(f"{file.name}-journal").exists():
        mode = "mode=rw"
    elif _log(file).exists():
        mode = "mode=ro"
    else:
        mode = "mode=ro&immutable=1"
    index = file.with_name(f"{file.name}-shm")
    there = index.exists()
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?{mode}", uri=True)
    try:
        yield connection
    finally:
        connection.close()
        if not there:
            index.unlink(missing_ok=True)


def problem_of(file: Path) -> str | None:
    """What is wrong with the file's content or its log, if anything."""
    if wal.damaged(_log(file)):
        return "its log has commits that cannot be read"
    try:
        with looking_into(file) as connection:
            answer = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in NO_ROOM:  # a full disk may still be read
            return None
        raise
    except sqlite3.DatabaseError as error:
        answer = str(error)
    return None if answer == "ok" else " ".join(answer.split())


def _log(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def _damaged(file: Path, problem: str) -> str:
    aside = put_aside(file, "corrupt")
    return (
        f"{file} is damaged ({problem}) and was set aside as {aside}. Put a backup in its place with"
        f" `turnkeeper restore FILE --data {file.parent}`, or begin anew, with an empty database:"
        f" `turnkeeper serve --fresh --data {file.parent}`."
    )
