"""Dice: who has to roll, typed faces or the server's, roll-offs, agreements."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.corrections import again
from rules.engine.prompts import missing_rolls
from rules.engine.roster import known
from rules.fold.evolve import evolve_all
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from rules.redaction.encounter import known_to_players
from rules.stretches import Work
from rules.systems import system_of
from rules.systems.kit.system import SIDE

Tie = tuple[str, ...]


def roll(enc: Encounter, command: do.RollDice, dice: Dice) -> list[ev.Event] | Work[list[ev.Event]]:
    if command.again:
        return again(enc, command, dice)
    return _roll(enc, enc, command, dice)


def roll_of_seen(enc: Encounter, command: do.RollDice, dice: Dice) -> Work[list[ev.Event]]:
    """A player's roll: of a side, those roll whom players see."""
    return _roll(enc, known_to_players(enc), command, dice)


def _roll(
    enc: Encounter, seen: Encounter, command: do.RollDice, dice: Dice
) -> Work[list[ev.Event]]:
    """`seen` says who still has to roll, as far as the one who asks may know."""
    system, missing = system_of(enc), missing_rolls(seen)
    rollers = [r for r in missing if _meant(enc, command.for_, r)]
    if rollers:
        return (yield from _throw(enc, rollers, command, dice))
    concerned = [
        t
        for t in system.ties(seen)
        if any(
            _meant(enc, command.for_, who)
            for who in system.throwing(seen, t, named=command.for_ in enc.combatants)
        )
    ]
    if concerned and not missing:
        return (yield from _roll_off(enc, concerned, command, dice))
    if command.for_ != "all" and not _of_npcs(enc, command.for_):
        _exists(enc, command.for_)
    raise Refused(
        "wrong_phase", "no roll is owed there", system.dice_of(enc).clause, phase=seen.phase
    )


def _meant(enc: Encounter, for_: str, roller: str) -> bool:
    if for_ in ("all", roller):
        return True
    if _of_npcs(enc, for_):
        return not _players(enc, roller)
    if for_.startswith(SIDE):
        who = enc.combatants.get(roller)
        return who is not None and SIDE + who.side == for_
    return for_ in enc.combatants and system_of(enc).roller_of(enc, for_) == roller


def _of_npcs(enc: Encounter, for_: str) -> bool:
    """Whether a roll is for `npcs`: the word, unless a combatant has that id."""
    return for_ == "npcs" and for_ not in enc.combatants


def _players(enc: Encounter, roller: str) -> bool:
    """Whether the dice are a player's: for a character, for whoever has an owner, or for their side."""
    return any(
        who.kind == "pc" or who.owner is not None
        for who in enc.combatants.values()
        if roller in (who.id, SIDE + who.side)
    )


def _exists(enc: Encounter, for_: str) -> None:
    if not for_.startswith(SIDE):
        known(enc, for_)
    elif not any(SIDE + who.side == for_ for who in enc.combatants.values()):
        raise Refused("illegal_value", f"no side {for_.removeprefix(SIDE)!r}", field="for")


def _throw(
    enc: Encounter, rollers: Sequence[str], command: do.RollDice, dice: Dice
) -> Work[list[ev.Event]]:
    by_hand = command.faces is not None or command.rerolls is not None
    if by_hand and len(rollers) > 1:
        raise Refused(
            "illegal_value", "typed faces are for one roller", field="faces", rollers=rollers
        )
    system = system_of(enc)
    events: list[ev.Event] = []
    for roller in rollers:
        rolled = system.throw(enc, roller, command, dice)
        enc = evolve_all(enc, rolled)
        events += rolled
        yield
    return events


def _roll_off(
    enc: Encounter, ties: Sequence[Tie], command: do.RollDice, dice: Dice
) -> Work[list[ev.Event]]:
    """Those meant roll once more; with typed faces, those of one tie in the order of its prompt."""
    system = system_of(enc)
    if command.rerolls is not None:
        raise Refused("illegal_value", "a roll-off has no rerolls", field="rerolls")
    if command.faces is not None and len(ties) > 1:
        raise Refused("illegal_value", "typed faces are for one tie", field="faces")
    events: list[ev.Event] = []
    for tie in ties:
        throwing = system.throwing(enc, tie, named=command.for_ in enc.combatants)
        rolling = [who for who in throwing if _meant(enc, command.for_, who)]
        faces = None if command.faces is None else _shared(command.faces, rolling, system.tie_dice)
        off = system.roll_off(enc, tie, rolling, faces, dice)
        enc = evolve_all(enc, off)
        events += off
        yield
    return events


def _shared(faces: Sequence[int], rolling: Sequence[str], each: int) -> list[tuple[int, ...]]:
    if len(faces) != each * len(rolling):
        wanted = f"expected {each} for each of {len(rolling)}"
        raise Refused("illegal_value", f"{wanted}, got {len(faces)} faces", field="faces")
    return [tuple(faces[i : i + each]) for i in range(0, len(faces), each)]


def reroll(enc: Encounter, command: do.Reroll, dice: Dice) -> list[ev.Event]:
    who = known(enc, command.combatant)
    return list(system_of(enc).reroll(enc, who, command.die, command.face, dice))


def settle(enc: Encounter, command: do.Settle, dice: Dice) -> list[ev.Event]:
    for id_ in command.order:
        known(enc, id_)
    if len(set(command.order)) != len(command.order):
        raise Refused("illegal_value", "somebody is named twice", field="order")
    return list(system_of(enc).settle(enc, command.order))
