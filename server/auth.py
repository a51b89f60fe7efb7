"""Who may come in: tokens, invites, and the user that each stands for.

A token is 32 random bytes, shown once; the store has only its SHA-256, which is enough for a secret
that nobody can guess. The role comes from the invite, never from the client.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from protocol.messages import Role
from rules.errors import Refused
from server.store import Conflict, InviteRecord, Store, TableRecord, UnknownTable

ROLES: tuple[Role, ...] = ("gm", "player", "observer")
TABLE_NAME = re.compile(r"[a-z0-9-]{1,64}")
USER_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
MOST_INVITES = 1000


class Unauthorized(Exception):
    """No way in by this table and token. It never says which of the two was wrong."""


class Admission(Struct, frozen=True):
    """Somebody who may sit down: as `user`, with `role`, by `invite`, until `expires`."""

    table: str
    user: str
    role: Role
    invite: str
    expires: float | None = None


class Issued(Struct, frozen=True):
    """An invite and its token, which nobody can be told again."""

    invite: str
    token: str


def new_token(table: str) -> str:
    """32 random bytes, and before them the table that they open: `hello` need not name it."""
    return f"{table}.{secrets.token_urlsafe(32)}"


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def user_of(invite: InviteRecord, client: str | None) -> str:
    """A personal invite names its user; with a shared one it is the invite and the client."""
    if invite.user is not None:
        return invite.user
    mark = client or secrets.token_hex(16)
    return (
        "u" + hashlib.sha256(f"{invite.table}\n{invite.invite}\n{mark}".encode()).hexdigest()[:16]
    )


class Access:
    """Makes tables and invites in `store`, and lets people in by them."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock

    async def admit(self, table: str, token: str, client: str | None) -> Admission:
        """Raises Unauthorized, for a table that is not there too. Without `table`, the token's."""
        table = table or token.partition(".")[0]
        try:
            invite = await self._store.find_invite(table, digest(token))
        except UnknownTable:
            raise Unauthorized from None
        if invite is None or invite.revoked is not None or self._over(invite):
            raise Unauthorized
        role: Role = next(role for role in ROLES if role == invite.role)
        return Admission(table, user_of(invite, client), role, invite.invite, invite.expires)

    def _over(self, invite: InviteRecord) -> bool:
        return invite.expires is not None and invite.expires <= self._clock()

    async def make_table(self, name: str, title: str = "") -> dict[Role, str] | None:
        """A new table with an invite for each role: their tokens. None if it is there already."""
        if not TABLE_NAME.fullmatch(name):
            raise Refused("illegal_value", f"{name!r} is no name: a-z, 0-9 and -, at most 64")
        now = self._clock()
        record = TableRecord(name, title or name, history=secrets.token_hex(16), created=now)
        tokens = {role: new_token(name) for role in ROLES}
        invites = [
            InviteRecord(name, f"i{number}", digest(tokens[role]), role, now)
            for number, role in enumerate(ROLES, 1)
        ]
        try:
            await self._store.create(record, invites)
        except Conflict:
            return None
        return tokens

    async def invite(
        self,
        table: str,
        role: Role,
        user: str | None = None,
        expires: float | None = None,
        asked: str | None = None,
    ) -> Issued:
        """A new invite; asked for again (the same `asked`), it keeps its name: a new token."""
        if user is not None and not USER_NAME.fullmatch(user):
            raise Refused("illegal_value", "a user's name: A-Z, a-z, 0-9, _ and -, at most 64")
        if expires is not None and expires <= self._clock():
            raise Refused("illegal_value", "an invite cannot have expired already")
        token = new_token(table)
        while True:
            known = await self._store.invites(table)
            before = next((one for one in known if asked and one.asked == asked), None)
            if before is None and len(known) >= MOST_INVITES:
                raise Refused("illegal_value", f"a table has at most {MOST_INVITES} invites")
            record = InviteRecord(
                table=table,
                invite=before.invite if before else _next_name(known),
                digest=digest(token),
                role=role,
                created=before.created if before else self._clock(),
                user=user,
                expires=expires,
                asked=asked,
            )
            if before is not None:
                await self._store.change_invite(record)
                return Issued(record.invite, token)
            try:
                await self._store.add_invite(record)
                return Issued(record.invite, token)
            except Conflict:
                continue  # somebody else took the name: take the next one

    async def invites(self, table: str) -> list[InviteRecord]:
        return await self._store.invites(table)

    async def revoke(self, table: str, invite: str) -> None:
        """From now on nobody comes in by `invite`. Raises Refused if there is none of that name."""
        for record in await self._store.invites(table):
            if record.invite == invite:
                if record.revoked is None:
                    await self._store.change_invite(replace(record, revoked=self._clock()))
                return
        raise Refused("illegal_value", f"this table has no invite {invite}", invite=invite)


def _next_name(known: list[InviteRecord]) -> str:
    numbers = [int(one.invite[1:]) for one in known if one.invite[1:].isdecimal()]
    return f"i{max(numbers, default=0) + 1}"
