"""Which connection of a table's GMs writes into a tabletop: one at a time, by leases of the store."""

from __future__ import annotations

import time

from protocol.messages import Claim, Mirror
from server.store.contract import Store


class Mirrors:
    """Of all tables; a lease lasts `ttl` seconds. Both methods may raise the store's errors."""

    def __init__(self, store: Store, ttl: int) -> None:
        self._store = store
        self._ttl = ttl

    async def claim(self, table: str, holder: str, claim: Claim) -> Mirror:
        """Whether `holder`, a connection, is the one that may write into the target now."""
        target = claim.target
        lease = await self._store.lease(table, target, holder, time.time(), self._ttl)
        return Mirror(target, lease.holder == holder, self._ttl, lease.fence)

    async def release(self, table: str, holder: str) -> None:
        """The connection has ended: it writes nowhere any more."""
        await self._store.release(table, holder)
