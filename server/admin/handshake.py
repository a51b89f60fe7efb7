"""How the command line and a running server show each other that both know the secret of `server.json`.

The secret itself is never sent: a file may be stale, and whoever listens at its port by now is
somebody else. The asker sends a number that is used once; the server proves first, then the asker.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from msgspec import Struct


class Challenge(Struct, frozen=True):
    """The asker's first line."""

    nonce: str


class Proof(Struct, frozen=True):
    """The server's answer: `proof` for the asker's nonce, and one of its own."""

    proof: str
    nonce: str


def nonce() -> str:
    """A number that is used once: 32 random bytes."""
    return secrets.token_urlsafe(32)


def of_server(secret: str, asker: str, server: str) -> str:
    """What only a server with `secret` can answer to these two nonces."""
    return _sign(secret, "server", asker, server)


def of_asker(secret: str, asker: str, server: str) -> str:
    """What only an asker with `secret` can say after these two nonces."""
    return _sign(secret, "asker", asker, server)


def same(claimed: object, expected: str) -> bool:
    """Whether the proofs are equal, compared in constant time."""
    return isinstance(claimed, str) and hmac.compare_digest(claimed.encode(), expected.encode())


def _sign(secret: str, *words: str) -> str:
    return hmac.new(secret.encode(), "\n".join(words).encode(), hashlib.sha256).hexdigest()
