"""What may be declared (SEG-C12), with the letters of the action types, and which of it conflicts."""

from __future__ import annotations

from collections.abc import Sequence

from rules.encounter import Action, Combatant, Declaration
from rules.errors import Refused
from rules.systems.fields import ActionKind, Field

FEET = Field("integer", required=True, min=1, max=10_000)
ROUTINES = Field("integer", min=1, max=12, clause="SEG-C19")


def _time(most: int, clause: str) -> Field:
    return Field("integer", min=1, max=most, one_of="casting", clause=clause)


ACTIONS: dict[str, ActionKind] = {  # the commonest first; the letters are the action types
    "melee": ActionKind("SEG-C12", {"routines": ROUTINES}),  # G
    "missile": ActionKind(
        "SEG-C12", {"shots": Field("integer", min=1, max=12, default=1, clause="SEG-C16")}
    ),  # D
    "spell": ActionKind(
        "SEG-C12",
        {
            "name": Field("text"),
            "segments": _time(1000, "SEG-C37"),
            "rounds": _time(100, "SEG-C37"),
            "turns": _time(100, "SEG-C37"),
        },
    ),  # D
    "move": ActionKind("SEG-C30", {"feet": FEET}),
    "charge": ActionKind("SEG-C39", {"feet": FEET}),  # E
    "close": ActionKind("SEG-C41", {"feet": FEET}),  # E
    "device": ActionKind("SEG-C12", {"name": Field("text")}),  # D
    "item": ActionKind(
        "SEG-C42",
        {
            "name": Field("text"),
            "segments": Field("integer", required=True, min=1, max=1000),
            "onset": Field("integer", min=0, max=1000, default=0),
        },
    ),
    "turn_undead": ActionKind("SEG-C12"),  # D
    "set_weapon": ActionKind("SEG-C12"),  # F
    "grapple": ActionKind("SEG-C12"),  # H
    "parley": ActionKind("SEG-C12"),  # B
    "flee": ActionKind("SEG-C12"),  # A
    "await": ActionKind("SEG-C12"),  # C
}

ONE_OF = ("melee", "missile", "device", "spell", "turn_undead", "charge", "grapple")
MOVES = ("move", "close", "flee", "charge")
BLOWS = ("melee", "grapple")
EXPLORES = ("move", "close", "charge", "flee")


def casting(action: Action) -> int:
    """The casting time in segments: a round is 10, a turn 100."""
    return (action.segments or 0) + 10 * (action.rounds or 0) + 100 * (action.turns or 0)


def check_conflicts(
    who: Combatant, actions: Sequence[Action], running: Sequence[Declaration]
) -> None:
    """Refused `illegal_declaration`, with its clause, where actions exclude each other."""
    acts = [a.act for a in actions]
    if acts.count("spell") > 1:
        _refuse(who, "only one spell is begun in a round", "SEG-C7")
    moved = _moved(running)
    for i, act in enumerate(acts):
        earlier = set(acts[:i]) | moved
        others = set(acts[:i]) | set(acts[i + 1 :]) | moved
        if act == "spell" and earlier & set(MOVES):
            _refuse(who, "a caster does not move until the spell is complete", "SEG-C36")
        if act in BLOWS and others & {"move", "close", "flee"}:
            _refuse(who, "movement and melee combine only as a charge", "SEG-C6")
        if act in (*BLOWS, "charge") and _charging(running):
            _refuse(who, "the charge's blow is the melee of that round", "SEG-A11")
        if act == "charge" and others & {"move", "close", "flee"}:
            _refuse(who, "a charge is all the movement of its round", "SEG-C12")
        if act == "set_weapon" and others & set(MOVES):
            _refuse(who, "a weapon is set by standing still", "SEG-C12")
        if act == "flee" and set(acts) - {"flee", "parley"}:
            _refuse(who, "who flees does nothing else", "SEG-C12")
    chosen = [act for act in acts if act in ONE_OF]
    if len(chosen) > 1:
        _refuse(who, f"{chosen[0]} and {chosen[1]} are not for one round", "SEG-C12")


def _moved(running: Sequence[Declaration]) -> set[str]:
    """Carried movement is movement of this round (SEG-A11)."""
    return {d.action.act for d in running if d.action.act in ("move", "close", "charge") and d.live}


def _charging(running: Sequence[Declaration]) -> bool:
    return any(d.action.act == "charge" and d.live for d in running)


def _refuse(who: Combatant, why: str, clause: str) -> None:
    raise Refused("illegal_declaration", why, clause, combatant=who.id)
