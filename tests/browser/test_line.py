"""A slow line, a cut one, and a server that is found below a path."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Locator, expect

from tests.browser.conftest import Room, Sit, Somebody
from tests.browser.relay import Relay

MAGE = {"id": "mage", "name": "Morwen", "side": "party", "kind": "pc", "hp": 12}
ORC = {"id": "orc", "name": "Orc", "side": "foes", "hp": 6}


@pytest_asyncio.fixture(loop_scope="session")
async def relay(room: Room) -> AsyncIterator[Relay]:
    async with Relay(room.port) as relay:
        yield relay


async def declaring(room: Room, relay: Relay, sit: Sit) -> tuple[Somebody, Somebody, Locator]:
    """A game master with a good line, and Ana with the relay's, who is asked what her mage does."""
    gm = await sit("gm", "Gil")
    room.front = relay.address
    ana = await sit("player", "Ana")
    await gm.give({"do": "open", "system": "adnd1e", "keep": "none", "force": True})
    await gm.give({"do": "add", "combatants": [{**MAGE, "owner": await ana.user()}, ORC]})
    await gm.give({"do": "begin"})
    desk = ana.page.locator("turn-desk")
    await desk.locator("label", has_text="Spell").click()
    await desk.get_by_label("Name").fill("Web of Ash")
    return gm, ana, desk


async def declare(desk: Locator) -> None:
    await desk.get_by_label("Casting time").first.fill("7")
    await desk.get_by_role("button", name="Declare", exact=True).click()


async def is_declared_once(gm: Somebody, ana: Somebody, desk: Locator) -> None:
    """Everybody sees it, it happened once, and the form that it came from is gone."""
    for somebody in (gm, ana):
        await somebody.sees("Web of Ash · 7 segments", "turn-tracker.everyone")
        lines = somebody.page.locator("turn-log li", has_text="Morwen declares")
        await expect(lines).to_have_count(1)
    await expect(desk.locator(".asks")).to_have_count(0)
    await ana.sees("Live", ".connection")


async def test_on_a_slow_line_nothing_typed_is_lost_and_nothing_is_done_twice(
    room: Room, relay: Relay, sit: Sit
) -> None:
    gm, ana, desk = await declaring(room, relay, sit)
    relay.hold()
    await gm.give({"do": "hit", "combatant": "orc", "damage": 2})
    await gm.give({"do": "mark", "combatant": "mage", "name": "Blessed", "rounds": 2})
    relay.release()
    await ana.sees("Blessed", "turn-tracker.everyone")
    await expect(desk.get_by_label("Name")).to_have_value("Web of Ash")
    relay.hold()
    await declare(desk)
    button = desk.get_by_role("button", name="Declare", exact=True)
    await expect(button).to_be_disabled()
    assert await desk.get_by_label("Name").input_value() == "Web of Ash"
    relay.release()
    await is_declared_once(gm, ana, desk)
    assert ana.complaints == []


async def test_what_is_given_while_the_line_is_cut_arrives_when_it_is_back(
    room: Room, relay: Relay, sit: Sit
) -> None:
    gm, ana, desk = await declaring(room, relay, sit)
    relay.cut()
    await ana.sees("Connection lost", ".connection")
    await expect(desk.get_by_label("Name")).to_have_value("Web of Ash")
    await declare(desk)
    await gm.give({"do": "hit", "combatant": "orc", "damage": 2})
    await expect(desk.get_by_label("Name")).to_have_value("Web of Ash")
    relay.mend()
    await ana.sees("Orc is hit", "turn-log")
    await is_declared_once(gm, ana, desk)


async def test_what_was_done_but_never_answered_is_not_done_again(
    room: Room, relay: Relay, sit: Sit
) -> None:
    gm, ana, desk = await declaring(room, relay, sit)
    relay.deaf = True
    await declare(desk)
    await gm.sees("Web of Ash · 7 segments", "turn-tracker.everyone")
    await expect(desk.get_by_label("Name")).to_have_value("Web of Ash")
    relay.cut()
    await ana.sees("Connection lost", ".connection")
    relay.mend()
    await is_declared_once(gm, ana, desk)


async def test_below_a_path_everything_is_found_and_nothing_is_asked_for_outside(
    room: Room, sit: Sit
) -> None:
    async with Relay(room.port, prefix="/games/turns/") as relay:
        room.front = relay.address
        gm, ana = await sit("gm", "Gil"), await sit("player", "Ana")
        await gm.give({"do": "open", "system": "starfinder", "keep": "none", "force": True})
        await gm.give({"do": "add", "combatants": [{"name": "Kes"}]})
        for somebody in (gm, ana):
            await somebody.sees("Kes", "turn-tracker.everyone")
        await gm.page.get_by_role("button", name="Invite").click()
        window = gm.page.get_by_role("dialog", name="Invite")
        await window.get_by_label("Name").fill("ben")
        await window.get_by_role("button", name="Invite").click()
        link = await window.get_by_label("The link, shown this once").input_value()
        assert link.startswith(relay.address)
        wall = await sit("observer", "", "&view=strip")
        await wall.sees("Getting ready")
        manifest = await gm.page.evaluate(
            "fetch(document.querySelector('link[rel=manifest]').href).then(it => it.json())"
        )
        assert not manifest["start_url"].startswith("/")
        assert relay.strays == []
        for somebody in (gm, ana, wall):
            assert somebody.complaints == []
