"""Action speeds: what is added to the roll for what somebody does (2E-C4, 2E-C5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.model.encounter import Action, Form, Term
from rules.systems.adnd2e.spells import SCROLL
from rules.systems.adnd2e.weapons import weapon_speed

SIZES = {"tiny": 0, "small": 3, "medium": 3, "large": 6, "huge": 9, "gargantuan": 12}
DEVICES = {"potion": 4, "ring": 3, "rod": 1, "staff": 2, "wand": 3, "miscellaneous": 3}
BREATH = 1
INNATE = 3


def forms_of(action: Action) -> tuple[Form, ...]:
    """What an `attack` is made with: the first form is the primary one."""
    return action.forms or (Form(weapon=action.weapon, speed=action.speed, plus=action.plus),)


def speed_terms(action: Action, options: Mapping[str, Any]) -> tuple[Term, ...]:
    """The speed of the action, term by term. With the method `standard` every speed counts 0."""
    if options.get("method") == "standard":
        return ()
    match action.act:
        case "attack":
            return _governing(forms_of(action), options)
        case "natural":
            return (Term("2E-C4", "speed", SIZES[action.size or "medium"], action.size),)
        case "spell":
            return (Term("2E-C20", "casting_time", action.casting_time or 0, action.name),)
        case "innate":
            return (Term("2E-A7", "speed", options.get("innate", INNATE), action.name),)
        case "breath":
            return (Term("2E-C4", "speed", BREATH),)
        case "device" if action.kind == SCROLL:
            return (Term("2E-C5", "casting_time", action.casting_time or 0, action.name),)
        case "device":
            return (Term("2E-C4", "speed", DEVICES[action.kind or ""], action.kind),)
    return (Term("2E-C9", "speed", action.speed or 0),)


def summed(terms: Sequence[Term]) -> int:
    return sum(t.value or 0 for t in terms)


def _governing(forms: Sequence[Form], options: Mapping[str, Any]) -> tuple[Term, ...]:
    """The joint moment has the slower speed (2E-A6); a made weapon counts before natural ones."""
    made = [f for f in forms if f.size is None] or list(forms)
    clause = "2E-A6" if len(made) > 1 else "2E-C4"
    own = options.get("weapons", {})
    speeds = [_of_form(form, clause, own) for form in made]
    return speeds[0] if options.get("two_weapons") == "primary" else max(speeds, key=summed)


def _of_form(form: Form, clause: str, own: Mapping[str, int]) -> tuple[Term, ...]:
    """The speed factor less the magical plus, never below 0; of two pluses the lesser counts."""
    if form.size is not None:
        return (Term(clause, "speed", SIZES[form.size], form.size),)
    speed = form.speed if form.weapon is None else weapon_speed(form.weapon, own)
    speed = speed or 0
    plus = min(form.plus) if isinstance(form.plus, tuple) else form.plus or 0
    magic = (Term("2E-C4", "plus", -min(plus, speed)),) if plus else ()
    return (Term(clause, "speed", speed, form.weapon), *magic)
