"""Who may ask for what. The role comes from the token, never from the client."""

from __future__ import annotations

from rules.engine.roster import known
from rules.model import commands as do
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from rules.redaction.encounter import known_to_players
from rules.systems.kit.system import SIDE

OWN = (
    do.Declare, do.Cancel, do.Reroll, do.Delay, do.Return, do.Ready, do.Trigger, do.EndTurn,
)  # fmt: skip
"""What a player may ask for the own combatants."""


def permit(enc: Encounter, user: str, role: str, command: do.Any_) -> None:
    """Refused `not_allowed`, `not_yours` or `unknown_combatant` unless `user` may give the command.

    For a player, who is hidden does not exist: naming one is `unknown_combatant`.
    """
    if role == "gm":
        return
    if role != "player":
        raise Refused("not_allowed", "observers only look", role=role)
    seen = known_to_players(enc)
    if isinstance(command, do.RollDice):
        _may_roll(seen, user, command)
    elif isinstance(command, do.Take):
        _may_take(seen, user, command)
    elif isinstance(command, OWN):
        _owned(seen, user, command.combatant)
        for named in _named(command):
            known(seen, named)
    else:
        raise Refused("not_allowed", "only a GM does that", role=role)


def _named(command: do.Any_) -> list[str]:
    if isinstance(command, do.Declare):
        aims = [i for a in command.actions or () for i in (a.target, *(a.targets or ()))]
        return [i for i in aims if i is not None]
    if isinstance(command, do.Trigger) and command.by is not None:
        return [command.by]
    return []


def _may_take(enc: Encounter, user: str, command: do.Take) -> None:
    """A character that nobody plays, by who plays none."""
    who = known(enc, command.combatant)
    if not enc.options.get("free_characters", True):
        raise Refused(
            "not_allowed", "the GM gives characters away at this table", field="combatant"
        )
    if who.kind != "pc":
        raise Refused("illegal_value", "no player's character", combatant=who.id)
    if who.owner is not None:
        raise Refused("not_yours", "somebody plays it", combatant=who.id)
    if any(c.owner == user and c.kind == "pc" for c in enc.combatants.values()):
        raise Refused("not_allowed", "you have a character", combatant=who.id)


def _owned(enc: Encounter, user: str, id_: str) -> None:
    if known(enc, id_).owner != user:
        raise Refused("not_yours", "another player's combatant", combatant=id_)


def _may_roll(enc: Encounter, user: str, command: do.RollDice) -> None:
    """An owner rolls for the own combatants and for the own side; dice laid down by hand may be the GM's."""
    typed = command.faces is not None or command.rerolls is not None
    if typed and enc.options.get("typed_dice") == "gm":
        raise Refused("not_allowed", "only the GM lays down faces at this table", field="faces")
    if command.again:
        raise Refused("not_allowed", "only a GM has dice thrown again", field="again")
    if command.for_ == "all" or (command.for_ == "npcs" and "npcs" not in enc.combatants):
        raise Refused("not_allowed", f"only a GM rolls for {command.for_}", field="for")
    if not command.for_.startswith(SIDE):
        _owned(enc, user, command.for_)
        return
    side = command.for_.removeprefix(SIDE)
    of_side = [c for c in enc.combatants.values() if c.side == side]
    if not any(c.owner == user for c in of_side):
        raise Refused("not_yours", "not your side", field="for")
