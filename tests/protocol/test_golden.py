"""Every message, byte for byte: golden files hold what released clients send and expect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from protocol.codec import JSON, MSGPACK
from protocol.messages import FromClient, FromServer, ServerCommand
from rules.model.commands import Any_

GOLDEN = Path(__file__).parent.parent / "golden"


def lines(side: str) -> list[Any]:
    return [
        pytest.param(line, id=f"{path.stem}-{number}")
        for path in sorted((GOLDEN / side).glob("*.json"))
        for number, line in enumerate(json.loads(path.read_text("utf-8")))
    ]


def tags(*classes: type) -> set[str]:
    return {str(cls.__struct_config__.tag) for cls in classes}  # type: ignore[attr-defined]


@pytest.mark.parametrize("line", lines("client"))
def test_what_a_client_sends_is_understood_in_both_encodings(line: dict[str, Any]) -> None:
    text = msgspec.json.encode(line["message"]).decode()
    packed = bytes.fromhex(line["msgpack"])
    message = JSON.decode(text)
    assert MSGPACK.decode(packed) == message
    assert msgspec.json.decode(JSON.encode(message)) == line["message"]


@pytest.mark.parametrize("line", lines("server"))
def test_what_the_server_sends_is_the_same_byte_for_byte(line: dict[str, Any]) -> None:
    text = msgspec.json.encode(line["message"])
    packed = bytes.fromhex(line["msgpack"])
    message = JSON.heard(text)
    assert MSGPACK.heard(packed) == message
    assert JSON.encode(message) == text
    assert MSGPACK.encode(message) == packed


@pytest.mark.parametrize(("side", "union"), [("client", FromClient), ("server", FromServer)])
def test_every_message_has_its_golden_file(side: str, union: Any) -> None:
    assert {path.stem for path in (GOLDEN / side).glob("*.json")} == tags(*get_args(union))


def test_every_command_is_in_the_golden_file() -> None:
    held = json.loads((GOLDEN / "client" / "command.json").read_text("utf-8"))
    given = {line["message"]["command"]["do"] for line in held}
    assert given == tags(*get_args(Any_), *get_args(ServerCommand))
