"""What is left of a database when the database itself is not there, and how one is put aside.

Nothing that was kept is ever written over, and no start beside such remains is silently empty.
"""

from __future__ import annotations

import itertools
import time
from pathlib import Path

from server.store.contract import StoreUnusable

PARTS = ("-wal", "-shm", "")
"""The database's files: its log, the index of that, and the database."""

NAMED = 3
"""Remains that are named one by one."""


def free_name(file: Path, word: str) -> Path:
    """A name beside `file`, with `word` in it, that nothing has yet."""
    stem = f"{file.name}.{word}-{int(time.time())}"
    names = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    return next(
        free
        for free in map(file.with_name, names)
        if not any(free.with_name(free.name + part).exists() for part in PARTS)
    )


def put_aside(file: Path, word: str) -> Path | None:
    """Rename the database with its log, so that a repair has all there is; None if nothing is there."""
    parts = [part for part in PARTS if file.with_name(file.name + part).exists()]
    if not parts:
        return None
    aside = free_name(file, word)
    for part in parts:
        file.with_name(file.name + part).rename(aside.with_name(aside.name + part))
    return aside


def remains(file: Path) -> list[str]:
    """The names of what is left, if the database is missing or empty."""
    if _has_content(file):
        return []
    beside = [file.with_name(file.name + part) for part in ("-wal", "-shm", ".restoring")]
    kept = [*file.parent.glob(f"{file.name}.*-*"), *file.parent.glob("before-*.db")]
    return sorted({found.name for found in (*filter(_has_content, beside), *kept)})


def refuse_beside_remains(file: Path) -> None:
    """Raises StoreUnusable with a sentence that says how to go on."""
    if left := remains(file):
        named = ", ".join(left[:NAMED]) + (", …" if len(left) > NAMED else "")
        raise StoreUnusable(
            f"There is no {file}, but what is left of one: {named}. Put a backup or a kept copy in"
            f" its place with `turnkeeper restore FILE --data {file.parent}`; or begin anew beside"
            f" it, with an empty database: `turnkeeper serve --fresh --data {file.parent}`."
        )


def begin_anew(file: Path) -> None:
    """Make room for an empty database. Raises StoreUnusable if there is one with content."""
    if _has_content(file):
        raise StoreUnusable(f"{file} is there: --fresh is only for a start without it.")
    put_aside(file, "replaced")


def _has_content(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0
