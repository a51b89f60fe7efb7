"""Clients that go to any node, and what they must find to be true in the end."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence

from server.table.state import decode
from tests.server.hosting import Client
from tests.server.test_history import Clock, Stubborn


class Wanderer(Stubborn):
    """Goes to another node each time it has to connect anew, and asks with the same id."""

    def __init__(
        self, ports: Callable[[], Sequence[int]], token: str, name: str, clock: Clock
    ) -> None:
        super().__init__(0, token, name, clock)
        self._ports = ports
        self._chance = random.Random(name)

    async def _once(self) -> None:
        self._address = f"ws://127.0.0.1:{self._chance.choice(self._ports())}/ws"
        await super()._once()

    async def _ask(self, client: Client, id: str) -> None:
        """`unavailable` is no answer yet: it asks again, wherever it comes to."""
        self._clock.ask(id)
        hit = {"do": "hit", "combatant": "target", "damage": 1}
        answer = await client.ask(hit, id=id)
        if answer["type"] == "error":
            assert answer["code"] == "unavailable", answer
            raise TimeoutError
        self._clock.acknowledge(id)
        self._waiting.pop(0)


def check(log: Sequence[bytes], clock: Clock, before: int) -> None:
    """`log` could have led to what `clock` recorded: every acknowledged command is in it once, in
    an order that respects real time, and no other more than once. `before` entries prepared it.
    """
    entries = [decode(data) for data in log]
    assert [entry.position for entry in entries] == list(range(1, len(entries) + 1))
    places = {str(entry.id): entry.position for entry in entries[before:]}
    assert max(Counter(str(entry.id) for entry in entries[before:]).values()) == 1
    assert set(clock.acknowledged) <= set(places) <= set(clock.asked)
    for early, late in itertools.permutations(clock.acknowledged, 2):
        if clock.acknowledged[early] < clock.asked[late]:
            assert places[early] < places[late]
