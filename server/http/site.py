"""The few things that the server says over plain HTTP: its health, and the files of the page.

Everything here is public. What is secret crosses the WebSocket only.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
from collections.abc import Awaitable, Callable, Iterable
from email.utils import formatdate
from http import HTTPStatus
from pathlib import Path
from urllib.parse import unquote, urlsplit

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.http import foundry, owlbear, planarally, roll20

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".webmanifest": "application/manifest+json; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".ogg": "audio/ogg",
    ".mp3": "audio/mpeg",
    ".wav": "audio/wav",
}
"""What a browser may get; files of any other kind are not there."""

INDEX = "adapters/browser/index.html"
HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")


def shim() -> Path:
    """Where the clients' files are: beside the server when installed, else in the checkout."""
    here = Path(__file__).resolve().parents[1]
    installed = here / "shim"
    return installed if installed.is_dir() else here.parent / "clients" / "js-shim"


class Site:
    """Answers requests that are no WebSocket's. `prefix`: the path that a proxy may leave on.
    `page`: the address of the page, for who has reached it by a host.
    """

    def __init__(
        self,
        files: Path,
        prefix: str,
        ready: Callable[[], Awaitable[bool]],
        page: Callable[[str], str],
    ) -> None:
        self._files = files.resolve()
        self._prefix = prefix
        self._ready = ready
        self._page = page
        self._made = (
            foundry.Module(self._files),
            owlbear.OwlbearExtension(self._files),
            roll20.Roll20Extension(self._files),
            planarally.Mod(self._files),
        )

    def path(self, request: Request) -> str:
        """The path that was asked for, without the proxy's prefix and without a query."""
        path = unquote(urlsplit(request.path).path)
        if self._prefix and path.startswith(self._prefix + "/"):
            return path[len(self._prefix) :]
        return path

    async def answer(self, request: Request) -> Response:
        response = await self._get(request)
        return bare(response) if request.method == "HEAD" else response

    async def _get(self, request: Request) -> Response:
        path = self.path(request)
        if path == "/livez":
            return plain(HTTPStatus.OK, "ok")
        if path == "/readyz":
            if await self._ready():
                return plain(HTTPStatus.OK, "ok")
            return plain(HTTPStatus.SERVICE_UNAVAILABLE, "not ready")
        host = request.headers.get("Host", "")
        page = self._page(host if HOST.fullmatch(host) else "")
        for tabletop in self._made:
            if made := tabletop.content(path, page):
                return self._found(*made, request)
        return self._file(INDEX if path == "/" else path.lstrip("/"), request)

    def _content(self, name: str) -> bytes | None:
        """A file's bytes, if it really lies in the folder."""
        try:
            file = (self._files / name).resolve()
            return file.read_bytes() if file.is_relative_to(self._files) else None
        except (OSError, RuntimeError, ValueError):  # too long, in a circle, with a zero byte
            return None

    def _file(self, name: str, request: Request) -> Response:
        kind = TYPES.get(Path(name).suffix)
        body = self._content(name) if kind else None
        if kind is None or body is None:
            return plain(HTTPStatus.NOT_FOUND, "There is nothing here.")
        return self._found(kind, body, request)

    def _found(self, kind: str, body: bytes, request: Request) -> Response:
        headers = {
            "Content-Type": kind,
            "ETag": f'"{hashlib.sha256(body).hexdigest()[:32]}"',
            "Cache-Control": "no-cache",
            # Tabletops load these files from pages of other origins; nothing in them is secret.
            "Access-Control-Allow-Origin": "*",
            "Cross-Origin-Resource-Policy": "cross-origin",
        }
        if kind.startswith("text/html"):
            frames = framing(self.path(request))
            headers["Content-Security-Policy"] = policy(request.headers.get("Host", ""), frames)
        if headers["ETag"] in request.headers.get("If-None-Match", ""):
            return respond(HTTPStatus.NOT_MODIFIED, headers, b"")
        return respond(HTTPStatus.OK, headers, body)


def framing(path: str) -> str:
    """Which origins may show a page in a frame: the tabletop that it is made for, else only our own."""
    for tabletop in (owlbear, roll20):
        if path.startswith(tabletop.PAGES):
            return f"'self' {tabletop.ORIGINS}"
    return "'self'"


def policy(host: str, frames: str = "'self'") -> str:
    """What a page may load and reach: only this server. Not every browser's 'self' covers ws:.
    `frames`: who may show it in a frame.
    """
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"media-src 'self' data:; font-src 'self'; connect-src 'self'{sockets}; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        f"frame-ancestors {frames}"
    )


def respond(status: HTTPStatus, headers: dict[str, str], body: bytes) -> Response:
    every = Headers(
        {
            "Date": formatdate(usegmt=True),
            "Connection": "close",
            "Content-Length": str(len(body)),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }
    )
    every.update(headers)
    return Response(status.value, status.phrase, every, body)


def plain(status: HTTPStatus, text: str) -> Response:
    headers = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}
    return respond(status, headers, f"{text}\n".encode())


def bare(response: Response) -> Response:
    """The same answer without its body, for HEAD."""
    return Response(response.status_code, response.reason_phrase, response.headers, b"")


class Origins:
    """Which web pages may connect: the server's own, those of this machine, and those named."""

    def __init__(self, public_url: str | None, named: Iterable[str]) -> None:
        own = {origin_of(public_url)} if public_url else set()
        self._allowed = own | {name.rstrip("/") for name in named}

    def refusal(self, request: Request) -> str | None:
        """Why this page may not connect, or None. What is no browser names no origin."""
        origin = request.headers.get("Origin")
        if origin is None or origin in self._allowed:
            return None
        parts = urlsplit(origin)
        if parts.netloc and parts.netloc == request.headers.get("Host"):
            return None
        if _loopback(parts.hostname or ""):
            return None
        return (
            f"Pages of {origin} may not connect to this server. "
            f"If they should, start it with: --origin {origin}"
        )


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
