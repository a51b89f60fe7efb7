"""Castings of rounds: at the end of which round they take effect (2E-C21 to 2E-C26)."""

from __future__ import annotations

from rules.model.encounter import Action, Combatant, Declaration

SCROLL = "scroll"
ROUNDS = {"rounds": 1, "minutes": 1, "turns": 10, "hours": 60}
"""How many rounds a unit is (2E-C26)."""


def rounds_of(action: Action) -> int | None:
    """The casting time in rounds; None where it has no unit: it is added to the roll (2E-C20)."""
    for unit, rounds in ROUNDS.items():
        n: int | None = getattr(action, unit)
        if n is not None:
            return n * rounds
    return None


def due(action: Action, begun: int) -> int | None:
    """The round at whose end a spell takes effect that is begun in round `begun`."""
    rounds = rounds_of(action)
    return None if rounds is None else begun + rounds - 1


def is_spell(action: Action) -> bool:
    """A spell, or one that is read from a scroll."""
    return action.act == "spell" or (action.act == "device" and action.kind == SCROLL)


def long(declaration: Declaration) -> bool:
    """Whether it is a spell of one or more rounds."""
    return declaration.due is not None


def casting(who: Combatant) -> bool:
    """Whether a spell of rounds is all that `who` has declared: there is no roll for it (2E-C21)."""
    return bool(who.declared) and all(long(d) for d in who.declared)
