"""Play an exported log again: does it still come to the same state?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from rules.engine.history import LogEntry, retrace
from server.admin.tables import EXPORT, fingerprint


class Replayed(Struct, frozen=True):
    """How it went: what the export says, what came out, and after how many entries."""

    table: str
    entries: int
    expected: str
    found: str

    @property
    def same(self) -> bool:
        """Whether the log led to the state that the export names."""
        return self.expected == self.found


class NoExport(Exception):
    """The file is no complete export; the message says why."""


def replay(lines: Iterable[str]) -> Replayed:
    """Fold an export's entries in order. Raises NoExport."""
    head: dict[str, Any] | None = None
    end: dict[str, Any] | None = None
    entries: list[LogEntry] = []
    for number, line in enumerate(filter(str.strip, lines), 1):
        try:
            plain = msgspec.json.decode(line)
            if head is None:
                head = _head(plain)
            elif "state" in plain:
                end = plain
            else:
                entries.append(msgspec.convert(plain, LogEntry))
        except msgspec.MsgspecError as error:
            raise NoExport(f"line {number}: {error}") from None
    if head is None or end is None or end["position"] != len(entries):
        raise NoExport("the file does not hold a whole export")
    return Replayed(head["table"], len(entries), end["state"], fingerprint(retrace(entries)))


def _head(plain: dict[str, Any]) -> dict[str, Any]:
    if plain.get("export") != EXPORT:
        raise NoExport("the first line is not that of an export which this version can read")
    return plain
