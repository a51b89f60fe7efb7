"""A frame is counted before it is decoded: how many values it holds, and how deep they nest."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import value_limits
from protocol.codec import JSON, MAX_FRAME, MSGPACK, BadMessage, Codec
from protocol.value_limits import MAX_DEPTH, MAX_VALUES, TOO_DEEP, TOO_MANY

both = pytest.mark.parametrize("codec", [JSON, MSGPACK], ids=["json", "msgpack"])


def packed(codec: Codec, value: Any) -> bytes:
    return (msgspec.json if codec.text else msgspec.msgpack).encode(value)


def seen(codec: Codec, value: Any) -> str:
    return (value_limits.json if codec.text else value_limits.msgpack)(packed(codec, value))


def nested(depth: int) -> Any:
    value: Any = 0
    for level in range(depth):
        value = [value] if level % 2 else {"a": value}
    return value


@both
def test_a_frame_of_65000_empty_maps_is_refused_by_its_id(codec: Codec) -> None:
    maps = 65_000 if codec is MSGPACK else 21_000
    frame = packed(codec, {"type": "command", "id": "x", "command": [{}] * maps})
    assert len(frame) <= MAX_FRAME
    with pytest.raises(BadMessage) as caught:
        codec.decode(frame)
    assert (caught.value.code, caught.value.id) == ("too_large", "x")
    assert caught.value.detail == {"max": MAX_VALUES}


@both
@pytest.mark.parametrize(("members", "said"), [(MAX_VALUES - 2, ""), (MAX_VALUES, TOO_MANY)])
def test_so_many_values_are_taken_and_no_more(codec: Codec, members: int, said: str) -> None:
    assert seen(codec, [0] * members) == said
    assert seen(codec, {str(number): 0 for number in range(members // 2)}) == said


@both
@pytest.mark.parametrize(("depth", "said"), [(MAX_DEPTH, ""), (MAX_DEPTH + 2, TOO_DEEP)])
def test_so_deep_a_frame_may_nest_and_no_deeper(codec: Codec, depth: int, said: str) -> None:
    assert seen(codec, nested(depth)) == said


@both
def test_what_stands_in_a_text_is_no_value(codec: Codec) -> None:
    texts = ['[{,:"\\'] * 5_000
    assert seen(codec, texts) == ""


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats()
    | st.text(max_size=300) | st.binary(max_size=300),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(), inner, max_size=20),
    max_leaves=60,
)  # fmt: skip


@given(values, st.integers(0, 40))
def test_both_ways_of_writing_are_counted_alike(value: Any, around: int) -> None:
    plain = msgspec.json.decode(msgspec.json.encode(value))  # binaries become texts
    for _ in range(around):
        plain = [plain]
    assert seen(JSON, plain) == seen(MSGPACK, plain)
    assert seen(MSGPACK, value) in ("", TOO_DEEP)


@given(st.binary(max_size=100))
def test_a_look_at_anything_ends(frame: bytes) -> None:
    assert {value_limits.json(frame), value_limits.msgpack(frame)} <= {"", TOO_MANY, TOO_DEEP}


@both
def test_what_is_cut_off_is_left_to_the_decoder(codec: Codec) -> None:
    frame = packed(codec, [{"a": "b"}] * 10)
    for end in range(len(frame)):
        with pytest.raises(BadMessage):
            codec.decode(frame[:end])
