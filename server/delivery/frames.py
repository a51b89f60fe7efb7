"""Messages as WebSocket frames (RFC 6455), made once for all connections that get them."""

from __future__ import annotations

from collections.abc import Iterable

from websockets.frames import Frame, Opcode

from protocol.codec import Codec, Once


def framed(codec: Codec, messages: Iterable[Once]) -> bytes:
    """The frames of messages, as they go to every connection that speaks `codec`."""
    opcode = Opcode.TEXT if codec.text else Opcode.BINARY
    frames = [Frame(opcode, one.bytes(codec)).serialize(mask=False) for one in messages]
    return frames[0] if len(frames) == 1 else b"".join(frames)
