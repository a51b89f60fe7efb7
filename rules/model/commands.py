"""What is asked: one class per command, tagged by `do` on the wire.

Each says who may give it and when, and what it refuses. A function of that name decides it:
`rules/engine/decide.py` lists them. `rules/engine/permissions.py` checks who may give it; a player's
concerns the own combatants and nobody who is hidden. Where no clause is named, the command is the game
master's hand.

Everywhere else: `unknown_combatant` for an id that is not there, `not_allowed` and `not_yours` for a role or
a player who may not, `too_large` and `bad_message` for what does not have this shape.
"""

# ruff: noqa: PLC0414 (`X as X` says to mypy that the name is offered here too)

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from rules.model.encounter import Action, Id, Int, Text
from rules.model.saves import Forget as Forget
from rules.model.saves import Keep as Keep
from rules.model.saves import Load as Load
from rules.model.saves import SetAside as SetAside
from rules.model.saves import TakeUp as TakeUp
from rules.model.table_commands import Add as Add
from rules.model.table_commands import Change as Change
from rules.model.table_commands import Clock as Clock
from rules.model.table_commands import Command as Command
from rules.model.table_commands import NewCombatant as NewCombatant
from rules.model.table_commands import Open as Open
from rules.model.table_commands import Options as Options
from rules.model.table_commands import Remove as Remove
from rules.model.table_commands import Split as Split
from rules.model.table_commands import Take as Take


class Declare(Command, frozen=True, tag="declare"):
    """What the combatant means to do; it replaces what was declared in this round, not what is carried over.

    Exactly one of: `actions`, of which an empty list says that the combatant does nothing; `again`, what it
    declared last; `usual`, what it keeps as its usual actions.
    The owner, while declarations are open (SEG-C2); the GM also after the dice (SEG-C14).
    Refused: `wrong_phase`, `illegal_declaration`, `too_large` (more than 12 actions), `unknown_combatant`
    (also for an aim that is gone), `illegal_value` where nothing is there to repeat, `bad_message` unless
    exactly one is given.
    """

    combatant: Id
    actions: tuple[Action, ...] | None = None
    again: bool = False
    usual: bool = False


class Cancel(Command, frozen=True, tag="cancel"):
    """Take back the declared action of that index; it stays in the list, so that no index moves (SEG-C15).

    The owner or the GM, as long as the action is not over. Refused: `illegal_value`.
    """

    combatant: Id
    action: Int


class Face(Struct, frozen=True, omit_defaults=True):
    """A reroll made at the table by hand: die `die` (counted from 0) shows `face`."""

    face: Int
    die: Int | None = None


Roller = Annotated[str, Meta(pattern=r"^(side:)?[A-Za-z0-9_-]{1,64}$")]
"""A combatant's id, or `side:NAME`."""


class RollDice(Command, frozen=True, tag="roll"):
    """Roll for a combatant's id, for `side:NAME`, for `all` who still have to, or for those of the `npcs`
    who have to and are no player's; also a roll-off.

    The owner, for the own combatants and the own side; the GM for anybody. Only the GM rolls for `all`
    and `npcs`, has dice thrown `again` (as long as nobody has acted on them) and, where the option
    `typed_dice` is "gm", types faces.
    Refused: `wrong_phase` where no roll is owed, `illegal_value` for faces that no such dice have,
    `not_allowed`, `not_yours`. Clauses: SEG-C1, 2E-C2, SF-C1, MM-C1.
    """

    for_: Roller = msgspec.field(name="for")
    faces: tuple[Int, ...] | None = None
    rerolls: tuple[Face, ...] | None = None
    again: bool = False


class Correct(Command, frozen=True, tag="correct"):
    """Put right a roll that has fallen: exactly one of the fields says which part of it.

    `traits` is a merge patch (RFC 7396): a trait that was forgotten when the dice fell.
    The GM, the game master's hand. Refused: `wrong_phase` where nothing was rolled, `bad_message` unless
    exactly one part is given, `illegal_value` for a part that does not count in the system.
    """

    for_: Roller = msgspec.field(name="for")
    faces: tuple[Int, ...] | None = None
    total: Int | None = None
    modifier: Int | None = None
    count: Int | None = None
    traits: dict[str, Any] | None = None


class Reroll(Command, frozen=True, tag="reroll"):
    """Use an Edge on die `die`, or decline it by leaving `die` out (MM-A6).

    The owner or the GM, while the roll waits for it. Refused: `wrong_phase`, `illegal_value`.
    """

    combatant: Id
    die: Int | None = None
    face: Int | None = None


class Delay(Command, frozen=True, tag="delay"):
    """Act later than the own turn (SF-C13).

    The owner or the GM, in the combatant's turn. Refused: `wrong_phase`, `illegal_declaration`.
    """

    combatant: Id


class Return(Command, frozen=True, tag="return"):
    """Come back from a delay, directly after the creature whose turn it is (SF-A1).

    The owner or the GM, in anybody's turn. Refused: `wrong_phase` unless the combatant delays.
    """

    combatant: Id


class Ready(Command, frozen=True, tag="ready"):
    """Hold an action until `trigger` happens, which is told in words (SF-C13).

    The owner or the GM, in the combatant's turn. Refused: `wrong_phase`, `illegal_declaration`,
    `bad_message` without a trigger.
    """

    combatant: Id
    trigger: Text


class Trigger(Command, frozen=True, tag="trigger"):
    """The readied action comes now; `by` is the combatant who caused it, else whoever acts (SF-A2).

    The owner or the GM, in anybody's turn. Refused: `wrong_phase` unless the combatant has readied,
    `illegal_value` where it would trigger itself.
    """

    combatant: Id
    by: Id | None = None


class EndTurn(Command, frozen=True, tag="end_turn"):
    """The combatant has done all that it does at this moment.

    The owner or the GM, while it acts. Refused: `wrong_phase`.
    """

    combatant: Id


class Surprise(Command, frozen=True, tag="surprise"):
    """Say who is surprised: `sides`, for how many segments each (adnd1e, SEG-C9), and `combatants`, single
    ones apart from their side; in the other systems who is, and `by` whom.

    The GM, when the system allows it (SEG-C9, MM-C18, MM-C21).
    Refused: `wrong_phase`, `illegal_value`, `bad_message`, `unknown_combatant`.
    """

    sides: dict[Id, Int] | None = None
    combatants: tuple[Id, ...] | dict[Id, Int] | None = None
    by: tuple[Id, ...] | None = None


class Begin(Command, frozen=True, tag="begin"):
    """Begin the fight with those who are there.

    The GM, before a fight or after it. Refused: `wrong_phase` while one runs, or if nobody is able to act.
    """


class Settle(Command, frozen=True, tag="settle"):
    """Settle a tie by an agreement, or by the GM's word: `order` names those who tie, first to last.

    The GM, while the tie is open (SF-C10, MM-C10, MM-A1). Refused: `illegal_value` for anything but one tie.
    """

    order: tuple[Id, ...]


class Advance(Command, frozen=True, tag="advance"):
    """On to the next moment, segment or round.

    The GM, while a fight runs. Refused: `wrong_phase`; `waiting`, with the prompts, while a roll or a
    declaration is missing. With `force` the system decides in place of those who have not.
    """

    to: Literal["next", "segment", "round"] = "next"
    force: bool = False


class Hit(Command, frozen=True, tag="hit"):
    """A hit as the GM reports it, at the present moment: it may spoil a spell (SEG-A13, 2E-C24).

    The GM, at any time. Refused: `illegal_value` for a damage below 0.
    """

    combatant: Id
    damage: Int = 0


class Heal(Command, frozen=True, tag="heal"):
    """The combatant gains `hp` hit points.

    The GM, at any time. Refused: `illegal_value` for less than 1.
    """

    combatant: Id
    hp: Int


class Stabilise(Command, frozen=True, tag="stabilise"):
    """Somebody who is down bleeds no longer (SEG-C22; in a round of rest SEG-C25).

    The GM, at any time. Refused: `illegal_value` unless the combatant is down, alive and not stable.
    """

    combatant: Id


class Interrupt(Command, frozen=True, tag="interrupt"):
    """Disturb the concentration without a hit (SEG-C34, 2E-C24).

    The GM, while a spell is being cast. Refused: `illegal_value` where there is none.
    """

    combatant: Id


class Place(Command, frozen=True, tag="place"):
    """Override the order: exactly one of `before`, `after` and `last` says beside whom, or behind all others.

    The GM, the game master's hand, once there is an order. Refused: `bad_message` unless exactly one is
    given, `wrong_phase` before there is an order, `illegal_value` for oneself or without an entry to come.
    """

    combatant: Id
    before: Id | None = None
    after: Id | None = None
    last: bool = False


class MarkIt(Command, frozen=True, tag="mark"):
    """Put an effect on a combatant, for `rounds` rounds or until it is taken off; the same name replaces.

    The GM, at any time, the game master's hand. Refused: `illegal_value` without a name or for other than
    1 to 10,000 rounds, `too_large` (more than 50 marks).
    """

    combatant: Id
    name: Text
    rounds: Int | None = None


class Unmark(Command, frozen=True, tag="unmark"):
    """Take the effect of that name off a combatant.

    The GM, at any time, the game master's hand. Refused: `illegal_value` if there is none.
    """

    combatant: Id
    name: Text


class Undo(Command, frozen=True, tag="undo"):
    """Take back the newest command of anybody, dice included.

    The GM, the game master's hand; back to the last `open` that put no running fight aside.
    Refused: `nothing_to_undo`.
    """


class Redo(Command, frozen=True, tag="redo"):
    """Bring back what the newest undo took, as long as nothing else was done since.

    The GM, the game master's hand. Refused: `nothing_to_undo`.
    """


class End(Command, frozen=True, tag="end"):
    """The fight is over, with rest, pursuit or nothing after it; the round's end comes first (SEG-C23).

    The GM, while a fight runs. Refused: `wrong_phase`.
    """

    outcome: Literal["rest", "pursuit"] | None = None


Single = (
    Declare | Cancel | RollDice | Reroll | Delay | Return | Ready | Trigger | EndTurn
    | Open | Options | Add | Change | Remove | Split | Surprise | Begin | Settle | Advance
    | Hit | Heal | Stabilise | Interrupt | Correct | Place | MarkIt | Unmark
    | Clock | End
)  # fmt: skip


class Batch(Command, frozen=True, tag="batch"):
    """Several commands as one step of undo: all or none. Neither `batch`, `undo`, `redo` nor what keeps
    and loads stands in it.

    The GM. Refused as the first of them that is refused, with its `index`.
    """

    commands: tuple[Single, ...]


Any_ = Single | Batch | Undo | Redo | Take | Keep | Load | Forget | SetAside | TakeUp
"""Every command of a fight. `invite`, `invites` and `revoke` are the server's (no part of the log)."""
