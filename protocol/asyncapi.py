"""The wire as AsyncAPI 3.0: `python -m protocol.asyncapi > protocol/asyncapi.json`.

The server is described: what it receives is what a client sends.
"""

from __future__ import annotations

import sys
from typing import Any

from protocol.codec import CODECS
from protocol.messages import (
    VERSION,
    Ack,
    Catalogue,
    CatalogueRequest,
    Claim,
    CommandMessage,
    Error,
    Hello,
    Message,
    Mirror,
    Ping,
    Pong,
    Welcome,
)
from protocol.published import UNIONS, name_of
from protocol.schema import Schema, definitions, in_json

ANSWERS: dict[type[Message], tuple[type[Message], ...]] = {
    Hello: (Welcome, Error),
    CommandMessage: (Ack, Error),
    CatalogueRequest: (Catalogue, Error),
    Claim: (Mirror, Error),
    Ping: (Pong, Error),
}
"""What a client's message is answered with; all else the server sends by itself."""

UNASKED = [
    cls for cls in UNIONS["FromServer"] if not any(cls in answers for answers in ANSWERS.values())
]

DESCRIPTION = """\
Generated from the messages by `make types`; do not edit. PROTOCOL.md explains every field and the
order of messages: `hello` comes first, and a command is answered behind the updates that it makes.
The subprotocol says how messages are written: turnkeeper.v1.json, as here, or the same objects as
MessagePack in binary frames, turnkeeper.v1.msgpack."""


def written() -> str:
    """The whole file."""
    both = (*UNIONS["FromClient"], *UNIONS["FromServer"])
    return in_json(
        {
            "asyncapi": "3.0.0",
            "info": {
                "title": "Turnkeeper",
                "version": str(VERSION),
                "description": DESCRIPTION,
                "license": {"name": "MIT"},
            },
            "defaultContentType": "application/json",
            "servers": {"local": {"host": "localhost:8765", "protocol": "ws"}},
            "channels": {"table": _channel(both)},
            "operations": _operations(),
            "components": {
                "messages": {name_of(cls): _message(cls) for cls in both},
                "schemas": definitions("#/components/schemas/{name}"),
            },
        }
    )


def _channel(messages: tuple[type, ...]) -> Schema:
    subprotocol = {"type": "string", "enum": list(CODECS)}
    headers = {"type": "object", "properties": {"Sec-WebSocket-Protocol": subprotocol}}
    return {
        "address": "/ws",
        "description": "One WebSocket, for the table that the token in `hello` names.",
        "messages": {
            name_of(cls): {"$ref": f"#/components/messages/{name_of(cls)}"} for cls in messages
        },
        "bindings": {"ws": {"method": "GET", "headers": headers}},
    }


def _message(cls: type[Message]) -> Schema:
    return {
        "name": str(cls.__struct_config__.tag),
        "title": name_of(cls),
        "payload": {"$ref": f"#/components/schemas/{name_of(cls)}"},
    }


def _operations() -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    for asked, answers in ANSWERS.items():
        reply = {"channel": CHANNEL, "messages": _of_channel(answers)}
        found["receive" + name_of(asked)] = _operation("receive", asked) | {"reply": reply}
    for sent in UNASKED:
        found["send" + name_of(sent)] = _operation("send", sent)
    return found


CHANNEL = {"$ref": "#/channels/table"}


def _operation(action: str, cls: type) -> Schema:
    return {"action": action, "channel": CHANNEL, "messages": _of_channel((cls,))}


def _of_channel(messages: tuple[type[Any], ...]) -> list[Schema]:
    return [{"$ref": f"#/channels/table/messages/{name_of(cls)}"} for cls in messages]


if __name__ == "__main__":
    sys.stdout.write(written())
