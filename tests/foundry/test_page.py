"""The module in a real browser: unpacked from the server's zip into a page that acts as Foundry."""

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

__all__ = ["room"]

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


async def test_without_a_link_the_window_says_how_to_get_in(look: Look) -> None:
    ana = await look("ana")
    await ana.page.get_by_role("button", name="Open Turnkeeper").click()
    await expect(ana.page.locator(".turnkeeper-state")).to_contain_text("choose “Enter a link”")
    await ana.page.get_by_role("button", name="Enter a link").click()
    await ana.page.get_by_label("Link to the table").fill("not a link")
    await ana.page.get_by_role("button", name="Sit down").click()
    await expect(ana.page.get_by_role("alert")).to_contain_text("not a link to a table")
    assert ana.complaints == []


@pytest.mark.parametrize(("theme", "scheme"), [("dark", "dark"), ("light", "light")])
async def test_a_fight_begun_from_foundry_is_played_in_its_window(
    room: Room, look: Look, theme: str, scheme: str, tmp_path: Path
) -> None:
    gil = await look("gil", theme=theme)
    await join(gil, room.link("gm"))
    await add_tokens(gil)
    window = gil.page.locator("#turnkeeper")
    await expect(window).to_have_css("color-scheme", scheme)
    await begin(gil)
    row = gil.page.locator("#combat .active")
    await expect(row).to_have_count(1)
    await expect(row).to_contain_text("2")
    # Two act at once: both have Foundry's own marker.
    await expect(gil.page.locator(".token .marker")).to_have_count(2)
    await expect(gil.page.locator(".token .ring")).to_have_count(0)
    await gil.page.screenshot(path=tmp_path / f"foundry-{theme}.png")
    await gil.page.evaluate("game.combat.nextTurn()")
    await expect(row).to_contain_text("Orc")
    assert gil.complaints == []


async def test_in_version_12_all_who_act_have_our_ring(room: Room, look: Look) -> None:
    gil = await look("gil", generation=12)
    await join(gil, room.link("gm"))
    await add_tokens(gil)
    await begin(gil)
    await expect(gil.page.locator(".token .ring")).to_have_count(2)
    assert gil.complaints == []


async def test_what_is_typed_into_a_field_is_not_foundrys(room: Room, look: Look) -> None:
    gil = await look("gil")
    await join(gil, room.link("gm"))
    desk = gil.page.locator("turn-desk")
    field = desk.get_by_label("Name").first
    await field.click()
    await gil.page.keyboard.type("Snun")
    await expect(field).to_have_value("Snun")
    assert "n" not in await gil.page.evaluate("pressed")
    await gil.page.evaluate("document.activeElement.blur()")
    await gil.page.keyboard.press("n")
    assert "n" in await gil.page.evaluate("pressed")
    assert (
        await gil.page.evaluate("document.querySelector('turn-tracker').client.table.view.phase")
        == "setup"
    )


async def test_a_player_declares_in_foundry(room: Room, look: Look, tmp_path: Path) -> None:
    ana, gil = await look("ana", table="friday"), await look("gil")
    await join(ana, room.link("player"))
    await join(gil, room.link("gm"))
    await add_tokens(gil)
    user = await ana.user()
    id = await gil.page.evaluate(
        "game.combat.combatants.contents.find(c => c.name === 'Morwen').id"
    )
    await gil.give({"do": "change", "combatant": id, "set": {"owner": user}})
    await gil.give({"do": "begin"})
    desk = ana.page.locator("turn-desk")
    await desk.get_by_text("Melee").first.click()
    await desk.get_by_role("button", name="Declare").first.click()
    await expect(ana.page.locator("turn-tracker[show=people]")).to_contain_text("Melee")
    await expect(ana.page.locator("#turnkeeper")).not_to_contain_text("Spy")
    await ana.page.screenshot(path=tmp_path / "foundry-player.png")
    assert ana.complaints == []


async def test_a_window_that_was_closed_opens_again_and_is_live(room: Room, look: Look) -> None:
    gil = await look("gil")
    await join(gil, room.link("gm"))
    await gil.page.get_by_role("button", name="Close").click()
    await expect(gil.page.locator("#turnkeeper")).to_have_count(0)
    await gil.page.get_by_role("button", name="Open Turnkeeper").click()
    add = {"do": "add", "combatants": [{"name": "Wolf", "side": "foes", "kind": "npc"}]}
    await gil.give(add)
    for part in ("turn-tracker[show=people]", "turn-log"):
        await expect(gil.page.locator(part)).to_contain_text("Wolf")
    assert gil.complaints == []


async def test_a_server_that_is_not_there_is_explained(room: Room, look: Look) -> None:
    gil = await look("gil")
    await room.stop()
    await gil.page.get_by_role("button", name="Enter a link").click()
    await gil.page.get_by_label("Link to the table").fill(room.link("gm"))
    await gil.page.get_by_role("button", name="Sit down").click()
    await gil.page.get_by_role("button", name="Open Turnkeeper").click()
    await expect(gil.page.locator(".turnkeeper-state")).to_contain_text("Is it running here?")
    await room.start()
    await expect(gil.page.locator(".turnkeeper-state")).to_contain_text("Live")


async def test_an_origin_that_is_not_admitted_is_told_what_would_admit_it(
    room: Room, look: Look
) -> None:
    gil = await look("gil", host="foundry.example")
    await gil.page.get_by_role("button", name="Enter a link").click()
    await gil.page.get_by_label("Link to the table").fill(room.link("gm"))
    await gil.page.get_by_role("button", name="Sit down").click()
    await gil.page.get_by_role("button", name="Open Turnkeeper").click()
    origin = await gil.page.evaluate("location.origin")
    assert origin.startswith("http://foundry.example:")
    await expect(gil.page.locator(".turnkeeper-state")).to_contain_text(f"--origin {origin}")


async def test_a_link_that_is_no_longer_good_is_said_so(room: Room, look: Look) -> None:
    gil = await look("gil")
    await gil.page.get_by_role("button", name="Enter a link").click()
    await gil.page.get_by_label("Link to the table").fill(room.link("gm", "x"))
    await gil.page.get_by_role("button", name="Sit down").click()
    await gil.page.get_by_role("button", name="Open Turnkeeper").click()
    await expect(gil.page.locator(".turnkeeper-state")).to_contain_text("does not let you in")
