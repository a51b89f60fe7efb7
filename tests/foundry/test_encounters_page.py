"""One encounter after the other, at a real server, in a real browser; a fight of eight to be looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Somebody
from tests.foundry.windows import Look, begin, foundry, join, look, room
from tests.framed import Room

__all__ = ["foundry", "look", "room"]

EIGHT = ["Morwen", "Brand", "Aldo", "Ysolde", "Orc 1", "Orc 2", "Orc 3", "Orc chief"]
PEOPLE = """(id) => game.combats.get(id).combatants.contents.map((one) => one.name).sort()"""


async def prepare(page: Page, *tokens: str) -> str:
    """Another encounter with these tokens, beside whatever there is; its id."""
    id: str = await page.evaluate(
        """async (tokens) => {
          const made = await CONFIG.Combat.documentClass.create({});
          await made.createEmbeddedDocuments("Combatant",
            tokens.map((id) => ({tokenId: id, sceneId: "moor", actorId: id})));
          return made.id;
        }""",
        tokens,
    )
    return id


async def lead(page: Page, id: str) -> None:
    """In Foundry's tracker: to that encounter, and the button over it."""
    await page.evaluate("(id) => view(id)", id)
    await page.get_by_role("button", name="Led by Turnkeeper").click()
    await expect(page.get_by_role("button", name="Led by Turnkeeper")).to_have_attribute(
        "aria-pressed", "true"
    )


async def phase(somebody: Somebody) -> str:
    seen: str = await somebody.page.locator("turn-tracker").first.evaluate(
        "(tracker) => tracker.client.table.view.phase"
    )
    return seen


async def test_two_prepared_encounters_are_fought_one_after_the_other(
    room: Room, look: Look
) -> None:
    gil = await look("gil")
    await join(gil, room.link("gm"))
    await expect(gil.page.locator(".turnkeeper-state")).to_contain_text("keeps Foundry")
    first = await prepare(gil.page, "Morwen", "Orc")
    people = gil.page.locator("turn-tracker[show=people]")
    await expect(people).to_contain_text("Orc")
    second = await prepare(gil.page, "Brand", "Spy")
    assert await gil.page.evaluate(PEOPLE, second) == ["Brand", "Spy"]
    await expect(people).not_to_contain_text("Spy")

    # The first is fought to its end, and looks unfought then.
    await gil.page.evaluate("(id) => view(id)", first)
    await begin(gil)
    await expect(gil.page.locator("#combat .active")).to_have_count(1)
    await gil.give({"do": "end"})
    await expect(gil.page.locator("#combat .active")).to_have_count(0)
    assert await gil.page.evaluate("(id) => game.combats.get(id).round", first) == 0

    # The second is filled from Foundry; the first stays as it was prepared.
    await lead(gil.page, second)
    await expect(people).to_contain_text("Spy")
    await expect(people).not_to_contain_text("Orc")
    assert await phase(gil) == "setup"
    for id, names in ((first, ["Morwen", "Orc"]), (second, ["Brand", "Spy"])):
        assert await gil.page.evaluate(PEOPLE, id) == names
    await gil.give({"do": "begin"})

    # Back in the middle of it: only after a question.
    await gil.page.evaluate("(id) => view(id)", first)
    await gil.page.get_by_role("button", name="Led by Turnkeeper").click()
    await gil.page.wait_for_function("globalThis.asked?.includes('put aside')")
    await expect(people).to_contain_text("Spy")
    await gil.page.evaluate("globalThis.answer = true")
    await lead(gil.page, first)
    await expect(people).to_contain_text("Orc")
    assert await phase(gil) == "setup"
    assert gil.complaints == []


@pytest.mark.parametrize("generation", [12, 13])
async def test_a_fight_of_eight_is_lit_for_game_master_and_player(
    room: Room, look: Look, generation: int, tmp_path: Path
) -> None:
    gil = await look("gil", generation=generation, tokens=",".join(EIGHT))
    await join(gil, room.link("gm"))
    await expect(gil.page.locator(".turnkeeper-state")).to_contain_text("keeps Foundry")
    await prepare(gil.page, *EIGHT)
    await gil.page.evaluate("game.combats.contents[0].update({active: true})")
    await expect(gil.page.locator("turn-tracker[show=people]")).to_contain_text("Orc chief")
    await gil.page.evaluate("game.settings.set('turnkeeper', 'mark_next', true)")
    await expect(gil.page.locator(".turnkeeper-state")).to_contain_text("keeps Foundry")
    await begin(gil)
    marked = gil.page.locator(".token:has(.marker, .turnkeeper-now)")
    await expect(marked).to_have_text(EIGHT[:4])
    await expect(gil.page.locator(".token:has(.turnkeeper-next)")).to_have_text(EIGHT[4:])
    # What was asked is done: the round is in sight again.
    await gil.page.wait_for_function("document.querySelector('.turnkeeper-scroll').scrollTop === 0")
    await gil.page.screenshot(path=tmp_path / f"foundry-eight-{generation}.png")
    await gil.page.evaluate("game.combats.contents[0].delete()")
    await expect(gil.page.locator(".token :is(.marker, .ring)")).to_have_count(0)
    assert gil.complaints == []
