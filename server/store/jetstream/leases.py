"""Leases in a key-value bucket: of each table one value, with the lease of each target."""

from __future__ import annotations

import msgspec

from server.store.contract import Lease, leased
from server.store.jetstream.bucket import Bucket, Check
from server.store.jetstream.client import NatsClient
from server.store.jetstream.layout import LEASES

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Lease]).decode


class Leases:
    """Of all tables. Raises StoreFailed."""

    def __init__(self, client: NatsClient, check: Check) -> None:
        self._bucket = Bucket(client, LEASES, check)

    async def take(self, table: str, target: str, holder: str, now: float, ttl: float) -> Lease:
        """As `Store.lease`."""

        def take(value: bytes | None) -> tuple[bytes, Lease]:
            held = _decode(value) if value else {}
            lease = leased(held.get(target), holder, now, ttl)
            return _encode({**held, target: lease}), lease

        return await self._bucket.change(table, take)

    async def release(self, table: str, holder: str) -> None:
        """As `Store.release`."""

        def free(value: bytes | None) -> tuple[bytes, None]:
            held = _decode(value) if value else {}
            freed = {
                target: Lease("", lease.fence, 0.0) if lease.holder == holder else lease
                for target, lease in held.items()
            }
            return _encode(freed), None

        await self._bucket.change(table, free)

    async def forget(self, table: str) -> None:
        """Remove all leases of a deleted table."""
        await self._bucket.delete(table)
