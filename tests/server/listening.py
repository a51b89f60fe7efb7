"""A subscriber without a socket: they keep what they are sent, and merge it as a client does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from protocol.codec import JSON, Codec, Outgoing
from protocol.messages import FromServer, Role
from protocol.patch import apply
from protocol.session import CloseCode
from protocol.streams import Stream
from protocol.updates import StreamRole
from server.delivery.subscriber import CohortMembership

Plain = dict[str, Any]


def messages(frames: bytes) -> list[bytes]:
    """What unmasked frames hold (RFC 6455, section 5.2), each of them a whole message."""
    found: list[bytes] = []
    while frames:
        length, start = frames[1], 2
        if length > 125:
            start = 4 if length == 126 else 10
            length = int.from_bytes(frames[2:start])
        found.append(frames[start : start + length])
        frames = frames[start + length :]
    return found


class Listener:
    """Implements `Subscriber`. They always keep up."""

    codec: Codec = JSON
    keeps_up = True

    def __init__(self, user: str, role: Role) -> None:
        self.session = user
        self.user = user
        self.role = role
        self.invite = user
        self.stream: Callable[[], Stream] | None = None
        self.cohort: CohortMembership | None = None
        self.seq = 0
        self.heard: list[Plain] = []
        self.view: Plain = {}
        self.at = -1
        self.ended: CloseCode | None = None

    @property
    def stream_role(self) -> StreamRole:
        return "gm" if self.role == "gm" else "player"

    @property
    def write(self) -> Callable[[bytes], None]:
        return self._read

    def _read(self, frames: bytes) -> None:
        for data in messages(frames):
            self._hear(data)

    def _hear(self, data: bytes) -> None:
        message: Plain = msgspec.json.decode(data)
        if message["type"] == "snapshot":
            self.view, self.at = message["view"], message["seq"]
        elif message["type"] == "update":
            assert message["seq"] == self.at + 1, "none is missing, none comes twice"
            self.view, self.at = apply(message["patch"], self.view), message["seq"]
        self.heard.append(message)

    def say(self, message: FromServer) -> None:
        self.answer([Outgoing(message)])

    def answer(self, messages: Sequence[Outgoing]) -> None:
        for one in messages:
            self._hear(one.bytes(JSON))

    def refresh(self) -> None:
        assert self.stream is not None
        self.answer([self.stream().snapshot])

    def end(self, code: CloseCode) -> None:
        self.ended = code

    def hang_up(self, code: CloseCode, reason: str = "") -> None:
        self.ended = code

    def of(self, type: str) -> list[Plain]:
        return [message for message in self.heard if message["type"] == type]

    @property
    def live(self) -> bool:
        """What the table last said of itself."""
        said = self.of("status")
        return bool(said[-1]["live"]) if said else True

    def answers(self, id: str) -> list[Plain]:
        """What they were told of the command `id`."""
        return [one for one in self.heard if one["type"] in ("ack", "error") and one["id"] == id]
