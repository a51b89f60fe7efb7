"""JSON Merge Patch (RFC 7396) between two values without null."""

from __future__ import annotations

from typing import Any

from msgspec import msgpack


def diff(old: Any, new: Any) -> Any:
    """The merge patch that leads from `old` to `new`, both JSON values without null.

    `{}` between equal objects. Lists are replaced whole. What did not change is passed over as
    fast as values compare, and faster where it is the same object.
    """
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    patch: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key)
        if not same(before, value):
            both = isinstance(before, dict) and isinstance(value, dict)
            patch[key] = diff(before, value) if both else value
    return patch


def same(one: Any, other: Any) -> bool:
    """Equal as JSON values: unlike in Python, 1 is not true and 1.0 not 1."""
    return one is other or (one == other and _encode(one) == _encode(other))


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
