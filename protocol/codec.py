"""Bytes <-> messages, as JSON and as MessagePack.

A frame is first read as a plain value, then made into a message: so both encodings are held to
the very same limits, and a refused command can still be named by its id.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from protocol import value_limits
from protocol.messages import CommandId, FromClient, FromServer
from protocol.value_limits import MAX_DEPTH, MAX_VALUES
from rules.model.encounter import MAX_INT
from rules.model.errors import Refused, code_of_invalid

MAX_FRAME = 64 * 1024
"""Bytes of a frame from a client."""
MAX_TEXT = 500

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
SIMPLE = frozenset({str, bool, int, type(None)})


class BadMessage(Refused):
    """A frame that is no message. `id` names the command, where it could still be read."""

    def __init__(
        self,
        code: str,
        message: str,
        id: str | None = None,
        **detail: Any,
    ) -> None:
        super().__init__(code, message, **detail)
        self.id = id


class Codec:
    """One subprotocol. `text`: its frames are text frames (of UTF-8), else binary ones."""

    def __init__(
        self, subprotocol: str, text: bool, form: Any, breach: Callable[[bytes], str]
    ) -> None:
        self.subprotocol = subprotocol
        self.text = text
        self._breach = breach
        self._plain = form.Decoder()
        self._named = form.Decoder(_Named)
        self._heard = form.Decoder(FromServer)
        self._encoder = form.Encoder()

    def decode(self, frame: str | bytes) -> FromClient:
        """The message that a client sent; raises BadMessage."""
        data = frame if isinstance(frame, bytes) else frame.encode(errors="replace")
        if len(data) > MAX_FRAME:
            id = self._name(frame)
            raise BadMessage("too_large", f"a frame of {len(data)} bytes", id, max=MAX_FRAME)
        if breach := self._breach(data):
            raise self._excess(frame, breach)
        try:
            value = self._plain.decode(frame)
        except (msgspec.MsgspecError, RecursionError, UnicodeError, TypeError) as broken:
            raise BadMessage("bad_message", str(broken)) from None
        return _message(value)

    def encode(self, message: FromServer | FromClient) -> bytes:
        """The message as the payload of one frame (RFC 6455)."""
        return bytes(self._encoder.encode(message))

    def heard(self, frame: str | bytes) -> FromServer:
        """The message that a server sent, for clients in Python; raises msgspec.MsgspecError."""
        message: FromServer = self._heard.decode(frame)
        return message

    def _excess(self, frame: str | bytes, breach: str) -> BadMessage:
        if breach == value_limits.TOO_MANY:
            return BadMessage("too_large", breach, self._name(frame), max=MAX_VALUES)
        return BadMessage("bad_message", breach, self._name(frame))

    def _name(self, frame: str | bytes) -> str | None:
        """The command's id of a frame that is too large to be read whole."""
        try:
            named: _Named = self._named.decode(frame)
        except (msgspec.MsgspecError, RecursionError, UnicodeError, TypeError):
            return None
        return named.id


class _Named(msgspec.Struct, tag_field="type", tag="command"):
    id: CommandId


JSON = Codec("turnkeeper.v1.json", True, msgspec.json, value_limits.json)
MSGPACK = Codec("turnkeeper.v1.msgpack", False, msgspec.msgpack, value_limits.msgpack)
CODECS = {codec.subprotocol: codec for codec in (JSON, MSGPACK)}
"""By subprotocol; a client that names none speaks JSON."""


class Outgoing(msgspec.Struct, eq=False, gc=False):
    """A message that many connections get: its bytes are made once per subprotocol."""

    _message: FromServer | None
    _bytes: dict[str, bytes] = msgspec.field(default_factory=dict)

    @property
    def message(self) -> FromServer:
        return self._message or JSON.heard(self._bytes[JSON.subprotocol])

    def packed(self) -> Outgoing:
        """Itself, as JSON from now on: a tenth of what the message takes in memory."""
        self.bytes(JSON)
        self._message = None
        return self

    def bytes(self, codec: Codec) -> bytes:
        """The frame of this message in `codec`."""
        made = self._bytes.get(codec.subprotocol)
        if made is None:
            made = self._bytes[codec.subprotocol] = codec.encode(self.message)
        return made


def _message(value: Any) -> FromClient:
    id = _id(value)
    breach = _tidy(value, id)
    try:
        letter = msgspec.convert({"message": value}, _Letter)
    except msgspec.ValidationError as wrong:
        raise _refusal(str(wrong).replace("$.message", "$"), id) from None
    except (msgspec.MsgspecError, RecursionError) as broken:
        raise BadMessage("bad_message", str(broken), id) from None
    if breach:
        raise BadMessage("illegal_value", breach, id)
    return letter.message


class _Letter(msgspec.Struct):
    """msgspec prepares a struct once for all, but a bare union anew at each call."""

    message: FromClient


def _id(value: Any) -> str | None:
    if not isinstance(value, dict) or value.get("type") != "command":
        return None
    try:
        return msgspec.convert(value.get("id"), CommandId)
    except msgspec.ValidationError:
        return None


def _refusal(wrong: str, id: str | None) -> BadMessage:
    """What msgspec found wrong, and `at` which place of the message."""
    code = code_of_invalid(wrong)
    place = wrong.partition(" - at `$.")[2].partition("`")[0]
    detail = {"at": place} if place else {}
    return BadMessage(code, wrong, id, **detail)


def _tidy(box: Any, id: str | None, depth: int = 0) -> str:
    """Holds a plain value to what JSON can say, and says which limit it breaks ("" for none).

    2.0 becomes 2 in place: it is the same number to JavaScript, which may write either.
    """
    if depth > MAX_DEPTH:
        raise BadMessage("bad_message", f"nested deeper than {MAX_DEPTH}", id)
    breach = ""
    for key, item in _members(box, id):
        kind = type(item)
        if kind is dict or kind is list:
            found = _tidy(item, id, depth + 1)
        elif kind is float:
            box[key] = _number(item, id)
            found = _breach(box[key])
        elif kind in SIMPLE:
            found = _breach(item)
        else:
            raise BadMessage("bad_message", f"no JSON value: {kind.__name__}", id)
        breach = breach or _breach(key) or found
    return breach


def _members(box: Any, id: str | None) -> Iterable[tuple[Any, Any]]:
    """Those of a list or object; MessagePack can hold what is nothing in JSON."""
    if type(box) is list:
        return enumerate(box)
    if type(box) is not dict:
        return ()
    if not all(type(key) is str for key in box):
        raise BadMessage("bad_message", "an object's keys are texts", id)
    return box.items()


def _number(value: float, id: str | None) -> float:
    if not math.isfinite(value):
        raise BadMessage("bad_message", f"no JSON value: {value}", id)
    return int(value) if value.is_integer() else value


def _breach(value: Any) -> str:
    if type(value) is str:
        if len(value) > MAX_TEXT:
            return f"a text of {len(value)} characters, above {MAX_TEXT}"
        return "a text with a control character" if CONTROL.search(value) else ""
    if type(value) is int and abs(value) > MAX_INT:
        return f"an integer outside ±{MAX_INT}"
    return ""
