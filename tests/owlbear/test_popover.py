"""The extension in a real browser: a page that acts as Owlbear shows our frames, the real SDK speaks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest_asyncio
from playwright.async_api import Browser, FrameLocator, Page, Route, async_playwright, expect

from tests.browser.conftest import QUIET, Room, axe
from tests.framed import faults

__all__ = ["axe"]

HERE = Path(__file__).parent
OWLBEAR = "https://www.owlbear.rodeo/room/"
FILES = {
    "": HERE / "page/index.html",
    "page.mjs": HERE / "page/page.mjs",
    "fake.mjs": HERE / "fake.mjs",
}
TYPES = {".html": "text/html", ".mjs": "text/javascript"}
Enter = Callable[..., Awaitable["Guest"]]


class Guest:
    """Somebody in an Owlbear room, in a browser of their own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    @property
    def popover(self) -> FrameLocator:
        return self.page.frame_locator("iframe >> nth=1")

    async def paste(self, link: str) -> None:
        await self.popover.get_by_label("Link").fill(link)
        await self.popover.get_by_role("button", name="Open the table").click()

    async def give(self, command: dict[str, Any]) -> None:
        tracker = self.popover.locator("turn-tracker").first
        await tracker.evaluate("(tracker, command) => tracker.seat.give(command)", command)


@pytest_asyncio.fixture
async def room() -> AsyncIterator[Room]:
    room = Room()
    await room.start()
    yield room
    await room.stop()


def manifest(room: Room) -> Any:
    with urlopen(f"http://127.0.0.1:{room.port}/owlbear/manifest.json") as answer:
        return json.load(answer)


async def owlbear(route: Route) -> None:
    file = FILES[route.request.url.removeprefix(OWLBEAR).partition("?")[0]]
    await route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])


@pytest_asyncio.fixture
async def enter(room: Room, chromium: str) -> AsyncIterator[Enter]:
    """Comes into the room: `await enter("GM", "Gil")`."""
    made = json.dumps(await asyncio.to_thread(manifest, room))
    async with AsyncExitStack() as stack:
        playwright = await stack.enter_async_context(async_playwright())
        # A page of the internet asks for a machine of one's own: a browser would ask the person.
        args = [*QUIET, "--disable-features=LocalNetworkAccessChecks"]
        browser: Browser = await playwright.chromium.launch(executable_path=chromium, args=args)
        stack.push_async_callback(browser.close)

        async def come(role: str, name: str, **more: str) -> Guest:
            size: Any = {"width": 900, "height": 780}
            context = await browser.new_context(locale="en-GB", viewport=size)
            page = await context.new_page()
            page.set_default_timeout(10_000)
            await page.route("https://www.owlbear.rodeo/**", owlbear)
            guest = Guest(page)
            asked = {"manifest": made, "role": role, "name": name, **more}
            await page.goto(f"{OWLBEAR}?{urlencode(asked)}")
            return guest

        yield come


async def test_a_fight_is_played_in_owlbear(
    room: Room, enter: Enter, tmp_path: Path, axe: str
) -> None:
    gil = await enter("GM", "Gil")
    await gil.paste(room.link("gm"))
    await expect(gil.popover.locator(".connection")).to_have_text("Live")

    # The players' key goes to the room, the game master's does not.
    ana = await enter("PLAYER", "Ana", theme="LIGHT")
    await expect(ana.popover.locator(".door")).to_contain_text("has not opened the table")
    assert await faults(ana.page, "popover.html", axe) == []
    await gil.popover.get_by_role("button", name="Let the room in").click()
    await expect(gil.popover.get_by_text("comes in as a player")).to_be_visible()
    metadata = await gil.page.evaluate("room.metadata")
    assert room.tokens["gm"] not in json.dumps(metadata)
    await ana.page.evaluate("(metadata) => room.setMetadata(metadata)", metadata)
    await expect(ana.popover.locator(".connection")).to_have_text("Live")

    # Tokens get into the fight from their own menu.
    await gil.page.wait_for_function("person.menus.length === 2")
    for menu, token in (("party", 0), ("party", 1), ("foes", 2)):
        await gil.page.evaluate(f"choose('turnkeeper/add-{menu}', 'token-{token}')")
        name = ["Morwen", "Brand", "Orc"][token]
        await expect(gil.popover.locator("turn-tracker[show=people]")).to_contain_text(name)

    seat = "(tracker) => tracker.seat.table.user"
    user = await ana.popover.locator("turn-tracker").first.evaluate(seat)
    await gil.give({"do": "change", "combatant": "token-0", "set": {"owner": user}})
    await gil.give({"do": "begin"})
    for token in range(3):
        melee = [{"act": "melee"}]
        await gil.give({"do": "declare", "combatant": f"token-{token}", "actions": melee})
    await gil.give({"do": "advance", "to": "next"})
    await gil.give({"do": "roll", "for": "side:party", "faces": [2]})
    await gil.give({"do": "roll", "for": "side:foes", "faces": [5]})

    # Each browser draws its own rings; Ana's badge says that it is her moment.
    for guest in (gil, ana):
        await expect(guest.page.locator(".ring")).to_have_count(2)
    await ana.page.wait_for_function("person.badges.at(-1) === '!'")
    for guest in (gil, ana):
        assert await faults(guest.page, "popover.html", axe) == []
    await gil.page.screenshot(path=tmp_path / "owlbear-gm.png")
    await ana.page.screenshot(path=tmp_path / "owlbear-player.png")
    await gil.give({"do": "advance", "to": "next"})
    for guest in (gil, ana):
        await expect(guest.page.locator(".ring")).to_have_count(1)
        assert await guest.page.evaluate("person.local[0].attachedTo") == "token-2"
    await ana.page.wait_for_function("person.badges.at(-1) === undefined")

    # The server goes and comes back; then the room is closed, and Ana is out.
    await room.stop()
    await expect(ana.popover.locator(".connection")).to_contain_text("trying again")
    await room.start()
    await expect(ana.popover.locator(".connection")).to_have_text("Live", timeout=30_000)
    await expect(gil.popover.locator(".connection")).to_have_text("Live", timeout=30_000)
    await gil.popover.get_by_role("button", name="Close to the room").click()
    await expect(ana.popover.get_by_role("button", name="Open the table")).to_be_visible()
    for guest in (gil, ana):
        assert guest.complaints == []
        assert await guest.page.evaluate("unknown") == []


async def test_the_popover_takes_owlbears_light_and_dark(enter: Enter) -> None:
    for theme, scheme in (("DARK", "dark"), ("LIGHT", "light")):
        guest = await enter("PLAYER", "Ana", theme=theme)
        await expect(guest.popover.locator("html")).to_have_css("color-scheme", scheme)


async def test_a_link_that_is_no_longer_good_is_said_so(room: Room, enter: Enter) -> None:
    guest = await enter("PLAYER", "Ana")
    await guest.paste(room.link("player", "x"))
    await expect(guest.popover.locator(".door")).to_contain_text("does not let you in")
    await guest.paste("no link")
    await expect(guest.popover.get_by_role("alert")).to_be_visible()
    await guest.paste(room.link("player"))
    await expect(guest.popover.locator(".connection")).to_have_text("Live")


async def test_the_page_by_itself_says_where_it_belongs(room: Room, chromium: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=QUIET)
        page = await browser.new_page(locale="en-GB")
        await page.goto(f"http://127.0.0.1:{room.port}/adapters/owlbear/popover.html")
        await expect(page.locator("body")).to_contain_text(
            f"http://127.0.0.1:{room.port}/owlbear/manifest.json"
        )
        await browser.close()
