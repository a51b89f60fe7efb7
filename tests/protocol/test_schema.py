"""The JSON Schema says of every message what the codec and the streams say of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol.codec import JSON, BadMessage
from protocol.messages import Catalogue
from protocol.schema import HERE, definitions, written
from protocol.streams import Streams
from protocol.updates import StreamRole
from rules.catalogue import catalogue
from rules.engine.history import History, LogEntry, fold
from tests.protocol.examples import CLIENT, SERVER
from tests.protocol.fight import TABLE
from tests.protocol.recorded import LINE, session

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")

ROOT = Path(__file__).parents[2]
FILE = ROOT / "protocol" / "schema.json"
LOGS = sorted((ROOT / "tests" / "fixtures" / "logs").glob("*-rules-2.jsonl"))

CLOSED = {
    name: schema | {"additionalProperties": False} if "properties" in schema else schema
    for name, schema in definitions(HERE).items()
}
"""A client passes over what it does not know; here every field has to be described."""


def validator(of: str) -> Any:
    schema = {"$ref": HERE.format(name=of), "$defs": CLOSED}
    return jsonschema.Draft202012Validator(schema)


def wrong(of: str, message: Any) -> str:
    """What is wrong with a message of a client ("FromClient") or the server, "" for nothing."""
    error = jsonschema.exceptions.best_match(validator(of).iter_errors(message))
    return "" if error is None else f"{error.json_path}: {error.message}"


def plain(message: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(message))


def said(direction: str) -> list[Any]:
    """What one side says in the session of PROTOCOL.md."""
    lines = [line for text in session().splitlines() if (line := LINE.match(text))]
    return [json.loads(line[3]) for line in lines if line[2] == direction]


def test_the_file_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == written(), "run `make types`"


def test_the_file_is_a_schema_of_2020_12() -> None:
    document = json.loads(written())
    jsonschema.Draft202012Validator.check_schema(document)
    assert document["$schema"] == jsonschema.Draft202012Validator.META_SCHEMA["$id"]


@pytest.mark.parametrize("message", [m for of_type in CLIENT.values() for m in of_type])
def test_what_a_golden_client_sends_is_described(message: dict[str, Any]) -> None:
    assert wrong("FromClient", message) == ""


ABRIDGED = {"snapshot", "catalogue"}
"""Their golden examples hold a view and a system of a few fields; whole ones are tried below."""


@pytest.mark.parametrize(
    "message", [plain(m) for kind, sent in SERVER.items() if kind not in ABRIDGED for m in sent]
)
def test_what_a_golden_server_sends_is_described(message: dict[str, Any]) -> None:
    assert wrong("FromServer", message) == ""


@pytest.mark.parametrize(("of", "direction"), [("FromClient", ">"), ("FromServer", "<")])
def test_the_session_of_the_page_is_described(of: str, direction: str) -> None:
    messages = said(direction)
    assert messages
    assert [text for message in messages if (text := wrong(of, message))] == []


def test_the_catalogue_of_every_system_is_described() -> None:
    assert wrong("CatalogueMessage", plain(Catalogue(catalogue()))) == ""


def sent(file: Path) -> Iterator[tuple[StreamRole, list[Any]]]:
    """What each entry of a log sends to each role: its updates, and at every fiftieth the view."""
    history = History.start()
    streams = Streams.start(TABLE, "log-1", 0, history)
    entries = [line for line in file.read_text("utf-8").splitlines() if '"command"' in line]
    for number, line in enumerate(entries):
        entry = msgspec.json.decode(line, type=LogEntry)
        after = fold(history, entry)
        streams, parts = streams.follow(history, entry, after)
        history = after
        for role, part in parts.items():
            yield role, [plain(once.message) for once in part.updates]
            if number % 50 == 0:
                snapshot = plain(streams.of(role).snapshot.message)
                yield role, [snapshot | {"events": snapshot["events"][-1:]}]


@pytest.mark.parametrize("file", LOGS, ids=lambda file: file.stem)
def test_all_that_is_sent_of_recorded_fights_is_described(file: Path) -> None:
    of = {name: validator(f"{name.title()}Message") for name in ("update", "snapshot")}
    bad = [
        f"{role}: {error.json_path}: {error.message}"
        for role, messages in sent(file)
        for message in messages
        for error in of[message["type"]].iter_errors(message)
    ]
    assert bad == []


def without(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The message without one of its fields, and without one of its command's."""
    for field in message:
        yield {name: value for name, value in message.items() if name != field}
    if command := message.get("command"):
        yield from (message | {"command": less} for less in without(command))


def of_other_types(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The message with one of its fields, or of its command's, that is an object of nonsense."""
    for field in message:
        yield message | {field: {"nonsense": {}}}
    if command := message.get("command"):
        yield from (message | {"command": other} for other in of_other_types(command))


def understood(message: dict[str, Any]) -> bool:
    try:
        JSON.decode(msgspec.json.encode(message))
    except BadMessage:
        return False
    return True


@pytest.mark.parametrize("change", [without, of_other_types])
def test_the_schema_takes_of_a_spoilt_message_what_the_codec_takes(change: Any) -> None:
    schema = jsonschema.Draft202012Validator(json.loads(written()))
    client = schema.evolve(
        schema=schema.schema | {"anyOf": [{"$ref": HERE.format(name="FromClient")}]}
    )
    spoilt = [s for of_type in CLIENT.values() for m in of_type for s in change(m)]
    taken = [client.is_valid(message) for message in spoilt]
    assert True in taken
    assert False in taken
    assert [m for m, valid in zip(spoilt, taken, strict=True) if valid != understood(m)] == []
