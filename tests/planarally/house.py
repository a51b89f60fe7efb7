"""A real PlanarAlly, and people with real browsers in its room.

`TURNKEEPER_PLANARALLY` names a command that starts one; what it has to do says the adapter's README.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, Self

from playwright.async_api import Browser, Locator, Page

from tests.browser.conftest import PATIENCE

READY = "() => window.state?.game?.raw?.boardInitialized && document.querySelector('.turnkeeper')"
INSTALLING = 300.0
"""Seconds: it is installed by the first that starts it."""

BOTH = "{ui: true, server: true}"


class House:
    """PlanarAlly with a room in which our mod is enabled. It can go away and come back."""

    def __init__(self, starter: str, home: Path, mod: Path) -> None:
        self._command = (starter, str(home), "--mod", str(mod), "--until-eof")
        self._starter: Process | None = None
        self._again: Process | None = None
        self.told: dict[str, Any] = {}

    async def start(self) -> None:
        self._starter = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        assert self._starter.stdout is not None
        async with asyncio.timeout(INSTALLING):
            self.told = json.loads(await self._starter.stdout.readline())

    async def restart(self, meanwhile: Awaitable[Any]) -> None:
        """Its server ends, and begins again as it was begun, on the same data."""
        assert self._starter is not None
        server = children(self._starter.pid)[0]
        running = Path(f"/proc/{server}")
        command = (running / "cmdline").read_bytes().split(b"\0")[:-1]
        folder = (running / "cwd").readlink()
        os.kill(server, signal.SIGTERM)
        await self._starter.wait()
        await meanwhile
        self._again = await asyncio.create_subprocess_exec(
            *command, cwd=folder, stdout=DEVNULL, stderr=DEVNULL
        )

    async def stop(self) -> None:
        if self._starter and self._starter.returncode is None:
            assert self._starter.stdin is not None
            self._starter.stdin.close()
            await self._starter.wait()
        if self._again:
            self._again.terminate()
            await self._again.wait()

    @property
    def database(self) -> bytes:
        """All that PlanarAlly keeps, what is not yet in its one file too."""
        path = Path(self.told["database"])
        return b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))


def children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(number) for number in path.read_text().split()]


class Person:
    """Somebody in the room, in a browser of their own."""

    def __init__(self, page: Page, house: House) -> None:
        self.page, self.house = page, house
        self.spots: dict[str, tuple[int, int]] = {}
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    @classmethod
    async def come(cls, browser: Browser, house: House, who: str, **options: Any) -> Self:
        """`who`: `gm` or `player`, as the starter calls them."""
        context = await browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options}
        )
        name, password = house.told["users"][who]
        # What is new in PlanarAlly lies over its whole page at a first visit.
        version = "(await (await fetch('/api/version')).json()).release"
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        person = cls(page, house)
        await page.goto(house.told["base"])
        await page.evaluate(
            "async (who) => { await fetch('/api/login', {method: 'POST', body: JSON.stringify(who),"
            " headers: {'content-type': 'application/json'}});"
            f" localStorage.setItem('last-version', {version}); }}",
            {"username": name, "password": password},
        )
        await person.enter()
        return person

    async def enter(self) -> None:
        await self.page.goto(self.house.told["game"])
        await self.page.wait_for_function(READY)

    # Our window

    @property
    def window(self) -> Locator:
        return self.page.locator(".turnkeeper-window")

    async def open(self) -> None:
        if await self.window.is_hidden():
            await self.page.locator(".turnkeeper-open").click()

    async def paste(self, link: str) -> None:
        await self.open()
        await self.window.get_by_label("Link").fill(link)
        await self.window.get_by_role("button", name="Open the table").click()

    async def give(self, command: dict[str, Any]) -> Any:
        """A command past the window, for what a test is not about."""
        tracker = self.window.locator("turn-tracker").first
        return await tracker.evaluate("(tracker, c) => tracker.client.give(c)", command)

    async def view(self) -> Any:
        return await self.window.locator("turn-tracker").first.evaluate("t => t.client.table.view")

    async def user(self) -> str:
        tracker = self.window.locator("turn-tracker").first
        user: str = await tracker.evaluate("t => t.client.table.user")
        return user

    async def sees_table(self, expression: str) -> None:
        """Waits until something is true of the view: `view` in the expression."""
        await self.page.wait_for_function(
            "(expression) => { const found = document.querySelector('.turnkeeper turn-tracker');"
            " return found && new Function('view', `return ${expression}`)"
            "(found.client.table.view); }",
            arg=expression,
        )

    # PlanarAlly's page

    async def draw(
        self, *names: str, owners: dict[str, str] | None = None, at: int = 0
    ) -> dict[str, str]:
        """Draws a token for each name, from the place `at` on. Answers their global ids."""
        await self.page.get_by_text("Build", exact=True).click()
        await self.page.locator("#Draw-selector").click()
        ids: dict[str, str] = {}
        for n, name in enumerate(names, at):
            before = await self.shapes()
            x, y = 120 + n % 4 * 130, 180 + n // 4 * 130
            await self.page.mouse.move(x, y)
            await self.page.mouse.down()
            await self.page.mouse.move(x + 60, y + 60, steps=4)
            await self.page.mouse.up()
            (ids[name],) = await self.shapes() - before
            self.spots[ids[name]] = (x + 30, y + 30)
            await self.page.evaluate(
                "([shape, name, owner]) => { const local = getLocalId(shape);"
                f" systems.properties.setName(local, name, {BOTH});"
                " if (owner) systems.access.addAccess(local, owner,"
                f" {{edit: true, movement: true, vision: true}}, {BOTH}); }}",
                [ids[name], name, (owners or {}).get(name)],
            )
        await self.page.get_by_text("Play", exact=True).click()
        return ids

    async def shapes(self) -> set[str]:
        found: list[str] = await self.page.evaluate(
            "[...idMap].filter(([, s]) => ['rect', 'assetrect'].includes(s.type)"
            " && ['tokens', 'dm'].includes(s.layerName)).map(([local]) => getGlobalId(local))"
        )
        return set(found)

    async def menu(self, shape: str, entry: str) -> None:
        """Chooses from a token's own menu."""
        x, y = self.spots[shape]
        await self.page.mouse.click(x, y, button="right")
        await self.page.get_by_text(entry, exact=True).click()

    async def click(self, method: str) -> None:
        """Presses a button of PlanarAlly's tracker, by what its page calls for it."""
        await self.page.evaluate("(method) => initiativeStore[method]()", method)

    async def type_value(self, shape: str, value: int) -> None:
        """Types a number into a row of PlanarAlly's tracker."""
        await self.page.evaluate(
            "([shape, value]) => initiativeStore.setInitiative(shape, value, true)", [shape, value]
        )

    async def tracker(self) -> dict[str, Any]:
        """PlanarAlly's own tracker, as this browser has it."""
        found: dict[str, Any] = await self.page.evaluate(TRACKER)
        return found

    async def sees(self, **wanted: Any) -> None:
        """Waits until PlanarAlly's tracker is so: `rows`, `round`, `turn`, `active`."""
        try:
            await self.page.wait_for_function(
                f"(wanted) => {{ const there = {TRACKER};"
                " return Object.entries(wanted).every(([name, value]) =>"
                " JSON.stringify(there[name]) === JSON.stringify(value)); }",
                arg=wanted,
                timeout=PATIENCE,
            )
        except Exception as error:
            raise AssertionError(f"{wanted} is not to be seen in {await self.tracker()}") from error

    async def lit(self) -> list[str]:
        """Names of tokens that are highlighted in this browser."""
        found: list[str] = await self.page.evaluate(LIT)
        return found

    async def sees_lit(self, *names: str) -> None:
        await self.page.wait_for_function(
            f"(names) => JSON.stringify({LIT}) === JSON.stringify(names)", arg=sorted(names)
        )


NAMED = "(local) => state.properties.readonly.data.get(local)?.name"
TRACKER = (
    "(() => { const s = initiativeStore, named = " + NAMED + ";"
    " return { rows: s.getDataSet().map((one) => [named(one.localId) ?? one.globalId,"
    " one.initiative ?? null]), eyes: s.getDataSet().map((one) => one.isVisible),"
    " round: s.state.roundCounter, turn: s.state.turnCounter, active: s.state.isActive }; })()"
)
LIT = (
    "[...idMap].filter(([, shape]) => shape.showHighlight)"
    ".map(([local]) => (" + NAMED + ")(local)).sort()"
)
