"""One process alone uses a data directory: an OS lock on its file `lock`, which dies with it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from server.store.contract import StoreUnusable


class DirectoryLock:
    """Held from construction until `release`. Raises StoreUnusable if another process has it."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._handle = os.open(directory / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._handle)
        except OSError:
            os.close(self._handle)
            raise StoreUnusable(
                f"Another Turnkeeper is using {directory}: stop it, or choose another --data."
            ) from None

    def release(self) -> None:
        """Another process may use the directory now."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
