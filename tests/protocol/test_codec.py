"""What is no message is refused with a code, and the command it was keeps its id."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import CODECS, JSON, MAX_FRAME, MSGPACK, BadMessage, Codec, Outgoing
from protocol.messages import CommandMessage, Hello, Pong
from rules.model.commands import Advance, Change

both = pytest.mark.parametrize("codec", [JSON, MSGPACK], ids=["json", "msgpack"])


def frame(codec: Codec, value: Any) -> str | bytes:
    return msgspec.json.encode(value).decode() if codec.text else msgspec.msgpack.encode(value)


def command(**fields: Any) -> dict[str, Any]:
    return {"type": "command", "id": "c1", "command": fields}


def refusal(codec: Codec, value: Any) -> BadMessage:
    with pytest.raises(BadMessage) as caught:
        codec.decode(frame(codec, value))
    return caught.value


BAD: dict[str, dict[str, Any]] = {
    "a missing field": command(do="hit", damage=3),
    "a wrong type": command(do="hit", combatant="mage", damage="3"),
    "a truth for a number": command(do="hit", combatant="mage", damage=True),
    "a fraction for an integer": command(do="hit", combatant="mage", damage=2.5),
    "an unknown command": command(do="explode"),
    "no command at all": command(combatant="mage"),
    "a number for a list": command(do="settle", order=3),
    "null where nothing may be absent": command(do="delay", combatant=None),
    "a batch in a batch": command(do="batch", commands=[{"do": "batch", "commands": []}]),
}

ILLEGAL: dict[str, dict[str, Any]] = {
    "an integer above 2^53 − 1": command(do="hit", combatant="mage", damage=2**53),
    "an integer below −(2^53 − 1)": command(do="hit", combatant="mage", damage=-(2**53)),
    "an integer written as a float": command(do="hit", combatant="mage", damage=1e21),
    "a large integer where anything may stand": command(
        do="change", combatant="mage", set={"traits": {"x": [2**53]}}
    ),
    "a control character": command(do="mark", combatant="mage", name="a\nb"),
    "a control character in a free value": command(do="open", system="adnd1e\x07"),
    "a control character in a key": command(do="change", combatant="a", set={"x\x7f": 1}),
    "501 characters": command(do="ready", combatant="mage", trigger="x" * 501),
    "501 characters in a free value": command(
        do="change", combatant="mage", set={"name": "x" * 501}
    ),
    "an id with a space": command(do="delay", combatant="the mage"),
    "an id of 65 characters": command(do="delay", combatant="m" * 65),
    "a choice that there is not": command(do="advance", to="sideways"),
    "a clock below its range": command(do="clock", every=0.1),
    "a date that is none": command(do="invite", role="player", expires="2030-01-31T20:00:00"),
}


@both
@pytest.mark.parametrize("value", BAD.values(), ids=BAD)
def test_a_wrong_shape_is_a_bad_message(codec: Codec, value: dict[str, Any]) -> None:
    bad = refusal(codec, value)
    assert (bad.code, bad.id) == ("bad_message", "c1")


@both
@pytest.mark.parametrize("value", ILLEGAL.values(), ids=ILLEGAL)
def test_a_wrong_value_is_illegal(codec: Codec, value: dict[str, Any]) -> None:
    bad = refusal(codec, value)
    assert (bad.code, bad.id) == ("illegal_value", "c1")


@both
@pytest.mark.parametrize(
    "value", [None, 3, "hello", [], {}, {"type": "dance"}, {"type": 3}, {"type": "update"}]
)
def test_what_is_no_message_is_a_bad_message(codec: Codec, value: Any) -> None:
    bad = refusal(codec, value)
    assert (bad.code, bad.id) == ("bad_message", None)


@both
@pytest.mark.parametrize("id", [None, 7, "", "x" * 501, "a\x00b"])
def test_an_id_that_is_none_is_not_repeated(codec: Codec, id: Any) -> None:
    bad = refusal(codec, {"type": "command", "id": id, "command": {"do": "undo"}})
    assert bad.id is None


@both
def test_a_refusal_says_where(codec: Codec) -> None:
    value = command(do="declare", combatant="a", actions=[{"act": "spell", "segments": "x"}])
    assert refusal(codec, value).detail == {"at": "command.actions[0].segments"}


@both
def test_the_very_limits_are_within(codec: Codec) -> None:
    top = 2**53 - 1
    value = command(do="change", combatant="m" * 64, set={"name": "é" * 500, "hp": -top, "x": top})
    message = codec.decode(frame(codec, value))
    assert message == CommandMessage("c1", Change("m" * 64, value["command"]["set"]))


@both
def test_two_and_two_point_nought_are_the_same_number(codec: Codec) -> None:
    one = codec.decode(frame(codec, command(do="hit", combatant="a", damage=2.0)))
    assert one == codec.decode(frame(codec, command(do="hit", combatant="a", damage=2)))


@both
def test_fields_that_a_newer_client_knows_are_passed_over(codec: Codec) -> None:
    value = {**command(do="advance", speed="fast"), "trace": {"deep": [1]}}
    assert codec.decode(frame(codec, value)) == CommandMessage("c1", Advance())


@pytest.mark.parametrize(
    "text", ["", "{", "nonsense", "NaN", '{"type":"ping","t":1e999}', '{"type":"ping"}{', "\ud800"]
)
def test_broken_json_is_a_bad_message(text: str) -> None:
    with pytest.raises(BadMessage) as caught:
        JSON.decode(text)
    assert caught.value.code == "bad_message"


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"\xc1",
        b"\x81\x01\x02",  # a key that is a number
        b"\xa1\xff",  # a text that is not UTF-8
        msgspec.msgpack.encode({"type": "ping", "t": float("nan")}),
        msgspec.msgpack.encode({"type": "ping", "t": b"bytes"}),
        msgspec.msgpack.encode({"type": "ping"}) + b"\x00",
    ],
)
def test_broken_messagepack_is_a_bad_message(packed: bytes) -> None:
    with pytest.raises(BadMessage) as caught:
        MSGPACK.decode(packed)
    assert caught.value.code == "bad_message"


def test_a_text_frame_is_no_messagepack() -> None:
    with pytest.raises(BadMessage):
        MSGPACK.decode('{"type":"ping"}')


@both
@pytest.mark.parametrize("depth", [40, 2_000, 30_000])
def test_what_nests_too_deep_is_a_bad_message(codec: Codec, depth: int) -> None:
    deep = b"[" * depth + b"]" * depth if codec.text else b"\x91" * depth + b"\xc0"
    with pytest.raises(BadMessage) as caught:
        codec.decode(deep)
    assert caught.value.code == "bad_message"


@both
def test_a_frame_above_64_kib_is_too_large_and_keeps_its_id(codec: Codec) -> None:
    bad = refusal(codec, command(do="settle", order=["m" * 64] * 1_100))
    assert (bad.code, bad.id, bad.detail) == ("too_large", "c1", {"max": MAX_FRAME})


def test_size_is_counted_in_bytes() -> None:
    texts = ["é" * 500] * 70
    assert len(str(texts)) < MAX_FRAME < len(str(texts).encode())
    bad = refusal(JSON, command(do="settle", order=texts))
    assert bad.code == "too_large"


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
)
words = st.sampled_from(["hit", "change", "mage", "advance", "next", "c1", "command", "ping"])
fields = st.dictionaries(
    st.sampled_from(["combatant", "damage", "set", "to", "force", "order"]), plain | words
)
frames = st.fixed_dictionaries(
    {"type": words},
    optional={
        "id": plain | words,
        "t": plain,
        "command": st.builds(lambda do, rest: {"do": do, **rest}, words, fields),
    },
)


def judged(codec: Codec, sent: str | bytes) -> Any:
    try:
        return codec.decode(sent)
    except BadMessage as bad:
        return bad.code, bad.id


@given(frames | plain)
def test_both_encodings_judge_alike(value: Any) -> None:
    text, packed = frame(JSON, value), frame(MSGPACK, value)
    assert judged(JSON, text) == judged(MSGPACK, packed)


@given(st.binary(max_size=200))
def test_no_bytes_do_anything_but_decode_or_be_refused(data: bytes) -> None:
    for codec in CODECS.values():
        verdict = judged(codec, data)
        if isinstance(verdict, tuple):
            assert verdict[0] in {"bad_message", "illegal_value", "too_large"}
        else:
            assert codec.decode(codec.encode(verdict)) == verdict


def test_a_message_for_many_is_encoded_once_per_subprotocol() -> None:
    once = Outgoing(Pong(1))
    assert once.bytes(JSON) is once.bytes(JSON)
    assert JSON.heard(once.bytes(JSON)) == MSGPACK.heard(once.bytes(MSGPACK)) == Pong(1)


def test_a_hello_needs_nothing_but_a_token() -> None:
    assert JSON.decode('{"type":"hello","token":"t"}') == Hello("t")
