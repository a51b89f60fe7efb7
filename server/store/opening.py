"""Opening the database: checked first, up to date afterwards, and never silently empty."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path

from server.store import StoreUnusable
from server.store.schema import migrate

FILE = "turnkeeper.db"


def connect(file: Path) -> sqlite3.Connection:
    """A connection for the writer thread, set up for durable commits."""
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    prepare(connection)
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Without `synchronous=FULL` a power cut would lose commits that were acknowledged.

    The first start removes a rollback journal: EXTRA, for it must not come back after a cut.
    """
    connection.execute("PRAGMA synchronous=EXTRA")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute(f"PRAGMA journal_size_limit={16 << 20}")


def open_file(file: Path) -> sqlite3.Connection:
    """Check, open and migrate. Raises StoreUnusable with a sentence for the host."""
    _never_silently_empty(file)
    try:
        if file.exists() and (problem := problem_of(file)):
            raise StoreUnusable(_damaged(file, _set_aside(file), f" ({problem})"))
        connection = connect(file)
        with contextlib.ExitStack() as failed:
            failed.callback(connection.close)
            file.chmod(0o600)
            migrate(connection, file)
            failed.pop_all()
    except (sqlite3.Error, OSError) as error:  # read-only, locked, disk full
        raise StoreUnusable(f"{file} cannot be used: {error}.") from error
    return connection


def problem_of(file: Path) -> str | None:
    """What is wrong with the file's content, if anything.

    Looked at through a read-only connection: any other one would rewrite the log when it closes.
    Only a first start that was cut short leaves a journal, which has to be rolled back.
    """
    mode = "rw" if file.with_name(f"{file.name}-journal").exists() else "ro"
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True)
    try:
        answer = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        answer = str(error)
    finally:
        connection.close()
    return None if answer == "ok" else " ".join(answer.split())


def _never_silently_empty(file: Path) -> None:
    aside = sorted(file.parent.glob(f"{FILE}.corrupt-*"))
    if aside and not file.exists():
        raise StoreUnusable(_damaged(file, aside[-1], ""))


def _damaged(file: Path, aside: Path, problem: str) -> str:
    return (
        f"{file} was damaged{problem} and is set aside as {aside.name}. "
        "Restore a backup with `turnkeeper restore FILE`, or move that file elsewhere to begin "
        "with an empty database."
    )


def _set_aside(file: Path) -> Path:
    """Rename the file together with its -wal and -shm, so that a repair has all there is."""
    aside = file.with_name(f"{FILE}.corrupt-{int(time.time())}")
    for ending in ("-wal", "-shm", ""):
        part = file.with_name(file.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside
