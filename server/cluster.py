"""What makes a server one node of several: a connection, a store that all share, and rooms."""

from __future__ import annotations

from collections.abc import Callable

from server.config import Settings
from server.link import Link
from server.rooms import Rooms
from server.store.jetstream import JetStreamStore


class Cluster:
    """The part of the settings that begins with `nats`, brought to life."""

    def __init__(self, settings: Settings, conflicted: Callable[[], None] = lambda: None) -> None:
        self._link = Link(settings.nats, settings.nats_credentials)
        self.store = JetStreamStore(
            self._link, settings.nats_replicas, settings.look_every, conflicted
        )
        self.rooms = Rooms(self._link)

    async def start(self) -> None:
        """Raises StoreUnusable if the servers cannot be reached, or cannot keep the tables."""
        await self.store.open()
        await self.rooms.start()
