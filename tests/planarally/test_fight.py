"""A round of AD&D in a real PlanarAlly: its tracker follows, its page asks, its tokens are lit."""

from __future__ import annotations

from tests.browser.conftest import Room
from tests.planarally.conftest import Come
from tests.planarally.house import House, Person

MELEE = [{"act": "melee"}]
SPELL = [{"act": "spell", "name": "Sleep", "segments": 3}]


async def people(gil: Person) -> dict[str, str]:
    """A mage of Ana's, a fighter and an orc, each with a token, all in the fight."""
    ids = await gil.draw("Morwen", "Brand", "Orc", owners={"Morwen": "ana"})
    for name, side in (("Morwen", "party"), ("Brand", "party"), ("Orc", "foes")):
        await gil.menu(ids[name], f"Into the fight: {side}")
        await gil.sees_table(f"view.combatants['{ids[name]}']")
    return ids


async def rolled(gil: Person, ids: dict[str, str]) -> None:
    """To the first moment of a round: the orc acts in 2, the party in 4."""
    await gil.give({"do": "begin"})
    await gil.give({"do": "declare", "combatant": ids["Morwen"], "actions": SPELL})
    for name in ("Brand", "Orc"):
        await gil.give({"do": "declare", "combatant": ids[name], "actions": MELEE})
    await gil.give({"do": "advance", "to": "next"})
    await gil.give({"do": "roll", "for": "side:party", "faces": [4]})
    await gil.give({"do": "roll", "for": "side:foes", "faces": [2]})


async def test_a_round_with_a_spell_that_is_spoiled(
    room: Room, house: House, come: Come
) -> None:  # SEG-C34
    gil = await come("gm", room.link("gm"))
    ana = await come("player", room.link("player"))
    ids = await people(gil)
    await gil.give({"do": "change", "combatant": ids["Morwen"], "set": {"owner": await ana.user()}})
    fresh = [["Morwen", None], ["Brand", None], ["Orc", None]]
    for person in (gil, ana):
        await person.sees(rows=fresh, eyes=[True] * 3, round=0, active=False)

    # PlanarAlly's own beginning and its Next are the fight's.
    await gil.click("toggleActive")
    await gil.sees(round=1, active=True)
    await ana.give({"do": "declare", "combatant": ids["Morwen"], "actions": SPELL})
    for name in ("Brand", "Orc"):
        await gil.give({"do": "declare", "combatant": ids[name], "actions": MELEE})
    await gil.click("nextTurn")
    await gil.sees_table("view.phase === 'roll'")
    # A die may be typed into the tracker.
    await gil.type_value(ids["Orc"], 2)
    await gil.sees_table("view.sides?.foes?.segment === 2")
    await ana.type_value(ids["Morwen"], 4)
    for person in (gil, ana):
        await person.sees(rows=[["Orc", 2], ["Morwen", 4], ["Brand", 4]], round=1, turn=0)
        await person.sees_lit("Orc")

    await gil.give({"do": "hit", "combatant": ids["Morwen"], "damage": 1})
    await gil.click("nextTurn")
    for person in (gil, ana):
        await person.sees_lit("Brand")  # she has nothing left to begin
    await gil.sees_table(f"view.combatants['{ids['Morwen']}'].declared[0].lost")
    await gil.click("previousTurn")
    await gil.click("previousTurn")
    for person in (gil, ana):
        await person.sees(turn=0)
        await person.sees_lit("Orc")
    await gil.click("nextRound")
    for person in (gil, ana):
        await person.sees(round=2)
        assert person.complaints == []

    # The game master's key is in the game master's browser and nowhere else.
    key = room.tokens["gm"].encode()
    assert key not in house.database
    assert key.decode() not in await ana.page.evaluate("JSON.stringify(localStorage)")
    assert key.decode() in await gil.page.evaluate("JSON.stringify(localStorage)")

    # Its end leaves a tracker that has not begun.
    await gil.click("toggleActive")
    for person in (gil, ana):
        await person.sees(rows=[], round=0, active=False)
        await person.sees_lit()


async def test_what_is_hidden_here_is_hidden_there(room: Room, come: Come) -> None:
    gil = await come("gm", room.link("gm"))
    ana = await come("player", room.link("player"))
    ids = await people(gil)
    orc = ids["Orc"]
    await ana.sees(rows=[["Morwen", None], ["Brand", None], ["Orc", None]])
    # By Turnkeeper: the row goes, since PlanarAlly sends hidden rows to everybody.
    await gil.give({"do": "change", "combatant": orc, "set": {"hidden": True}})
    await ana.sees(rows=[["Morwen", None], ["Brand", None]])
    await gil.give({"do": "change", "combatant": orc, "set": {"hidden": False}})
    await ana.sees(rows=[["Morwen", None], ["Brand", None], ["Orc", None]], eyes=[True] * 3)
    # By PlanarAlly's eye, and back.
    await gil.page.evaluate("initiativeStore.toggleOption(2, 'isVisible')")
    await gil.sees_table(f"view.combatants['{orc}'].hidden")
    await ana.sees_table(f"!view.combatants['{orc}']")
    await gil.page.evaluate("initiativeStore.toggleOption(2, 'isVisible')")
    await ana.sees_table(f"view.combatants['{orc}']")
    # By making the token invisible, and back.
    sets = "systems.properties.setIsInvisible(getLocalId(shape), on, {ui: true, server: true})"
    await gil.page.evaluate(f"([shape, on]) => {sets}", [orc, True])
    await ana.sees_table(f"!view.combatants['{orc}']")
    await ana.sees(rows=[["Morwen", None], ["Brand", None]])
    await gil.page.evaluate(f"([shape, on]) => {sets}", [orc, False])
    await ana.sees(rows=[["Morwen", None], ["Brand", None], ["Orc", None]], eyes=[True] * 3)
    # Who is put into PlanarAlly's tracker by its own menu comes as PlanarAlly shows them: hidden.
    (wolf,) = (await gil.draw("Wolf", at=3)).values()
    await gil.page.evaluate("(shape) => initiativeStore.addInitiative(getLocalId(shape))", wolf)
    await gil.sees_table(f"view.combatants['{wolf}']?.hidden")
    await ana.sees_table(f"!view.combatants['{wolf}']")


async def test_its_pages_own_edits_ask_the_server(room: Room, come: Come) -> None:
    gil = await come("gm", room.link("gm"))
    ids = await people(gil)
    await rolled(gil, ids)
    await gil.sees(rows=[["Orc", 2], ["Morwen", 4], ["Brand", 4]], turn=0)
    # A value is a roll put right; a place is a place; what has no request is put back.
    # The tracker shows what players may know: of places to come, no more than the dice.
    brand = f"view.timeline.find((entry) => entry.combatant === '{ids['Brand']}').at"
    await gil.type_value(ids["Brand"], 6)
    await gil.sees_table(f"{brand} === 6")
    await gil.page.evaluate("(shape) => initiativeStore.changeOrder(shape, 2, 1)", ids["Brand"])
    await gil.sees_table(f"{brand} === 4")
    await gil.page.evaluate("initiativeStore.clearValues(true)")
    await gil.page.locator(".turnkeeper-said").get_by_text("Turnkeeper leads").wait_for()
    # A removal is one of the fight.
    await gil.page.evaluate(
        "(shape) => initiativeStore.removeInitiative(shape, true)", ids["Brand"]
    )
    await gil.sees(rows=[["Orc", 2], ["Morwen", 4]])
    await gil.sees_table(f"!view.combatants['{ids['Brand']}']")
    # A cleared tracker stays so until it is asked for again.
    await gil.page.evaluate("initiativeStore.clearEntries(true)")
    await gil.window.get_by_role("button", name="Show in PlanarAlly").click()
    await gil.sees(rows=[["Orc", 2], ["Morwen", 4]])


async def test_it_outlives_reloads_a_second_gm_and_both_servers(
    room: Room, house: House, come: Come
) -> None:
    gil = await come("gm", room.link("gm"))
    ids = await people(gil)
    ana = await come("player", room.link("player"))
    await rolled(gil, ids)
    first = [["Orc", 2], ["Morwen", 4], ["Brand", 4]]
    await ana.sees(rows=first, turn=0)
    # A second window of the game master's waits; when the first goes it writes.
    second = await come("gm", room.link("gm"))
    await second.window.get_by_text("Another window keeps").wait_for()
    await gil.enter()
    await second.window.get_by_text("This window keeps").wait_for()
    await second.click("nextTurn")
    for person in (gil, ana, second):
        await person.sees(turn=1)
        await person.sees_lit("Brand", "Morwen")
    await second.page.context.close()
    # Turnkeeper goes and comes back.
    await room.stop()
    await gil.window.locator(".connection.retrying").wait_for()
    await gil.click("nextTurn")
    await gil.page.locator(".turnkeeper-said").get_by_text("not connected").wait_for()
    await gil.sees(turn=1)
    await room.start()
    for person in (gil, ana):
        await person.window.locator(".connection.live").wait_for()
    await gil.give({"do": "undo"})
    await ana.sees(rows=first, turn=0)
    # PlanarAlly goes and comes back; what happened meanwhile is made up for. Both act at once, by name.
    await house.restart(meanwhile=gil.give({"do": "advance", "to": "next"}))
    both = [["Orc", 2], ["Brand", 4], ["Morwen", 4]]
    for person in (gil, ana):
        await person.sees(turn=1, rows=both)
        await person.sees_lit("Brand", "Morwen")
    await gil.enter()
    await gil.sees(turn=1, rows=both, round=1)
