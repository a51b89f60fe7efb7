"""Passes: which blow of an action comes in which (2E-C11 to 2E-C18).

In pass p is everyone with at least p staggered attacks; different forms of attack come together.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rules.model.encounter import Action, Combatant
from rules.systems.adnd2e.rates import attacks_in
from rules.systems.adnd2e.situations import hasted
from rules.systems.adnd2e.speeds import forms_of
from rules.systems.adnd2e.spells import is_spell

WHAT = {"move": "moves", "other": "action"}


class Stroke(Struct, frozen=True):
    """One line of the order: `what` happens in pass `number`."""

    number: int
    what: str
    label: str | None


def strokes(who: Combatant, action: Action, round_: int) -> Iterator[Stroke]:
    """What `who` does in the round by that action, pass by pass."""
    if action.act == "attack":
        return _attacks(action, round_)
    if action.act == "natural":
        return _natural(who, action)
    what = "completes" if is_spell(action) else WHAT.get(action.act, "effect")
    label = action.label or action.name or action.kind
    return iter((Stroke(1, what, label),))


def _attacks(action: Action, round_: int) -> Iterator[Stroke]:
    """A second weapon adds one attack, in pass 1; claws and teeth come again in every pass."""
    forms = forms_of(action)
    again = [form for i, form in enumerate(forms) if i == 0 or form.size is not None]
    for number in range(1, attacks_in(action.attacks, round_) + 1):
        for form in forms if number == 1 else again:
            name = form.weapon or form.size
            label = (name or action.label) if action.forms else (action.label or name)
            yield Stroke(number, "attack", label)


def _natural(who: Combatant, action: Action) -> Iterator[Stroke]:
    """Natural forms are one moment (2E-C11); who is hasted does all of it again in pass 2."""
    names = action.attacks if isinstance(action.attacks, tuple) else (None,) * _count(action)
    for number in (1, 2) if hasted(who) else (1,):
        for name in names:
            yield Stroke(number, "attack", name or action.label)


def _count(action: Action) -> int:
    return action.attacks if isinstance(action.attacks, int) else 1
