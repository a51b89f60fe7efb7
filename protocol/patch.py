"""JSON Merge Patch (RFC 7396) between two values without null."""

from __future__ import annotations

from typing import Any


def diff(old: Any, new: Any) -> Any:
    """The merge patch that leads from `old` to `new`, both JSON values without null.

    `{}` between equal objects. Lists are replaced whole. Parts that are the same object cost
    nothing, so the cost grows with what two views do not share.
    """
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    patch: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key)
        if before is value:
            continue
        if isinstance(before, dict) and isinstance(value, dict):
            if inner := diff(before, value):
                patch[key] = inner
        elif not same(before, value):
            patch[key] = value
    return patch


def same(one: Any, other: Any) -> bool:
    """Equal as JSON values: unlike in Python, 1 is not true and 1.0 not 1."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


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
