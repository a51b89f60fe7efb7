"""A game master's evening: several at once, the acting one at hand, and mistakes put right."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.conftest import Sit, Somebody
from tests.browser.hand import lay_out

HP = """() => Object.fromEntries(Object.values(
    document.querySelector("turn-tracker").client.table.view.combatants).map((c) => [c.name, c.hp]))"""


def desk(gm: Somebody) -> Locator:
    return gm.page.locator("turn-desk")


async def hit_points(gm: Somebody, **expected: int) -> None:
    """Waits until those named have so many; `_` stands for a blank."""
    for name, hp in expected.items():
        await gm.page.wait_for_function(
            f"([name, hp]) => ({HP})()[name] === hp", arg=[name.replace("_", " "), hp]
        )


async def kinds(gm: Somebody, name: str) -> Locator:
    line = gm.page.locator("turn-tracker.everyone .kind", has_text=name)
    await line.wait_for()
    return line


async def acting(gm: Somebody, system: str, *rolls: tuple[str, int]) -> None:
    """Three in a circle of turns, in the order of their rolls."""
    await gm.give({"do": "open", "system": system, "keep": "none", "force": True})
    people = [{"id": name.lower(), "name": name, "hp": 9} for name, _ in rolls]
    await gm.give({"do": "add", "combatants": people})
    await gm.give({"do": "begin"})
    for name, face in rolls:
        await gm.give({"do": "roll", "for": name.lower(), "faces": [face]})


async def test_a_kind_is_one_line_of_lives_that_opens(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await lay_out(gm, "adnd1e", {})
    await gm.give({"do": "hit", "combatant": "g2", "damage": 3})
    await gm.give({"do": "hit", "combatant": "g11", "damage": 9})
    line = await kinds(gm, "Goblin ×12")
    await expect(line.locator(".lives")).to_have_text("525555555 5†down5".replace(" ", ""))
    await expect(line.locator(".person").first).to_be_hidden()
    await line.locator("summary").click()
    names = line.locator(".person .name")
    await expect(names).to_have_text([f"Goblin {n}" for n in range(1, 13)])


async def test_a_blow_falls_on_a_whole_kind_with_half_for_those_who_saved(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await lay_out(gm, "adnd1e", {})
    await (await kinds(gm, "Goblin")).locator("summary").click()
    await gm.page.get_by_role("button", name="Goblin 2", exact=True).click()
    await desk(gm).locator("summary", has_text="Others as well").first.click()
    person = desk(gm).locator(".person")
    wounds = person.locator("form", has=gm.page.get_by_placeholder("Damage"))
    await wounds.get_by_role("button", name="Goblin ×12").click()
    await wounds.locator(".chips").last.get_by_role("button", name="Goblin 11").click()
    await person.get_by_placeholder("Damage").fill("3")
    await person.get_by_role("button", name="Hit:").click()
    await hit_points(gm, Goblin_1=2, Goblin_2=2, Goblin_11=4, Brand=9)
    await gm.give({"do": "undo"})  # one step
    await hit_points(gm, Goblin_1=5, Goblin_11=5)
    await person.get_by_role("button", name="One hit point less").click()
    await hit_points(gm, Goblin_2=4, Goblin_1=5)


async def test_an_effect_on_several_has_a_name_that_was_used_before(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await lay_out(gm, "starfinder", {})
    await gm.give({"do": "mark", "combatant": "odo", "name": "Blessed"})
    await gm.page.locator("turn-tracker.everyone").get_by_role("button", name="Brand").click()
    person = desk(gm).locator(".person")
    await person.locator("summary", has_text="Effects").click()
    await expect(person.locator("datalist option")).to_have_attribute("value", "Blessed")
    effects = person.locator("details", has=gm.page.get_by_role("button", name="Mark")).first
    await effects.locator("summary", has_text="Others as well").click()
    await effects.get_by_role("button", name="Mira").click()
    await effects.get_by_label("Effect").fill("Blessed")
    await effects.get_by_role("button", name="Mark").click()
    await expect(gm.page.locator("turn-tracker.everyone .tag.mark")).to_have_count(3)
    await effects.get_by_role("button", name="End Blessed for all 3").click()
    await expect(gm.page.locator("turn-tracker.everyone .tag.mark")).to_have_count(0)


async def test_who_acts_is_chosen_and_a_tap_in_the_order_chooses_another(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await acting(gm, "starfinder", ("Kes", 20), ("Obo", 12), ("Zed", 3))
    chosen = desk(gm).locator(".person h3")
    await expect(chosen).to_have_text("Kes")
    await gm.page.keyboard.press("n")
    await expect(chosen).to_have_text("Obo")
    entry = gm.page.locator("turn-tracker[show=order] button.entry", has_text="Zed")
    await entry.click()
    await expect(chosen).to_have_text("Zed")
    why = gm.page.locator("turn-tracker[show=order] .why")
    await expect(why).to_be_hidden()
    await entry.click()
    await expect(why).to_be_visible()


async def test_a_die_that_was_misread_is_put_right_two_turns_later(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await acting(gm, "starfinder", ("Kes", 20), ("Obo", 12), ("Zed", 3))
    for name in ("Obo", "Zed"):
        await gm.page.keyboard.press("n")
        await gm.sees(f"Now: {name}", "turn-tracker[show=order]")
    await gm.give({"do": "hit", "combatant": "kes", "damage": 4})
    await gm.page.locator("turn-tracker[show=order] button.entry", has_text="Obo").click()
    person = desk(gm).locator(".person")
    await person.locator("summary", has_text="Put the roll right").click()
    await person.get_by_label("Dice").fill("2")
    await person.get_by_role("button", name="Put right: Obo").click()
    await gm.sees("The roll of Obo is put right", "turn-log")
    entries = gm.page.locator("turn-tracker[show=order] button.entry .name")
    await expect(entries).to_have_text(["Kes", "Obo", "Zed"])  # a turn that is over stays
    await gm.page.keyboard.press("n")
    await expect(entries).to_have_text(["Kes", "Zed", "Obo"])
    await hit_points(gm, Kes=5)  # what has happened since stays
    assert gm.complaints == []


async def test_a_new_table_asks_for_its_game_first(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.sees("Which game do you play?", "turn-desk")
    await desk(gm).get_by_label("Rules").select_option("mmrpg")
    await desk(gm).get_by_role("button", name="Open a fight").click()
    await gm.sees("Nobody is here yet", "turn-desk")
    await gm.sees("Marvel Multiverse", ".bar")


async def test_a_fight_that_has_not_begun_is_put_away_only_after_a_yes(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await lay_out(gm, "adnd1e", {})
    await desk(gm).get_by_text("New fight", exact=True).click()
    await desk(gm).get_by_role("button", name="Open a fight").click()
    question = desk(gm).get_by_role("alert")
    await expect(question).to_contain_text("cannot be taken back")
    await hit_points(gm, Brand=9)
    await question.get_by_role("button", name="Open it all the same").click()
    names = gm.page.locator("turn-tracker.everyone .person .name")
    await expect(names).to_have_text(["Brand", "Mira", "Morwen", "Odo"])  # owned or not


async def test_ties_are_rolled_off_by_hand_each_by_its_own_button(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await acting(gm, "starfinder", ("Kes", 12), ("Obo", 12), ("Ray", 7), ("Zed", 7))
    tie: Any = desk(gm).locator(
        "form", has=gm.page.get_by_role("button", name="Roll off: Kes and Obo")
    )
    await tie.get_by_label("Dice – rolled at the table: Kes").fill("3")
    await tie.get_by_label("Dice – rolled at the table: Obo").fill("18")
    await tie.get_by_role("button", name="Roll off: Kes and Obo").click()
    await expect(tie).to_have_count(0)
    await expect(desk(gm).get_by_role("button", name="Roll off: Ray and Zed")).to_be_visible()
    await desk(gm).get_by_role("button", name="Earlier: Zed").click()
    await desk(gm).get_by_role("button", name="Settle in this order: Ray and Zed").click()
    entries = gm.page.locator("turn-tracker[show=order] button.entry .name")
    await expect(entries).to_have_text(["Obo", "Kes", "Zed", "Ray"])


async def test_roll_the_monsters_leaves_the_players_dice_to_them(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await lay_out(gm, "starfinder", {})
    await gm.give({"do": "begin"})
    await gm.page.keyboard.press("m")
    await expect(desk(gm).locator(".roll .who")).to_have_text(
        [f"{name}: 1d20" for name in ("Brand", "Mira", "Morwen", "Odo")]
    )
    await expect(desk(gm).get_by_role("button", name="Roll the monsters")).to_have_count(0)


async def test_turns_that_are_over_fold_up_and_open_again(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await acting(gm, "starfinder", ("Kes", 20), ("Obo", 12), ("Ray", 7), ("Zed", 3))
    past = gm.page.locator("turn-tracker[show=order] .past")
    for name in ("Obo", "Ray"):
        await gm.page.keyboard.press("n")
        await gm.sees(f"Now: {name}", "turn-tracker[show=order]")
    await expect(past).to_have_count(0)
    await gm.page.keyboard.press("n")
    await gm.sees("3 are done", "turn-tracker[show=order]")
    await past.locator("summary").click()
    await expect(past.locator("button.entry .name")).to_have_text(["Kes", "Obo", "Ray"])
    await gm.page.keyboard.press("n")
    await gm.sees("Round 2", "turn-tracker[show=order]")
    await expect(past).to_have_count(0)
    assert gm.complaints == []


async def test_a_third_of_a_kind_folds_the_first_two_with_it(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "starfinder", "keep": "none", "force": True})
    for n in (1, 2, 3):
        await gm.give({"do": "add", "combatants": [{"id": f"orc{n}", "name": f"Orc {n}"}]})
    line = await kinds(gm, "Orc ×3")
    await expect(line.locator(".person .name")).to_have_text(["Orc 1", "Orc 2", "Orc 3"])
    await gm.give({"do": "remove", "combatant": "orc2"})
    people = gm.page.locator("turn-tracker.everyone .person .name")
    await expect(people).to_have_text(["Orc 1", "Orc 3"])
    await expect(line).to_have_count(0)
    assert gm.complaints == []


async def test_a_screen_on_the_wall_shows_all_of_a_round_at_any_number(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    wall = await sit("observer", "", "&view=strip", viewport={"width": 1280, "height": 500})
    await gm.give({"do": "open", "system": "adnd1e", "keep": "none", "force": True})
    people = [{"id": f"c{n}", "name": f"Hero{chr(65 + n)}", "side": "party"} for n in range(20)]
    await gm.give({"do": "add", "combatants": people})
    await gm.give({"do": "begin"})
    melee = [{"act": "melee"}]
    commands = [{"do": "declare", "combatant": one["id"], "actions": melee} for one in people]
    await gm.give({"do": "batch", "commands": [*commands, {"do": "advance"}]})
    await gm.give({"do": "roll", "for": "all", "faces": [3]})
    last = wall.page.locator("button.entry").last
    await expect(last).to_contain_text("HeroT")
    await wall.page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    await expect(last).to_be_in_viewport(ratio=1)


async def test_a_kind_keeps_its_usual_action_and_takes_it_with_one_tap(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await lay_out(gm, "adnd1e", {})
    await gm.give({"do": "begin"})
    asks = desk(gm).locator(".asks")
    await asks.locator(".kinds label", has_text="Missile").click()
    await asks.get_by_role("button", name="Declare", exact=True).click()
    await gm.page.locator("turn-tracker.everyone .kind summary").click()
    await gm.page.get_by_role("button", name="Goblin 3", exact=True).click()
    await desk(gm).get_by_role("button", name="Keep as usual: Goblin 3").click()
    await expect(desk(gm).get_by_role("button", name="Keep as usual")).to_have_count(0)
    await gm.give({"do": "end", "outcome": None})
    await gm.give({"do": "begin"})
    await asks.get_by_role("button", name="All as usual", exact=True).click()
    await gm.sees("15 have still to declare", "turn-desk")


async def test_undo_says_what_it_takes_back_and_the_log_crosses_it_out(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await acting(gm, "starfinder", ("Kes", 20), ("Obo", 12))
    await gm.give({"do": "hit", "combatant": "obo", "damage": 4})
    undo = desk(gm).get_by_role("button", name="Undo: the hit on Obo")
    await undo.click()
    crossed = gm.page.locator("turn-log li.crossed")
    await expect(crossed).to_contain_text(["Obo is hit: 4 damage"])
    await desk(gm).get_by_role("button", name="Redo: the hit on Obo").click()
    await expect(crossed).to_have_count(0)
