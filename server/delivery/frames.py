"""Messages as WebSocket frames (RFC 6455, section 5.2), made once for all connections that get them.

To make one of the library's costs as much as the message inside: these are the heads that a server needs.
"""

from __future__ import annotations

from collections.abc import Iterable

from websockets.frames import Opcode

from protocol.codec import Codec, Outgoing

FINAL = 0x80
"""The bit of a message's last frame: each message is one."""

SHORT, MEDIUM = 126, 1 << 16
"""Lengths from which on the length stands in two and in eight bytes."""


def framed(codec: Codec, messages: Iterable[Outgoing]) -> bytes:
    """The frames of messages, as they go to every connection that speaks `codec`."""
    opcode = Opcode.TEXT if codec.text else Opcode.BINARY
    return b"".join([frame(opcode, one.bytes(codec)) for one in messages])


def frame(opcode: Opcode, data: bytes) -> bytes:
    """One whole message of a server: final, and not masked."""
    length = len(data)
    if length < SHORT:
        head = bytes((FINAL | opcode, length))
    elif length < MEDIUM:
        head = bytes((FINAL | opcode, 126)) + length.to_bytes(2, "big")
    else:
        head = bytes((FINAL | opcode, 127)) + length.to_bytes(8, "big")
    return head + data
