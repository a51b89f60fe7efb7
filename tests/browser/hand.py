"""A game master's hand on the page: what it taps and types is counted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.conftest import Somebody

MONSTERS = 12
PARTY = ("Brand", "Mira", "Morwen", "Odo")


class Hand:
    """Every tap and every key of somebody is counted; a key that only moves the focus, too."""

    def __init__(self, gm: Somebody) -> None:
        self.gm = gm
        self.desk = gm.page.locator("turn-desk")
        self.order = gm.page.locator("turn-tracker[show=order]")
        self.taps = 0
        self.keys = 0

    def start_over(self) -> None:
        self.taps = self.keys = 0

    async def tap(self, what: Locator) -> None:
        self.taps += 1
        await what.click()

    async def press(self, name: str, exact: bool = False) -> None:
        """A button of the desk, by the words that stand on it."""
        await self.tap(self.desk.get_by_role("button", name=name, exact=exact).first)

    async def type(self, *texts: str) -> None:
        """Where the focus is, from field to field; what has the focus is not asked for."""
        for n, text in enumerate(texts):
            if n:
                await self.key("Tab")
            await self.gm.page.keyboard.type(text)
            self.keys += len(text)

    async def key(self, key: str) -> None:
        self.keys += 1
        await self.gm.page.keyboard.press(key)

    async def kind(self, act: str) -> None:
        """Which kind of action those who are picked take."""
        await self.tap(self.desk.locator(".asks .kinds label", has_text=act).first)

    async def owes(self, n: int) -> None:
        """Waits until so many have still to declare."""
        await expect(self.desk.locator(".asks .ask").first).to_contain_text(
            "One has" if n == 1 else f"{n} have"
        )

    async def phase(self, *phases: str) -> None:
        selector = ", ".join(f"turn-tracker[data-phase={phase}]" for phase in phases)
        await self.gm.page.locator(selector).first.wait_for()

    async def stands(self) -> tuple[Any, ...]:
        """Where the fight stands: the round, the phase, the cursor."""
        where: dict[str, Any] = await self.gm.page.evaluate(
            "(({round, phase, cursor}) => ({round, phase, cursor}))"
            "(document.querySelector('turn-tracker').client.table.view)"
        )
        return where["round"], where["phase"], where["cursor"]["from"], where["cursor"]["to"]

    async def moved(self, before: tuple[Any, ...]) -> tuple[Any, ...]:
        while (now := await self.stands()) == before:
            await self.gm.page.evaluate("new Promise(requestAnimationFrame)")
        return now


def dice(faces: dict[int, list[int]]) -> Any:
    """What the server rolls, by the sides of a die, over and over: two runs play the same fight."""
    laid: dict[int, Iterator[int]] = {sides: cycle(row) for sides, row in faces.items()}

    def rolled(_: Any, count: int, sides: int) -> tuple[int, ...]:
        return tuple(next(laid[sides]) for _ in range(count))

    return rolled


async def lay_out(
    gm: Somebody, system: str, options: dict[str, Any], *, group: bool = False
) -> None:
    """Four players' characters and twelve monsters of a kind, each for itself or a group on one roll."""
    await gm.give(
        {"do": "open", "system": system, "options": options, "keep": "none", "force": True}
    )
    party = [{"id": n.lower(), "name": n, "side": "party", "kind": "pc", "hp": 9} for n in PARTY]
    foes = [{"id": f"g{n}", "name": f"Goblin {n}", "hp": 5} for n in range(1, MONSTERS + 1)]
    one = [{"id": "g", "name": "Goblins", "count": MONSTERS}]
    await gm.give({"do": "add", "combatants": [*party, *(one if group else foes)]})
