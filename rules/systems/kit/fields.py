"""What a form may hold: the definitions that validate input and that the catalogue is made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from rules.model.encounter import Action
from rules.model.errors import Refused

Kind = Literal[
    "text", "integer", "number", "boolean", "choice", "choices", "combatant", "combatants",
    "integers", "texts", "forms", "speeds",
]  # fmt: skip


MOST_NAMES = 100
LONGEST_NAME = 60


class Field(Struct, frozen=True, omit_defaults=True):
    """One value: its type, its range, its default, and the clause that it rests on.

    Of the fields of one `one_of` group exactly one is given. `changes` says when an option counts that is
    changed within a fight: what moves places waits for the next round.
    """

    type: Kind
    clause: str = ""
    required: bool = False
    default: Any = None
    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] = ()
    one_of: str = ""
    changes: Literal["now", "next_round"] = "now"

    def check(self, name: str, value: Any) -> Any:
        """The value, or Refused `bad_message` (wrong type) or `illegal_value` (out of range)."""
        if not self._fits(value):
            raise Refused("bad_message", f"{name}: expected {self.type}", self.clause, field=name)
        if isinstance(value, dict):
            self._names(name, value)
        for number in _numbers(value):
            self._within(name, number)
        for choice in value if self.type == "choices" else (value,):
            if self.choices and choice not in self.choices:
                self._refuse(name, f"{choice!r} is none of {', '.join(self.choices)}")
        return value

    def _within(self, name: str, value: Any) -> None:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return
        if self.min is not None and value < self.min:
            self._refuse(name, f"{value} is below {self.min}")
        if self.max is not None and value > self.max:
            self._refuse(name, f"{value} is above {self.max}")

    def _names(self, name: str, value: dict[str, Any]) -> None:
        """Each name has a letter, and no two read alike."""
        if len(value) > MOST_NAMES:
            raise Refused("too_large", f"{name}: at most {MOST_NAMES}", self.clause, field=name)
        read = [letters(each) for each in value]
        if "" in read or len(set(read)) < len(read):
            self._refuse(name, "names differ by their letters")
        if any(len(each) > LONGEST_NAME or not each.isprintable() for each in value):
            self._refuse(name, f"a name has {LONGEST_NAME} characters at most")

    def _refuse(self, name: str, why: str) -> None:
        raise Refused("illegal_value", f"{name}: {why}", self.clause, field=name)

    def _fits(self, value: Any) -> bool:
        if self.type == "boolean":
            return isinstance(value, bool)
        if self.type == "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        if self.type == "number":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        if self.type in ("choices", "texts", "combatants"):
            return isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value)
        if self.type == "integers":  # a number, or several
            several = value if isinstance(value, (list, tuple)) else (value,)
            return all(isinstance(v, int) and not isinstance(v, bool) for v in several)
        if self.type == "speeds":  # of names, each with its number
            named = isinstance(value, dict) and all(isinstance(n, str) for n in value)
            return named and all(type(v) is int for v in value.values())
        if self.type == "forms":
            return isinstance(value, (list, tuple))
        return isinstance(value, str)


def letters(name: str) -> str:
    """What tells names apart, however they are written."""
    return "".join(filter(str.isalpha, name)).lower()


def _numbers(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, (list, tuple)) else (value,)


class ActionKind(Struct, frozen=True, omit_defaults=True):
    """An action that a system knows: its clause, and the fields that it takes beside `act`."""

    clause: str
    fields: dict[str, Field] = {}


COMMON = {"target": Field("combatant"), "label": Field("text")}


def check_action(kinds: dict[str, ActionKind], action: Action) -> None:
    """Refused unless the system knows the action and its fields are right."""
    kind = kinds.get(action.act)
    if kind is None:
        raise Refused("illegal_value", f"no such action here: {action.act}", field="act")
    fields = kind.fields | COMMON
    given = {k: v for k, v in _given(action).items() if k != "act"}
    for name, value in given.items():
        if name not in fields:
            raise Refused("illegal_value", f"{action.act} takes no {name}", kind.clause, field=name)
        fields[name].check(name, value)
    for name, field in fields.items():
        if field.required and name not in given:
            raise Refused("bad_message", f"{action.act} needs {name}", kind.clause, field=name)
    _check_groups(action.act, kind, given)


def _given(action: Action) -> dict[str, Any]:
    return {f: v for f in action.__struct_fields__ if (v := getattr(action, f)) is not None}


def _check_groups(act: str, kind: ActionKind, given: dict[str, Any]) -> None:
    groups: dict[str, list[str]] = {}
    for name, field in kind.fields.items():
        if field.one_of:
            groups.setdefault(field.one_of, []).append(name)
    for names in groups.values():
        chosen = [n for n in names if n in given]
        if len(chosen) != 1:
            code = "illegal_value" if chosen else "bad_message"
            raise Refused(
                code, f"{act} needs one of {', '.join(names)}", kind.clause, field=names[0]
            )


def check_settings(fields: dict[str, Field], given: dict[str, Any]) -> dict[str, Any]:
    """Every option with its value: the given ones checked, the others by default; none is absent."""
    for name in given:
        if name not in fields:
            raise Refused("illegal_value", f"no such setting here: {name}", field=name)
    values = {n: given[n] if given.get(n) is not None else f.default for n, f in fields.items()}
    return {n: fields[n].check(n, v) for n, v in values.items() if v is not None}
