"""Opening handshakes (RFC 6455, section 4.2): each request is answered, refused, or becomes a WebSocket."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import MultipleValuesError
from websockets.http11 import Request, Response

from server.http.site import Origins, Site, plain
from server.ops.refusals import Refusals
from server.transport.connection import Peer
from server.transport.handshake_limit import HandshakeLimit


class OpeningHandshakes:
    """Of one server; `stopping` answers whether it is about to stop."""

    def __init__(
        self,
        site: Site,
        origins: Origins,
        limit: HandshakeLimit,
        refusals: Refusals,
        stopping: Callable[[], bool],
    ) -> None:
        self._site = site
        self._origins = origins
        self._limit = limit
        self._refusals = refusals
        self._stopping = stopping

    async def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """The response to a request; None lets the library go on to a WebSocket."""
        if not isinstance(connection, Peer):
            raise TypeError(type(connection))
        if refusal := connection.head.refusal(request.method):
            return self._refuse(refusal[0], "request", refusal[1])
        try:
            if len(request.headers.get_all("Host")) > 1:
                raise MultipleValuesError("Host")
            if self._site.path(request) != "/ws":
                return await self._site.answer(request)
            return self._upgrade(connection, request)
        except MultipleValuesError as twice:
            return self._refuse(HTTPStatus.BAD_REQUEST, "request", f"Said more than once: {twice}.")
        except ValueError:  # an address that is none
            return self._refuse(HTTPStatus.BAD_REQUEST, "address", "That is no address.")

    def _upgrade(self, peer: Peer, request: Request) -> Response | None:
        if refusal := self._origins.refusal(request):
            return self._refuse(HTTPStatus.FORBIDDEN, "origin", refusal)
        if self._stopping():
            return self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "stopping", "Come back soon.")
        if self._limit.enter(peer, request.headers.get_all("X-Forwarded-For")):
            return None
        busy = self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "crowded", "Too many at once.")
        busy.headers["Retry-After"] = "1"
        return busy

    def _refuse(self, status: HTTPStatus, reason: str, text: str) -> Response:
        self._refusals.count(reason)
        refusal = plain(status, text)
        if status is HTTPStatus.METHOD_NOT_ALLOWED:
            refusal.headers["Allow"] = "GET, HEAD"
        # A page is told nothing of a socket that failed: it may ask over HTTP and read why.
        refusal.headers["Access-Control-Allow-Origin"] = "*"
        return refusal
