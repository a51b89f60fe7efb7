"""JSON Merge Patch (RFC 7396) between two values without null: JSON values, or parts of a view."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, msgpack

from rules.model.sharing import Revised, differing
from rules.projection.differences import fields_of, present


def diff(old: Any, new: Any) -> Any:
    """The merge patch that leads from `old` to `new`.

    `{}` between equal objects. Lists are replaced whole. What did not change is passed over as
    fast as values compare, and faster where it is the same object.
    """
    patch: dict[str, Any]
    if isinstance(old, Struct) and isinstance(new, Struct):
        patch = _struct(old, new) if type(old) is type(new) else diff(present(old), present(new))
    elif isinstance(old, dict) and isinstance(new, dict):
        patch = _mapping(old, new)
    else:
        return new
    # What both share by chance must not show in the order.
    return dict(sorted(patch.items())) if len(patch) > 1 else patch


def _mapping(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    patch: dict[str, Any] = {}
    for key in _keys(old, new):
        before, value = old.get(key), new.get(key)
        if before is not value:
            _put(patch, key, before, value)
    return patch


def _struct(old: Struct, new: Struct) -> dict[str, Any]:
    patch: dict[str, Any] = {}
    for attribute, key, default in fields_of(type(new)):
        before, value = getattr(old, attribute), getattr(new, attribute)
        if before is not value:
            _put(
                patch,
                key,
                None if before == default else before,
                None if value == default else value,
            )
    return patch


def _put(patch: dict[str, Any], key: str, before: Any, value: Any) -> None:
    """None is absent."""
    if value is None:
        if before is not None:
            patch[key] = None
    elif isinstance(value, (dict, Struct)) and isinstance(before, (dict, Struct)):
        if change := diff(before, value):
            patch[key] = change
    elif not same(before, value):
        patch[key] = value


def _keys(old: dict[str, Any], new: dict[str, Any]) -> Iterable[str]:
    """Where they may differ: of two that were made of the same, only what either lays over it."""
    base, touched = (old.base, old.touched) if isinstance(old, Revised) else (old, ())
    other, more = (new.base, new.touched) if isinstance(new, Revised) else (new, ())
    if base is other:
        return {*touched, *more}
    changed = differing(old, new)
    return old.keys() | new.keys() if changed is None else changed


def same(one: Any, other: Any) -> bool:
    """Equal as JSON values: unlike in Python, 1 is not true and 1.0 not 1."""
    if one is other:
        return True
    if type(one) is not type(other) or one != other:
        return False
    return isinstance(one, (str, int)) or _encode(one) == _encode(other)


_encode = msgpack.Encoder(order="deterministic").encode


def apply(patch: Any, value: Any) -> Any:
    """`value` after `patch`, as RFC 7396 has it; neither is changed."""
    if not isinstance(patch, dict):
        return patch
    result = dict(value) if isinstance(value, dict) else {}
    for key, change in patch.items():
        if change is None:
            result.pop(key, None)
        else:
            result[key] = apply(change, result.get(key))
    return result
