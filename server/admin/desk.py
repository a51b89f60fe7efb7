"""What GMs ask of the server itself: invites, and who writes into a tabletop. None of it is logged
with the fight.
"""

from __future__ import annotations

import time
from typing import Any

from protocol.messages import Claim, Invite, Invites, Mirror, Revoke
from protocol.session import RunCommand
from server.access.invites import all_listed, moment
from server.access.tokens import Access
from server.ops.config import link
from server.store.contract import Store
from server.table.registry import Tables


class Desk:
    """Answers for all tables of a server. Its methods may raise Refused and the store's errors."""

    def __init__(self, store: Store, access: Access, tables: Tables, mirror_ttl: int) -> None:
        self.page = ""  # the address of the page, once it is known
        self._store = store
        self._access = access
        self._tables = tables
        self._mirror_ttl = mirror_ttl

    async def result(self, table: str, asked_for: RunCommand) -> dict[str, Any]:
        """The `ack.result` of invite, invites and revoke."""
        match asked_for.asked.command:
            case Invite(role, user, expires):
                until = moment(expires) if expires is not None else None
                asked = f"{asked_for.user}:{asked_for.asked.id}"
                issued = await self._access.invite(table, role, user, until, asked)
                address = link(self.page, table, issued.token)
                return {"invite": issued.invite, "token": issued.token, "link": address}
            case Revoke(invite):
                await self._access.revoke(table, invite)
                return {"invite": invite}
            case Invites():
                return {"invites": await all_listed(self._access, table)}
        raise TypeError(asked_for.asked.command)

    def enforce(self, table: str, asked_for: RunCommand) -> None:
        """After the answer: a revoked invite closes its connections, the asker's own too."""
        if isinstance(asked_for.asked.command, Revoke):
            self._tables.revoke(table, asked_for.asked.command.invite)

    async def lease(self, table: str, holder: str, claim: Claim) -> Mirror:
        """Who may write into the target now."""
        ttl, target = self._mirror_ttl, claim.target
        lease = await self._store.lease(table, target, holder, time.time(), ttl)
        return Mirror(target, lease.holder == holder, ttl, lease.fence)

    async def release(self, table: str, holder: str) -> None:
        await self._store.release(table, holder)
