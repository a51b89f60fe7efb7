"""Putting a backup in the place of the database."""

from __future__ import annotations

import shutil
import sqlite3
import time
from pathlib import Path

from server.store import StoreUnusable
from server.store.lock import DirectoryLock
from server.store.opening import FILE, connect, problem_of


def restore(backup: Path, directory: Path) -> Path | None:
    """Use `backup` from now on; answers where the database that was there is kept.

    Every table counts its restores, so that no client takes the old history for the new one.
    Raises StoreUnusable if the backup is damaged or the directory is in use.
    """
    lock = DirectoryLock(directory)
    try:
        _check(backup)
        fresh = directory / f"{FILE}.restoring"
        shutil.copyfile(backup, fresh)
        fresh.chmod(0o600)
        _count(fresh)
        kept = _keep(directory / FILE)
        fresh.replace(directory / FILE)
    finally:
        lock.release()
    return kept


def _check(backup: Path) -> None:
    if not backup.is_file():
        raise StoreUnusable(f"There is no file {backup}.")
    try:
        problem = problem_of(backup)
    except sqlite3.Error as error:
        problem = str(error)
    if problem:
        raise StoreUnusable(f"{backup} is damaged ({problem}); nothing was changed.")


def _count(file: Path) -> None:
    connection = connect(file)
    try:
        connection.execute("UPDATE tables SET restored = restored + 1")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise StoreUnusable(f"The backup is no database of Turnkeeper: {error}.") from error
    finally:
        connection.close()


def _keep(file: Path) -> Path | None:
    """Move the database that is there aside, with its log. A stale log would spoil the new one."""
    for damaged in file.parent.glob(f"{FILE}.corrupt-*"):
        damaged.rename(damaged.with_name(damaged.name.replace(".corrupt-", ".replaced-")))
    if not file.exists():
        return None
    kept = file.with_name(f"{FILE}.replaced-{int(time.time())}")
    for ending in ("-wal", "-shm", ""):
        part = file.with_name(file.name + ending)
        if part.exists():
            part.rename(kept.with_name(kept.name + ending))
    return kept
