"""The pictures of the README, taken anew by `make screenshots`: the demo's fight in real browsers.

pytest plays it, but does not find it by itself: a test leaves no files behind.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from server.admin.demo import FIGHT
from tests.browser.conftest import Sit, Somebody

DOCS = Path(__file__).parents[2] / "docs"
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "color_scheme": "dark",
    "device_scale_factor": 2,
    "has_touch": True,
}
ACTIVE = "document.querySelector('turn-tracker').client.table.view.active"


async def take(somebody: Somebody, name: str) -> None:
    await somebody.page.evaluate("document.fonts.ready")
    await somebody.page.screenshot(path=DOCS / name, animations="disabled")
    assert somebody.complaints == []


async def give_all(gm: Somebody, *commands: dict[str, Any]) -> None:
    for command in commands:
        await gm.give(command)


async def test_pictures_of_the_readmes_fight(sit: Sit) -> None:
    DOCS.mkdir(exist_ok=True)
    gm = await sit("gm", "Gil", **LAPTOP)
    ana = await sit("player", "Ana", **PHONE)
    await give_all(gm, *(msgspec.to_builtins(command) for command in FIGHT))
    ours = {"do": "change", "combatant": "brand", "set": {"owner": await ana.user()}}
    await give_all(gm, ours)
    await ana.sees("Brand", "turn-desk")
    await take(ana, "phone.png")

    melee = [{"act": "melee"}]
    await give_all(
        gm,
        {"do": "declare", "combatant": "sela", "actions": [{"act": "missile", "shots": 2}]},
        *({"do": "declare", "combatant": who, "actions": melee} for who in ("brand", "orc-1")),
        {"do": "declare", "combatant": "orc-2", "actions": [{"act": "charge", "feet": 100}]},
        {"do": "advance", "to": "next", "force": True},
        {"do": "roll", "for": "side:party", "faces": [5]},
        {"do": "roll", "for": "side:orcs", "faces": [2]},
        {"do": "hit", "combatant": "aldo", "damage": 3},
    )
    while "morwen" not in (await gm.page.evaluate(ACTIVE)):
        await give_all(gm, {"do": "advance", "to": "next"})
    await gm.sees("Segment 5", "turn-tracker[show=order] h2")
    await take(gm, "table.png")
