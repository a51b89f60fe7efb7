"""What each entry of the log was, in short: undo and redo say what they would take back or bring again."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from rules.model import commands as do
from rules.model.encounter import Encounter


class Step(Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A command in force, for game masters; without `by` it is the clock's.

    `name` is what the combatant was called then, or the name under which something is kept. Of a batch,
    `count` is how many commands it has and `of` which, if all are the same; of an `add`, how many came.
    """

    do: str
    by: str | None = None
    combatant: str | None = None
    name: str | None = None
    for_: str | None = field(name="for", default=None)
    of: str | None = None
    count: int | None = None


def step_of(command: do.Any_, by: str | None, before: Encounter, after: Encounter) -> Step:
    """The step of a command that led from `before` to `after`."""
    of, count = _parts(command)
    combatant = _one(command)
    who = before.combatants.get(combatant or "") or after.combatants.get(combatant or "")
    return Step(
        do=_tag(command),
        by=by,
        combatant=combatant,
        name=who.name if who else getattr(command, "name", None) if combatant is None else None,
        for_=getattr(command, "for_", None),
        of=of,
        count=count,
    )


def _one(command: do.Any_) -> str | None:
    """Whom alone it concerns."""
    if isinstance(command, do.RollDice | do.Correct):
        return None if command.for_.startswith("side:") else command.for_
    named: str | None = getattr(command, "combatant", None)
    return named


def _parts(command: do.Any_) -> tuple[str | None, int | None]:
    if isinstance(command, do.Batch):
        tags = {_tag(single) for single in command.commands}
        return (tags.pop() if len(tags) == 1 else None), len(command.commands)
    if isinstance(command, do.Add):
        return None, len(command.combatants)
    return None, None


def _tag(command: Any) -> str:
    return str(type(command).__struct_config__.tag)
