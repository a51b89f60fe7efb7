"""A real server, and people with real browsers at its table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

from server.app import App
from server.ops.config import Settings
from tests.server.hosting import SOON
from tests.server.memory_store import MemoryStore

REVOKED = """async (invite) => {
    const { result } = await document.querySelector("turn-tracker").client.give({ do: "invites" });
    return result.invites.find((one) => one.invite === invite && one.revoked);
}"""

PATIENCE = SOON * 1000
"""Milliseconds after which a browser gives up waiting; on a busy machine the usual five seconds pass."""

expect.set_options(timeout=PATIENCE)

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


class Room:
    """A server with the table `friday`. It can go away and come back at the same address."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.port = 0
        self.tokens: dict[str, str] = {}
        self.front = ""  # the address of what stands before the server, if anything does
        self.app: App | None = None

    async def start(self) -> None:
        settings = Settings(port=self.port, close_within=0.5, stop_within=2.0, rate=0)
        self.app = App(settings, self.store)
        await self.app.start()
        self.port = self.app.port
        if not self.tokens:
            self.tokens = await self.app.access.make_table("friday", "Friday night") or {}

    async def stop(self) -> None:
        if self.app:
            await self.app.stop()
        self.app = None

    def link(self, role: str, more: str = "") -> str:
        front = self.front or f"http://127.0.0.1:{self.port}/"
        return f"{front}#table=friday&token={self.tokens[role]}{more}"


class Somebody:
    """A person with a browser of their own. What the console complains of is kept."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda line: self.complaints.append(line.text) if line.type == "error" else None,
        )

    async def give(self, command: dict[str, Any]) -> Any:
        """A command past the page, for what a test is not about. Answers the ack."""
        give = "c => document.querySelector('turn-tracker').client.give(c)"
        return await self.page.evaluate(give, command)

    async def sees(self, text: str, within: str = "#page") -> None:
        """Waits until the text is there to be seen."""
        await self.page.locator(within).get_by_text(text, exact=False).first.wait_for()

    async def revoked(self, invite: str) -> dict[str, Any]:
        """Waits until the invite has been revoked. Answers what is listed of it then."""
        listed = await self.page.wait_for_function(REVOKED, arg=invite)
        found: dict[str, Any] = await listed.json_value()
        return found

    async def user(self) -> str:
        user: str = await self.page.evaluate(
            "document.querySelector('turn-tracker').client.table.user"
        )
        return user


Sit = Callable[..., Awaitable[Somebody]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One loop for all of these, since they share a browser; every person gets a context of their own."""
    for item in items:
        if "sit" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(loop_scope="session")
async def room() -> AsyncIterator[Room]:
    room = Room()
    await room.start()
    yield room
    await room.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def sit(room: Room, browser: Browser) -> AsyncIterator[Sit]:
    """Opens the page with a role's link: `await sit("gm", "Gil")`."""
    async with AsyncExitStack() as stack:

        async def come(role: str, name: str, more: str = "", **options: Any) -> Somebody:
            context = await browser.new_context(**{"locale": "en-GB", **options})
            stack.push_async_callback(context.close)
            page = await context.new_page()
            page.set_default_timeout(PATIENCE)
            somebody = Somebody(page)
            await page.goto(room.link(role, more))
            if not more:
                await page.get_by_label("What are you called").fill(name)
                await page.get_by_role("button", name="Sit down").click()
                await somebody.sees("Live", ".connection")
            return somebody

        yield come


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which looks for what shuts somebody out."""
    path = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
    if not path.is_file():
        pytest.skip("axe-core is not installed (npm ci)")
    return path.read_text("utf-8")
