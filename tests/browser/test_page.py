"""The page in real browsers: a game master and a player play the README's fight."""

from __future__ import annotations

import asyncio

from playwright.async_api import expect

from tests.browser.conftest import Room, Sit, Somebody

PHONE = {"viewport": {"width": 360, "height": 740}}

PEOPLE = [
    {"id": "mage", "name": "Morwen", "side": "party", "kind": "pc", "hp": 12},
    {"id": "cleric", "name": "Odo", "side": "party", "kind": "pc", "hp": 9},
    {"id": "orc", "name": "Orc", "side": "foes", "hp": 6},
    {"id": "spy", "name": "Lurker", "side": "foes", "hidden": True},
]


async def lay_out(gm: Somebody, player: Somebody) -> None:
    """AD&D 1e, with a mage who is the player's."""
    people = [
        {**one, "owner": await player.user()} if one["id"] == "mage" else one for one in PEOPLE
    ]
    await gm.give({"do": "open", "system": "adnd1e", "keep": "none", "force": True})
    await gm.give({"do": "add", "combatants": people})
    await gm.give({"do": "begin"})


def now(somebody: Somebody, name: str):
    """The combatant's sign among everybody, lit up."""
    return somebody.page.locator("turn-tracker.everyone .person.now", has_text=name)


async def test_a_gm_and_a_player_play_the_readmes_round(sit: Sit) -> None:
    """A spell of 7 segments begun on 5 completes on segment 2 of the next round; another is hit."""
    gm, player = await sit("gm", "Gil"), await sit("player", "Ana", **PHONE)
    await lay_out(gm, player)

    desk = player.page.locator("turn-desk")
    await desk.locator("label", has_text="Spell").click()
    await desk.get_by_label("Name").fill("Web of Ash")
    await desk.get_by_label("Casting time").first.fill("7")
    await desk.get_by_role("button", name="Declare", exact=True).click()
    await gm.sees("Web of Ash · 7 segments", "turn-tracker.everyone")

    await gm.give(
        {
            "do": "declare",
            "combatant": "cleric",
            "actions": [{"act": "spell", "name": "Bless", "segments": 3}],
        }
    )
    for foe in ("orc", "spy"):
        await gm.give({"do": "declare", "combatant": foe, "actions": [{"act": "await"}]})
    await gm.page.keyboard.press("n")

    dice = gm.page.locator("turn-desk .roll")
    for side, face in (("Party", "5"), ("Foes", "3")):
        one = dice.filter(has_text=side)
        await one.locator("input").fill(face)
        await one.get_by_role("button", name="Roll").click()

    for somebody in (gm, player):
        await somebody.sees("Segment 5", "turn-tracker[show=order] h2")
        await expect(now(somebody, "Morwen")).to_be_visible()
    await gm.give({"do": "hit", "combatant": "cleric", "damage": 2})
    await player.sees("Odo loses the spell", "turn-log")

    await gm.page.keyboard.press("n")
    await gm.sees("End of the round", "turn-tracker[show=order] h2")
    await gm.page.keyboard.press("n")
    await player.sees("carried over", "turn-tracker.everyone")
    await gm.give({"do": "advance", "to": "next", "force": True})
    await gm.page.keyboard.press("r")
    for somebody in (gm, player):
        await somebody.sees("Segment 2", "turn-tracker[show=order] h2")
        await expect(now(somebody, "Morwen")).to_be_visible()
        assert somebody.complaints == []


async def test_a_player_sees_nothing_of_who_is_hidden(sit: Sit) -> None:
    gm, player = await sit("gm", "Gil"), await sit("player", "Ana")
    await lay_out(gm, player)
    await gm.sees("Lurker", "turn-tracker.everyone")
    await player.sees("Orc", "turn-tracker.everyone")
    assert "Lurker" not in await player.page.content()
    assert (
        await player.page.locator("turn-tracker, turn-desk, turn-log").get_by_text("Lurker").count()
        == 0
    )


async def test_a_refusal_stands_beside_what_caused_it_and_keeps_what_was_typed(sit: Sit) -> None:
    gm, player = await sit("gm", "Gil"), await sit("player", "Ana")
    await lay_out(gm, player)
    desk = player.page.locator("turn-desk")
    await desk.locator("label", has_text="Close to striking range").click()
    await desk.get_by_label("Feet").fill("30")
    await desk.get_by_role("button", name="And another action").click()
    await desk.locator("fieldset.action").nth(1).locator("label", has_text="Melee").click()
    await desk.get_by_role("button", name="Declare", exact=True).click()
    await player.sees("do not go together in one round", "turn-desk [role=alert]")
    await gm.give({"do": "hit", "combatant": "orc", "damage": 1})
    await gm.sees("5 hit points left", "turn-log")
    assert await desk.get_by_label("Feet").input_value() == "30"
    await expect(desk.locator("fieldset.action")).to_have_count(2)


async def test_the_link_s_secret_leaves_the_address_bar_and_survives_a_reload(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    assert "token" not in gm.page.url
    await gm.page.reload()
    await gm.sees("Live", ".connection")


async def test_a_lost_connection_says_so_and_comes_back_with_what_was_missed(
    room: Room, sit: Sit
) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "adnd1e", "keep": "none", "force": True})
    await room.stop()
    await gm.sees("Connection lost", ".connection")
    add = "client => void client.give({do: 'add', combatants: [{name: 'Troll'}]})"
    await gm.page.evaluate(f"({add})(document.querySelector('turn-tracker').client)")
    await room.start()
    await gm.sees("Live", ".connection")
    await gm.sees("Troll", "turn-tracker.everyone")


async def test_the_reasons_of_a_place_open_with_its_clauses(sit: Sit) -> None:
    gm, player = await sit("gm", "Gil"), await sit("player", "Ana")
    await lay_out(gm, player)
    spell = {"act": "spell", "name": "Sleep", "segments": 1}
    await gm.give({"do": "declare", "combatant": "mage", "actions": [spell]})
    await gm.give({"do": "advance", "to": "next", "force": True})
    await gm.give({"do": "roll", "for": "side:party", "faces": [4]})
    await gm.give({"do": "roll", "for": "side:foes", "faces": [6]})
    order = player.page.locator("turn-tracker[show=order]")
    await order.locator("button.entry", has_text="takes effect").click()
    why = order.locator(".why")
    await expect(why).to_be_visible()
    await expect(why).to_contain_text("SEG-C37")
    await expect(why).to_contain_text("Segment 5")
    await player.page.keyboard.press("Escape")
    await expect(why).to_be_hidden()


async def test_a_gm_adds_several_at_once_with_numbers(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "adnd1e", "keep": "none", "force": True})
    desk = gm.page.locator("turn-desk")
    await desk.get_by_label("Name", exact=True).fill("Goblin")
    await desk.get_by_label("How many").fill("3")
    await desk.get_by_role("button", name="Add", exact=True).click()
    await gm.page.locator("turn-tracker.everyone summary", has_text="Goblin ×3").click()
    await gm.sees("Goblin 3", "turn-tracker.everyone")
    await expect(gm.page.locator("turn-tracker.everyone .person")).to_have_count(3)


async def test_next_with_something_missing_says_what_and_can_go_on(sit: Sit) -> None:
    gm, player = await sit("gm", "Gil"), await sit("player", "Ana")
    await lay_out(gm, player)
    await gm.page.keyboard.press("n")
    await gm.sees("Still to declare: Morwen, Odo, Lurker, and Orc", ".dock, turn-desk")
    await gm.page.locator("turn-desk").get_by_role("button", name="Go on all the same").click()
    await gm.sees("Initiative", "turn-tracker[show=order] h2")


async def test_an_observer_s_overlay_is_nothing_but_the_round(room: Room, sit: Sit) -> None:
    wall = await sit("observer", "", "&view=strip")
    await wall.page.locator("turn-tracker h2").wait_for()
    assert await wall.page.locator("turn-desk, turn-log, header.bar").count() == 0
    assert wall.complaints == []


async def test_what_players_see_is_shown_to_the_gm_by_an_observer_of_its_own(sit: Sit) -> None:
    gm, player = await sit("gm", "Gil"), await sit("player", "Ana")
    await lay_out(gm, player)
    before = (await gm.give({"do": "invites"}))["result"]["invites"]
    await gm.page.get_by_role("button", name="What players see").click()
    shown = gm.page.get_by_role("dialog", name="What players see")
    await expect(shown.get_by_role("button", name="Morwen")).to_be_visible()
    await expect(shown.get_by_role("button", name="Lurker")).to_have_count(0)
    [lent] = [i for i in (await gm.give({"do": "invites"}))["result"]["invites"] if i not in before]
    assert lent["role"] == "observer"
    await shown.get_by_role("button", name="Close").first.click()
    await expect(shown).to_have_count(0)
    left = await gm.revoked(lent["invite"])
    assert left.keys() == {"invite", "revoked"}
    assert (await gm.give({"do": "invites"}))["result"]["invites"] == [*before, left]


async def test_a_reload_takes_back_what_showed_the_players_sight(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.page.get_by_role("button", name="What players see").click()
    await expect(gm.page.get_by_role("dialog", name="What players see")).to_be_visible()
    [lent] = [i for i in (await gm.give({"do": "invites"}))["result"]["invites"] if "expires" in i]
    await gm.page.reload()
    left = await gm.revoked(lent["invite"])
    assert left.keys() == {"invite", "revoked"}


async def test_a_gm_drags_one_entry_before_another_without_opening_it(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "starfinder", "keep": "none", "force": True})
    people = [{"id": name.lower(), "name": name} for name in ("Kes", "Obo", "Zed")]
    await gm.give({"do": "add", "combatants": people})
    await gm.give({"do": "begin"})
    for name, face in (("kes", 20), ("obo", 12), ("zed", 3)):
        await gm.give({"do": "roll", "for": name, "faces": [face]})
    entries = gm.page.locator("turn-tracker[show=order] button.entry")
    await expect(entries).to_have_count(3)
    start, goal = await entries.nth(2).bounding_box(), await entries.nth(1).bounding_box()
    assert start
    assert goal
    await gm.page.mouse.move(start["x"] + 20, start["y"] + 20)
    await gm.page.mouse.down()
    await gm.page.mouse.move(goal["x"] + 20, goal["y"] + 20, steps=5)
    await gm.page.mouse.up()
    await gm.sees("Zed is placed before Obo", "turn-log")
    await expect(entries.nth(1)).to_contain_text("Zed")
    await expect(gm.page.locator("turn-tracker[show=order] .why")).to_be_hidden()


async def test_a_prepared_fight_is_saved_as_a_file_and_laid_out_again(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "mmrpg", "keep": "none", "force": True})
    thug = {"name": "Thug", "count": 4, "hidden": True, "traits": {"modifier": 2}}
    await gm.give({"do": "add", "combatants": [thug]})
    desk = gm.page.locator("turn-desk")
    await desk.get_by_text("Prepared fights").click()
    async with gm.page.expect_download() as downloading:
        await desk.get_by_role("button", name="Save as a file").click()
    path = await (await downloading.value).path()
    await gm.give({"do": "open", "system": "adnd1e", "keep": "none", "force": True})
    await desk.get_by_label("Load a file").set_input_files(path)
    await gm.sees("×4", "turn-tracker.everyone")
    await gm.sees("Marvel Multiverse", ".bar")
    await gm.sees("hidden", "turn-tracker.everyone")
    assert gm.complaints == []


async def test_an_observer_keeps_the_link_and_gets_no_buttons(sit: Sit) -> None:
    eyes = await sit("observer", "Wall")
    await eyes.sees("You are watching", "turn-desk")
    await eyes.page.wait_for_url("**token=**")
    assert await eyes.page.locator("turn-desk button").count() == 0


async def test_a_link_that_lets_nobody_in_says_so_and_asks_for_another(
    room: Room, sit: Sit
) -> None:
    ana = await sit("player", "Ana")
    room.tokens["player"] = "x" * 43
    await ana.page.goto("about:blank")
    await ana.page.goto(room.link("player"))
    await ana.sees("This link does not let you in")
    await ana.page.get_by_label("Link").fill(room.link("observer"))
    await ana.page.get_by_role("button", name="Open the table").click()
    await ana.sees("Live", ".connection")


async def test_two_lines_show_the_table_in_any_web_page(room: Room, sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "starfinder", "keep": "none", "force": True})
    await gm.give({"do": "add", "combatants": [{"name": "Kes"}]})
    host = f"http://127.0.0.1:{room.port}"
    page = f"""<!doctype html><link rel="icon" href="data:,">
        <script type="module" src="{host}/adapters/browser/embed.js"></script>
        <turn-table server="{host}/" table="friday" token="{room.tokens["observer"]}"></turn-table>"""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
        writer.write((head + page).encode())
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as blog:
        port = blog.sockets[0].getsockname()[1]
        await gm.page.goto(f"http://127.0.0.1:{port}/")
        await expect(gm.page.get_by_role("button", name="Kes")).to_be_visible()
        await gm.page.close()


async def test_a_gm_invites_somebody_by_a_link_that_others_can_open(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.page.get_by_role("button", name="Invite").click()
    window = gm.page.get_by_role("dialog", name="Invite")
    await window.get_by_label("Name").fill("ana")
    await window.get_by_role("button", name="Invite").click()
    await expect(window.get_by_role("img", name="The link as a QR code")).to_be_visible()
    link = await window.get_by_label("The link, shown this once").input_value()
    await gm.page.keyboard.press("Escape")
    ana = await sit("player", "Ana")
    await ana.page.goto("about:blank")
    await ana.page.goto(link)
    await ana.sees("Live", ".connection")
    assert await ana.user() == "ana"
