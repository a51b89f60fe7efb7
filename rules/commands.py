"""What is asked: one class per command, tagged by `do` on the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from rules.encounter import Action, Id, Int, Kind, Text


class Command(Struct, frozen=True, tag_field="do", tag=str.lower, omit_defaults=True):
    """What somebody at the table asks for."""


class Declare(Command, frozen=True, tag="declare"):
    combatant: Id
    actions: tuple[Action, ...]


class Cancel(Command, frozen=True, tag="cancel"):
    combatant: Id
    action: Int


class Face(Struct, frozen=True, omit_defaults=True):
    """A reroll made at the table by hand: die `die` (counted from 0) shows `face`."""

    face: Int
    die: Int | None = None


Roller = Annotated[str, Meta(pattern=r"^(side:)?[A-Za-z0-9_-]{1,64}$")]
"""A combatant's id, or `side:NAME`."""


class RollDice(Command, frozen=True, tag="roll"):
    """Roll for a combatant's id, `side:NAME`, or `all` who still have to; `again`: throw anew (GM)."""

    for_: Roller = msgspec.field(name="for")
    faces: tuple[Int, ...] | None = None
    rerolls: tuple[Face, ...] | None = None
    again: bool = False


class Correct(Command, frozen=True, tag="correct"):
    """The roll that has fallen becomes another: exactly one of the fields says how.

    `traits` is a merge patch (RFC 7396): a trait that was forgotten when the dice fell.
    """

    for_: Roller = msgspec.field(name="for")
    faces: tuple[Int, ...] | None = None
    total: Int | None = None
    modifier: Int | None = None
    count: Int | None = None
    traits: dict[str, Any] | None = None


class Reroll(Command, frozen=True, tag="reroll"):
    """Use an Edge on die `die`, or decline it by leaving `die` out."""

    combatant: Id
    die: Int | None = None
    face: Int | None = None


class Delay(Command, frozen=True, tag="delay"):
    combatant: Id


class Return(Command, frozen=True, tag="return"):
    combatant: Id


class Ready(Command, frozen=True, tag="ready"):
    combatant: Id
    trigger: Text


class Trigger(Command, frozen=True, tag="trigger"):
    combatant: Id
    by: Id | None = None


class EndTurn(Command, frozen=True, tag="end_turn"):
    combatant: Id


class Open(Command, frozen=True, tag="open"):
    """Over a running fight only with `force`; then it can be undone."""

    system: str
    options: dict[str, Any] = {}
    keep: Literal["owned", "all", "none"] = "owned"
    force: bool = False


class Options(Command, frozen=True, tag="options"):
    """`set` is a merge patch (RFC 7396) on the options: null gives one its default."""

    set: dict[str, Any]


class NewCombatant(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A combatant as the GM describes it; what is left out gets a default."""

    id: Id | None = None
    name: Text | None = None
    side: Id | None = None
    kind: Kind = "npc"
    owner: Text | None = None
    token: Text | None = None
    hidden: bool = False
    able: bool = True
    count: Annotated[int, Meta(ge=1, le=1000)] = 1
    hp: Int | None = None
    traits: dict[str, Any] = {}


class Add(Command, frozen=True, tag="add"):
    combatants: tuple[NewCombatant, ...]


class Change(Command, frozen=True, tag="change"):
    """`set` is a merge patch (RFC 7396) on the combatant: null clears a field."""

    combatant: Id
    set: dict[str, Any]


class Remove(Command, frozen=True, tag="remove"):
    combatant: Id


class Split(Command, frozen=True, tag="split"):
    combatant: Id
    count: Int
    id: Id | None = None
    name: Text | None = None


class Surprise(Command, frozen=True, tag="surprise"):
    """`sides`: for how many segments each is surprised (adnd1e), `combatants` single ones apart from their
    side; else who is, and `by` whom.
    """

    sides: dict[Id, Int] | None = None
    combatants: tuple[Id, ...] | dict[Id, Int] | None = None
    by: tuple[Id, ...] | None = None


class Begin(Command, frozen=True, tag="begin"):
    pass


class Settle(Command, frozen=True, tag="settle"):
    order: tuple[Id, ...]


class Advance(Command, frozen=True, tag="advance"):
    to: Literal["next", "segment", "round"] = "next"
    force: bool = False


class Hit(Command, frozen=True, tag="hit"):
    combatant: Id
    damage: Int = 0


class Heal(Command, frozen=True, tag="heal"):
    combatant: Id
    hp: Int


class Stabilise(Command, frozen=True, tag="stabilise"):
    combatant: Id


class Interrupt(Command, frozen=True, tag="interrupt"):
    combatant: Id


class Place(Command, frozen=True, tag="place"):
    """Exactly one of `before`, `after` and `last`: beside whom, or behind all others."""

    combatant: Id
    before: Id | None = None
    after: Id | None = None
    last: bool = False


class MarkIt(Command, frozen=True, tag="mark"):
    combatant: Id
    name: Text
    rounds: Int | None = None


class Unmark(Command, frozen=True, tag="unmark"):
    combatant: Id
    name: Text


class Clock(Command, frozen=True, tag="clock"):
    every: Annotated[float, Meta(ge=0.25, le=3600)] | None


class Undo(Command, frozen=True, tag="undo"):
    pass


class Redo(Command, frozen=True, tag="redo"):
    pass


class End(Command, frozen=True, tag="end"):
    outcome: Literal["rest", "pursuit"] | None = None


Single = (
    Declare | Cancel | RollDice | Reroll | Delay | Return | Ready | Trigger | EndTurn
    | Open | Options | Add | Change | Remove | Split | Surprise | Begin | Settle | Advance
    | Hit | Heal | Stabilise | Interrupt | Correct | Place | MarkIt | Unmark
    | Clock | End
)  # fmt: skip


class Batch(Command, frozen=True, tag="batch"):
    """All or none; one step of undo. Neither `batch`, `undo` nor `redo` stands in it."""

    commands: tuple[Single, ...]


Any_ = Single | Batch | Undo | Redo
"""Every command of a fight. `invite`, `invites` and `revoke` are the server's (no part of the log)."""
