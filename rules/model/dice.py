"""Where faces come from. The rules never roll by themselves: dice are an argument."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Protocol


class Dice(Protocol):
    """Faces of dice, and names for newcomers: all that is random in a fight."""

    def faces(self, count: int, sides: int) -> tuple[int, ...]:
        """`count` faces between 1 and `sides`."""
        ...

    def id(self) -> str:
        """An id that nobody can guess, for a combatant that was given none."""
        ...


class Rolled:
    """Dice rolled by the server."""

    def faces(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(secrets.randbelow(sides) + 1 for _ in range(count))

    def id(self) -> str:
        return "c" + secrets.token_hex(8)


class NoFaces(LookupError):
    """More dice were asked for than were laid down."""


class Given:
    """Faces laid down beforehand, in the order in which they are asked for; then no more."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self._faces = list(faces)
        self._named = 0

    def faces(self, count: int, sides: int) -> tuple[int, ...]:
        if len(self._faces) < count:
            raise NoFaces(f"{count} dice asked for, {len(self._faces)} left")
        taken, self._faces = self._faces[:count], self._faces[count:]
        if any(not 1 <= face <= sides for face in taken):
            raise LookupError(f"no d{sides} shows {taken}")
        return tuple(taken)

    def id(self) -> str:
        self._named += 1
        return f"new-{self._named}"
