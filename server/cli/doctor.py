"""Why can nobody reach the server? Tries what a browser would do, and names what stands in the way."""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import json
import socket
import ssl
import time
from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime
from functools import partial
from urllib.parse import parse_qs, urlsplit

import msgspec
from msgspec import Struct
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException
from websockets.typing import Origin

from protocol.codec import JSON
from protocol.messages import Error, Hello, Welcome
from server import __version__
from server.http.foundry import MANIFEST

PATIENCE = 10.0
"""Seconds for each attempt."""

CLOCK = 60.0
"""Seconds by which two clocks may differ."""


HTTPS = "A tabletop over https needs https here too: a proxy, or --tls-cert and --tls-key."


class Finding(Struct, frozen=True):
    """One thing that was tried: well, or not, and then what to do about it."""

    well: bool
    what: str
    advice: str = ""


class Target(Struct, frozen=True):
    """Where a link leads."""

    secure: bool
    host: str
    port: int
    prefix: str
    table: str = ""
    token: str = ""

    @classmethod
    def of(cls, url: str) -> Target:
        """Of a page's, a link's or a WebSocket's address. Raises ValueError."""
        parts = urlsplit(url if "://" in url else f"http://{url}")
        secure = parts.scheme in ("https", "wss")
        if parts.scheme not in ("http", "https", "ws", "wss") or not parts.hostname:
            raise ValueError(f"{url} is no address of a server")
        path = parts.path.rstrip("/").removesuffix("/ws")
        secret = {name: values[0] for name, values in parse_qs(parts.fragment).items()}
        port = parts.port or (443 if secure else 80)
        return cls(
            secure, parts.hostname, port, path, secret.get("table", ""), secret.get("token", "")
        )

    @property
    def socket(self) -> str:
        """The address of the WebSocket there."""
        scheme = "wss" if self.secure else "ws"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}{self.prefix}/ws"


async def examine(target: Target, origin: str = "") -> AsyncIterator[Finding]:
    """One finding after the other; after one that is not well, those behind it are not tried.

    `origin`: the address of a page, a tabletop's for one, that is to connect; ValueError if it is none.
    """
    origin = _origin(origin)
    for step in (_reach, _answer, _address, _upgrade, partial(_admits, origin), _hello):
        findings = await step(target)
        for finding in findings:
            yield finding
        if not all(finding.well for finding in findings):
            return
    for finding in _browsers(target):
        yield finding


async def _reach(target: Target) -> list[Finding]:
    """Name and port, then the certificate."""
    where = f"{target.host}:{target.port}"
    try:
        await _touch(target, None)
    except socket.gaierror:
        return [Finding(False, f"{target.host} is no known name", "Check the spelling, or DNS.")]
    except (OSError, TimeoutError):
        advice = "Is the server running there, listening on that address, not behind a firewall?"
        return [Finding(False, f"{where} cannot be reached", advice)]
    try:
        if target.secure:
            await _touch(target, ssl.create_default_context())
    except ssl.SSLCertVerificationError as error:
        advice = "Get one that browsers accept, or let a proxy do it."
        return [Finding(False, f"its certificate: {error.verify_message}", advice)]
    except (OSError, TimeoutError):
        return [Finding(False, f"{where} speaks no TLS", "Use http://, or give it a certificate.")]
    return [Finding(True, f"{where} can be reached")]


async def _touch(target: Target, context: ssl.SSLContext | None) -> None:
    async with asyncio.timeout(PATIENCE):
        _, writer = await asyncio.open_connection(target.host, target.port, ssl=context)
    writer.close()


async def _answer(target: Target) -> list[Finding]:
    """Health, and the clock."""
    try:
        status, date, body = await asyncio.to_thread(_get, target, "/livez")
        ready, _, _ = await asyncio.to_thread(_get, target, "/readyz")
    except (OSError, http.client.HTTPException):
        return [Finding(False, "it speaks no HTTP", "Is that the port of Turnkeeper?")]
    if status != http.client.OK or body.strip() != b"ok":
        advice = "A proxy without Turnkeeper behind it, or under another path?"
        return [Finding(False, f"{target.prefix}/livez answers {status}, not Turnkeeper", advice)]
    if ready != http.client.OK:
        return [Finding(False, "the server is not ready", "Its log says what its store lacks.")]
    return [Finding(True, "the server is well"), _clock(date)]


def _get(target: Target, path: str) -> tuple[int, str, bytes]:
    """Status, time and content."""
    kind = http.client.HTTPSConnection if target.secure else http.client.HTTPConnection
    connection = kind(target.host, target.port, timeout=PATIENCE)
    try:
        connection.request("GET", target.prefix + path)
        answer = connection.getresponse()
        return answer.status, answer.headers.get("Date", ""), answer.read()
    finally:
        connection.close()


def _clock(date: str) -> Finding:
    try:
        apart = abs(parsedate_to_datetime(date).timestamp() - time.time())
    except ValueError:
        return Finding(True, "it does not tell the time")
    if apart > CLOCK:
        advice = "Set both clocks; invites that expire go by the server's."
        return Finding(False, f"its clock is {apart:.0f} s off yours", advice)
    return Finding(True, "its clock agrees with yours")


async def _address(target: Target) -> list[Finding]:
    """What the server takes its own address for: links and the tabletops' manifests hold it."""
    status, _, body = await asyncio.to_thread(_get, target, MANIFEST)
    try:
        believed = Target.of(json.loads(body)["url"])
    except (ValueError, KeyError, TypeError):
        advice = "Does a proxy pass on all paths below the prefix?"
        return [Finding(False, f"{target.prefix}{MANIFEST} answers {status}", advice)]
    if believed.socket == target.socket:
        return [Finding(True, "the server knows its address")]
    name = believed.socket.removesuffix("/ws")
    if believed.host != target.host:
        return [Finding(True, f"the server's own address is another: {name}", "Try that one too.")]
    advice = "Start it with --public-url and the address that people open."
    return [Finding(False, f"the server takes its address for {name}", advice)]


async def _upgrade(target: Target) -> list[Finding]:
    try:
        async with connect(target.socket, open_timeout=PATIENCE):
            return [Finding(True, "a WebSocket opens")]
    except InvalidStatus as refused:
        status = refused.response.status_code
        advice = "A proxy in front must pass on the headers Upgrade and Connection (HTTP/1.1)."
        return [Finding(False, f"{target.prefix}/ws answers {status} instead of opening", advice)]
    except (InvalidHandshake, OSError, TimeoutError) as error:
        advice = "Something between here and the server breaks WebSockets."
        return [Finding(False, f"no WebSocket opens: {error}", advice)]


async def _admits(origin: str, target: Target) -> list[Finding]:
    if not origin:
        return []
    if origin.startswith("https:") and not target.secure and not _loopback(target.host):
        return [Finding(False, f"pages of {origin} have https and cannot reach this http", HTTPS)]
    try:
        async with connect(target.socket, open_timeout=PATIENCE, origin=Origin(origin)):
            return [Finding(True, f"pages of {origin} may connect")]
    except InvalidStatus:
        advice = f"Start the server with: --origin {origin}"
        return [Finding(False, f"pages of {origin} may not connect", advice)]


def _origin(page: str) -> str:
    """Of a page's address what a browser says of it: scheme, host and, if it is another one, port."""
    if page in ("", "null"):
        return page
    parts = urlsplit(page)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"{page} is no address of a page: https://host, or http://host:port")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    port = "" if parts.port in (None, usual) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


async def _hello(target: Target) -> list[Finding]:
    """With a link: whether it still lets somebody in."""
    if not target.token:
        return []
    try:
        async with asyncio.timeout(PATIENCE), connect(target.socket) as opened:
            hello = Hello(table=target.table, token=target.token, name="doctor")
            await opened.send(JSON.encode(hello), text=True)
            answer = JSON.heard(await opened.recv())
    except (OSError, TimeoutError, WebSocketException, msgspec.MsgspecError) as error:
        return [Finding(False, f"the server does not answer hello: {error}", "See its log.")]
    if isinstance(answer, Welcome):
        opened_as = Finding(True, f"the link opens {answer.table} as {answer.role}")
        return [opened_as, _version(answer.server)]
    why = answer.message if isinstance(answer, Error) else "it answers something else"
    return [Finding(False, f"the link opens nothing: {why}", "Make a new one: turnkeeper invite.")]


def _version(server: str) -> Finding:
    if server == __version__:
        return Finding(True, f"it is version {server}, as this is")
    advice = "What was installed in a tabletop from an older one may want to be updated."
    return Finding(True, f"it is version {server}, this is {__version__}", advice)


def _browsers(target: Target) -> list[Finding]:
    """What a browser does not allow although all the above is well."""
    if target.secure or _loopback(target.host):
        return []
    findings = [
        Finding(
            True,
            "pages opened by https:// cannot use it, for it has no TLS",
            HTTPS,
        )
    ]
    if _private(target.host):
        advice = "People from elsewhere cannot reach it; Chrome asks before a page may."
        findings.append(Finding(True, f"{target.host} is an address of a local network", advice))
    return findings


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _private(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return host.endswith(".local")
