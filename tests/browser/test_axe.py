"""Nobody is shut out: axe-core finds nothing in any phase of any system, nor in any window."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Room, Sit, Somebody

Commands = list[dict[str, Any]]
PHONE = {"width": 360, "height": 740}
ON = {"do": "advance", "to": "next", "force": True}
END = {"do": "end", "outcome": None}

MAGE = {"id": "a", "name": "Morwen", "side": "party", "kind": "pc", "hp": 12}
BRAND = {"id": "b", "name": "Brand", "side": "party", "kind": "pc"}
ORC = {"id": "orc", "name": "Orc", "side": "foes", "hp": 6, "count": 3, "hidden": True}
HASTE = {"do": "mark", "combatant": "b", "name": "Haste", "rounds": 2}


def rolled(**faces: list[int]) -> Commands:
    return [{"do": "roll", "for": who, "faces": dice} for who, dice in faces.items()]


def declared(**actions: dict[str, Any]) -> Commands:
    return [{"do": "declare", "combatant": who, "actions": [it]} for who, it in actions.items()]


FIGHTS: dict[str, dict[str, Commands]] = {
    "adnd1e": {
        "setup": [],
        "declare": [{"do": "begin"}, HASTE],
        "roll": [*declared(a={"act": "spell", "name": "Gate", "segments": 7}), ON],
        "act": [*rolled(**{"side:party": [5], "side:foes": [6]})],
        "end": [{"do": "hit", "combatant": "orc", "damage": 9}, ON],
        "over": [END],
    },
    "adnd2e": {
        "setup": [],
        "declare": [{"do": "begin"}, HASTE],
        "roll": [
            *declared(
                a={"act": "spell", "name": "Prayer", "rounds": 1},
                b={"act": "attack", "weapon": "long sword", "attacks": "2"},
                orc={"act": "natural", "size": "large", "attacks": ["claw", "claw"]},
            ),
            {"do": "cancel", "combatant": "orc", "action": 0},
            ON,
        ],
        "act": [*rolled(**{"side:party": [3], "side:foes": [9]})],
        "over": [END],
    },
    "starfinder": {
        "setup": [],
        "roll": [{"do": "begin"}, *rolled(a=[15], b=[15], orc=[3])],
        "act": [
            *rolled(a=[12], b=[5]),
            HASTE,
            {"do": "ready", "combatant": "a", "trigger": "when the door opens"},
        ],
        "over": [END],
    },
    "mmrpg": {
        "setup": [],
        "roll": [{"do": "begin"}, *rolled(b=[2, 4, 6])],
        "bonus": [*rolled(a=[3, 1, 5], orc=[2, 2, 2])],
        "act": [ON, HASTE],
        "over": [END],
    },
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


async def lay_out(gm: Somebody, player: Somebody, system: str) -> None:
    await gm.give({"do": "open", "system": system, "keep": "none", "force": True})
    mage = {**MAGE, "owner": await player.user()}
    await gm.give({"do": "add", "combatants": [mage, BRAND, ORC]})


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("system", FIGHTS)
async def test_axe_finds_nothing_in_any_phase(sit: Sit, axe: str, system: str, scheme: str) -> None:
    gm = await sit("gm", "Gil", color_scheme=scheme)
    player = await sit("player", "Ana", color_scheme=scheme, viewport=PHONE)
    await lay_out(gm, player, system)
    await gm.page.locator("turn-tracker.everyone").get_by_role("button", name="Morwen").click()
    for fold in await gm.page.locator("turn-desk details").all():
        await fold.evaluate("fold => (fold.open = true)")
    for phase, commands in FIGHTS[system].items():
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_in_a_window_a_refusal_or_on_the_wall(
    room: Room, sit: Sit, axe: str, scheme: str
) -> None:
    gm = await sit("gm", "Gil", color_scheme=scheme)
    wall = await sit("observer", "", "&view=strip", color_scheme=scheme)
    await lay_out(gm, gm, "starfinder")
    for command in ({"do": "begin"}, *rolled(a=[15], b=[12])):
        await gm.give(command)
    await gm.page.keyboard.press("n")
    await gm.sees("Still to roll: Orc", "turn-desk [role=alert]")
    assert await faults(gm, axe) == []
    for command in rolled(orc=[3]):
        await gm.give(command)
    await wall.page.locator("turn-tracker[data-phase=act]").wait_for()
    assert await faults(wall, axe) == []
    for _ in range(2):  # the first tap chooses
        await gm.page.locator("turn-tracker[show=order] button.entry").last.click()
    await gm.page.locator("turn-tracker[show=order] .why").wait_for()
    assert await faults(gm, axe) == []
    await gm.page.keyboard.press("Escape")
    for button in ("Invite", "What players see"):
        await gm.page.get_by_role("button", name=button).click()
        window = gm.page.get_by_role("dialog", name=button)
        await window.wait_for()
        assert await faults(gm, axe) == [], button
        await gm.page.keyboard.press("Escape")
    await room.stop()
    for somebody in (gm, wall):
        await somebody.sees("Connection lost", ".connection")
        assert await faults(somebody, axe) == []
