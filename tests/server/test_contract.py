"""The contract of the wire, sentence by sentence, where nothing else holds it. Each test names one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.hosting import Client, Hosted, Plain


async def opened(hosted: Hosted, people: list[Plain], **options: Any) -> Client:
    """A GM, and a fight that has not begun."""
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e", "options": options})
    await gm.do({"do": "add", "combatants": people})
    return gm


@pytest.mark.parametrize(
    "command",
    [
        {"do": "end_turn"},
        {"do": "declare", "actions": []},
        {"do": "cancel", "action": 0},
        {"do": "change", "set": {}},
        {"do": "hit", "damage": 1},
        {"do": "mark", "name": "Haste"},
        {"do": "split", "count": 1},
        {"do": "place", "before": "mage"},
    ],
)
async def test_who_is_not_there_is_unknown_whatever_is_asked(
    hosted: Hosted, people: list[Plain], command: Plain
) -> None:
    gm = await opened(hosted, people)
    for _ in ("setup", "declare"):
        assert (await gm.ask({**command, "combatant": "nobody"}))["code"] == "unknown_combatant"
        await gm.ask({"do": "begin"})


async def test_ten_commands_with_mistakes_are_not_ten_frames_that_are_no_message(
    hosted: Hosted, people: list[Plain]
) -> None:
    gm = await opened(hosted, people)
    for _ in range(12):
        assert (await gm.ask({"do": "hit", "combatant": 7}))["code"] == "bad_message"
    for _ in range(12):
        answer = await gm.ask({"do": "hit", "combatant": "mage", "damage": 2**53})
        assert answer["code"] == "illegal_value"
    await gm.do({"do": "begin"})


async def test_begin_after_over_starts_a_new_fight_without_the_surprise_of_the_last(
    hosted: Hosted, people: list[Plain]
) -> None:
    gm = await opened(hosted, people)
    await gm.do({"do": "surprise", "sides": {"foes": 2}})
    await gm.do({"do": "begin"})
    assert (gm.view["round"], gm.view["phase"], gm.view["at"]) == (0, "declare", 1)
    await gm.do({"do": "end"})
    await gm.do({"do": "begin"})
    assert (gm.view["round"], gm.view["phase"], "at" in gm.view) == (1, "declare", False)
    await gm.do({"do": "end"})
    await gm.do({"do": "surprise", "sides": {"party": 1}})
    await gm.do({"do": "begin"})
    assert (gm.view["round"], gm.view["surprise"]) == (0, {"party": 1})


async def test_surprise_of_no_side_is_none(hosted: Hosted, people: list[Plain]) -> None:
    gm = await opened(hosted, people)
    await gm.do({"do": "surprise", "sides": {"foes": 2}})
    await gm.do({"do": "surprise", "sides": {}})
    assert "surprise" not in gm.view


async def test_above_0_hp_nobody_is_defeated(hosted: Hosted, people: list[Plain]) -> None:
    gm = await opened(hosted, people, dead_at=-10)
    await gm.do({"do": "hit", "combatant": "orc-1", "damage": 20})
    assert gm.view["combatants"]["orc-1"]["dead"] is True
    await gm.do({"do": "heal", "combatant": "orc-1", "hp": 15})
    assert gm.view["combatants"]["orc-1"]["defeated"] is False
    assert "dead" not in gm.view["combatants"]["orc-1"]


async def turn_of_somebody_hidden(hosted: Hosted, system: str) -> tuple[Client, Client]:
    """The GM and Ana; after her mage's turn comes a spy's, and Ana does not see it."""
    gm = await hosted.join("gm")
    invited = await gm.do({"do": "invite", "role": "player", "user": "ana"})
    ana = await hosted.join(token=invited["result"]["token"])
    mage = {"id": "mage", "kind": "pc", "owner": "ana"}
    others = [{"id": "spy", "kind": "pc", "hidden": True}, {"id": "orc"}]
    await gm.do({"do": "open", "system": system})
    await gm.do({"do": "add", "combatants": [mage, *others]})
    await gm.do({"do": "begin"})
    return gm, ana


@pytest.mark.parametrize("system", ["starfinder", "mmrpg"])
async def test_a_players_roll_for_the_side_is_nothing_to_those_who_are_hidden(
    hosted: Hosted, system: str
) -> None:
    gm, ana = await turn_of_somebody_hidden(hosted, system)
    faces = [12] if system == "starfinder" else [3, 4, 5]
    await ana.do({"do": "roll", "for": "side:party", "faces": faces})
    assert (await ana.ask({"do": "roll", "for": "side:party"}))["code"] == "wrong_phase"
    assert "spy" not in str(ana.heard)
    await gm.catch_up()
    assert gm.view["prompts"][0]["for"] == ["spy", "orc"]
    await gm.do({"do": "roll", "for": "side:party", "faces": faces})
    assert gm.view["prompts"][0]["for"] == ["orc"]


@pytest.mark.parametrize(
    "end", [{"do": "end_turn"}, {"do": "delay"}, {"do": "ready", "trigger": "x"}]
)
async def test_a_player_may_end_the_turn_that_the_view_shows_while_a_hidden_one_acts(
    hosted: Hosted, end: Plain
) -> None:
    gm, ana = await turn_of_somebody_hidden(hosted, "starfinder")
    for who, face in (("mage", 20), ("spy", 10), ("orc", 1)):
        await gm.do({"do": "roll", "for": who, "faces": [face]})
    await gm.do({"do": "advance"})
    await ana.catch_up()
    assert (gm.view["active"], ana.view["active"]) == (["spy"], ["mage"])
    assert end["do"] in ana.view["combatants"]["mage"]["can"]
    await ana.do({**end, "combatant": "mage"})
    assert ana.view["active"] == []
    await gm.do({"do": "advance"})
    await ana.catch_up()
    assert gm.view["active"] == ana.view["active"] == ["orc"]


async def test_what_a_player_is_refused_tells_nothing_of_a_phase_of_hidden_ones(
    hosted: Hosted, people: list[Plain]
) -> None:
    mage, _, spy, _ = people
    gm = await opened(hosted, [mage, {**spy, "hidden": True}])
    invited = await gm.do({"do": "invite", "role": "player", "user": "ana"})
    ana = await hosted.join(token=invited["result"]["token"])
    await gm.do({"do": "surprise", "sides": {"party": 1}})
    await gm.do({"do": "begin"})
    await ana.catch_up()
    assert (gm.view["phase"], ana.view["phase"]) == ("declare", "setup")
    asked: list[Plain] = [
        {"do": "declare", "combatant": "mage", "actions": []},
        {"do": "roll", "for": "mage"},
    ]
    for command in asked:
        answer = await ana.ask(command)
        assert (answer["code"], answer["detail"]) == ("wrong_phase", {"phase": "setup"})


@pytest.mark.parametrize("system", ["adnd1e", "adnd2e", "starfinder", "mmrpg"])
async def test_a_surprise_of_nobody_named_is_a_missing_field(
    hosted: Hosted, people: list[Plain], system: str
) -> None:
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": system})
    await gm.do({"do": "add", "combatants": people})
    assert (await gm.ask({"do": "surprise"}))["code"] == "bad_message"


async def test_can_names_a_roll_off_only_once_it_may_be_rolled(
    hosted: Hosted, people: list[Plain]
) -> None:
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "starfinder"})
    await gm.do({"do": "add", "combatants": people[:3]})
    await gm.do({"do": "begin"})
    for tied in ("mage", "fighter"):
        await gm.do({"do": "roll", "for": tied, "faces": [11]})
    assert "roll" not in gm.view["combatants"]["mage"]["can"]
    assert (await gm.ask({"do": "roll", "for": "mage"}))["code"] == "wrong_phase"
    await gm.do({"do": "roll", "for": "orc-1", "faces": [2]})
    assert "roll" in gm.view["combatants"]["mage"]["can"]
    await gm.do({"do": "roll", "for": "mage"})


async def test_can_offers_surprise_at_any_time_and_places_once_there_is_an_order(
    hosted: Hosted, people: list[Plain]
) -> None:
    gm = await opened(hosted, people)
    offered = []
    commands: list[Plain] = [
        {"do": "begin"},
        {"do": "advance", "force": True},
        {"do": "roll", "for": "all"},
        {"do": "end"},
    ]
    for command in commands:
        offered.append({"surprise", "place"} & set(gm.view["can"]))
        await gm.do(command)
    offered.append({"surprise", "place"} & set(gm.view["can"]))
    either = {"surprise", "place"}  # ambushers may come in mid-fight (SEG-C8)
    assert offered == [{"surprise"}, {"surprise"}, {"surprise"}, either, {"surprise"}]
