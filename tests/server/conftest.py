"""Servers that tests start, and people who sit at their tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
import pytest_asyncio

from server.app import App
from server.ops.config import Settings
from tests.server.hosting import Hosted, Plain, Start
from tests.server.memory_store import MemoryStore


@pytest_asyncio.fixture
async def start() -> AsyncIterator[Start]:
    """Starts servers that end with the test; `store` and settings may be given."""
    async with AsyncExitStack() as stack:

        async def begin(store: Any = None, dice: Any = None, **settings: Any) -> Hosted:
            chosen = {"port": 0, "close_within": 0.5, "stop_within": 2.0, **settings}
            app = App(Settings(**chosen), store if store is not None else MemoryStore(), dice)
            await app.start()
            stack.push_async_callback(app.stop)
            hosted = Hosted(app, stack)
            hosted.tokens = await app.access.make_table("friday", "Friday night") or {}
            return hosted

        yield begin


@pytest_asyncio.fixture
async def hosted(start: Start) -> Hosted:
    return await start()


@pytest.fixture
def people() -> list[Plain]:
    """A mage of Ana's, a fighter of Ben's, and two orcs."""
    return [
        {"id": "mage", "name": "Morwen", "side": "party", "kind": "pc", "owner": "ana", "hp": 12},
        {"id": "fighter", "name": "Brand", "side": "party", "kind": "pc", "owner": "ben", "hp": 30},
        {"id": "orc-1", "name": "Orc", "side": "foes", "kind": "npc", "hp": 6},
        {"id": "orc-2", "name": "Orc", "side": "foes", "kind": "npc", "hp": 6},
    ]
