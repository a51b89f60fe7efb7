"""The party is there on the second evening by one tap, and a fight that was set aside goes on by one."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.conftest import Sit

VIEW = "document.querySelector('turn-tracker').client.table.view"
PARTY = [
    {"id": "ana", "name": "Ana", "kind": "pc", "hp": 12},
    {"id": "bo", "name": "Bo", "kind": "pc", "hp": 9},
]
ORCS = [{"id": f"orc-{n}", "name": f"Orc {n}", "hp": 6, "hidden": n > 2} for n in (1, 2, 3)]


async def test_the_party_comes_unhurt_to_the_next_evening_by_one_tap(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "adnd1e", "keep": "none"})
    await gm.give({"do": "add", "combatants": PARTY + ORCS})
    await gm.give({"do": "hit", "combatant": "ana", "damage": 5})
    desk = gm.page.locator("turn-desk")
    await desk.get_by_text("Kept at this table").click()
    await desk.get_by_label("Name", exact=True).last.fill("The heroes of Hommlet")
    await desk.get_by_role("button", name="Keep the party").click()
    await expect(desk.get_by_text("2 of the party")).to_be_visible()
    await gm.give({"do": "open", "system": "starfinder", "keep": "none"})
    await gm.page.reload()
    load = desk.get_by_role("button", name="Load: The heroes of Hommlet")
    await load.click()
    await gm.sees("Ana", "turn-tracker[show=people]")
    view = await gm.page.evaluate(VIEW)
    assert {c["id"]: c["hp"] for c in view["combatants"].values()} == {"ana": 12, "bo": 9}
    await load.click()
    await expect(desk.get_by_role("alert")).to_be_visible()


async def test_a_running_fight_is_set_aside_and_taken_up_again(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "starfinder", "keep": "none"})
    await gm.give({"do": "add", "combatants": PARTY + ORCS})
    await gm.give({"do": "begin"})
    desk = gm.page.locator("turn-desk")
    await desk.get_by_text("Kept at this table").click()
    await desk.get_by_label("Name", exact=True).last.fill("The cliff")
    await desk.get_by_role("button", name="Set the fight aside").click()
    await expect(desk.get_by_text("set aside")).to_be_visible()
    await gm.give({"do": "begin"})
    await expect(desk.get_by_role("button", name="Take up: The cliff")).to_have_count(0)
    await gm.give({"do": "end"})
    await desk.get_by_role("button", name="Take up: The cliff").click()
    await gm.page.wait_for_function(f"{VIEW}.phase === 'roll'")
    view = await gm.page.evaluate(VIEW)
    assert "kept" not in view
    assert len(view["combatants"]) == 5
