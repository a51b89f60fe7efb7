"""What may be declared, and which of it conflicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rules.model.encounter import Action, Combatant, Encounter, Form
from rules.model.errors import Refused
from rules.systems.adnd2e.joint import FORMS
from rules.systems.adnd2e.rates import MOST, RATES, rate
from rules.systems.adnd2e.speeds import DEVICES, SIZES
from rules.systems.adnd2e.spells import SCROLL, rounds_of
from rules.systems.adnd2e.weapons import FASTEST, SLOWEST, weapon_speed
from rules.systems.kit.fields import ActionKind, Field, check_action

NAME = Field("text")
SPEED = Field("integer", "2E-C4", min=FASTEST, max=SLOWEST)
PLUS = Field("integers", "2E-C4", min=0, max=10)
SIZE = Field("choice", "2E-C4", choices=tuple(SIZES))


def _lasting(most: int, clause: str) -> Field:
    return Field("integer", clause, min=1, max=most, one_of="duration")


ACTIONS: dict[str, ActionKind] = {
    "attack": ActionKind("2E-C4", {
        "weapon": Field("text", "2E-C4", one_of="form"),
        "speed": replace(SPEED, one_of="form"),
        "forms": Field("forms", "2E-C11", one_of="form"),
        "plus": PLUS,
        "attacks": Field("choice", "2E-C13", default="1", choices=RATES),
    }),
    "natural": ActionKind("2E-C4", {
        "size": replace(SIZE, required=True),
        "attacks": Field("texts", "2E-C11"),
    }),
    "spell": ActionKind("2E-C5", {
        "name": NAME,
        "casting_time": Field("integer", "2E-C20", min=0, max=100, one_of="duration"),
        "rounds": _lasting(1000, "2E-C22"),
        "turns": _lasting(100, "2E-C23"),
        "minutes": _lasting(1000, "2E-C26"),
        "hours": _lasting(100, "2E-C23"),
    }),
    "innate": ActionKind("2E-C6", {"name": NAME}),
    "breath": ActionKind("2E-C4"),
    "device": ActionKind("2E-C4", {
        "kind": Field("choice", "2E-C4", required=True, choices=(*DEVICES, SCROLL)),
        "name": NAME,
        "casting_time": Field("integer", "2E-C5", min=0, max=100),
    }),
    "move": ActionKind("2E-C9", {"speed": SPEED}),
    "other": ActionKind("2E-C9", {"speed": SPEED}),
}  # fmt: skip

ONE_OF = (*FORMS, "spell", "device")


def check(enc: Encounter, who: Combatant, actions: Sequence[Action]) -> None:
    """Refused where a field is wrong, or where the actions are more than one action is (2E-C9)."""
    for action in actions:
        check_action(ACTIONS, _plain(action))
        _weapons(action, enc.options.get("weapons", {}))
        if action.act in CHECKS:
            CHECKS[action.act](action)
    chosen = [a.act for a in actions if a.act in ONE_OF]
    if len(chosen) > 1 and not _different_forms(chosen):
        why = f"{chosen[0]} and {chosen[1]} are not for one round"
        raise Refused("illegal_declaration", why, "2E-C9", combatant=who.id)
    if len(actions) > 1 and any(rounds_of(action) for action in actions):
        why = "a spell of rounds takes all of the caster's concentration"
        raise Refused("illegal_declaration", why, "2E-C24", combatant=who.id)


def _different_forms(acts: Sequence[str]) -> bool:
    """Whether they are different forms of attack, which come at one moment (2E-C11)."""
    return len(set(acts)) == len(acts) and all(act in FORMS for act in acts)


def _plain(action: Action) -> Action:
    """With `attacks` in the form that the field has: 2 and "2/1" are welcome too."""
    if action.act == "natural":
        return replace(action, attacks=()) if isinstance(action.attacks, int) else action
    if isinstance(action.attacks, (int, str)):
        return replace(action, attacks=rate(action.attacks))
    return action


def _attack(action: Action) -> None:
    if action.forms is None:
        return
    if action.plus is not None:
        raise Refused("illegal_value", "each form has its own plus", "2E-C11", field="plus")
    _several(len(action.forms), "forms")
    for form in action.forms:
        _form(form)


def _form(form: Form) -> None:
    given = [n for n in (form.weapon, form.speed, form.size) if n is not None]
    if len(given) != 1 or (form.size is not None and form.plus is not None):
        why = "a form has a weapon or a speed, with its plus, or a size"
        raise Refused("illegal_value", why, "2E-C11", field="forms")
    for name, field in (("speed", SPEED), ("plus", PLUS), ("size", SIZE)):
        value = getattr(form, name)
        if value is not None:
            field.check(name, value)


def _weapons(action: Action, own: Mapping[str, int]) -> None:
    for weapon in (action.weapon, *(form.weapon for form in action.forms or ())):
        if weapon is not None and weapon_speed(weapon, own) is None:
            why = f"the speed of {weapon!r} is not in the list: say its speed"
            raise Refused("illegal_value", why, "2E-C4", field="weapon")


def _natural(action: Action) -> None:
    if isinstance(action.attacks, int):
        _several(action.attacks, "attacks")
    elif action.attacks is not None:
        _several(len(action.attacks), "attacks")


def _several(n: int, field: str) -> None:
    if not 1 <= n <= MOST:
        raise Refused("illegal_value", f"{field}: 1 to {MOST}", "2E-C11", field=field)


def _device(action: Action) -> None:
    """A scroll takes the spell's casting time, other devices have none."""
    if (action.kind == SCROLL) == (action.casting_time is not None):
        return
    code = "bad_message" if action.kind == SCROLL else "illegal_value"
    raise Refused(code, "a scroll alone has a casting time", "2E-C5", field="casting_time")


CHECKS = {"attack": _attack, "natural": _natural, "device": _device}
