"""What each system knows, for clients that build their forms from it."""

from __future__ import annotations

from typing import Any

from rules.systems import SYSTEMS
from rules.systems.base import COMMON_OPTIONS, System
from rules.systems.fields import COMMON, describe


def catalogue() -> dict[str, Any]:
    """By system: options, traits, actions with their fields, situations, weapons, dice, phases, commands."""
    return {id_: _system(system) for id_, system in SYSTEMS.items()}


def _system(system: System) -> dict[str, Any]:
    described: dict[str, Any] = {
        "options": describe(system.options | COMMON_OPTIONS),
        "traits": describe(system.traits),
        "actions": {
            act: {"clause": kind.clause, "fields": describe(kind.fields | COMMON)}
            for act, kind in system.actions.items()
        },
        "situations": {name: {"value": value} for name, value in system.situations.items()},
        "weapons": {name: {"speed": speed} for name, speed in system.weapons.items()},
        "dice": {
            "count": system.dice.count, "sides": system.dice.sides, "per": system.dice.per,
            "clause": system.dice.clause,
        },
        "phases": list(system.phases),
        "commands": list(system.commands),
        "surprise": system.surprise_by,
    }  # fmt: skip
    return described
