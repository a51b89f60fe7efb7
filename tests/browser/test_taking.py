"""A player who has just come takes a character with one tap."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.conftest import Sit


async def test_a_player_without_a_character_takes_a_free_one_by_one_tap(sit: Sit) -> None:
    gm, ana = await sit("gm", "Gil"), await sit("player", "Ana")
    await gm.give({"do": "open", "system": "adnd1e", "keep": "none"})
    people = [{"name": "Mira", "kind": "pc"}, {"name": "Odo", "kind": "pc"}, {"name": "Orc"}]
    await gm.give({"do": "add", "combatants": people})
    desk = ana.page.locator("turn-desk")
    await expect(desk.get_by_role("button", name="Play Odo")).to_be_visible()
    await desk.get_by_role("button", name="Play Mira").click()
    await expect(desk.get_by_role("button", name="Play Odo")).to_have_count(0)
    await gm.sees("Mira has another player", "turn-log")
    view = await gm.page.evaluate("document.querySelector('turn-tracker').client.table.view")
    owners = {c["name"]: c.get("owner") for c in view["combatants"].values()}
    assert owners == {"Mira": await ana.user(), "Odo": None, "Orc": None}


async def test_where_the_game_master_gives_them_away_nothing_is_offered(sit: Sit) -> None:
    gm, ana = await sit("gm", "Gil"), await sit("player", "Ana")
    await gm.give(
        {"do": "open", "system": "adnd1e", "keep": "none", "options": {"free_characters": False}}
    )
    await gm.give({"do": "add", "combatants": [{"name": "Mira", "kind": "pc"}]})
    await ana.sees("The game master can give you one", "turn-desk")
    await expect(
        ana.page.locator("turn-desk").get_by_role("button", name="Play Mira")
    ).to_have_count(0)
