"""A patch leads from one view to the next, and says no more than that."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.patch import apply, diff, same

values = st.recursive(
    st.booleans() | st.integers(0, 2) | st.floats(0, 2) | st.sampled_from("abc"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4)
    ),
)


@given(values, values)
def test_a_patch_leads_from_the_old_to_the_new(old: Any, new: Any) -> None:
    assert same(apply(diff(old, new), old), new)


@given(values)
def test_what_is_equal_needs_no_patch(value: Any) -> None:
    if isinstance(value, dict):
        assert diff(value, dict(value)) == {}


@given(st.dictionaries(st.sampled_from("abcd"), values), values)
def test_a_patch_names_only_what_changed(old: dict[str, Any], value: Any) -> None:
    assert diff(old, {**old, "x": value}) == {"x": value}


def test_a_patch_is_made_of_the_smallest_objects() -> None:
    old = {"combatants": {"mage": {"hp": 12, "side": "party"}, "orc": {"hp": 6}}, "at": 3}
    new = {"combatants": {"mage": {"hp": 9, "side": "party"}}, "at": 3, "active": ["mage"]}
    assert diff(old, new) == {
        "combatants": {"mage": {"hp": 9}, "orc": None},
        "active": ["mage"],
    }


def test_lists_are_replaced_whole() -> None:
    assert diff({"a": [1, 2]}, {"a": [1, 2, 3]}) == {"a": [1, 2, 3]}


@pytest.mark.parametrize(("old", "new"), [(1, True), (0, False), ([1], [True]), (1, "1")])
def test_a_truth_is_not_a_number(old: Any, new: Any) -> None:
    assert diff({"a": old}, {"a": new}) == {"a": new}


# The examples of RFC 7396, appendix A.
RFC: list[tuple[Any, Any, Any]] = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


@pytest.mark.parametrize(("value", "patch", "result"), RFC)
def test_a_patch_is_applied_as_the_rfc_says(value: Any, patch: Any, result: Any) -> None:
    assert apply(patch, value) == result
