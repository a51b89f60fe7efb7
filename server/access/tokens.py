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
from rules.model.errors import Refused
from server.store.contract import (
    Conflict,
    EndedInvite,
    InviteRecord,
    Store,
    TableRecord,
    UnknownTable,
)

ROLES: tuple[Role, ...] = ("gm", "player", "observer")
TABLE_NAME = re.compile(r"[a-z0-9-]{1,64}")
USER_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")

MOST_INVITES = 1000
"""How many valid invites of a table its GMs may make; the host may always make one."""


class Unauthorized(Exception):
    """This table and token give no access. It never says which of the two was wrong."""


class Admission(Struct, frozen=True):
    """What a token gives: `user`, `role`, the `invite` it belongs to, and when it `expires`."""

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
    """The SHA-256 of a token, in hex: all that is kept of it."""
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
        if invite is None or self._over(invite):
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
        """A new invite. `asked` names a GM's request; the same again gives that invite a new token.

        Raises Refused: `id_reused` if the request was another one, and whatever makes no sense.
        """
        if user is not None and not USER_NAME.fullmatch(user):
            raise Refused("illegal_value", "a user's name: A-Z, a-z, 0-9, _ and -, at most 64")
        now, token = self._clock(), new_token(table)
        wanted = InviteRecord(table, "", digest(token), role, now, user, expires, issued=now)
        request = InviteRequest.of(asked) if asked is not None else None
        while True:
            try:
                return Issued(await self._issue(wanted, request), token)
            except Conflict:
                continue  # somebody else was first: look again

    async def _issue(self, wanted: InviteRecord, request: InviteRequest | None) -> str:
        """The name of the invite that is `wanted` from now on. Raises Conflict, Refused."""
        known, ended = (
            await self._store.invites(wanted.table),
            await self._store.ended(wanted.table),
        )
        if request is not None:
            if before := next((one for one in known if one.asked in request.names), None):
                return await self._again(before, wanted)
            if any(one.asked in request.names for one in ended):
                raise Refused("illegal_value", "the invite of this id was revoked or has expired")
        if self._over(wanted):
            raise Refused("illegal_value", "an invite cannot have expired already")
        if len(known) >= MOST_INVITES:
            await self._make_room(known, as_host=request is None)
        name = _next_name([one.invite for one in known] + [one.invite for one in ended])
        mark = request.mark if request else None
        await self._store.add_invite(replace(wanted, invite=name, asked=mark))
        return name

    async def _again(self, before: InviteRecord, wanted: InviteRecord) -> str:
        """Give the invite a new token; role and name stay."""
        if self._over(before):
            raise Refused("illegal_value", "the invite of this id has expired")
        asked = (wanted.role, wanted.user, wanted.expires)
        if asked != (before.role, before.user, before.expires):
            raise Refused("id_reused", "this id was given to another invite")
        fresh = replace(before, digest=wanted.digest, issued=wanted.issued)
        await self._store.change_invite(fresh)
        return before.invite

    async def _make_room(self, known: list[InviteRecord], as_host: bool) -> None:
        """Those that have expired count no more."""
        over = [one for one in known if self._over(one)]
        for one in over:
            gone = EndedInvite(one.invite, one.asked or "", one.expires or 0.0, expired=True)
            await self._store.end_invite(one.table, gone)
        if not as_host and len(known) - len(over) >= MOST_INVITES:
            raise Refused(
                "illegal_value", f"a table has at most {MOST_INVITES} invites: revoke some"
            )

    async def invites(self, table: str) -> list[InviteRecord]:
        """The living invites of a table. Raises UnknownTable, StoreFailed."""
        return await self._store.invites(table)

    async def ended(self, table: str) -> list[EndedInvite]:
        """The invites of a table that were revoked or have expired. Raises UnknownTable, StoreFailed."""
        return await self._store.ended(table)

    async def revoke(self, table: str, invite: str) -> None:
        """Revoke the invite. Raises Refused if there is none of that name."""
        for record in await self._store.invites(table):
            if record.invite == invite:
                gone = EndedInvite(invite, record.asked or "", self._clock())
                await self._store.end_invite(table, gone)
                return
        if all(one.invite != invite for one in await self._store.ended(table)):
            raise Refused("illegal_value", f"this table has no invite {invite}", invite=invite)


class InviteRequest(Struct, frozen=True):
    """A GM's request for an invite. Its `mark` is kept: short, however long its id is."""

    mark: str
    names: tuple[str, ...]

    @classmethod
    def of(cls, asked: str) -> InviteRequest:
        """Of `user:id`: the user who asked, and the id of the command."""
        mark = digest(asked)[:16]
        return cls(mark, (mark, asked))  # older versions have kept the request itself


def _next_name(known: list[str]) -> str:
    numbers = [int(name[1:]) for name in known if name[1:].isdecimal()]
    return f"i{max(numbers, default=0) + 1}"
