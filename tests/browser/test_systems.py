"""Each of the other systems at the page: a game master's laptop and a player's phone."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.conftest import Sit, Somebody

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


async def lay_out(sit: Sit, system: str, *people: dict[str, Any]) -> tuple[Somebody, Somebody]:
    """A game master and a player; who has the owner `me` is the player's."""
    gm, player = await sit("gm", "Gil"), await sit("player", "Ana", **PHONE)
    user = await player.user()
    owned = [{**one, "owner": user} if one.get("owner") == "me" else one for one in people]
    await gm.give({"do": "open", "system": system, "keep": "none", "force": True})
    await gm.give({"do": "add", "combatants": owned})
    return gm, player


def order(somebody: Somebody) -> Locator:
    return somebody.page.locator("turn-tracker[show=order]")


async def roll(gm: Somebody, who: str, faces: str) -> None:
    """The game master lays dice down by hand."""
    row = gm.page.locator("turn-desk .asks form", has_text=who)
    await row.get_by_label("Dice").fill(faces)
    await row.get_by_role("button", name="Roll").click()


async def test_adnd2e_draws_passes_with_totals_and_the_end_of_the_round(sit: Sit) -> None:
    gm, player = await lay_out(
        sit,
        "adnd2e",
        {"id": "f", "name": "Brunhild", "side": "party", "kind": "pc", "owner": "me"},
        {"id": "p", "name": "Odo", "side": "party", "kind": "pc"},
        {"id": "owl", "name": "Owlbear", "side": "foes"},
    )
    await gm.page.keyboard.press("n")
    desk = player.page.locator("turn-desk")
    await desk.locator("label", has_text="Attack").first.click()
    await desk.get_by_label("With").first.fill("long sword")
    await desk.get_by_label("Attacks", exact=True).select_option("2")
    await desk.get_by_role("button", name="Declare", exact=True).click()
    await gm.sees("Attack · long sword, 2 attacks", "turn-tracker.everyone")
    prayer = {"act": "spell", "name": "Prayer", "rounds": 1}
    await gm.give({"do": "declare", "combatant": "p", "actions": [prayer]})
    claws = {"act": "natural", "size": "large", "attacks": ["claw", "bite"]}
    await gm.give({"do": "declare", "combatant": "owl", "actions": [claws]})
    await gm.page.keyboard.press("n")
    await roll(gm, "Party", "3")
    await roll(gm, "Foes", "3")
    for somebody in (gm, player):
        await somebody.sees("Initiative 8", "turn-tracker[show=order] h2")
    rows = order(gm).locator("section.row")
    await expect(rows.locator("h3")).to_have_text(["Pass 1", "Pass 2", "End of the round"])
    await expect(rows.nth(0).locator(".moment")).to_have_count(2)
    await expect(rows.nth(0).locator(".moment.several .entry")).to_have_count(2)
    await expect(player.page.locator("turn-desk")).to_contain_text("It is your moment")
    assert gm.complaints == player.complaints == []


async def test_starfinder_lets_a_player_delay_and_come_back(sit: Sit) -> None:
    gm, player = await lay_out(
        sit,
        "starfinder",
        {"id": "a", "name": "Altronus", "side": "party", "kind": "pc", "owner": "me"},
        {"id": "b", "name": "Barsala", "side": "foes"},
        {"id": "c", "name": "Quig", "side": "foes"},
    )
    await gm.page.keyboard.press("n")
    for who, face in (("Altronus", "20"), ("Barsala", "15"), ("Quig", "10")):
        await roll(gm, who, face)
    desk = player.page.locator("turn-desk")
    await desk.get_by_role("button", name="Delay").click()
    await player.sees("delays", "turn-tracker.everyone")
    await player.sees("Count 15", "turn-tracker[show=order] h2")
    await desk.get_by_role("button", name="Return").click()
    await gm.sees("Altronus is back from the delay", "turn-log")
    await gm.page.keyboard.press("n")
    for somebody in (gm, player):
        await somebody.sees("Now: Altronus", "turn-tracker[show=order]")
    await desk.get_by_role("button", name="End the turn").click()
    await gm.sees("Now: Quig", "turn-tracker[show=order]")
    assert gm.complaints == player.complaints == []


async def test_mmrpg_asks_the_player_which_die_falls_again_and_draws_the_bonus_round(
    sit: Sit,
) -> None:
    gm, player = await lay_out(
        sit,
        "mmrpg",
        {"id": "s", "name": "Spider-Man", "kind": "pc", "owner": "me", "traits": {"edge": 1}},
        {"id": "o", "name": "Doctor Octopus", "traits": {"modifier": 2}},
    )
    await gm.page.keyboard.press("n")
    await roll(gm, "Doctor Octopus", "2 4 4")
    await player.page.locator("turn-desk").get_by_label("Dice").fill("2 6 5")
    await player.page.locator("turn-desk").get_by_role("button", name="Roll: ").click()
    await player.sees("reroll one die", "turn-desk")
    await player.page.locator("turn-desk").get_by_label("rolled at the table").fill("1")
    await player.page.get_by_role("button", name="Reroll this die: 6").click()
    await gm.sees("Spider-Man rolled 2 · M · 5", "turn-log")
    for somebody in (gm, player):
        await somebody.sees("Bonus round", "turn-tracker[show=order]")
        await somebody.sees("Now: Spider-Man", "turn-tracker[show=order]")
    await gm.page.keyboard.press("n")
    await gm.sees("then round 2", "turn-tracker[show=order]")
    assert gm.complaints == player.complaints == []


async def test_the_log_tells_an_earlier_fight_in_its_own_words(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "adnd1e", "keep": "none", "force": True})
    await gm.give({"do": "add", "combatants": [{"id": "m", "name": "Morwen", "side": "party"}]})
    await gm.give({"do": "begin"})
    await gm.give({"do": "advance", "to": "next", "force": True})
    await gm.give({"do": "declare", "combatant": "m", "actions": [{"act": "melee"}]})
    await gm.give({"do": "roll", "for": "all", "faces": [4]})
    await gm.sees("Segment 4: Morwen", "turn-log")
    await gm.give({"do": "open", "system": "starfinder", "keep": "none", "force": True})
    await gm.sees("A fight is opened: Starfinder", "turn-log")
    await gm.sees("Segment 4: Morwen", "turn-log")
