"""A page of ours in a tabletop's frame, in a real browser: who sits before it, and what is looked at.

`axe`, `room` and `internet` are fixtures; a test's module imports those that it asks for.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Self

import pytest_asyncio
from playwright.async_api import Browser, FrameLocator, Page, Route, async_playwright

from tests.browser.conftest import PATIENCE, QUIET, Room, axe

__all__ = ["Guest", "Room", "axe", "faults", "internet", "room"]


class Guest:
    """Somebody at a tabletop, in a browser of their own. `frame` is where our page is in theirs."""

    def __init__(self, page: Page, frame: str) -> None:
        self.page = page
        self.frame: FrameLocator = page.frame_locator(frame)
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    @classmethod
    async def come(
        cls, browser: Browser, frame: str, place: str, answer: Answer, width: int, height: int
    ) -> Self:
        """`answer` is what the browser gets for all that it asks of `place`, the tabletop's origin."""
        size: Any = {"width": width, "height": height}
        context = await browser.new_context(locale="en-GB", viewport=size)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        await page.route(f"{place}/**", answer)
        return cls(page, frame)

    async def paste(self, link: str) -> None:
        await self.frame.get_by_label("Link").fill(link)
        await self.frame.get_by_role("button", name="Open the table").click()

    async def give(self, command: dict[str, Any]) -> None:
        tracker = self.frame.locator("turn-tracker").first
        await tracker.evaluate("(tracker, command) => tracker.client.give(command)", command)


Answer = Callable[[Route], Awaitable[None]]


@pytest_asyncio.fixture
async def room() -> AsyncIterator[Room]:
    room = Room()
    await room.start()
    yield room
    await room.stop()


@pytest_asyncio.fixture
async def internet(chromium: str) -> AsyncIterator[Browser]:
    """A browser in which a page of the internet may ask for a machine of one's own.

    Another one would first ask the person.
    """
    args = [*QUIET, "--disable-features=LocalNetworkAccessChecks"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=args)
        yield browser
        await browser.close()


async def faults(page: Page, path: str, axe: str) -> list[str]:
    """What axe-core finds in the frame whose address has `path` in it: the rule, and where."""
    (frame,) = [one for one in page.frames if path in one.url.partition("?")[0]]
    await frame.evaluate(axe)
    found = await frame.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]
