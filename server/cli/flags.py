"""What each flag may be: looked at before anything is opened, so that a mistake is one sentence."""

from __future__ import annotations

import ipaddress
import math
import ssl
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from server.ops.config import Settings
from server.store.jetstream.addresses import NoAddress, Servers

LAST_PORT = 65535
MOST_REPLICAS = 5
"""JetStream's limit."""


def mistakes(settings: Settings) -> Iterator[str]:
    """A sentence for each flag that cannot be as it is given."""
    yield from _ports(settings)
    yield from _addresses(settings)
    yield from _tls(settings.tls_cert, settings.tls_key)
    yield from _numbers(settings)
    yield from nats(settings.nats, settings.nats_credentials, settings.nats_replicas)


def public_url(url: str | None) -> Iterator[str]:
    """A sentence if `--public-url` cannot be what was given."""
    if url is not None and not _is_page(url):
        yield f"--public-url {url} is no address: it begins with http:// or https://, and names a host."


def nats(addresses: tuple[str, ...], credentials: Path | None, replicas: int = 1) -> Iterator[str]:
    """A sentence for each of `--nats`, `--nats-credentials` and `--nats-replicas` that cannot be."""
    try:
        Servers.of(addresses)
    except NoAddress as wrong:
        yield f"--nats: {wrong}"
    if credentials is not None and not credentials.is_file():
        yield f"--nats-credentials {credentials}: there is no such file."
    if not 1 <= replicas <= MOST_REPLICAS:
        yield f"--nats-replicas {replicas}: from 1 to {MOST_REPLICAS}."


def _ports(settings: Settings) -> Iterator[str]:
    if not 0 <= settings.port <= LAST_PORT:
        yield f"--port {settings.port}: from 0 to {LAST_PORT}."
    if settings.metrics is not None:
        host, _, port = settings.metrics.rpartition(":")
        if not (port.isdecimal() and int(port) <= LAST_PORT and host):
            yield f"--metrics {settings.metrics} is no HOST:PORT, like 127.0.0.1:9100."


def _addresses(settings: Settings) -> Iterator[str]:
    yield from public_url(settings.public_url)
    for origin in settings.origins:
        if not _is_origin(origin):
            yield f"--origin {origin} is no origin: https://HOST, with a port if need be, and no path."
    for block in settings.trusted_proxies:
        try:
            ipaddress.ip_network(block, strict=False)
        except ValueError:
            yield f"--trust-proxy {block} is no network, like 127.0.0.1/32 or 10.0.0.0/8."


def _tls(cert: Path | None, key: Path | None) -> Iterator[str]:
    if (cert is None) != (key is None):
        yield "--tls-cert and --tls-key belong together."
    elif cert is not None and key is not None:
        for name, file in (("--tls-cert", cert), ("--tls-key", key)):
            if not file.is_file():
                yield f"{name} {file}: there is no such file."
                return
        try:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(cert, key)
        except OSError as error:
            why = error.strerror or str(error)
            yield f"--tls-cert {cert} and --tls-key {key} cannot be used together ({why})."


def _numbers(settings: Settings) -> Iterator[str]:
    for name, number in (("--rate", settings.rate), ("--drain", settings.drain)):
        if not (math.isfinite(number) and number >= 0):
            yield f"{name} {number}: 0 or more."


def _is_page(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and (parts.port is None or parts.port > 0)
            and not (parts.query or parts.fragment or parts.username)
            and not any(sign.isspace() for sign in url)
        )
    except ValueError:
        return False


def _is_origin(origin: str) -> bool:
    return _is_page(origin) and urlsplit(origin).path in ("", "/")
