"""What a GM asks for about the table: the fight that is open, who takes part, house rules, the clock.

The rest of the commands, and what holds of all: `rules/model/commands.py`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from rules.model.encounter import Action, Id, Int, Kind, Text


class Command(Struct, frozen=True, tag_field="do", tag=str.lower, omit_defaults=True):
    """What somebody at the table asks for."""


class Open(Command, frozen=True, tag="open"):
    """Open a new fight under a system and its options, with the combatants that `keep` says.

    `owned`: who has an owner; `pcs`: the players' characters, owned or not. `unhurt`: those have full hit
    points, and no effects.
    The GM. Over a running fight only with `force`, else `running`; then it can be undone.
    Refused: `unknown_system`, `illegal_value` for an option, `too_large` (more than 500 combatants).
    """

    system: str
    options: dict[str, Any] = {}
    keep: Literal["owned", "pcs", "all", "none"] = "owned"
    force: bool = False
    unhurt: bool = False


class Options(Command, frozen=True, tag="options"):
    """Change house rules within a fight. `set` is a merge patch (RFC 7396): null gives one its default.

    The GM, at any time; what moves places counts from the next round. Refused: `illegal_value`.
    """

    set: dict[str, Any]


class NewCombatant(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A combatant as the GM describes it; what is left out gets a default.

    `creature`: what it is one of ("Goblin"); left out, what an npc with a number is called. `copies`: so many
    single ones, with numbers behind the highest that this name has.
    """

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
    hp_max: Int | None = None
    traits: dict[str, Any] = {}
    usual: tuple[Action, ...] = ()
    creature: Annotated[Text, Meta(min_length=1)] | None = None
    copies: Annotated[int, Meta(ge=1, le=500)] | None = None


class Add(Command, frozen=True, tag="add"):
    """Add combatants: all of them or none.

    The GM, at any time. Refused: `illegal_value` for an id that is taken or a trait that the system does
    not know, `too_large` (more than 500 combatants, or 4,096 bytes of traits).
    """

    combatants: tuple[NewCombatant, ...]


class Change(Command, frozen=True, tag="change"):
    """Change a combatant. `set` is a merge patch (RFC 7396): null clears a field.

    The GM, at any time. Refused: `illegal_value`, `unknown_combatant`, `too_large`.
    """

    combatant: Id
    set: dict[str, Any]


class Take(Command, frozen=True, tag="take"):
    """Play a character whom nobody plays yet.

    The owner to be: a player without a character, where the option `free_characters` is on; a GM gives one
    away with `change`. Refused: `not_allowed` without the option, or for who has one; `not_yours` if somebody
    plays it; `illegal_value` unless it is a player's character.
    """

    combatant: Id


class Remove(Command, frozen=True, tag="remove"):
    """Take a combatant out of the fight; the id is free again.

    The GM, at any time. Refused: `unknown_combatant`.
    """

    combatant: Id


class Split(Command, frozen=True, tag="split"):
    """`count` of a group become a combatant of their own, with the group's roll and place (MM-A11).

    The GM, at any time; not while the group's tie is open (`wrong_phase`). Refused: `illegal_value`
    unless 1 to one less than the group, or for an id that is taken; `too_large`. Without a `name` it
    is called like the group, with the next number.
    """

    combatant: Id
    count: Int
    id: Id | None = None
    name: Text | None = None


class Clock(Command, frozen=True, tag="clock"):
    """Seconds between two segments, which then pass by themselves; null stops the clock.

    The GM, at any time, the game master's hand. It waits by itself where somebody has to decide something.
    """

    every: Annotated[float, Meta(ge=0.25, le=3600)] | None
