"""What may be declared (SEG-C12), with the letters of the action types."""

from __future__ import annotations

from rules.model.encounter import Action
from rules.systems.kit.fields import ActionKind, Field

FEET = Field("integer", required=True, min=1, max=10_000)
ROUTINES = Field("integer", min=1, max=12, clause="SEG-C19")
SEGMENTS = Field("integer", required=True, min=1, max=1000)
TARGETS = Field("combatants", clause="SEG-C12")


def _time(most: int, clause: str) -> Field:
    return Field("integer", min=1, max=most, one_of="casting", clause=clause)


ACTIONS: dict[str, ActionKind] = {  # the commonest first; the letters are the action types
    "melee": ActionKind("SEG-C12", {"routines": ROUTINES, "targets": TARGETS}),  # G
    "missile": ActionKind(
        "SEG-C12",
        {
            "shots": Field("integer", min=1, max=12, default=1, clause="SEG-C16"),
            "targets": TARGETS,
        },
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
            "segments": SEGMENTS,
            "onset": Field("integer", min=0, max=1000, default=0),
        },
    ),
    "turn_undead": ActionKind("SEG-C12"),  # D
    "set_weapon": ActionKind("SEG-C12"),  # F
    "grapple": ActionKind("SEG-C12"),  # H
    "parley": ActionKind("SEG-C12"),  # B
    "flee": ActionKind("SEG-C12"),  # A
    "await": ActionKind("SEG-C12"),  # C
    "other": ActionKind("SEG-C42", {"name": Field("text", required=True), "segments": SEGMENTS}),
}

ONE_OF = ("melee", "missile", "device", "spell", "turn_undead", "charge", "grapple")
MOVES = ("move", "close", "flee", "charge")
BLOWS = ("melee", "grapple")
EXPLORES = ("move", "close", "charge", "flee")


def casting(action: Action) -> int:
    """The casting time in segments: a round is 10, a turn 100."""
    return (action.segments or 0) + 10 * (action.rounds or 0) + 100 * (action.turns or 0)
