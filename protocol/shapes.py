"""What a view holds, as a client reads it.

The server builds views as plain objects; these classes say their shape once, for the clients'
types and for the test that holds every view to it. What is absent is none.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from rules.encounter import Action, Kind, Phase


class Shape(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a view."""


class Term(Shape, frozen=True):
    """One reason for a place in the order; where the place is a sum, the values add up to `at`."""

    clause: str
    term: str
    value: int | None = None
    name: str | None = None
    combatant: str | None = None
    faces: list[int] = []


class Until(Shape, frozen=True):
    """A round and a segment of it."""

    round: int
    at: int


class Entry(Shape, frozen=True):
    """One line of the round. Entries with an equal `slot` are one moment.

    `until`: what starts here runs on to there; `feet`: how far the movement gets in this round.
    """

    id: str
    round: int
    slot: int
    phase: Phase
    combatant: str
    what: Literal[
        "turn", "attack", "shot", "begins", "completes", "moves", "arrives", "contact", "stops",
        "effect", "action",
    ]  # fmt: skip
    at: int | None = None
    pass_: int | None = msgspec.field(name="pass", default=None)
    action: int | None = None
    label: str | None = None
    target: str | None = None
    until: Until | None = None
    feet: int | None = None
    why: list[Term] = []


class Mark(Shape, frozen=True):
    """An effect on a combatant, for `rounds` as asked for: it ends in the round `until`."""

    name: str
    rounds: int | None = None
    until: int | None = None
    by: str | None = None
    against: list[str] = []
    clause: str = ""


class Declared(Action, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A declared action; its number, by which it is cancelled, is its place in the list.

    `due`: the round at whose end it takes effect.
    """

    round: int
    due: int | None = None
    started: bool = False
    cancelled: bool = False
    lost: bool = False
    done: bool = False
    carried: bool = False


class Combatant(Shape, frozen=True):
    """Somebody in the fight, as far as the role may know.

    `can`: what may be done for it now. `rerolls`: how many it may still use or decline.
    """

    id: str
    name: str
    side: str
    kind: Kind
    hidden: bool
    able: bool
    defeated: bool
    count: int
    owner: str | None = None
    token: str | None = None
    hp: int | None = None
    initiative: int | None = None
    traits: dict[str, Any] = {}
    declared: list[Declared] = []
    marks: list[Mark] = []
    can: list[str] = []
    faces: list[int] = []
    rerolls: int = 0
    fantastic: bool = False
    stated: bool = False
    surprised: bool = False
    delaying: bool = False
    readied: str | None = None
    dead: bool = False
    stable: bool = False


class Dice(Shape, frozen=True):
    count: int
    sides: int


class Prompt(Shape, frozen=True):
    """What the fight waits for: of `combatants`, or for a roll of the rollers in `for`."""

    prompt: Literal["declare", "roll", "tie", "reroll"]
    combatants: list[str] = []
    for_: list[str] = msgspec.field(name="for", default=[])
    clause: str = ""
    dice: Dice | None = None


class Range(Shape, frozen=True):
    """Half-open: from `from` up to, without, `to`."""

    from_: int = msgspec.field(name="from")
    to: int


class Side(Shape, frozen=True):
    """The dice of a side, and the segment that they give it."""

    faces: list[int] = []
    segment: int | None = None


class Clock(Shape, frozen=True):
    """Segments tick by themselves, `every` so many seconds."""

    every: float


class Table(Shape, frozen=True):
    id: str
    name: str


class View(Shape, frozen=True):
    """The fight as a role sees it. `cursor` is the range of `timeline` that happens now.

    `options_next`: all options as they will be from the next round on, if others.
    """

    table: Table
    system: str
    options: dict[str, Any]
    round: int
    phase: Phase
    cursor: Range
    active: list[str] = []
    next: list[str] = []
    combatants: dict[str, Combatant] = {}
    timeline: list[Entry] = []
    prompts: list[Prompt] = []
    can: list[str] = []
    at: int | None = None
    options_next: dict[str, Any] = {}
    sides: dict[str, Side] = {}
    surprise: dict[str, int] = {}
    clock: Clock | None = None
    outcome: str | None = None
    rested: int = 0


class Field(Shape, frozen=True):
    """One field of a form. Of those with an equal `one_of`, exactly one is to be given."""

    type: Literal[
        "text", "integer", "number", "boolean", "choice", "choices", "combatant", "integers",
        "forms", "texts",
    ]  # fmt: skip
    default: Any = None
    min: int | float | None = None
    max: int | float | None = None
    choices: list[str | int] = []
    required: bool = False
    one_of: str | None = None
    clause: str = ""
    changes: Literal["now", "next_round", "next_fight"] = "now"


class Act(Shape, frozen=True):
    """What may be declared, with the fields that it takes."""

    fields: dict[str, Field]
    clause: str = ""


class SystemDice(Shape, frozen=True):
    count: int
    sides: int
    per: Literal["side", "combatant"]
    clause: str = ""


class Situation(Shape, frozen=True):
    value: int | None = None
    clause: str = ""


class Weapon(Shape, frozen=True):
    speed: int | None = None
    clause: str = ""


class System(Shape, frozen=True):
    """One system of the catalogue."""

    options: dict[str, Field]
    traits: dict[str, Field]
    dice: SystemDice
    phases: list[Phase]
    commands: list[str]
    surprise: Literal["sides", "combatants"]
    actions: dict[str, Act] = {}
    situations: dict[str, Situation] = {}
    weapons: dict[str, Weapon] = {}
    combatant_can: list[str] = []
