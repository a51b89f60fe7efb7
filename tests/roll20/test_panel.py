"""The userscript in a real browser: a page that acts as Roll20's, our panel in its frame, a real server."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.request import urlopen

import pytest_asyncio
from playwright.async_api import Browser, Route, async_playwright, expect

from server import __version__
from tests.browser.conftest import QUIET
from tests.framed import Answer, Guest, Room, axe, faults, internet, room
from tests.server.hosting import SOON

__all__ = ["axe", "internet", "room"]

HERE = Path(__file__).parent
ROLL20 = "https://app.roll20.net"
EDITOR = f"{ROLL20}/editor/"
PANEL = "#turnkeeper-panel iframe"
Open = Callable[..., Awaitable["Gm"]]
POISON = {"id": "-1", "pr": "3", "custom": "Poison", "formula": "-1"}


class Gm(Guest):
    """A game master's window of Roll20."""

    async def sit(self, link: str) -> None:
        await self.paste(link)
        await expect(self.frame.locator(".connection")).to_have_text("Live")

    async def shows(self, *rows: str) -> None:
        """Waits until Roll20's own tracker is so."""
        await expect(self.page.locator("#turns li")).to_have_text(list(rows))


def fetched(address: str) -> bytes:
    with urlopen(address) as answer:
        body: bytes = answer.read()
    return body


async def roll20(route: Route) -> None:
    body = (HERE / "page/index.html").read_bytes()
    await route.fulfill(body=body, content_type="text/html")


async def strict(route: Route) -> None:
    """A Roll20 whose page has no frames but its own."""
    body = (HERE / "page/index.html").read_bytes()
    headers = {"Content-Type": "text/html", "Content-Security-Policy": "frame-src 'self'"}
    await route.fulfill(body=body, headers=headers)


@pytest_asyncio.fixture
async def open_roll20(room: Room, internet: Browser) -> Open:
    """Opens the game with the userscript that the server gives."""
    address = f"http://127.0.0.1:{room.port}/roll20/turnkeeper.user.js"
    script = (await asyncio.to_thread(fetched, address)).decode()

    async def come(role: str = "gm", answer: Answer = roll20, tokens: str = "") -> Gm:
        gm = await Gm.come(internet, PANEL, ROLL20, answer, 1100, 760)
        asked = f"?role={role}" + (f"&tokens={tokens}" if tokens else "")
        await gm.page.goto(EDITOR + asked)
        await gm.page.add_script_tag(content=script)
        return gm

    return come


async def test_a_fight_is_played_in_roll20(
    room: Room, open_roll20: Open, tmp_path: Path, axe: str
) -> None:
    gil = await open_roll20()
    await gil.sit(room.link("gm"))
    await expect(gil.frame.get_by_text("keeps Roll20’s turn order")).to_be_visible()

    # The game master has put tokens into Roll20's tracker, and a row of text.
    tokens = [{"id": f"-Tok_{n}", "pr": "", "custom": "", "_pageid": "-Page"} for n in range(3)]
    await gil.page.evaluate("(rows) => change((list) => list.push(...rows))", [*tokens, POISON])
    await gil.frame.get_by_role("button", name="Take 3 tokens into the fight").click()
    await gil.shows("◆ Getting ready ", "Brand ", "Morwen ", "Orc ", "Poison 3")

    await gil.give({"do": "begin"})
    for token in range(3):
        melee = [{"act": "melee"}]
        await gil.give({"do": "declare", "combatant": f"-Tok_{token}", "actions": melee})
    await gil.give({"do": "advance", "to": "next"})
    await gil.give({"do": "roll", "for": "side:party", "faces": [2]})
    await gil.give({"do": "roll", "for": "side:foes", "faces": [5]})
    # Players do not know yet when the orc strikes, so Roll20 does not either.
    await gil.shows("Brand 2", "Morwen 2", "◆ Round 1 · Segment 2 ", "Orc ", "Poison 3")

    # Next, by Roll20's own button.
    await gil.page.get_by_role("button", name="Next turn").click()
    await gil.shows("Orc 5", "◆ Round 1 · Segment 5 ", "Brand 2", "Morwen 2", "Poison 3")
    await expect(gil.frame.locator("turn-tracker[show=order]")).to_contain_text("Segment 5")
    assert await faults(gil.page, "panel.html", axe) == []
    await gil.page.screenshot(path=tmp_path / "roll20.png")

    # Hidden: gone from a list that Roll20 hides from nobody. Others' rows are as they were.
    await gil.give({"do": "change", "combatant": "-Tok_2", "set": {"hidden": True}})
    await expect(gil.page.locator("#turns")).not_to_contain_text("Orc")
    kept = [row for row in json.loads(await gil.page.evaluate("turnorder")) if row["pr"] == "3"]
    assert kept == [POISON]

    # The Mod script is told whom to light, and only once it is said to be there.
    assert await gil.page.evaluate("said") == []
    await gil.frame.get_by_label("The Mod script is installed").check()
    await gil.page.wait_for_function("said.length === 1")
    told = json.loads((await gil.page.evaluate("said[0]")).removeprefix("!turnkeeper "))
    assert set(told) >= {"id", "key", "now"}
    assert "-Tok_2" not in told["now"]
    assert gil.complaints == []


async def test_what_is_dragged_and_deleted_in_roll20_is_asked_of_the_server(
    room: Room, open_roll20: Open
) -> None:
    gil = await open_roll20()
    await gil.sit(room.link("gm"))
    await gil.give({"do": "open", "system": "starfinder"})
    people = [{"id": f"p{n}", "name": f"P{n}", "token": f"-Tok_{n}"} for n in range(3)]
    await gil.give({"do": "add", "combatants": people})
    await gil.give({"do": "begin"})
    for n, face in enumerate((15, 10, 5)):
        await gil.give({"do": "roll", "for": f"p{n}", "faces": [face]})
    await gil.shows("Morwen 15", "Brand 10", "Orc 5", "◆ Round 1 · Count 15 ")
    await gil.page.evaluate("change((list) => list.splice(1, 2, list[2], list[1]))")
    order = "tracker => tracker.client.table.view.timeline.map((entry) => entry.combatant).join()"
    tracker = gil.frame.locator("turn-tracker").first
    await gil.page.wait_for_function("rows()[1].id === '-Tok_2'")
    await expect(gil.frame.locator("turn-log")).to_contain_text("P2")
    async with asyncio.timeout(SOON):
        while await tracker.evaluate(order) != "p0,p2,p1":  # noqa: ASYNC110 — no event of its own
            await asyncio.sleep(0.05)
    await gil.page.evaluate("change((list) => list.splice(2, 1))")
    await gil.shows("Morwen 15", "Orc 5", "◆ Round 1 · Count 15 ")
    async with asyncio.timeout(SOON):
        while await tracker.evaluate(order) != "p0,p2":  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await expect(gil.frame.get_by_role("alert")).to_have_count(0)


async def test_the_extension_does_the_same_by_itself(
    room: Room, chromium: str, tmp_path: Path
) -> None:
    address = f"http://127.0.0.1:{room.port}/roll20/turnkeeper-{__version__}.zip"
    packed = zipfile.ZipFile(io.BytesIO(await asyncio.to_thread(fetched, address)))
    folder = str(tmp_path / "extension")
    packed.extractall(folder)
    args = [
        *QUIET,
        f"--load-extension={folder}",
        "--disable-features=LocalNetworkAccessChecks,DisableLoadExtensionCommandLineSwitch",
    ]
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            tmp_path / "profile",
            executable_path=chromium,
            args=args,
            ignore_default_args=["--disable-extensions"],
            locale="en-GB",
        )
        page = await context.new_page()
        await page.route(f"{ROLL20}/**", roll20)
        gil = Gm(page, PANEL)
        await page.goto(EDITOR)
        await gil.sit(room.link("gm"))
        await gil.give({"do": "add", "combatants": [{"name": "Wolf", "kind": "npc"}]})
        await gil.shows("◆ Getting ready ", "◆ Wolf ")
        await context.close()


async def test_the_server_goes_and_comes_back(room: Room, open_roll20: Open) -> None:
    gil = await open_roll20()
    await gil.sit(room.link("gm"))
    wolf = {"name": "Wolf", "side": "foes", "kind": "npc"}
    await gil.give({"do": "add", "combatants": [wolf]})
    await gil.shows("◆ Getting ready ", "◆ Wolf ")
    await room.stop()
    await expect(gil.frame.locator(".connection")).to_contain_text("trying again")
    await gil.page.evaluate("change((list) => list.reverse())")
    await room.start()
    await expect(gil.frame.locator(".connection")).to_have_text("Live")
    await gil.shows("◆ Getting ready ", "◆ Wolf ")


async def test_a_frame_that_is_refused_is_explained_and_opens_in_a_window_of_its_own(
    room: Room, open_roll20: Open, tmp_path: Path
) -> None:
    gil = await open_roll20(answer=strict)
    await expect(gil.page.locator("#turnkeeper-panel")).to_contain_text("Content-Security-Policy")
    await gil.page.screenshot(path=tmp_path / "roll20-refused.png")
    async with gil.page.expect_popup() as opened:
        await gil.page.get_by_role("button", name="in a window of its own").click()
    panel = await opened.value
    await panel.get_by_label("Link").fill(room.link("gm"))
    await panel.get_by_role("button", name="Open the table").click()
    await expect(panel.get_by_text("keeps Roll20’s turn order")).to_be_visible()
    add = {"do": "add", "combatants": [{"name": "Wolf", "kind": "npc"}]}
    await panel.locator("turn-tracker").first.evaluate(
        "(tracker, command) => tracker.client.give(command)", add
    )
    await gil.shows("◆ Getting ready ", "◆ Wolf ")
    await expect(gil.page.get_by_text("Content-Security-Policy")).to_be_hidden()


async def test_those_who_act_have_an_aura_without_a_mod_script(
    room: Room, open_roll20: Open, tmp_path: Path
) -> None:
    names = ["Morwen", "Brand", "Aldo", "Sister Ysolde", "Orc 1", "Orc 2", "Orc 3", "Orc chief"]
    gil = await open_roll20(tokens=",".join(names))
    await gil.sit(room.link("gm"))
    people: list[dict[str, object]] = [
        {"id": f"p{n}", "name": name, "token": f"-Tok_{n}", "side": "foes" if n > 3 else "party",
         "hp": 9}
        for n, name in enumerate(names)
    ]  # fmt: skip
    await gil.give({"do": "add", "combatants": people})
    await gil.give({"do": "begin"})
    for n in range(8):
        spell = {"act": "spell", "name": "Sleep", "segments": 3}
        action = spell if n == 2 else {"act": "melee"}
        await gil.give({"do": "declare", "combatant": f"p{n}", "actions": [action]})
    await gil.give({"do": "advance", "to": "next"})
    await gil.give({"do": "roll", "for": "side:party", "faces": [2]})
    await gil.give({"do": "roll", "for": "side:foes", "faces": [5]})
    lit = gil.page.locator(".token[style*=shadow]")
    await expect(lit).to_have_text(names[:4])
    await gil.page.screenshot(path=tmp_path / "roll20-eight.png")
    await gil.page.get_by_role("button", name="Next turn").click()
    await expect(lit.filter(has_text="Orc")).to_have_count(4)
    await expect(lit.filter(has_text="Morwen")).to_have_count(0)
    assert gil.complaints == []


async def test_a_players_window_shows_no_panel(open_roll20: Open) -> None:
    ana = await open_roll20("player")
    await expect(ana.page.locator("#turnkeeper-panel")).to_have_count(0)


async def test_a_players_link_leaves_roll20s_order_alone(room: Room, open_roll20: Open) -> None:
    gil = await open_roll20()
    await gil.page.evaluate("(row) => change((list) => list.push(row))", POISON)
    await gil.sit(room.link("player"))
    await expect(gil.frame.get_by_text("is left alone")).to_be_visible()
    await gil.shows("Poison 3")
