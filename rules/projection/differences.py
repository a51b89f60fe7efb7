"""The values of a view: what one holds and leaves out, and what two of them share."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")


class Shape(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """A part of a view. A field that has its default is absent: what is absent is none."""


@cache
def fields_of(kind: type[Struct]) -> tuple[tuple[str, str, Any], ...]:
    """Each field as (attribute, name on the wire, default); what has no default is always there."""
    return tuple(
        (field.name, field.encode_name, _default(field)) for field in msgspec.structs.fields(kind)
    )


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def present(part: Struct) -> dict[str, Any]:
    """The fields of a part that are not absent, by their names on the wire."""
    values = ((name, getattr(part, key), default) for key, name, default in fields_of(type(part)))
    return {name: value for name, value, default in values if value != default}
