"""Putting a backup in the place of the database."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from server.store.contract import StoreUnusable
from server.store.sqlite.lock import DirectoryLock
from server.store.sqlite.opening import FILE, connect, looking_into, problem_of
from server.store.sqlite.remains import free_name, put_aside
from server.store.sqlite.schema import stranger

PARTS = ("", "-wal", "-shm", "-journal")


def restore(backup: Path, directory: Path) -> Path | None:
    """Use `backup` from now on; answers where the database that was there is kept.

    Every table counts its restores, so that no client takes the old history for the new one.
    Raises StoreUnusable if the backup is damaged, foreign or newer, or the directory is in use.
    """
    lock = DirectoryLock(directory)
    file = directory / FILE
    fresh = directory / f"{FILE}.restoring"
    try:
        with contextlib.ExitStack() as failed:
            backup = _out_of_the_way(backup, fresh)
            failed.callback(_remove, fresh)
            _copy(backup, fresh)
            failed.pop_all()
        _rename_damaged(file)
        kept = put_aside(file, "replaced")
        fresh.replace(file)
        _sync(directory)
    finally:
        lock.release()
    return kept


def _out_of_the_way(backup: Path, fresh: Path) -> Path:
    """What an interrupted restore has left may be what is to be restored now."""
    if fresh.exists() and backup.exists() and fresh.samefile(backup):
        backup = put_aside(fresh, "replaced") or backup
    _remove(fresh)
    return backup


def _copy(backup: Path, fresh: Path) -> None:
    """By SQLite itself, so that what still stands in its log comes along."""
    if not backup.is_file():
        raise StoreUnusable(f"There is no file {backup}.")
    try:
        _check(backup)
        fresh.touch(0o600)
        closing = contextlib.closing(sqlite3.connect(fresh))
        with looking_into(backup) as source, closing as target:
            source.backup(target)
        _count(fresh)
    except sqlite3.Error as error:
        raise StoreUnusable(
            f"{backup} cannot be restored: {error}; nothing was changed."
        ) from error


def _check(backup: Path) -> None:
    try:
        problem = problem_of(backup)
    except sqlite3.Error as error:
        problem = str(error)
    if problem:
        raise StoreUnusable(f"{backup} is damaged ({problem}); nothing was changed.")
    with looking_into(backup) as connection:
        if why := stranger(connection):
            raise StoreUnusable(f"{backup} {why}; nothing was changed.")


def _count(file: Path) -> None:
    with contextlib.closing(connect(file)) as connection:
        connection.execute("UPDATE tables SET restored = restored + 1")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")


def _rename_damaged(file: Path) -> None:
    """The damaged files are remembered as what was replaced."""
    for damaged in sorted(file.parent.glob(f"{file.name}.corrupt-*")):
        if not damaged.name.endswith(("-wal", "-shm")):
            kept = free_name(file, "replaced")
            for part in ("-wal", "-shm", ""):
                one = damaged.with_name(damaged.name + part)
                if one.exists():
                    one.rename(kept.with_name(kept.name + part))


def _remove(file: Path) -> None:
    for part in PARTS:
        file.with_name(file.name + part).unlink(missing_ok=True)


def _sync(directory: Path) -> None:
    """The new name survives a power cut."""
    if os.name == "posix":
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
