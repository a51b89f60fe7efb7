"""Writes the clients' types: `python -m protocol.dts > clients/js-shim/protocol.d.ts`."""

from __future__ import annotations

import sys
from inspect import cleandoc
from typing import Any

import msgspec
from msgspec import inspect

from protocol.published import LITERALS, UNIONS, always, name_of, structs

HEAD = """\
// Generated from the messages by `make types`; do not edit.
// Every field is explained in protocol/PROTOCOL.md. What is absent is none.
"""

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


def written() -> str:
    """The whole file."""
    parts = [HEAD]
    parts += [f"export type {name} = {_choices(values)};\n" for name, values in LITERALS.items()]
    parts += [TOLD]
    parts += [_interface(info) for info in structs().values()]
    parts += [
        f"export type {name} =\n  | " + "\n  | ".join(name_of(cls) for cls in classes) + ";\n"
        for name, classes in UNIONS.items()
    ]
    return "\n".join(parts)


def _interface(info: inspect.StructType) -> str:
    lines = [f"export interface {name_of(info.cls)} {{"]
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    required = always(info)
    lines += [f"  {_field(field, field.encode_name in required)};" for field in info.fields]
    return "\n".join([*_comment(info.cls), *lines, "}", ""])


def _comment(cls: type) -> list[str]:
    doc = cleandoc(vars(cls).get("__doc__") or "").splitlines()
    if len(doc) < 2:
        return [f"/** {line} */" for line in doc]
    return ["/**", *(f" * {line}".rstrip() for line in doc), " */"]


def _field(field: inspect.Field, required: bool) -> str:
    """A field that may be left out is never null: what is absent is none."""
    optional = "" if required else "?"
    return f"{field.encode_name}{optional}: {_type(field.type, absent=field.default is None)}"


def _type(info: inspect.Type, absent: bool = False) -> str:
    match info:
        case inspect.Metadata(type=inner, extra_json_schema=schema):
            return str((schema or {}).get("title")) if schema else _type(inner)
        case inspect.StructType(cls=cls):
            return name_of(cls)
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
