"""What a redraw makes anew, and what it leaves as it is."""

from __future__ import annotations

from playwright.async_api import Page, expect

from tests.browser.conftest import Sit
from tests.browser.test_page import PEOPLE

HIDE = """() => {
    window.requestAnimationFrame = () => 0;  // as in a page that nobody sees
}"""
COUNT = """() => {
    window.made = 0;
    const create = document.createElement.bind(document);
    document.createElement = (tag) => { window.made += tag === "li"; return create(tag); };
}"""


def sheet(page: Page, name: str):
    return page.locator("turn-tracker.everyone .person", has_text=name)


async def test_only_who_is_hurt_is_drawn_anew_and_nobody_loses_the_focus(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "adnd1e"})
    await gm.give({"do": "add", "combatants": PEOPLE})
    await sheet(gm.page, "Odo").get_by_role("button").focus()
    before = await sheet(gm.page, "Odo").element_handle()
    log = await gm.page.locator("turn-log li").count()
    await gm.page.evaluate(COUNT)
    await gm.give({"do": "hit", "combatant": "orc", "damage": 1})
    await expect(sheet(gm.page, "Orc").locator(".hp")).to_contain_text("5")
    await expect(gm.page.locator("turn-log li")).to_have_count(log + 1)
    assert await gm.page.evaluate("made") < len(PEOPLE)  # the log has lines of its own
    assert before is not None
    assert await before.evaluate("node => node.isConnected && node.getRootNode().activeElement")
    await expect(sheet(gm.page, "Odo").get_by_role("button")).to_be_focused()


async def test_many_changes_at_once_end_in_what_the_table_shows(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "starfinder"})
    await gm.give({"do": "add", "combatants": PEOPLE})
    await gm.give({"do": "begin"})
    for number in range(6):
        who = PEOPLE[number % 3]["id"]
        await gm.give({"do": "change", "combatant": who, "set": {"name": f"Number {number}"}})
    for number in (3, 4, 5):
        await expect(sheet(gm.page, f"Number {number}")).to_have_count(1)
    await expect(gm.page.locator("turn-tracker.everyone .person")).to_have_count(4)


async def test_a_page_that_nobody_sees_is_drawn_as_well(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "adnd1e"})
    await gm.page.evaluate(HIDE)
    await gm.give({"do": "add", "combatants": PEOPLE})
    await expect(sheet(gm.page, "Morwen")).to_be_visible()
