"""The extension in a real browser: a page that acts as Owlbear shows our frames, the real SDK speaks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest_asyncio
from playwright.async_api import Browser, Route, async_playwright, expect

from tests.browser.conftest import QUIET
from tests.framed import Guest, Room, axe, faults, internet, room
from tests.server.hosting import SOON

__all__ = ["axe", "internet", "room"]

HERE = Path(__file__).parent
OWLBEAR = "https://www.owlbear.rodeo"
ROOM = f"{OWLBEAR}/room/"
POPOVER = "iframe >> nth=1"
FILES = {
    "": HERE / "page/index.html",
    "page.mjs": HERE / "page/page.mjs",
    "fake.mjs": HERE / "fake.mjs",
}
TYPES = {".html": "text/html", ".mjs": "text/javascript"}
Enter = Callable[..., Awaitable[Guest]]


def manifest(room: Room) -> Any:
    with urlopen(f"http://127.0.0.1:{room.port}/owlbear/manifest.json") as answer:
        return json.load(answer)


async def owlbear(route: Route) -> None:
    file = FILES[route.request.url.removeprefix(ROOM).partition("?")[0]]
    await route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])


@pytest_asyncio.fixture
async def enter(room: Room, internet: Browser) -> Enter:
    """Comes into the room: `await enter("GM", "Gil")`."""
    made = json.dumps(await asyncio.to_thread(manifest, room))

    async def come(role: str, name: str, **more: str) -> Guest:
        guest = await Guest.come(internet, POPOVER, OWLBEAR, owlbear, 900, 780)
        asked = {"manifest": made, "role": role, "name": name, **more}
        await guest.page.goto(f"{ROOM}?{urlencode(asked)}")
        return guest

    return come


async def test_a_fight_is_played_in_owlbear(
    room: Room, enter: Enter, tmp_path: Path, axe: str
) -> None:
    gil = await enter("GM", "Gil")
    await gil.paste(room.link("gm"))
    await expect(gil.frame.locator(".connection")).to_have_text("Live")

    # The players' key goes to the room, the game master's does not.
    ana = await enter("PLAYER", "Ana", theme="LIGHT")
    await expect(ana.frame.locator(".join")).to_contain_text("has not opened the table")
    assert await faults(ana.page, "popover.html", axe) == []
    await gil.frame.get_by_role("button", name="Let the room in").click()
    await expect(gil.frame.get_by_text("comes in as a player")).to_be_visible()
    metadata = await gil.page.evaluate("room.metadata")
    assert room.tokens["gm"] not in json.dumps(metadata)
    await ana.page.evaluate("(metadata) => room.setMetadata(metadata)", metadata)
    await expect(ana.frame.locator(".connection")).to_have_text("Live")

    # Tokens get into the fight from their own menu.
    await gil.page.wait_for_function("person.menus.length === 2")
    for menu, token in (("party", 0), ("party", 1), ("foes", 2)):
        await gil.page.evaluate(f"choose('turnkeeper/add-{menu}', 'token-{token}')")
        name = ["Morwen", "Brand", "Orc"][token]
        await expect(gil.frame.locator("turn-tracker[show=people]")).to_contain_text(name)

    seat = "(tracker) => tracker.client.table.user"
    user = await ana.frame.locator("turn-tracker").first.evaluate(seat)
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
    await expect(ana.frame.locator(".connection")).to_contain_text("trying again")
    await room.start()
    await expect(ana.frame.locator(".connection")).to_have_text("Live")
    await expect(gil.frame.locator(".connection")).to_have_text("Live")
    await gil.frame.get_by_role("button", name="Close to the room").click()
    await expect(ana.frame.get_by_role("button", name="Open the table")).to_be_visible()
    for guest in (gil, ana):
        assert guest.complaints == []
        assert await guest.page.evaluate("unknown") == []


async def test_rings_and_fight_follow_owlbears_own_eye(
    room: Room, enter: Enter, tmp_path: Path
) -> None:
    names = ["Morwen", "Brand", "Aldo", "Sister Ysolde", "Orc 1", "Orc 2", "Orc 3", "Orc chief"]
    gil = await enter("GM", "Gil", tokens=",".join(names))
    await gil.paste(room.link("gm"))
    await gil.page.wait_for_function("person.menus.length === 2")
    people = gil.frame.locator("turn-tracker[show=people]")
    for n, name in enumerate(names):
        side = "foes" if n > 3 else "party"
        await gil.page.evaluate(f"choose('turnkeeper/add-{side}', 'token-{n}')")
        await expect(people).to_contain_text(name)
    await gil.give({"do": "begin"})
    for n in range(8):
        melee = [{"act": "melee"}]
        await gil.give({"do": "declare", "combatant": f"token-{n}", "actions": melee})
    await gil.give({"do": "advance", "to": "next"})
    await gil.give({"do": "roll", "for": "side:party", "faces": [5]})
    await gil.give({"do": "roll", "for": "side:foes", "faces": [2]})
    await expect(gil.page.locator(".ring")).to_have_count(4)
    await gil.page.screenshot(path=tmp_path / "owlbear-eight.png")
    hidden = "(tracker) => tracker.client.table.view.combatants['token-4'].hidden"
    tracker = gil.frame.locator("turn-tracker").first
    for eye in ("false", "true"):
        await gil.page.evaluate(f"room.change((items) => (items[4].visible = {eye}))")
        wanted = eye == "false"
        async with asyncio.timeout(SOON):
            while await tracker.evaluate(hidden) is not wanted:  # noqa: ASYNC110 — no event of its own
                await asyncio.sleep(0.05)
    await gil.page.evaluate("room.change((items) => items.splice(5, 1))")
    await expect(gil.page.locator(".ring")).to_have_count(3)
    assert gil.complaints == []
    assert await gil.page.evaluate("unknown") == []


async def test_the_popover_takes_owlbears_light_and_dark(enter: Enter) -> None:
    for theme, scheme in (("DARK", "dark"), ("LIGHT", "light")):
        guest = await enter("PLAYER", "Ana", theme=theme)
        await expect(guest.frame.locator("html")).to_have_css("color-scheme", scheme)


async def test_a_link_that_is_no_longer_good_is_said_so(room: Room, enter: Enter) -> None:
    guest = await enter("PLAYER", "Ana")
    await guest.paste(room.link("player", "x"))
    await expect(guest.frame.locator(".join")).to_contain_text("does not let you in")
    await guest.paste("no link")
    await expect(guest.frame.get_by_role("alert")).to_be_visible()
    await guest.paste(room.link("player"))
    await expect(guest.frame.locator(".connection")).to_have_text("Live")


async def test_the_page_by_itself_says_where_it_belongs(room: Room, chromium: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=QUIET)
        page = await browser.new_page(locale="en-GB")
        await page.goto(f"http://127.0.0.1:{room.port}/adapters/owlbear/popover.html")
        await expect(page.locator("body")).to_contain_text(
            f"http://127.0.0.1:{room.port}/owlbear/manifest.json"
        )
        await browser.close()
