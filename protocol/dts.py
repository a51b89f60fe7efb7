"""Writes the clients' types: `python -m protocol.dts > clients/js-shim/protocol.d.ts`."""

from __future__ import annotations

import sys
from inspect import cleandoc
from typing import Any, cast, get_args

import msgspec
from msgspec import inspect

from protocol.messages import (
    ErrorCode,
    FightCommand,
    FromClient,
    FromServer,
    Message,
    Role,
    ServerCommand,
)
from rules.catalogue import System
from rules.commands import Command, Single
from rules.encounter import Phase
from rules.events import Any_ as AnyEvent
from rules.events import Event
from rules.projection.combatants import Combatant, Seen
from rules.projection.timeline import Entry, Line
from rules.projection.view import View

HEAD = """\
// Generated from the messages by `make types`; do not edit.
// Every field is explained in protocol/PROTOCOL.md. What is absent is none.
"""

EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)

LITERALS = {
    "Role": get_args(Role),
    "Phase": get_args(Phase),
    "ErrorCode": get_args(ErrorCode),
    "EventName": tuple(event.__struct_config__.tag for event in EVENTS),
}

TOLD = """\
/** Something that happened, as far as the role may know; its fields depend on `event`. */
export interface Told {
  event: EventName;
  combatant?: string;
  clause?: string;
  [field: string]: unknown;
}

/** A JSON Merge Patch (RFC 7396): null removes. */
export interface Patch {
  [field: string]: unknown;
}
"""

UNIONS = {
    "SingleCommand": get_args(Single),
    "Command": get_args(FightCommand | ServerCommand),
    "FromClient": get_args(FromClient),
    "FromServer": get_args(FromServer),
}


def written() -> str:
    """The whole file."""
    roots = [*UNIONS["Command"], *UNIONS["FromClient"], *UNIONS["FromServer"]]
    roots += [View, System]
    structs: dict[str, inspect.StructType] = {}
    for info in inspect.multi_type_info(roots):
        _gather(info, structs)
    parts = [HEAD]
    parts += [f"export type {name} = {_choices(values)};\n" for name, values in LITERALS.items()]
    parts += [TOLD]
    parts += [_interface(info) for info in structs.values()]
    parts += [
        f"export type {name} =\n  | " + "\n  | ".join(_name(cls) for cls in classes) + ";\n"
        for name, classes in UNIONS.items()
    ]
    return "\n".join(parts)


WHOLE: dict[type, type] = {Seen: Combatant, Line: Entry}
"""What players see of unowned ones is, for a client, the whole with less in it."""


def _name(cls: type) -> str:
    """Commands have names of their own: a client knows several a Mark, Return or Clock."""
    cls = WHOLE.get(cls, cls)
    if issubclass(cls, Command):
        tag = str(cls.__struct_config__.tag)
        return "Do" + "".join(word.title() for word in tag.split("_"))
    if issubclass(cls, Message):
        return cls.__name__.removesuffix("Message") + "Message"
    return cls.__name__


def _gather(info: inspect.Type, found: dict[str, inspect.StructType]) -> None:
    """All structs that `info` is made of, each once, the outer before the inner."""
    if isinstance(info, inspect.StructType):
        if info.cls in WHOLE:
            info = cast(inspect.StructType, inspect.type_info(WHOLE[info.cls]))
        name = _name(info.cls)
        if name in found:
            return
        found[name] = info
        for field in info.fields:
            _gather(field.type, found)
    for part in ("type", "item_type", "key_type", "value_type"):
        if isinstance(inner := getattr(info, part, None), inspect.Type):
            _gather(inner, found)
    for inner in (*getattr(info, "types", ()), *getattr(info, "item_types", ())):
        _gather(inner, found)


def _interface(info: inspect.StructType) -> str:
    lines = [f"export interface {_name(info.cls)} {{"]
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    always = Seen.__struct_fields__ if info.cls is Combatant else info.cls.__struct_fields__
    lines += [f"  {_field(field, field.name in always)};" for field in info.fields]
    return "\n".join([*_comment(info.cls), *lines, "}", ""])


def _comment(cls: type) -> list[str]:
    doc = cleandoc(vars(cls).get("__doc__") or "").splitlines()
    if len(doc) < 2:
        return [f"/** {line} */" for line in doc]
    return ["/**", *(f" * {line}".rstrip() for line in doc), " */"]


def _field(field: inspect.Field, always: bool) -> str:
    """A field that may be left out is never null: what is absent is none."""
    optional = "" if field.required and always else "?"
    return f"{field.encode_name}{optional}: {_type(field.type, absent=field.default is None)}"


def _type(info: inspect.Type, absent: bool = False) -> str:
    match info:
        case inspect.Metadata(type=inner, extra_json_schema=schema):
            return str((schema or {}).get("title")) if schema else _type(inner)
        case inspect.StructType(cls=cls):
            return _name(cls)
        case inspect.LiteralType(values=values):
            named = (name for name, all_ in LITERALS.items() if set(all_) == set(values))
            return next(named, _choices(values))
        case inspect.UnionType(types=types):
            return _union([t for t in types if not (absent and isinstance(t, inspect.NoneType))])
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return f"{_bracketed(_type(item))}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(_type(item) for item in items)}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_type(value)}>"
    return SCALARS[type(info)]


def _union(types: list[inspect.Type]) -> str:
    classes = {t.cls for t in types if isinstance(t, inspect.StructType)}
    named = (name for name, members in UNIONS.items() if set(members) == classes)
    return next(named, " | ".join(dict.fromkeys(_type(kind) for kind in types)))


SCALARS: dict[type[inspect.Type], str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def _bracketed(text: str) -> str:
    return f"({text})" if " " in text else text


def _choices(values: tuple[Any, ...]) -> str:
    return " | ".join(msgspec.json.encode(value).decode() for value in values)


if __name__ == "__main__":
    sys.stdout.write(written())
