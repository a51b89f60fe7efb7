"""Declarations that are not spelled out: what was declared last, and what a combatant usually does."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.engine.roster import known
from rules.model import commands as do
from rules.model import events as ev
from rules.model.encounter import Encounter
from rules.model.errors import Refused

WAYS = ("actions", "again", "usual")


def spelled_out(enc: Encounter, command: do.Declare) -> do.Declare:
    """The declaration with its actions.

    `enc` is what the one knows who asks: an aim that they do not see is none.
    """
    given = [way for way in WAYS if getattr(command, way) not in (None, False)]
    if len(given) != 1:
        raise Refused("bad_message", f"exactly one of {', '.join(WAYS)}", fields=given)
    who = known(enc, command.combatant)
    if command.actions is not None:
        return command
    actions = who.last if command.again else who.usual
    if not actions:
        why = "has declared nothing yet" if command.again else "has no usual actions"
        raise Refused("illegal_value", why, field=given[0], combatant=who.id)
    return do.Declare(combatant=who.id, actions=actions)


def repeatable(events: Sequence[ev.Event]) -> list[ev.Event]:
    """The events of a declaration, which may be declared again; to do nothing is nothing to repeat."""
    return [
        replace(event, repeatable=True)
        if isinstance(event, ev.Declared) and event.actions
        else event
        for event in events
    ]
