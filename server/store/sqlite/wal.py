"""The log beside the database (https://sqlite.org/fileformat2.html#the_write_ahead_log).

SQLite reads it up to the first frame that is not whole, and takes the rest for the work of a power
cut. Mostly it is. But a commit is synced before the next one is begun, so a commit that has others
behind it was acknowledged: if it cannot be read, the file was damaged.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HEADER = struct.Struct(">8I")
FRAME = struct.Struct(">6I")
MAGIC = (0x377F0682, 0x377F0683)
LARGEST_PAGE = 65536


class _Frame(NamedTuple):
    commits: bool
    whole: bool


def damaged(wal: Path) -> bool:
    """Whether commits that were acknowledged are in it, and cannot be read any more."""
    data = wal.read_bytes() if wal.exists() else b""
    if len(data) <= HEADER.size:
        return False
    magic, _, page, *_ = HEADER.unpack_from(data)
    if magic not in MAGIC or not 512 <= page <= LARGEST_PAGE:
        return True  # even a header of which a cut has left a half begins so
    broken = behind = False
    for frame in _frames(data, page):
        if behind:
            return True
        broken = broken or not frame.whole
        behind = broken and frame.commits
    return False


def _frames(data: bytes, page: int) -> Iterator[_Frame]:
    """Those of this log's present life, by the salts that they have in common with its header."""
    magic, _, _, _, salt1, salt2, *_ = HEADER.unpack_from(data)
    little = magic == MAGIC[0]
    sums = _checksum(data[:24], (0, 0), little)
    for start in range(HEADER.size, len(data) - FRAME.size - page + 1, FRAME.size + page):
        _, size, one, two, *given = FRAME.unpack_from(data, start)
        if (one, two) != (salt1, salt2):
            sums = (-1, -1)  # nothing behind it can be checked
            continue
        body = start + FRAME.size
        if sums[0] >= 0:
            sums = _checksum(data[start : start + 8], sums, little)
            sums = _checksum(data[body : body + page], sums, little)
        whole = list(sums) == given
        sums = sums if whole else (-1, -1)
        yield _Frame(commits=size > 0, whole=whole)


def _checksum(data: bytes, sums: tuple[int, int], little: bool) -> tuple[int, int]:
    words = array("I", data)
    if little != (sys.byteorder == "little"):
        words.byteswap()
    first, second = sums
    numbers = iter(words)
    for one, two in zip(numbers, numbers, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second
