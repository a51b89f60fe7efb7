"""How much a frame holds, found without making values of it.

A frame of 64 KiB can hold 65,000 empty objects. To make them costs far more than to count them, so
a frame is counted first. What is malformed is left to the decoder, which says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable

MAX_VALUES = 16_000
"""Values of a frame, keys included: ten times what the largest useful command has."""
MAX_DEPTH = 32
"""How deep lists and objects may nest: three times what the deepest command needs."""

TOO_MANY = f"more than {MAX_VALUES} values"
TOO_DEEP = f"nested deeper than {MAX_DEPTH}"

TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
OUTSIDE = bytes(set(range(256)) - set(b"[]{}"))
AS_LISTS = bytes.maketrans(b"{}", b"[]")


def json(frame: bytes) -> str:
    """Which limit a frame of JSON exceeds, or ""."""
    if _values(frame) > MAX_VALUES or frame.count(b"[") + frame.count(b"{") > MAX_DEPTH:
        bare = TEXT.sub(b"0", frame)  # a bracket in a text is none
        if _deep(bare):
            return TOO_DEEP
        if _values(bare) > MAX_VALUES:
            return TOO_MANY
    return ""


def _values(frame: bytes) -> int:
    """Every value but the first of a list or object follows a comma or a colon."""
    return 1 + sum(map(frame.count, (b",", b":", b"[", b"{")))


def _deep(bare: bytes) -> bool:
    """Brackets alone; each pass takes the innermost pairs away."""
    brackets = bare.translate(AS_LISTS, OUTSIDE)
    for _ in range(MAX_DEPTH + 1):
        brackets = brackets.replace(b"[]", b"")
    return brackets.count(b"[") > MAX_DEPTH or b"[]" in brackets


# MessagePack: each value begins with a byte that says what it is

Size = Callable[[bytes, int], int]


def _length(width: int) -> Size:
    """A length of `width` bytes stands behind the first."""
    return lambda frame, at: int.from_bytes(frame[at + 1 : at + 1 + width])


FIXED = {
    **dict.fromkeys((*range(0x80), *range(0xE0, 0x100), 0xC0, 0xC1, 0xC2, 0xC3), 1),
    **{0xA0 | size: 1 + size for size in range(32)},
    0xCC: 2,
    0xCD: 3,
    0xCE: 5,
    0xCF: 9,
    0xD0: 2,
    0xD1: 3,
    0xD2: 5,
    0xD3: 9,
    0xCA: 5,
    0xCB: 9,
    0xD4: 3,
    0xD5: 4,
    0xD6: 6,
    0xD7: 10,
    0xD8: 18,
}
"""Bytes of a value, by its first."""
COUNTED = {
    0xD9: (1, 2), 0xDA: (2, 3), 0xDB: (4, 5), 0xC4: (1, 2), 0xC5: (2, 3), 0xC6: (4, 5),
    0xC7: (1, 3), 0xC8: (2, 4), 0xC9: (4, 6),
}  # fmt: skip
"""Texts, binaries and extensions: how wide their length is, and what stands before them."""
BOXES: dict[int, tuple[int, Size]] = {
    **{0x90 | size: (1, lambda _, __, size=size: size) for size in range(16)},  # type: ignore[misc]
    **{0x80 | size: (1, lambda _, __, size=size: 2 * size) for size in range(16)},  # type: ignore[misc]
    0xDC: (3, _length(2)), 0xDD: (5, _length(4)),
    0xDE: (3, lambda frame, at: 2 * int.from_bytes(frame[at + 1 : at + 3])),
    0xDF: (5, lambda frame, at: 2 * int.from_bytes(frame[at + 1 : at + 5])),
}  # fmt: skip
"""Lists and objects: how many bytes stand before their members, and how many these are."""


def msgpack(frame: bytes) -> str:
    """Which limit a frame of MessagePack exceeds, or ""."""
    at, values = 0, 1
    due = [1]  # members still to come, of each list or object that is open
    while due and at < len(frame):
        first = frame[at]
        due[-1] -= 1
        if (size := FIXED.get(first)) is not None:
            at += size
        elif (counted := COUNTED.get(first)) is not None:
            at += counted[1] + _length(counted[0])(frame, at)
        else:
            header, members = BOXES[first]
            due.append(members(frame, at))
            values += due[-1]
            at += header
            if values > MAX_VALUES:
                return TOO_MANY
            if len(due) > MAX_DEPTH + 2:
                return TOO_DEEP
        while due and not due[-1]:
            due.pop()
    return ""
