"""JSON Merge Patch (RFC 7396) between two values without null."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import msgpack

from rules.people import Revised


def diff(old: Any, new: Any) -> Any:
    """The merge patch that leads from `old` to `new`, both JSON values without null.

    `{}` between equal objects. Lists are replaced whole. What did not change is passed over as
    fast as values compare, and faster where it is the same object.
    """
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    if isinstance(old, Revised) and isinstance(new, Revised):
        keys = {*old.touched, *new.touched} if old.base is new.base else old.keys() | new.keys()
        # What both share by chance must not be told by the order: it is the same in any case.
        return _differences(old, new, sorted(k for k in keys if old.get(k) is not new.get(k)))
    if old.keys() == new.keys():
        return _differences(old, new, new)
    return _differences(old, new, dict.fromkeys((*old, *new)))


def _differences(old: dict[str, Any], new: dict[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """What changed of the values of those `keys`."""
    patch: dict[str, Any] = {}
    for key in keys:
        before, value = old.get(key), new.get(key)
        if before is value:
            continue
        if value is None:
            patch[key] = None
        elif isinstance(before, dict) and isinstance(value, dict):
            if change := diff(before, value):
                patch[key] = change
        elif not same(before, value):
            patch[key] = value
    return patch


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
