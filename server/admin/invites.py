"""The one home of inviting and revoking: GMs ask for it over the wire, the host by the command line.

None of it is in a table's log. All of it may raise Refused, UnknownTable and StoreFailed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, get_args

from protocol.messages import Invite, Invites, Revoke, Role
from protocol.session import RunCommand
from rules.model.errors import Refused
from server.access.invites import all_listed, moment
from server.access.tokens import ROLES, Access
from server.ops.config import link


class InviteAdmin:
    """Makes, lists and revokes invites; `page` is the address that links begin with.

    `revoked` is called with a table and an invite, to close the connections that came by it.
    """

    def __init__(self, access: Access, page: str, revoked: Callable[[str, str], None]) -> None:
        self.page = page
        self._access = access
        self._revoked = revoked

    async def answer(self, table: str, given: RunCommand) -> dict[str, Any]:
        """The `ack.result` of a GM's `invite`, `invites` or `revoke`."""
        match given.asked.command:
            case Invite(role, user, expires):
                request = f"{given.user}:{given.asked.id}"
                return await self.invite(table, role, user, expires, request)
            case Invites():
                return {"invites": await self.listed(table)}
            case Revoke(invite):
                await self.revoke(table, invite)
                return {"invite": invite}
        raise TypeError(given.asked.command)

    async def invite(
        self,
        table: str,
        role: str,
        user: str | None,
        expires: str | None,
        request: str | None = None,
    ) -> dict[str, Any]:
        """A new invite: its name, its token, and the link with it, which nobody is told again.

        `expires` is ISO 8601. `request` names a GM's request: repeated, it gives the invite a new token.
        """
        until = moment(expires) if expires is not None else None
        issued = await self._access.invite(table, _role(role), user, until, request)
        address = link(self.page, table, issued.token)
        return {"invite": issued.invite, "token": issued.token, "link": address}

    async def listed(self, table: str) -> list[dict[str, Any]]:
        """The invites of a table without tokens, as `ack.result` and `turnkeeper invites` tell them."""
        return await all_listed(self._access, table)

    async def revoke(self, table: str, invite: str) -> None:
        """From now on it opens nothing; its connections close once the answer is said, be it to one
        of them.
        """
        await self._access.revoke(table, invite)
        asyncio.get_running_loop().call_soon(self._revoked, table, invite)


def _role(role: str) -> Role:
    for known in ROLES:
        if known == role:
            return known
    raise Refused("illegal_value", f"a role is one of {', '.join(get_args(Role))}")
