"""The module in a real browser: unpacked from the server's zip into a page that acts as Foundry."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.foundry.windows import Look, add_tokens, begin, foundry, join, look, room
from tests.framed import Room

__all__ = ["foundry", "look", "room"]


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
    await gil.give({"do": "open", "system": "adnd1e"})
    desk = gil.page.locator("turn-desk")
    field = desk.get_by_label("Name", exact=True).first
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
