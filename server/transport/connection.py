"""One WebSocket, and what happens when its other end stops reading.

The library's keepalive does not find such a reader: its ping waits behind the backlog. So a peer
whose buffer is full gets no more updates. When the buffer drains, one snapshot brings the peer up to date;
if it does not drain in time, or too much waits for it, the connection is cut. Nothing waits for a reader.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import sys
from collections.abc import Callable, Sequence
from typing import Any

from websockets.datastructures import Headers
from websockets.protocol import State

from protocol.codec import CODECS, JSON, Codec, Outgoing
from protocol.messages import FromServer, Role
from protocol.session import CloseCode
from protocol.streams import Stream
from protocol.updates import StreamRole
from server.delivery.frames import framed
from server.delivery.subscriber import CohortMembership
from server.ops.logs import log
from server.transport.counted import CountedConnection

KERNEL_BUFFER = 128 * 1024
"""Bytes that the system holds for a reader. Left alone it takes megabytes before we hear of it."""

AT_ONCE = {CloseCode.PROTOCOL_ERROR, CloseCode.NO_TEXT, CloseCode.FULL}
"""After these codes the socket is closed at once; after others the peer has `close_timeout` seconds."""

MOST_HELD = 256
"""How many messages wait for a client that does not read."""


class Peer(CountedConnection):
    """The other end of a WebSocket. Its user, role and invite are known once its `hello` is accepted."""

    slow_after = 5.0
    slow_bytes = 1 << 20

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.session = secrets.token_hex(8)
        self.address = ""
        self.counted = False  # at its address, while it waits to be known
        self.crowded = False  # it came when too many waited
        self.left = sys.maxsize  # descriptors, when it came
        self.arrived: Callable[[Peer, int], None] = lambda peer, descriptor: None
        self.user = ""
        self.role: Role = "observer"
        self.invite = ""
        self.known: Callable[[], None] = lambda: (
            None
        )  # called when it does not wait for `hello` any more
        self.stream: Callable[[], Stream] | None = None  # what it follows, as it is now
        self.cohort: CohortMembership | None = None
        self.seq = 0  # up to where it was sent the stream when it was last excluded
        self._anew = False
        self._held: list[Outgoing] = []
        self._cut: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None] | None = None
        self._ending: asyncio.TimerHandle | None = None  # a close was sent
        self._drained: asyncio.Future[None] | None = None  # while it does not read

    @property
    def codec(self) -> Codec:
        return CODECS.get(str(self.subprotocol), JSON)

    @property
    def stream_role(self) -> StreamRole:
        """Whose stream it follows: observers get that of players."""
        return "gm" if self.role == "gm" else "player"

    @property
    def is_open(self) -> bool:
        """The WebSocket is open in both directions."""
        return self.protocol.state is State.OPEN and not self.transport.is_closing()

    @property
    def keeps_up(self) -> bool:
        return self.is_open and not self.paused

    @property
    def write(self) -> Callable[[bytes], None]:
        return self.transport.write

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        raw = transport.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        super().connection_made(transport)
        self.address = str((self.remote_address or ("",))[0])
        self.arrived(self, raw.fileno() if raw is not None else -1)

    def forget_handshake(self) -> None:
        """What was said before the WebSocket was open: a tenth of what an idle connection weighs."""
        self.response = None
        if self.request is not None:  # that there was one, the library asks for each message
            self.request.headers = Headers()

    def exceed(self) -> None:
        super().exceed()
        self.end(CloseCode.RATE)

    # Sending

    def say(self, message: FromServer) -> None:
        """Send a message to this connection alone."""
        self.answer([Outgoing(message)])

    def answer(self, messages: Sequence[Outgoing]) -> None:
        """Send messages that no snapshot would repeat; they wait while it does not read."""
        if self.paused:
            self._hold(messages)
        elif messages:
            self._write(framed(self.codec, messages))

    def refresh(self) -> None:
        """Send a new snapshot of everything it follows."""
        if self.paused:
            self._anew = True
        elif self.stream is not None:
            self._exclude()
            stream = self.stream()
            self._anew, self.seq = False, stream.seq
            self.answer([stream.snapshot])
            self._include()

    def _hold(self, messages: Sequence[Outgoing]) -> None:
        self._held.extend(messages)
        if len(self._held) > MOST_HELD:
            self.cut("too much waits for it")

    def _write(self, data: bytes) -> None:
        """Only a cohort writes messages too, and none in fragments: no frame comes between two parts."""
        if self.is_open:
            self.transport.write(data)
            self._watch()

    def send_data(self) -> None:
        """The library's own frames; pongs and a close are among them."""
        super().send_data()
        self._watch()
        if not self.is_open:
            self._exclude()
        if self.protocol.close_sent is not None and self._ending is None:
            self._end_soon(self.protocol.close_sent.code)

    def _watch(self) -> None:
        """At every write: the buffer of a peer that does not read grows by whatever is written to it."""
        if self.paused and self.transport.get_write_buffer_size() > self.slow_bytes:
            self.loop.call_soon(self.cut, "too much waits for it")

    def _end_soon(self, code: int) -> None:
        """A close was sent: whatever the other end does, this is over before long."""
        if code in AT_ONCE:
            self.transport.close()
        wait = self.close_timeout or 0.0
        self._ending = self.loop.call_later(wait, self.transport.abort)

    def _include(self) -> None:
        if self.cohort is not None and self.keeps_up:
            self.cohort.include(self)

    def _exclude(self) -> None:
        if self.cohort is not None:
            self.cohort.exclude(self)

    # Readers that stop

    def pause_writing(self) -> None:
        super().pause_writing()
        self._exclude()
        self._drained = self.loop.create_future()
        if self.transport.get_write_buffer_size() > self.slow_bytes:
            self._cut = self.loop.call_later(0, self.cut, "too much waits for it")
        else:
            self._cut = self.loop.call_later(self.slow_after, self.cut, "it stopped reading")

    def resume_writing(self) -> None:
        super().resume_writing()
        self._forgive()
        held, self._held = self._held, []
        if self._anew or self._missed:
            self.refresh()
        self.answer(held)
        self._include()

    @property
    def _missed(self) -> bool:
        """It missed updates while it did not read."""
        return self.stream is not None and self.stream().seq > self.seq

    def connection_lost(self, exc: Exception | None) -> None:
        self.known()
        self._exclude()
        self._forgive()
        if self._ending is not None:
            self._ending.cancel()
        super().connection_lost(exc)

    def _forgive(self) -> None:
        if self._drained is not None:
            self._drained.set_result(None)
            self._drained = None
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None

    async def drained(self) -> None:
        """Returns once the reader keeps up. Nothing more is read from it until then."""
        if self._drained is not None:
            await asyncio.shield(self._drained)

    def cut(self, why: str) -> None:
        """End the connection at once; a close frame would only join the backlog."""
        if self.transport.is_closing():
            return
        log.warning("slow reader cut", session=self.session, why=why, code=CloseCode.TOO_SLOW)
        self._abort()

    def _abort(self) -> None:
        self._exclude()
        self.transport.abort()

    # Ending

    def end(self, code: CloseCode) -> None:
        """Close now, without waiting for an answer. A peer that does not read, or has no WebSocket yet,
        is cut.
        """
        if self.protocol.state is State.OPEN and not self.paused:
            self.protocol.fail(code, code.name.lower())
            self.send_data()
        elif self.protocol.state is not State.CLOSING:
            self._abort()

    def hang_up(self, code: CloseCode, reason: str = "") -> None:
        """Close in the background, after what was said. A peer that does not read is cut."""
        if self.paused:
            self._abort()
        elif self._closing is None:
            self._closing = self.loop.create_task(self.close(code, reason))
