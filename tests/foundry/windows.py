"""Windows of a page that acts as Foundry, in a real browser, with the module from the server's zip.

`foundry`, `look` and `room` are fixtures; a test's module imports those that it asks for.
"""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from server.http.foundry import Module
from server.http.site import shim
from tests.browser.conftest import PATIENCE, QUIET, Somebody
from tests.framed import Room, room

__all__ = ["foundry", "look", "room"]

HERE = Path(__file__).parent
TOKENS = """["Morwen", "Brand", "Orc", "Spy"].map((id) =>
  ({tokenId: id, sceneId: "moor", actorId: id, hidden: id === "Spy"}))"""
Look = Callable[..., Awaitable[Somebody]]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *parts: object) -> None:
        """A test's output is its own."""


@pytest.fixture
def foundry(room: Room, tmp_path: Path) -> Iterator[str]:
    """Where a Foundry of another origin has the module, from the zip that the server gives."""
    module = Module(shim())
    found = module.content(module.archive, f"http://127.0.0.1:{room.port}/")
    assert found is not None
    zipfile.ZipFile(io.BytesIO(found[1])).extractall(tmp_path / "modules/turnkeeper")
    for name in ("fake.mjs", "canvas.mjs"):
        shutil.copy(HERE / name, tmp_path)
    shutil.copytree(HERE / "page", tmp_path / "page")
    handler = partial(Quiet, directory=str(tmp_path))
    handler.extensions_map = {**Quiet.extensions_map, ".mjs": "text/javascript"}  # type: ignore[attr-defined]
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/page/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest_asyncio.fixture
async def look(foundry: str, chromium: str) -> AsyncIterator[Look]:
    """Opens Foundry: `await look("gil", generation=12)`."""
    async with AsyncExitStack() as stack:
        playwright = await stack.enter_async_context(async_playwright())
        args = [*QUIET, "--host-resolver-rules=MAP foundry.example 127.0.0.1"]
        browser: Browser = await playwright.chromium.launch(executable_path=chromium, args=args)
        stack.push_async_callback(browser.close)

        async def come(user: str, host: str = "127.0.0.1", **ask: object) -> Somebody:
            page = await browser.new_page(viewport={"width": 1400, "height": 900})
            page.set_default_timeout(PATIENCE)
            somebody = Somebody(page)
            asked = "&".join(f"{name}={value}" for name, value in {"user": user, **ask}.items())
            await page.goto(f"{foundry}?{asked}".replace("127.0.0.1", host))
            await page.locator("body[data-ready]").wait_for()
            return somebody

        yield come


async def join(somebody: Somebody, link: str) -> None:
    page = somebody.page
    await page.get_by_role("button", name="Enter a link").click()
    await page.get_by_label("Link to the table").fill(link)
    await page.get_by_role("button", name="Sit down").click()
    await page.get_by_role("button", name="Open Turnkeeper").click()
    await expect(page.locator(".turnkeeper-state")).to_contain_text("Live")


async def add_tokens(somebody: Somebody) -> None:
    """As a game master does it: a new encounter, and the tokens on the scene into it."""
    page = somebody.page
    await expect(page.locator(".turnkeeper-state")).to_contain_text("keeps Foundry")
    await page.evaluate("CONFIG.Combat.documentClass.create({active: true})")
    await page.evaluate(f"game.combat.createEmbeddedDocuments('Combatant', {TOKENS})")
    await expect(page.locator("turn-tracker[show=people]")).to_contain_text("Morwen")


async def begin(somebody: Somebody) -> None:
    """Everybody strikes; the party's two at once, before the foes."""
    await somebody.give({"do": "begin"})
    people = await somebody.page.evaluate("game.combat.combatants.contents.map((one) => one.id)")
    for id in people:
        await somebody.give({"do": "declare", "combatant": id, "actions": [{"act": "melee"}]})
    await somebody.page.evaluate("game.combat.nextTurn()")
    await somebody.give({"do": "roll", "for": "side:party", "faces": [2]})
    await somebody.give({"do": "roll", "for": "side:foes", "faces": [5]})
