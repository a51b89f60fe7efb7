"""Zips that are made of the clients' files for whoever asks, so that there is nothing to publish."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a zip: the same files make the same bytes."""


def pack(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip of files by name. Stored, not compressed: it is made anew each time, and seldom."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return packed.getvalue()
