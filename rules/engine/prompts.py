"""What the fight waits for, and what may be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.memo import while_cursor_moves
from rules.model.encounter import Combatant, Encounter
from rules.model.names import reading_order
from rules.redaction.encounter import known_to_players
from rules.systems import system_of
from rules.systems.kit.dice_spec import DiceSpec
from rules.systems.kit.shared_rolls import of_one_roll
from rules.systems.kit.system import SIDE


class Prompt(Struct, frozen=True):
    """`kind` is declare, roll, tie or reroll; `of` are combatants, for a roll the rollers.

    `waits` says whether the fight waits for it: a late entrant may declare, and need not.
    """

    kind: str
    of: tuple[str, ...]
    clause: str = ""
    dice: DiceSpec | None = None
    waits: bool = True


def prompts(enc: Encounter) -> list[Prompt]:
    """Everything that is asked for. Of what players know, for theirs."""
    return while_cursor_moves(enc, "prompts", _prompts)


def awaited(enc: Encounter) -> list[Prompt]:
    """Everything without which the fight does not go on."""
    return [prompt for prompt in prompts(enc) if prompt.waits]


def _prompts(enc: Encounter) -> list[Prompt]:
    system = system_of(enc)
    asked: list[Prompt] = []
    if owing := system.owes(enc):
        asked.append(Prompt("declare", _in_order(enc, owing)))
    if missing := missing_rolls(enc):
        dice = system.dice_of(enc)
        asked.append(Prompt("roll", _in_order(enc, missing), dice.clause, dice))
    if late := system.invited(enc):
        asked.append(Prompt("declare", _in_order(enc, late), waits=False))
    choosing = _in_order(
        enc, [k for k, roll in enc.rolls.items() if roll.pending and k in enc.combatants]
    )
    speakers = [group[0] for group in of_one_roll(enc, choosing)]
    asked += [Prompt("reroll", (who,)) for who in speakers]
    if not missing and not choosing:
        asked += [Prompt("tie", tie) for tie in system.ties(enc)]
    return asked


def _in_order(enc: Encounter, rollers: Sequence[str]) -> tuple[str, ...]:
    """Combatants and sides in a reader's order; a side stands where the first of its people would."""
    if len(rollers) < 2:
        return tuple(rollers)
    people = sorted(enc.combatants.values(), key=reading_order)
    places: dict[str, int] = {}
    for place, who in enumerate(people):
        places[who.id] = place
        places.setdefault(SIDE + who.side, place)
    return tuple(sorted(rollers, key=lambda roller: (places.get(roller, len(people)), roller)))


def missing_rolls(enc: Encounter) -> tuple[str, ...]:
    """The rollers whose dice are not there yet. What hidden ones alone rolled counts for nobody else."""
    return while_cursor_moves(enc, "missing", _missing)


def _missing(enc: Encounter) -> tuple[str, ...]:
    others = _others_rollers(enc) if any(roll.veiled for roll in enc.rolls.values()) else ()
    rollers = system_of(enc).rollers(enc)
    return tuple(r for r in rollers if r not in enc.rolls or (enc.rolls[r].veiled and r in others))


def _others_rollers(enc: Encounter) -> tuple[str, ...]:
    """Those who would have to roll if there had never been anybody hidden."""
    everybody = known_to_players(enc).combatants
    others = {id_: who for id_, who in everybody.items() if not who.veiled}
    return tuple(system_of(enc).rollers(replace(enc, combatants=others)))


def plain(asked: list[Prompt]) -> list[dict[str, Any]]:
    """Prompts as on the wire."""
    return [_plain(p) for p in asked]


def _plain(prompt: Prompt) -> dict[str, Any]:
    key = "for" if prompt.kind == "roll" else "combatants"
    shown: dict[str, Any] = {"prompt": prompt.kind, key: list(prompt.of)}
    if prompt.clause:
        shown["clause"] = prompt.clause
    if prompt.dice:
        shown["dice"] = {"count": prompt.dice.count, "sides": prompt.dice.sides}
    return shown


def may(enc: Encounter, who: Combatant, acts: bool) -> list[str]:
    """What may be done for the combatant, by its owner or the GM; `acts`: it acts at the moment."""
    system = system_of(enc)
    allowed = list(system.can(enc, who, acts))
    if not while_cursor_moves(enc, "rolling", _rolling).isdisjoint(
        (who.id, system.roller_of(enc, who.id))
    ):
        allowed.append("roll")
    if who.id in enc.rolls and enc.rolls[who.id].pending:
        allowed.append("reroll")
    if acts:
        allowed.append("end_turn")
    return allowed


def _rolling(enc: Encounter) -> frozenset[str]:
    """Who rolls now; a roll-off comes when all have rolled."""
    system = system_of(enc)
    if missing := missing_rolls(enc):
        return frozenset(missing)
    return frozenset(
        who for tie in system.ties(enc) for who in system.throwing(enc, tie, named=True)
    )


def players_may(enc: Encounter) -> tuple[str, ...]:
    """What players may do who have no character: of what they know."""
    free = any(who.kind == "pc" and who.owner is None for who in enc.combatants.values())
    return ("take",) if free and enc.options.get("free_characters", True) else ()


def gm_may(enc: Encounter, undo: bool, redo: bool) -> list[str]:
    """The GM's buttons."""
    return while_cursor_moves(enc, ("gm", undo, redo), lambda enc: _gm_may(enc, undo, redo))


def _gm_may(enc: Encounter, undo: bool, redo: bool) -> list[str]:
    system = system_of(enc)
    allowed = ["open", "options", "add"]
    people = bool(enc.combatants)
    if people:
        allowed += ["change", "remove", "hit", "heal", "stabilise", "mark"]
        allowed += ["surprise"] * system.surprises(enc) + ["batch"]
    if not enc.running:
        allowed += ["begin"] if any(c.acting for c in enc.combatants.values()) else []
    else:
        allowed += ["advance", "end", "interrupt", *["place"] * system.places(enc), "clock"]
        allowed += ["correct"] if enc.rolls and system.corrects else []
    ties = system.ties(enc)
    if missing_rolls(enc) or any(system.throwing(enc, tie) for tie in ties):
        allowed.append("roll")
    if any(system.agrees(enc, tie) for tie in ties):
        allowed.append("settle")
    return allowed + ["undo"] * undo + ["redo"] * redo
