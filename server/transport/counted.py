"""A WebSocket whose frames and bytes are counted before anything of them is decoded."""

from __future__ import annotations

from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State

from server.transport.rate_limit import Allowance
from server.transport.request_head import Head

AT_A_STRETCH = 2048
"""Bytes read at a time, before the number of frames in them is checked."""


class CountedConnection(ServerConnection):
    """Before the WebSocket is open it takes one request's head; then what `allowance` allows."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.head = Head()
        self.allowance = Allowance.newcomer(self.now())
        self.overdone = False  # it sent more than it may

    def now(self) -> float:
        """Seconds of a monotonic clock."""
        return self.loop.time()

    def exceed(self) -> None:
        """More was sent than is allowed: nothing more of it is read, nor anything that follows."""
        self.overdone = True
        self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        """In pieces: one read can hold 40,000 pings, and each is answered before it is counted."""
        if self.protocol.state is State.CONNECTING:
            if head := self.head.take(data):
                super().data_received(head)
            return
        for start in range(0, len(data), AT_A_STRETCH):
            piece = data[start : start + AT_A_STRETCH]
            if self.overdone or not self._within(self.allowance.bytes(self.now(), len(piece))):
                break
            super().data_received(piece)

    def process_event(self, event: Request | Response | Frame) -> None:
        if self.request is None or self._taken(event):
            super().process_event(event)

    def _taken(self, frame: Any) -> bool:
        """Whether the frame is within the limit, or answers a ping of ours."""
        if frame.opcode is Opcode.PONG and bytes(frame.data) in self.pending_pings:
            return True
        return not self.overdone and self._within(self.allowance.frame(self.now()))

    def _within(self, allowed: bool) -> bool:
        if not allowed and not self.overdone:
            self.exceed()
        return allowed
