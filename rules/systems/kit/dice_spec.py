"""Which dice are thrown, and faces that were laid down by hand."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.model.errors import Refused


class DiceSpec(Struct, frozen=True):
    """What a roller throws: `count` dice of `sides` faces, for a side or a combatant."""

    count: int
    sides: int
    per: str
    clause: str


def typed(spec: DiceSpec, faces: Sequence[int]) -> tuple[int, ...]:
    """Faces laid down by hand, or Refused `illegal_value` where no such dice exist."""
    if len(faces) != spec.count or any(not 1 <= face <= spec.sides for face in faces):
        raise Refused(
            "illegal_value", f"expected {spec.count}d{spec.sides}, got {list(faces)}", spec.clause,
            count=spec.count, sides=spec.sides,
        )  # fmt: skip
    return tuple(faces)
