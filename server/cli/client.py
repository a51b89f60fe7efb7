"""How the command line gets at the tables: by the server that has them, or by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from msgspec import Struct

from server.admin.rpc import Line, Unreachable, ask
from server.ops.config import NO_CLIENT, Settings
from server.store.contract import Store, StoreUnusable


class Where(Struct, frozen=True):
    """The tables are on the NATS servers `nats`, or else in the directory `data`."""

    data: Path
    nats: tuple[str, ...] = ()
    credentials: Path | None = None
    public_url: str | None = None

    @property
    def settings(self) -> Settings:
        return Settings(
            data=self.data, public_url=self.public_url, nats=self.nats,
            nats_credentials=self.credentials,
        )  # fmt: skip


async def lines(where: Where, asked: Line) -> AsyncIterator[Line]:
    """From the server that runs on the data, or from the data itself if none does.

    Raises Refused, StoreFailed, StoreUnusable.
    """
    if not where.nats:
        try:
            async for line in ask(where.data, asked):
                yield line
            return
        except Unreachable:
            pass
    from server.access.tokens import Access
    from server.admin.host import Host

    store = await open_store(where.settings)
    try:
        settings = where.settings
        host = Host(store, Access(store), settings.page(settings.port), None)
        async for line in host.answer(asked):
            yield line
    finally:
        await store.close()


async def open_store(settings: Settings) -> Store:
    """The store that the settings name, for this process. Raises StoreUnusable."""
    if not settings.nats:
        from server.store.sqlite.store import SqliteStore

        return SqliteStore(settings.data)
    try:
        from server.store.jetstream.client import NatsClient
        from server.store.jetstream.store import JetStreamStore
    except ImportError:
        raise StoreUnusable(NO_CLIENT) from None

    store = JetStreamStore(
        NatsClient(settings.nats, settings.nats_credentials), settings.nats_replicas
    )
    await store.open()
    return store
