"""What the shim's README promises to other people's pages: its own examples, in a page of another origin."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, async_playwright, expect

from server.http.site import shim
from tests.browser.conftest import QUIET
from tests.server.conftest import start
from tests.server.hosting import Client, Hosted, Start

__all__ = ["start"]

BLOG = "https://blog.example"
Visit = Callable[[str], Awaitable[Page]]
HOST = """
window.lit = [];
window.host = {
  name: () => "Ana",
  key: () => ({ table: "friday", token: "TOKEN" }),
  place: (element) => document.body.append(element),
  light: (tokens) => (window.lit = tokens),
  asked: (give) => (window.ask = give),
};
"""


def example(language: str, hosted: Hosted, role: str) -> str:
    """A block of the README with a real server's address and token."""
    text = (shim() / "README.md").read_text("utf-8")
    (block,) = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    here = f"127.0.0.1:{hosted.app.port}"
    block = block.replace("wss://turns.example", f"ws://{here}")
    block = block.replace("https://turns.example", f"http://{here}")
    assert "turns.example" not in block
    return block.replace("…", hosted.tokens[role])


@pytest_asyncio.fixture
async def hosted(start: Start) -> Hosted:
    return await start(origins=(BLOG,))


@pytest_asyncio.fixture
async def gm(hosted: Hosted) -> Client:
    """A game master with a fight: Morwen, whose token is t1, acts before the orc."""
    gm = await hosted.join()
    await gm.do({"do": "open", "system": "adnd1e"})
    people = [
        {"id": "mage", "name": "Morwen", "side": "party", "kind": "pc", "token": "t1"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc", "token": "t2"},
    ]
    await gm.do({"do": "add", "combatants": people})
    await gm.do({"do": "begin"})
    for one in people:
        melee = [{"act": "melee"}]
        await gm.do({"do": "declare", "combatant": one["id"], "actions": melee})
    await gm.do({"do": "advance", "to": "next"})
    await gm.do({"do": "roll", "for": "side:party", "faces": [2]})
    await gm.do({"do": "roll", "for": "side:foes", "faces": [5]})
    return gm


@pytest_asyncio.fixture
async def visit(chromium: str) -> AsyncIterator[Visit]:
    """Opens a page of the blog with this content."""
    async with AsyncExitStack() as stack:
        playwright = await stack.enter_async_context(async_playwright())
        args = [*QUIET, "--disable-features=LocalNetworkAccessChecks"]
        browser: Browser = await playwright.chromium.launch(executable_path=chromium, args=args)
        stack.push_async_callback(browser.close)

        async def come(content: str) -> Page:
            async def answer(route: Route) -> None:
                html = "<!doctype html><meta charset=utf-8><link rel=icon href=data:,>"
                await route.fulfill(body=html + content, content_type="text/html")

            page = await browser.new_page(locale="en-GB", color_scheme="light")
            page.set_default_timeout(10_000)
            await page.route(f"{BLOG}/**", answer)
            await page.goto(f"{BLOG}/")
            return page

        yield come


@pytest.mark.usefixtures("gm")
async def test_two_lines_show_the_table_in_a_page_of_another_origin(
    hosted: Hosted, visit: Visit
) -> None:
    lines = example("html", hosted, "observer")
    assert len(lines.strip().splitlines()) == 2
    page = await visit(lines)
    await expect(page.locator("turn-table")).to_contain_text("Segment 2")
    await expect(page.locator("turn-table")).to_contain_text("Morwen")


async def test_the_fifth_tabletop_is_a_tabletop(hosted: Hosted, visit: Visit, gm: Client) -> None:
    script = example("js", hosted, "player")
    host = HOST.replace("TOKEN", hosted.tokens["player"])
    page = await visit(f"<script>{host}</script><script type=module>{script}</script>")
    await expect(page.locator("turn-tracker")).to_contain_text("Segment 2")
    await page.wait_for_function("lit.join() === 't1'")
    user = await page.locator("turn-tracker").evaluate("(tracker) => tracker.client.table.user")
    await gm.do({"do": "change", "combatant": "mage", "set": {"owner": user}})
    await expect(page.locator("turn-desk")).to_contain_text("It is your moment")
    await page.evaluate("ask({ do: 'end_turn', combatant: 'mage' })")
    await gm.until("update", by=user)
    await page.wait_for_function("lit.join() === 't2'")
