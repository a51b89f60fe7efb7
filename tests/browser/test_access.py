"""Nobody is shut out: axe-core finds nothing in any phase, and the keyboard is enough."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Sit, Somebody

MAGE = {"id": "mage", "name": "Morwen", "side": "party", "kind": "pc", "hp": 12}
ORC = {"id": "orc", "name": "Orc", "side": "foes", "hp": 6, "hidden": True}
SPELL = {"act": "spell", "name": "Gate", "segments": 7}
ON = {"do": "advance", "to": "next", "force": True}
FIGHT: dict[str, list[dict[str, Any]]] = {
    "setup": [],
    "declare": [{"do": "begin"}],
    "roll": [{"do": "declare", "combatant": "mage", "actions": [SPELL]}, ON],
    "act": [{"do": "roll", "for": "side:party", "faces": [5]}, {"do": "roll", "for": "all"}],
    "end": [{"do": "hit", "combatant": "orc", "damage": 9}, ON],
    "over": [{"do": "end", "outcome": None}],
}


async def faults(somebody: Somebody, axe: str) -> list[str]:
    """What axe-core finds: the rule, and where."""
    # Through the protocol, since the page's policy lets no script in from outside.
    await somebody.page.evaluate(axe)
    found = await somebody.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_in_any_phase(sit: Sit, axe: str, scheme: str) -> None:
    gm = await sit("gm", "Gil", color_scheme=scheme)
    phone = {"width": 360, "height": 740}
    player = await sit("player", "Ana", color_scheme=scheme, viewport=phone)
    await gm.give({"do": "open", "system": "adnd1e", "keep": "none"})
    await gm.give({"do": "add", "combatants": [{**MAGE, "owner": await player.user()}, ORC]})
    await gm.page.locator("turn-tracker.everyone").get_by_role("button", name="Morwen").click()
    for fold in await gm.page.locator("turn-desk details").all():
        await fold.evaluate("fold => (fold.open = true)")
    for phase, commands in FIGHT.items():
        for command in commands:
            await gm.give(command)
        await player.page.locator(f"turn-tracker[data-phase={phase}]").first.wait_for()
        assert [*await faults(gm, axe), *await faults(player, axe)] == [], phase


async def test_axe_finds_nothing_at_the_door(sit: Sit, axe: str) -> None:
    gm = await sit("gm", "Gil")
    await gm.page.evaluate("sessionStorage.clear(); localStorage.clear()")
    await gm.page.goto(gm.page.url.split("#")[0])
    await gm.page.reload()
    await gm.sees("You need a link")
    assert await faults(gm, axe) == []


async def test_a_round_is_played_by_keyboard_alone(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "adnd1e", "keep": "none"})
    await gm.give({"do": "add", "combatants": [MAGE]})
    keys = gm.page.keyboard
    await keys.press("n")
    await gm.sees("Morwen", "turn-desk .asks")
    await keys.press("d")
    await keys.press("ArrowRight")
    await keys.press("Enter")
    await gm.sees("Missile", "turn-desk .rows")
    await keys.press("n")
    await gm.sees("Initiative", "turn-tracker[show=order] h2")
    await keys.press("r")
    await gm.sees("Segment", "turn-tracker[show=order] h2")
    await keys.press("u")
    await gm.sees("Initiative", "turn-tracker[show=order] h2")


@pytest.mark.parametrize(
    ("locale", "phase", "button"),
    [
        ("es-MX", "Declaraciones", "Declarar"),
        ("it-IT", "Dichiarazioni", "Dichiara"),
        ("pt-PT", "Declarações", "Declarar"),
        ("fr-FR", "Declarations", "Declare"),
    ],
)
async def test_the_page_speaks_the_browser_s_language(
    sit: Sit, locale: str, phase: str, button: str
) -> None:
    ana = await sit("gm", "Ana")
    await ana.give({"do": "open", "system": "adnd1e", "keep": "none"})
    await ana.give({"do": "add", "combatants": [MAGE]})
    await ana.give({"do": "begin"})
    other = await sit("gm", "Ana", "&view=strip", locale=locale)
    await other.sees(phase, "turn-tracker h2")
    await ana.page.get_by_label("At the table").click()
    await ana.page.get_by_label("Language").select_option(label=own_name(locale))
    await ana.sees(phase, "turn-tracker[show=order] h2")
    await ana.page.locator("turn-tracker.everyone").get_by_role("button", name="Morwen").click()
    await ana.page.locator("turn-desk").get_by_role("button", name=button, exact=True).wait_for()
    assert ana.complaints == []


def own_name(locale: str) -> str:
    names = {"es": "español", "it": "italiano", "pt": "português (Brasil)"}
    return names.get(locale.split("-", maxsplit=1)[0], "English")
