"""What each system knows, for clients that build their forms from it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from rules.model.phases import OVER, Phase, PhaseTraits
from rules.systems import SYSTEMS
from rules.systems.kit.fields import COMMON, Field
from rules.systems.kit.layout import Layout
from rules.systems.kit.system import COMMON_OPTIONS
from rules.systems.kit.system import System as Rules

Part = Literal["faces", "total", "modifier", "count", "traits"]


class Act(Struct, frozen=True):
    """What may be declared, with the fields that it takes."""

    clause: str
    fields: dict[str, Field]


class Situation(Struct, frozen=True):
    value: int


class Weapon(Struct, frozen=True):
    speed: int


class SystemDice(Struct, frozen=True):
    count: int
    sides: int
    per: Literal["side", "combatant"]
    clause: str


class Corrects(Struct, frozen=True):
    """What `correct` may change: parts of a combatant's roll, and of a side's, and which traits."""

    combatant: tuple[Part, ...]
    side: tuple[Part, ...]
    traits: tuple[str, ...]


class Stage(Struct, frozen=True, omit_defaults=True):
    """What is particular to a phase, for who draws it.

    `part`: the phase is "before" the moments of a round, consists of "moments", or comes "after" them.
    `declares`: it waits for declarations. `prelude`: its moments are before round 1.
    """

    part: Literal["before", "moments", "after"]
    declares: bool = False
    prelude: bool = False


class System(Struct, frozen=True):
    """One system of the catalogue."""

    options: dict[str, Field]
    traits: dict[str, Field]
    actions: dict[str, Act]
    situations: dict[str, Situation]
    weapons: dict[str, Weapon]
    dice: SystemDice
    phases: tuple[Phase, ...]
    commands: tuple[str, ...]
    surprise: Literal["sides", "combatants"]
    layout: Layout
    corrects: Corrects
    stages: dict[Phase, Stage]


AFTER = Stage("after")


def catalogue() -> dict[str, System]:
    """By system: options, traits, actions with their fields, situations, weapons, dice, phases, commands."""
    return {id_: _system(system) for id_, system in SYSTEMS.items()}


def _system(rules: Rules) -> System:
    phases: Any = tuple(rules.phases)
    surprise: Any = rules.surprise_by
    return System(
        options=rules.options | COMMON_OPTIONS,
        traits=dict(rules.traits),
        actions={
            act: Act(kind.clause, kind.fields | COMMON) for act, kind in rules.actions.items()
        },
        situations={name: Situation(value) for name, value in rules.situations.items()},
        weapons={name: Weapon(speed) for name, speed in rules.weapons.items()},
        dice=_dice(rules),
        phases=phases,
        commands=tuple(rules.commands),
        surprise=surprise,
        layout=rules.layout,
        corrects=_corrects(rules),
        stages=dict(zip(phases, map(_stage, rules.phases.values()), strict=True)) | {OVER: AFTER},
    )


def _corrects(rules: Rules) -> Corrects:
    """Of a side the faces alone, where sides roll."""
    parts: Any = rules.corrects
    return Corrects(parts, ("faces",) if rules.dice.per == "side" else (), tuple(rules.traits))


def _stage(phase: PhaseTraits) -> Stage:
    if phase.closes or phase.rests:
        return AFTER
    part: Any = "moments" if phase.moments else "before"
    return Stage(part, declares=phase.opens and not phase.rolls, prelude=phase.prelude)


def _dice(rules: Rules) -> SystemDice:
    per: Any = rules.dice.per
    return SystemDice(rules.dice.count, rules.dice.sides, per, rules.dice.clause)
