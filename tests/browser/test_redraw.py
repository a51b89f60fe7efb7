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
ACTING = """() => {
    const { active, combatants } = document.querySelector("turn-tracker").client.table.view;
    return active.map((id) => combatants[id].name);
}"""


def sheet(page: Page, name: str):
    return page.locator("turn-tracker.everyone .person", has_text=name)


async def test_only_who_is_hurt_is_drawn_anew_and_nobody_loses_the_focus(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "adnd1e", "force": True})
    await gm.give({"do": "add", "combatants": PEOPLE})
    await sheet(gm.page, "Odo").get_by_role("button").focus()
    before = await sheet(gm.page, "Odo").element_handle()
    lines = gm.page.locator("turn-log li")
    await expect(lines).to_have_count(len(PEOPLE) + 1)  # opened, and each who came
    await gm.page.evaluate(COUNT)
    await gm.give({"do": "hit", "combatant": "orc", "damage": 1})
    await expect(sheet(gm.page, "Orc").locator(".hp")).to_contain_text("5")
    await expect(lines).to_have_count(len(PEOPLE) + 2)
    assert await gm.page.evaluate("made") < len(PEOPLE)  # the log has lines of its own
    assert before is not None
    assert await before.evaluate("node => node.isConnected && node.getRootNode().activeElement")
    await expect(sheet(gm.page, "Odo").get_by_role("button")).to_be_focused()


async def test_many_changes_at_once_end_in_what_the_table_shows(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "starfinder", "force": True})
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
    await gm.give({"do": "open", "system": "adnd1e", "force": True})
    await gm.page.evaluate(HIDE)
    await gm.give({"do": "add", "combatants": PEOPLE})
    await expect(sheet(gm.page, "Morwen")).to_be_visible()


async def test_who_is_called_otherwise_is_so_wherever_others_speak_of_them(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "adnd1e", "force": True})
    await gm.give({"do": "add", "combatants": PEOPLE})
    await gm.give({"do": "begin"})
    melee = {"act": "melee", "target": "orc"}
    await gm.give({"do": "declare", "combatant": PEOPLE[0]["id"], "actions": [melee]})
    who = sheet(gm.page, str(PEOPLE[0]["name"]))
    told = gm.page.locator("turn-log li.declared")
    for place in (who.locator(".declared"), told):
        await expect(place).to_contain_text("Orc")
    await gm.give({"do": "change", "combatant": "orc", "set": {"name": "Grishnak"}})
    for place in (who.locator(".declared"), told):
        await expect(place).to_contain_text("Grishnak")


async def test_the_moment_that_is_said_last_is_the_one_in_which_the_fight_stands(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "starfinder", "force": True})
    await gm.give({"do": "add", "combatants": PEOPLE})
    await gm.give({"do": "begin"})
    for face, one in enumerate(PEOPLE, start=5):
        await gm.give({"do": "roll", "for": one["id"], "faces": [face]})
    for _ in range(6):
        await gm.give({"do": "advance", "to": "next"})
    said = gm.page.locator("turn-tracker[show=order] [role=status]")
    names = await gm.page.evaluate(ACTING)
    assert len(names) == 1
    await expect(said).to_contain_text(names[0])
