"""The addresses of NATS servers, and in words what keeps us from them."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from msgspec import Struct

SCHEMES = ("nats", "tls", "ws", "wss")
PORT = 4222


class NoAddress(ValueError):
    """The message is the end of a sentence about a flag; it holds no password."""


class Servers(Struct, frozen=True):
    """`addresses` without secrets, and who we are there: `user` and `password`, `token`, or nothing."""

    addresses: tuple[str, ...]
    user: str | None = None
    password: str | None = None
    token: str | None = None

    @classmethod
    def of(cls, texts: Sequence[str]) -> Servers:
        """From `nats://user:password@host:port`, both percent-encoded. Raises NoAddress."""
        bare, secrets = [], set()
        for text in texts:
            address, secret = _parts(text)
            bare.append(address)
            secrets.add(secret)
        if len(secrets) > 1:
            raise NoAddress("all servers of one cluster need the same user and password.")
        user, password = next(iter(secrets), (None, None))
        if user is not None and password is None:
            return cls(tuple(bare), token=user)
        return cls(tuple(bare), user, password)

    @property
    def options(self) -> dict[str, str]:
        named = {"user": self.user, "password": self.password, "token": self.token}
        return {name: value for name, value in named.items() if value is not None}

    def trouble(self, errors: Sequence[BaseException]) -> str:
        """Why none of the servers lets us in: a sentence, with the most telling of `errors`."""
        where = " or ".join(self.addresses)
        for error in errors:
            if isinstance(error, ssl.SSLCertVerificationError):
                return (
                    f"The certificate of NATS at {where} is not trusted here ({error.verify_message})."
                    " Let SSL_CERT_FILE name its CA's certificate."
                )
        for error in errors:
            if "authorization" in str(error).lower() or "authentication" in str(error).lower():
                return (
                    f"NATS at {where} refuses this user, password or credentials file."
                    " In an address, signs like @ : / % # are written %40 %3A %2F %25 %23."
                )
        for error in errors:
            if isinstance(error, ssl.SSLError):
                return f"NATS at {where} and this machine agree on no TLS ({error.reason})."
        why = "; ".join(dict.fromkeys(str(error) or "no answer" for error in errors))
        return f"No NATS server can be reached at {where} ({why or 'no answer'})."


def _parts(text: str) -> tuple[str, tuple[str | None, str | None]]:
    try:
        parts = urlsplit(text if "://" in text else f"nats://{text}")
        host, port = parts.hostname, parts.port or PORT
    except ValueError:
        host = port = None
    if host is None or parts.scheme not in SCHEMES or parts.path not in ("", "/"):
        shown = text.rpartition("@")[2]
        raise NoAddress(f"{shown} is no address like nats://user:password@host:{PORT}.")
    user = unquote(parts.username) if parts.username is not None else None
    password = unquote(parts.password) if parts.password is not None else None
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}:{port}", (user, password)
