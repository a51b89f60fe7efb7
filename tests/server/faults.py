"""A network that fails by chance, between clients and a server."""

from __future__ import annotations

import asyncio
import random
from typing import Literal

from tests.server.proxy import Pipe, Proxy

Fate = Literal["pass", "cut", "half", "silence"]


class Chance(Proxy):
    """Forwards bytes until chance says otherwise; then it cuts, cuts in the middle of what it
    forwards, or says nothing any more while the connection stays open.
    """

    def __init__(self, port: int, seed: int, calm: float) -> None:
        """`calm`: how likely it is that a piece of data passes as it should."""
        super().__init__(port)
        self._chance = random.Random(seed)
        self._calm = calm
        self._fates: list[Fate] = ["cut", "half", "silence"]
        self.faults: list[Fate] = []

    def fall_silent(self) -> None:
        """From now on nothing passes, and nobody is told."""
        self._calm = 0.0
        self._fates = ["silence"]

    async def pass_on(self, data: bytes, pipe: Pipe) -> bool:
        await asyncio.sleep(self._chance.random() / 200)
        fate = self._fate()
        if fate == "silence":
            await asyncio.sleep(3600)
        if fate in ("pass", "half"):
            pipe.sink.write(data if fate == "pass" else data[: len(data) // 2])
        return fate == "pass"

    def _fate(self) -> Fate:
        if self._chance.random() < self._calm:
            return "pass"
        fate = self._chance.choice(self._fates)
        self.faults.append(fate)
        return fate
