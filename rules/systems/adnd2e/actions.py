"""What may be declared, and which of it conflicts."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.encounter import Action, Combatant, Form
from rules.errors import Refused
from rules.systems.adnd2e.speeds import DEVICES, SIZES, weapon_speed
from rules.systems.adnd2e.spells import rounds_of
from rules.systems.fields import ActionKind, Field, check_action

MOST_ATTACKS = 12
RATES = ("1", "3/2", "2", "5/2", *(str(n) for n in range(3, MOST_ATTACKS + 1)))

NAME = Field("text")
SPEED = Field("integer", "2E-C4", min=0, max=50)
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
        "kind": Field("choice", "2E-C4", required=True, choices=(*DEVICES, "scroll")),
        "name": NAME,
        "casting_time": Field("integer", "2E-C5", min=0, max=100),
    }),
    "move": ActionKind("2E-C9", {"speed": SPEED}),
    "other": ActionKind("2E-C9", {"speed": SPEED}),
}  # fmt: skip

ONE_OF = ("attack", "natural", "spell", "innate", "breath", "device")


def check(who: Combatant, actions: Sequence[Action]) -> None:
    """Refused where a field is wrong, or where the actions are more than one action is (2E-C9)."""
    for action in actions:
        check_action(ACTIONS, _plain(action))
        if action.act in CHECKS:
            CHECKS[action.act](action)
    chosen = [a.act for a in actions if a.act in ONE_OF]
    if len(chosen) > 1:
        why = f"{chosen[0]} and {chosen[1]} are not for one round"
        raise Refused("illegal_declaration", why, "2E-C9", combatant=who.id)
    if len(actions) > 1 and any(rounds_of(action) for action in actions):
        why = "a spell of rounds takes all of the caster's concentration"
        raise Refused("illegal_declaration", why, "2E-C24", combatant=who.id)


def _plain(action: Action) -> Action:
    """With `attacks` in the form that the field has: numbers are welcome too."""
    if not isinstance(action.attacks, int):
        return action
    if action.act == "natural":
        return replace(action, attacks=())
    return replace(action, attacks=str(action.attacks))


def _attack(action: Action) -> None:
    if action.weapon is not None:
        _known(action.weapon)
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
    if form.weapon is not None:
        _known(form.weapon)
    for name, field in (("speed", SPEED), ("plus", PLUS), ("size", SIZE)):
        value = getattr(form, name)
        if value is not None:
            field.check(name, value)


def _known(weapon: str) -> None:
    if weapon_speed(weapon) is None:
        why = f"the speed of {weapon!r} is not in the list: say its speed"
        raise Refused("illegal_value", why, "2E-C4", field="weapon")


def _natural(action: Action) -> None:
    if isinstance(action.attacks, int):
        _several(action.attacks, "attacks")
    elif action.attacks is not None:
        _several(len(action.attacks), "attacks")


def _several(n: int, field: str) -> None:
    if not 1 <= n <= MOST_ATTACKS:
        raise Refused("illegal_value", f"{field}: 1 to {MOST_ATTACKS}", "2E-C11", field=field)


def _device(action: Action) -> None:
    """A scroll takes the spell's casting time, other devices have none."""
    if (action.kind == "scroll") == (action.casting_time is not None):
        return
    code = "bad_message" if action.kind == "scroll" else "illegal_value"
    raise Refused(code, "a scroll alone has a casting time", "2E-C5", field="casting_time")


CHECKS = {"attack": _attack, "natural": _natural, "device": _device}
