"""Whether the database's files are still where they were opened: a file that somebody has removed or
replaced takes commits and keeps none.
"""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from server.ops.logs import log
from server.store.contract import Outcome, StoreFailed
from server.store.sqlite.remains import free_name


class FileIdentity:
    """The database `file` and its log, as they were when it was opened."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._parts = {file: _identity(file)}
        self._log = file.with_name(f"{file.name}-wal")
        self._saved = False

    def check(self, connection: sqlite3.Connection, outcome: Outcome) -> None:
        """Raises StoreFailed, with `outcome`, if they are not there any more.

        What the open file still holds is then saved beside it, once.
        """
        if self._log not in self._parts and (made := _identity(self._log)):
            self._parts[self._log] = made
        if all(_identity(part) == known for part, known in self._parts.items()):
            return
        if not self._saved:
            self._saved = True
            self._save(connection)
        raise StoreFailed(outcome, f"{self._file} was removed or replaced under the server")

    def _save(self, connection: sqlite3.Connection) -> None:
        copy = free_name(self._file, "replaced")
        with contextlib.suppress(sqlite3.Error, OSError):
            connection.execute("VACUUM INTO ?", (str(copy),))
            copy.chmod(0o600)
        log.error("database gone", file=str(self._file), kept=copy.name if copy.exists() else None)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
