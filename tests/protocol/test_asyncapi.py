"""The AsyncAPI document is one, and describes every message in its direction."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from protocol.asyncapi import written
from protocol.messages import FromClient, FromServer
from protocol.published import name_of

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")

ROOT = Path(__file__).parents[2]
FILE = ROOT / "protocol" / "asyncapi.json"
SPECIFIED = ROOT / "node_modules" / "@asyncapi" / "specs" / "schemas" / "3.0.0.json"


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(written())


@pytest.fixture(scope="module")
def specification() -> Any:
    """What AsyncAPI itself says of a document of 3.0, in draft 7."""
    if not SPECIFIED.is_file():
        pytest.skip("npm ci has not installed @asyncapi/specs")
    return jsonschema.Draft7Validator(json.loads(SPECIFIED.read_text("utf-8")))


def references(part: Any) -> list[str]:
    """Every `$ref` in a part of the document."""
    if isinstance(part, list):
        return [ref for item in part for ref in references(item)]
    if not isinstance(part, dict):
        return []
    found = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
    return found + [ref for item in part.values() for ref in references(item)]


def resolved(document: Any, ref: str) -> Any:
    """What a reference within the document leads to; KeyError where it leads nowhere."""
    part = document
    for name in ref.removeprefix("#/").split("/"):
        part = part[name]
    return part


def types(document: Any, messages: list[Any]) -> set[str]:
    """The `type`s of messages that an operation or its reply refers to."""
    return {resolved(document, resolved(document, m["$ref"])["$ref"])["name"] for m in messages}


def tags(union: Any) -> set[str]:
    return {str(cls.__struct_config__.tag) for cls in get_args(union)}


def test_the_file_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == written(), "run `make types`"


def test_it_is_a_document_of_asyncapi_3_0(document: Any, specification: Any) -> None:
    assert [error.message for error in specification.iter_errors(document)] == []


def test_the_specification_refuses_an_operation_without_its_channel(
    document: Any, specification: Any
) -> None:
    spoilt = document | {"operations": {"sendAckMessage": {"action": "send"}}}
    assert not specification.is_valid(spoilt)


def test_every_reference_leads_somewhere(document: Any) -> None:
    found = references(document)
    assert found
    assert all(resolved(document, ref) for ref in found)


def test_nothing_stands_in_it_that_nobody_refers_to(document: Any) -> None:
    held = document["components"]
    named = {f"#/components/{kind}/{name}" for kind in held for name in held[kind]}
    unions = {f"#/components/schemas/{name}" for name in ("FromClient", "FromServer", "EventName")}
    assert named - set(references(document)) == unions


def test_the_server_receives_what_clients_send_and_sends_the_rest(document: Any) -> None:
    operations = document["operations"].values()
    received = [m for op in operations if op["action"] == "receive" for m in op["messages"]]
    sent = [m for op in operations if op["action"] == "send" for m in op["messages"]]
    replies = [m for op in operations if "reply" in op for m in op["reply"]["messages"]]
    assert types(document, received) == tags(FromClient)
    assert types(document, sent) | types(document, replies) == tags(FromServer)


@pytest.mark.parametrize("cls", get_args(FromClient | FromServer))
def test_the_payload_of_a_message_is_of_its_type(document: Any, cls: type) -> None:
    message = document["components"]["messages"][name_of(cls)]
    payload = resolved(document, message["payload"]["$ref"])
    assert payload["properties"]["type"] == {"enum": [message["name"]]}
