"""What is sent before a WebSocket is open: the head of one request, and nothing else.

The library reads a head and would take what follows for frames; a body it drops without an answer.
So each line is looked at before it gets it, and what does not belong here is answered with a status.
"""

from __future__ import annotations

from http import HTTPStatus

LONGEST = 16 * 1024
"""Bytes of a line that is kept until it ends; the library refuses shorter ones than this."""


class Head:
    """Splits the head of an HTTP request from the bytes that arrive."""

    __slots__ = ("_body", "_complete", "_line", "_more")

    def __init__(self) -> None:
        self._line = b""
        self._complete = False
        self._body = False
        self._more = False

    def take(self, data: bytes) -> bytes:
        """What of `data` belongs to the head, without what announces a body."""
        parts = []
        *lines, rest = (self._line + data).split(b"\n")
        for number, line in enumerate(lines):
            if self._complete:
                rest = b"\n".join([*lines[number:], rest])
                break
            parts.append(self._kept(line + b"\n"))
        if self._complete:
            self._more = self._more or bool(rest)
            rest = b""
        elif len(rest) > LONGEST:
            parts.append(rest)
            rest = b""
        self._line = rest
        return b"".join(parts)

    def _kept(self, line: bytes) -> bytes:
        name, _, value = line.partition(b":")
        announced = name.strip().lower()
        length = announced == b"content-length" and value.strip() not in (b"", b"0")
        if length or announced == b"transfer-encoding":
            self._body = True
            return b""
        self._complete = not line.strip()
        return line

    def refusal(self, method: str) -> tuple[HTTPStatus, str] | None:
        """Why a request with this method and this head is not answered, or None."""
        if method not in ("GET", "HEAD"):
            return HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and HEAD."
        if self._body:
            return HTTPStatus.BAD_REQUEST, "A request has no body here."
        if self._more:
            return HTTPStatus.BAD_REQUEST, "One request for each connection."
        return None
