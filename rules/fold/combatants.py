"""Encounters that differ in their combatants."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.model.encounter import Combatant, Encounter


def with_one(enc: Encounter, who: Combatant) -> Encounter:
    """With `who` in place of whom had that id, or as a newcomer."""
    return replace(enc, combatants={**enc.combatants, who.id: who})


def with_fields(enc: Encounter, id_: str, **fields: Any) -> Encounter:
    """With these fields of one combatant."""
    return with_one(enc, replace(enc.combatants[id_], **fields))


def each_with(enc: Encounter, **fields: Any) -> dict[str, Combatant]:
    """All combatants with these fields; who had them already is the same object."""
    return {
        id_: who if all(getattr(who, k) == v for k, v in fields.items()) else replace(who, **fields)
        for id_, who in enc.combatants.items()
    }
