"""The game master's hand on the page: house rules, places beside somebody, and a running fight put aside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.async_api import expect

from tests.browser.conftest import Sit, Somebody

SAVED = {"turnkeeper": 1, "system": "mmrpg", "options": {}, "combatants": [{"name": "Thug"}]}


async def running(gm: Somebody, system: str, **options: Any) -> None:
    await gm.give(
        {"do": "open", "system": system, "options": options, "keep": "none", "force": True}
    )
    people = [{"id": name.lower(), "name": name} for name in ("Kes", "Obo", "Zed")]
    await gm.give({"do": "add", "combatants": people})
    await gm.give({"do": "begin"})


async def test_a_running_fight_is_put_aside_only_after_a_yes_and_undo_brings_it_back(
    sit: Sit,
) -> None:
    gm = await sit("gm", "Gil")
    await running(gm, "adnd1e")
    desk = gm.page.locator("turn-desk")
    await desk.get_by_text("New fight", exact=True).click()
    await desk.get_by_role("button", name="Open a fight").click()
    question = desk.get_by_role("alert")
    await expect(question).to_contain_text("A fight is going on")
    await question.get_by_role("button", name="Keep fighting").click()
    await expect(question).to_have_count(0)
    await gm.sees("Kes", "turn-tracker.everyone")
    await desk.get_by_role("button", name="Open a fight").click()
    await question.get_by_role("button", name="Put the fight aside").click()
    await gm.sees("A fight is opened", "turn-log")
    await gm.give({"do": "undo"})
    await gm.sees("Kes", "turn-tracker.everyone")
    assert gm.complaints == []


async def test_loading_a_prepared_fight_asks_likewise(sit: Sit, tmp_path: Path) -> None:
    gm = await sit("gm", "Gil")
    await running(gm, "adnd1e")
    file = tmp_path / "prepared.json"
    file.write_text(json.dumps(SAVED), "utf-8")
    desk = gm.page.locator("turn-desk")
    await desk.get_by_text("Prepared fights").click()
    await desk.get_by_label("Load a file").set_input_files(file)
    await desk.get_by_role("button", name="Put the fight aside").click()
    await gm.sees("Thug", "turn-tracker.everyone")


async def test_house_rules_change_within_a_fight_and_the_page_says_from_when_on(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await running(gm, "adnd2e")
    desk = gm.page.locator("turn-desk")
    await desk.locator("summary", has_text="House rules").click()
    rules = desk.locator("details", has=gm.page.get_by_role("button", name="Change the rules"))
    await rules.get_by_label("Initiative").select_option("individual")
    await rules.get_by_role("button", name="Change the rules").click()
    await expect(desk.get_by_role("status")).to_contain_text("counts from the next round")
    await gm.sees("House rules are changed", "turn-log")
    await desk.locator("summary", has_text="House rules").click()
    await expect(rules.get_by_label("Initiative")).to_have_value("individual")
    assert gm.complaints == []


async def test_the_last_third_of_an_entry_is_the_place_after_it(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await running(gm, "starfinder")
    for name, face in (("kes", 20), ("obo", 12), ("zed", 3)):
        await gm.give({"do": "roll", "for": name, "faces": [face]})
    entries = gm.page.locator("turn-tracker[show=order] button.entry")
    await expect(entries).to_have_count(3)
    start, goal = await entries.nth(2).bounding_box(), await entries.nth(0).bounding_box()
    assert start
    assert goal
    await gm.page.mouse.move(start["x"] + 20, start["y"] + 20)
    await gm.page.mouse.down()
    await gm.page.mouse.move(goal["x"] + goal["width"] - 6, goal["y"] + 20, steps=5)
    await gm.page.mouse.up()
    await gm.sees("Zed is placed after Kes", "turn-log")
    await expect(entries.nth(1)).to_contain_text("Zed")


async def test_the_keyboard_puts_somebody_behind_all_others(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await running(gm, "starfinder")
    for name, face in (("kes", 20), ("obo", 12), ("zed", 3)):
        await gm.give({"do": "roll", "for": name, "faces": [face]})
    await gm.page.locator("turn-tracker.everyone").get_by_text("Obo").click()
    desk = gm.page.locator("turn-desk")
    await desk.locator("summary", has_text="Order by hand").click()
    await desk.get_by_label("On which side").select_option("last")
    await desk.get_by_role("button", name="Place").click()
    await gm.sees("Obo is placed behind all others", "turn-log")
