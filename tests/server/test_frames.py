"""Frames of our own are those of the library, byte for byte (RFC 6455, section 5.2)."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from protocol.codec import CODECS, JSON, Outgoing
from protocol.messages import Status
from server.delivery.frames import frame, framed

LENGTHS = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000]
"""On both sides of each length at which the head changes."""


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY])
@pytest.mark.parametrize("length", LENGTHS)
def test_a_frame_is_as_the_library_makes_it(opcode: Opcode, length: int) -> None:
    data = b"x" * length
    assert frame(opcode, data) == Frame(opcode, data).serialize(mask=False)


@pytest.mark.parametrize("name", list(CODECS))
def test_messages_are_a_frame_each_of_the_kind_that_their_encoding_wants(name: str) -> None:
    codec = CODECS[name]
    opcode = Opcode.TEXT if codec is JSON else Opcode.BINARY
    messages = [Outgoing(Status(True)), Outgoing(Status(False))]
    library = [Frame(opcode, one.bytes(codec)).serialize(mask=False) for one in messages]
    assert framed(codec, messages) == b"".join(library)
    assert framed(codec, []) == b""
