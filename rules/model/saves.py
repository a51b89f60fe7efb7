"""What stays of an evening: parties and prepared fights by name, and fights that were set aside.

They belong to the GM, stand in the table's log like everything else, and no undo takes them back.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from rules.model.encounter import Combatant
from rules.model.outcome_events import Event
from rules.model.table_commands import Command

Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
"""What people call a save; names are told apart as they are written."""

What = Literal["party", "fight"]


class Save(Struct, frozen=True, gc=False):
    """Combatants with full hit points and without anything that a fight did to them.

    A `party` has the players' characters, a `fight` everybody else, with its system and options.
    """

    what: What
    system: str
    options: dict[str, Any]
    combatants: tuple[Combatant, ...]


class Keep(Command, frozen=True, tag="save"):
    """Keep the players' characters, or everybody else, under `name`; the same name replaces.

    The GM, at any time. Refused: `illegal_value` if there is nobody to keep, or where a fight is set
    aside under that name; `too_large` (more than 50 names).
    """

    name: Name
    what: What


class Load(Command, frozen=True, tag="load"):
    """A party joins the fight, without those who are in it already; a kept fight is opened, and the
    players' characters stay.

    The GM, at any time. Over a running fight a kept one only with `force`, else `running`; then it can be
    undone. Refused: `illegal_value` for an unknown name, or if everybody is there already; `too_large`.
    """

    name: Name
    force: bool = False


class Forget(Command, frozen=True, tag="forget"):
    """What is kept or set aside under `name` is gone for good.

    The GM, at any time. Refused: `illegal_value` for an unknown name.
    """

    name: Name


class SetAside(Command, frozen=True, tag="set_aside"):
    """Leave the running fight as it stands, to be taken up later; the players' characters stay.

    The GM, while a fight runs. Refused: `wrong_phase`, `illegal_value` for a name that is taken,
    `too_large` (more than 50 names).
    """

    name: Name


class TakeUp(Command, frozen=True, tag="take_up"):
    """Go on with a fight that was set aside, exactly where it was left; undo leads back into it.

    The GM, while no fight runs, else `running`. Refused: `illegal_value` for an unknown name.
    """

    name: Name


class Saved(Event, frozen=True, tag="saved"):
    """`save` is kept under `name`."""

    name: str
    save: Save


class Forgotten(Event, frozen=True, tag="forgotten"):
    """What was kept or set aside under `name` is gone."""

    name: str


class LeftAside(Event, frozen=True, tag="set_aside"):
    """The fight that was going on is set aside under `name`; the others tell the GM what it is."""

    name: str
    system: str
    round: int
    count: int


class TakenUp(Event, frozen=True, tag="taken_up"):
    """The fight that was set aside under `name` goes on, as it was left."""

    name: str
