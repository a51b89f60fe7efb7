"""A disk that forgets at a power cut what was not synced, for SQLite by way of apsw.

Every write goes into a diary; `wreck` builds the files as they may be found after a cut at a
place in it: all that was synced before, and of the rest some writes, some half, some not at all.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

import apsw

Change = tuple[str, str, int, bytes]
"""(kind, file name, offset or length, bytes): `write`, `truncate`, `delete` or `sync`."""


class Diary:
    """What was done to the files, in order."""

    def __init__(self) -> None:
        self.changes: list[Change] = []

    def note(self, kind: str, name: str, number: int = 0, data: bytes = b"") -> None:
        self.changes.append((kind, Path(name).name, number, data))

    def wreck(self, cut: int, folder: Path, chance: random.Random) -> None:
        """Write into `folder` what a power cut after `cut` changes may have left."""
        files: dict[str, bytearray] = {}
        waiting: list[Change] = []
        for change in self.changes[:cut]:
            if change[0] == "sync":
                mine = [one for one in waiting if one[1] == change[1]]
                waiting = [one for one in waiting if one[1] != change[1]]
                for one in mine:
                    _apply(files, one)
            else:
                waiting.append(change)
        for change in waiting:
            if chance.random() < 0.5:
                _apply(files, _torn(change, chance))
        for name, content in files.items():
            (folder / name).write_bytes(content)


def _torn(change: Change, chance: random.Random) -> Change:
    kind, name, number, data = change
    if kind == "write" and chance.random() < 0.3:
        data = data[: chance.randrange(len(data) + 1)]
    return kind, name, number, data


def _apply(files: dict[str, bytearray], change: Change) -> None:
    kind, name, number, data = change
    content = files.setdefault(name, bytearray())
    if kind == "write":
        content.extend(bytes(max(0, number + len(data) - len(content))))
        content[number : number + len(data)] = data
    elif kind == "truncate":
        del content[number:]
    elif kind == "delete":
        del files[name]


class _File(apsw.VFSFile):
    def __init__(self, diary: Diary, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._diary = diary
        self._name = name.filename() if isinstance(name, apsw.URIFilename) else str(name)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 — SQLite's name
        self._diary.note("write", self._name, offset, bytes(data))
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self._diary.note("truncate", self._name, size)
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._diary.note("sync", self._name)
        super().xSync(flags)


class Disk(apsw.VFS):
    """The real file system, with a diary. Its name is that of the VFS."""

    def __init__(self, name: str, diary: Diary) -> None:
        super().__init__(name, "")
        self._diary = diary

    def xOpen(self, name: Any, flags: list[int]) -> _File:  # noqa: N802
        return _File(self._diary, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        self._diary.note("delete", name)
        if sync:
            self._diary.note("sync", name)
        super().xDelete(name, sync)


class _Counted(NamedTuple):
    rowcount: int


class Connection:
    """apsw's connection, with as much of sqlite3's manners as the store needs."""

    def __init__(self, file: Path, disk: str) -> None:
        self._inner = apsw.Connection(str(file), vfs=disk)

    @property
    def in_transaction(self) -> bool:
        return bool(self._inner.in_transaction)

    def execute(self, sql: str, parameters: Any = ()) -> Any:
        return self._inner.execute(sql, parameters)

    def executemany(self, sql: str, rows: Any) -> _Counted:
        before = self._inner.total_changes()
        for _ in self._inner.executemany(sql, rows):
            pass
        return _Counted(self._inner.total_changes() - before)

    def executescript(self, sql: str) -> Any:
        return self._inner.execute(sql)

    def close(self) -> None:
        self._inner.close()
