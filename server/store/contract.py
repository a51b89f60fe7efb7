"""Where a table's log, its invites and its checkpoints are kept: what every store promises.

A log entry is opaque bytes here; its position is its place in the log, counted from 1, without
gaps. A store never shows what is not durable: when `append` returns, the entries survive a power
cut. All times are seconds since 1970 (UTC).
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, Protocol

from msgspec import Struct

Outcome = Literal["refused", "unknown"]


class Conflict(Exception):
    """Somebody else was first: nothing was written."""


class UnknownTable(Exception):
    """There is no table of that name, or none any more."""


class StoreFailed(Exception):
    """The store could not do it. `refused`: nothing was written; `unknown`: it may have been."""

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome: Outcome = outcome


class StoreOver(StoreFailed):
    """Nothing more is to be had from this process: others go on, or nobody can."""

    def __init__(self, reason: str) -> None:
        super().__init__("refused", reason)


class StoreGone(StoreOver):
    """What this process has served is not there any more, or something else is in its place."""


class StoreUnusable(Exception):
    """The data directory cannot be used; the message tells the host what to do."""


class TableRecord(Struct, frozen=True):
    """A table: `history` is random and names this log, `restored` counts its restores."""

    table: str
    name: str
    history: str
    created: float
    restored: int = 0


class InviteRecord(Struct, frozen=True):
    """Somebody may come in: who holds the token whose SHA-256 (hex) is `digest`.

    `user` makes it a personal one. `asked` names the request that made it, so that a repeated
    request replaces the token and makes no second invite. `issued`: when its token was made.
    """

    table: str
    invite: str
    digest: str
    role: str
    created: float
    user: str | None = None
    expires: float | None = None
    asked: str | None = None
    issued: float = 0.0


MOST_ENDED = 10_000
"""Invites that have ended and are remembered for a table, the newest ones."""


class EndedInvite(Struct, frozen=True, array_like=True):
    """What is left of an invite that was revoked at `at`, or has expired then.

    Its name is given to no other, and a repeated request does not make it anew.
    """

    invite: str
    asked: str
    at: float
    expired: bool = False


def newest(ended: Sequence[EndedInvite]) -> list[EndedInvite]:
    """Those that are remembered, oldest first."""
    return sorted(ended, key=lambda one: one.at)[-MOST_ENDED:]


class Checkpoint(Struct, frozen=True):
    """A short cut to the state behind `position`, good for one version of the rules only."""

    position: int
    rules: int
    data: bytes


class Lease(Struct, frozen=True):
    """`holder` alone may write to a target until `until`; `fence` grows with each holder."""

    holder: str
    fence: int
    until: float


def leased(held: Lease | None, holder: str, now: float, ttl: float) -> Lease:
    """Who has the lease once `holder` has asked for it for `ttl` seconds."""
    if held is None:
        return Lease(holder, 1, now + ttl)
    if held.holder == holder:
        return Lease(holder, held.fence, now + ttl)
    if held.until > now:  # never longer than it is given: a clock may have been set back
        return Lease(held.holder, held.fence, min(held.until, now + ttl))
    return Lease(holder, held.fence + 1, now + ttl)


class Follower(Protocol):
    """Who wants to know what others do to a table. Its methods return at once."""

    def heard(self, after: int, entries: Sequence[bytes]) -> None:
        """Somebody, perhaps you, added `entries` behind position `after`: they are durable.
        Without entries there may be some: read."""

    def changed(self) -> None:
        """The table's record or its invites may have changed."""

    def lost(self) -> None:
        """The store is out of reach: what you show may be old."""

    def ended(self) -> None:
        """The table was deleted."""


Unfollow = Callable[[], Awaitable[None]]


UNLIMITED = sys.maxsize


async def nobody_else() -> None:
    """Ends the following of a store that no other process writes to."""


class Store(Protocol):
    """All that the server keeps. Every method may raise StoreFailed."""

    @property
    def largest(self) -> int:
        """Bytes that the entries of one append may have together, at most."""

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> None:
        """Add entries behind position `expected`, all or none, durably.

        Raises Conflict if the log does not end at `expected`, UnknownTable if it is not there.
        """

    async def read(self, table: str, after: int, limit: int = 1000) -> list[bytes]:
        """Up to `limit` entries behind position `after`, in order."""

    async def follow(self, table: str, follower: Follower) -> Unfollow:
        """Tell `follower` what others do to the table, until what is answered is called.

        A store that one process has for itself tells nothing. News may be lost: reading is not.
        """

    async def tables(self) -> list[TableRecord]:
        """All tables, by name."""

    async def table(self, table: str) -> TableRecord | None:
        """The table's record, or None if there is no such table."""

    async def size(self, table: str) -> int | None:
        """Bytes of a table's log; None where only reading all of it would tell."""

    async def create(self, record: TableRecord, invites: Sequence[InviteRecord]) -> None:
        """Make a table with its first invites, both or none; Conflict if it is there already."""

    async def delete(self, table: str) -> None:
        """Remove a table with all that belongs to it."""

    async def invites(self, table: str) -> list[InviteRecord]:
        """A table's invites, oldest first, without those that were ended."""

    async def ended(self, table: str) -> list[EndedInvite]:
        """The invites that were ended, oldest first."""

    async def add_invite(self, record: InviteRecord) -> None:
        """Raises Conflict if the table has, or had, an invite of that name or that request."""

    async def change_invite(self, record: InviteRecord) -> None:
        """Put `record` in the place of the invite of its name; Conflict if there is none now."""

    async def end_invite(self, table: str, ended: EndedInvite) -> None:
        """From now on the invite of this name opens nothing. Once ended it stays as it is."""

    async def find_invite(self, table: str, digest: str) -> InviteRecord | None:
        """The living invite with a token of this digest, or None. Raises UnknownTable."""

    async def checkpoint(self, table: str) -> Checkpoint | None:
        """The newest checkpoint, or None."""

    async def keep_checkpoint(self, table: str, checkpoint: Checkpoint) -> None:
        """Keep it, and one older one."""

    async def lease(self, table: str, target: str, holder: str, now: float, ttl: float) -> Lease:
        """Take or renew the lease for `holder` if it is free; answers who holds it."""

    async def release(self, table: str, holder: str) -> None:
        """Give up all leases of `holder`."""

    async def probe(self) -> None:
        """Returns if a write can be made durable just now."""

    async def close(self) -> None:
        """Finish what is under way and let go of the data."""
