"""d616: three d6, of which the middle one is the Marvel die. Its 1 is "M": a 6, and Fantastic."""

from __future__ import annotations

from collections.abc import Sequence

MARVEL = 1  # the middle one of left, Marvel, right
M = 1

Faces = tuple[int, ...]


def worth(faces: Sequence[int], die: int) -> int:
    """What the die adds to the total."""
    return 6 if die == MARVEL and faces[die] == M else faces[die]


def total(faces: Sequence[int]) -> int:
    return sum(worth(faces, die) for die in range(3))


def is_fantastic(faces: Sequence[int]) -> bool:
    return faces[MARVEL] == M


def is_ultimate(faces: Sequence[int]) -> bool:
    """6-M-6: Trouble does nothing to it."""
    return tuple(faces) == (6, M, 6)


def quality(faces: Sequence[int], die: int) -> int:
    """How good the die is beside others: M beats a plain 6."""
    return 7 if die == MARVEL and faces[die] == M else faces[die]


def best(faces: Sequence[int]) -> list[int]:
    """The best dice; of equal ones an ordinary die comes before the Marvel die (MM-A5)."""
    most = max(quality(faces, die) for die in range(3))
    return [die for die in (0, 2, MARVEL) if quality(faces, die) == most]


def rerolled(faces: Sequence[int], die: int, face: int, *, better: bool) -> Faces:
    """The faces after a reroll of one die, of which the better (Edge) or the worse (Trouble) is kept."""
    new = (*faces[:die], face, *faces[die + 1 :])
    gain = quality(new, die) - quality(faces, die)
    return tuple(new if (gain > 0) == better and gain != 0 else faces)
