"""A whole fight in each system: a game master, two players, and a screen on the wall, all in Chromium.

What each of them does is done at the page. After every step all four show the same moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.conftest import Sit, Somebody

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@dataclass
class Company:
    gm: Somebody
    ana: Somebody
    ben: Somebody
    wall: Somebody

    @property
    def everybody(self) -> tuple[Somebody, ...]:
        return self.gm, self.ana, self.ben, self.wall

    async def see(self, text: str) -> None:
        """All four: the moment, or who is now."""
        for somebody in self.everybody:
            await expect(where(somebody)).to_contain_text(text)

    async def agree(self) -> None:
        """All four show the moment that the game master sees; who is next, players may not know."""
        for somebody in self.everybody:
            await expect(moment(somebody)).to_have_text(await said(self.gm))

    async def go_on(self, until: str) -> list[str]:
        """The game master presses N until it says so: the moments on the way."""
        seen = []
        while until not in (before := await said(self.gm)):
            await self.gm.page.keyboard.press("n")
            await expect(moment(self.gm)).not_to_have_text(before)
            await self.agree()
            seen.append(await where(self.gm).locator("h2").inner_text())
        return seen

    async def end(self) -> None:
        """The fight is ended at the desk; nobody's console had anything to complain of."""
        fold = self.gm.page.locator("turn-desk details", has_text="End the fight").last
        await fold.locator("summary").click()
        await fold.get_by_role("button", name="End the fight").click()
        await fold.get_by_role("alert").get_by_role("button", name="End the fight").click()
        for somebody in self.everybody:
            await somebody.page.locator("turn-tracker[data-phase=over]").first.wait_for()
            assert somebody.complaints == []


def where(somebody: Somebody) -> Locator:
    return somebody.page.locator("turn-tracker[show=order] .where")


def moment(somebody: Somebody) -> Locator:
    return where(somebody).locator(".round, h2, .active")


async def said(somebody: Somebody) -> list[str]:
    return await moment(somebody).all_text_contents()


async def gather(sit: Sit, system: str, *people: dict[str, Any]) -> Company:
    """Everybody sits down; who has the owner `ana` or `ben` is theirs; the game master begins."""
    company = Company(
        await sit("gm", "Gil"),
        await sit("player", "Ana", **PHONE),
        await sit("player", "Ben", **PHONE),
        await sit("observer", "", "&view=strip"),
    )
    users = {"ana": await company.ana.user(), "ben": await company.ben.user()}
    owned = [{**one, "owner": users[one["owner"]]} if "owner" in one else one for one in people]
    await company.gm.give({"do": "open", "system": system, "keep": "none", "force": True})
    await company.gm.give({"do": "add", "combatants": owned})
    await company.gm.page.keyboard.press("n")
    return company


def pc(name: str, owner: str, **more: Any) -> dict[str, Any]:
    return {"id": owner, "name": name, "side": "party", "kind": "pc", "owner": owner, **more}


async def declare(somebody: Somebody, kind: str, **fields: str) -> None:
    desk = somebody.page.locator("turn-desk")
    await desk.locator("label", has_text=kind).first.click()
    for label, value in fields.items():
        field = desk.get_by_label(label.replace("_", " ")).and_(desk.locator("input"))
        await field.first.fill(value)
    await desk.get_by_role("button", name="Declare", exact=True).click()
    await expect(desk.locator(".rows")).to_contain_text(kind)


async def roll(somebody: Somebody, who: str, faces: str) -> None:
    row = somebody.page.locator("turn-desk .asks form", has_text=who)
    await row.get_by_label("Dice").fill(faces)
    await row.get_by_role("button", name="Roll").click()
    await expect(row.get_by_label("Dice")).to_have_count(0)


async def ends_the_turn(somebody: Somebody) -> None:
    desk = somebody.page.locator("turn-desk")
    await expect(desk).to_contain_text("It is your moment")
    await desk.get_by_role("button", name="End the turn").click()
    await expect(desk).not_to_contain_text("It is your moment")


async def test_adnd1e(sit: Sit) -> None:
    orc = {"id": "orc", "name": "Orc", "side": "foes", "hp": 6}
    company = await gather(sit, "adnd1e", pc("Morwen", "ana", hp=12), pc("Brand", "ben"), orc)
    await declare(company.ana, "Spell", Name="Sleep", Casting_time="3")
    await declare(company.ben, "Melee")
    await company.gm.give({"do": "declare", "combatant": "orc", "actions": [{"act": "melee"}]})
    await company.gm.page.keyboard.press("n")
    await company.see("Initiative")
    await roll(company.ana, "Party", "4")
    await roll(company.gm, "Foes", "2")
    await company.agree()
    moments = await company.go_on("End of the round")
    assert moments[-2:] == ["Segment 7", "End of the round"]
    for somebody in company.everybody[:3]:
        await somebody.sees("Morwen completes the spell Sleep", "turn-log")
    await company.go_on("Declarations")
    await company.see("Round 2")
    await company.end()


async def test_adnd2e(sit: Sit) -> None:
    company = await gather(
        sit,
        "adnd2e",
        pc("Brunhild", "ana"),
        pc("Odo", "ben"),
        {"id": "owl", "name": "Owlbear", "side": "foes"},
    )
    await declare(company.ana, "Attack", With="long sword")
    await declare(company.ben, "Spell", Name="Bless", Takes="6")
    claws = {"act": "natural", "size": "large", "attacks": ["claw", "bite"]}
    await company.gm.give({"do": "declare", "combatant": "owl", "actions": [claws]})
    await company.gm.page.keyboard.press("n")
    await company.see("Initiative")
    await roll(company.ben, "Party", "3")
    await roll(company.gm, "Foes", "4")
    await company.see("Now: Brunhild")
    await expect(company.ana.page.locator("turn-desk")).to_contain_text("It is your moment")
    await company.agree()
    assert "Initiative 9" in await company.go_on("Declarations")
    await company.ben.sees("Odo completes the spell Bless", "turn-log")
    await company.see("Round 2")
    await company.end()


async def test_starfinder(sit: Sit) -> None:
    company = await gather(
        sit,
        "starfinder",
        pc("Altronus", "ana", traits={"modifier": 4}),
        pc("Quig", "ben"),
        {"id": "b", "name": "Barsala", "side": "foes"},
    )
    await roll(company.ana, "Altronus", "15")
    await roll(company.ben, "Quig", "8")
    await roll(company.gm, "Barsala", "12")
    await company.see("Now: Altronus")
    await ends_the_turn(company.ana)
    await company.see("Now: Barsala")
    await company.gm.page.keyboard.press("n")
    await company.see("Now: Quig")
    await ends_the_turn(company.ben)
    await company.see("Round 2")
    await company.see("Now: Altronus")
    await company.end()


async def test_mmrpg(sit: Sit) -> None:
    company = await gather(
        sit,
        "mmrpg",
        pc("Wasp", "ana"),
        pc("Hulk", "ben", traits={"modifier": 2}),
        {"id": "o", "name": "Octopus", "side": "foes"},
    )
    await roll(company.ana, "Wasp", "3 1 5")
    await roll(company.ben, "Hulk", "5 5 5")
    await roll(company.gm, "Octopus", "2 3 4")
    await company.see("Bonus round")
    await company.see("Now: Wasp")
    await ends_the_turn(company.ana)
    await company.see("Now: Hulk")
    await ends_the_turn(company.ben)
    await company.see("Now: Wasp")
    await ends_the_turn(company.ana)
    await company.see("Now: Octopus")
    await company.gm.page.keyboard.press("n")
    await company.see("Round 2")
    await company.end()
