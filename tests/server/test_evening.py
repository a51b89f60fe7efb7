"""A game master's evening over the socket: many in one command, monsters' dice, what undo says."""

from __future__ import annotations

from tests.server.hosting import Client, Hosted, Plain

PEOPLE: list[Plain] = [
    {"id": "ana", "name": "Ana", "kind": "pc", "owner": "u-ana", "hp": 9},
    {"id": "odo", "name": "Odo", "kind": "pc", "hp": 7},
    {"name": "Goblin", "copies": 12, "hp": 5, "usual": [{"act": "melee"}]},
]


async def begun(gm: Client, system: str = "adnd1e") -> list[str]:
    """The ids of the goblins."""
    await gm.do({"do": "open", "system": system})
    people = PEOPLE if system == "adnd1e" else [{**one, "usual": []} for one in PEOPLE]
    await gm.do({"do": "add", "combatants": people})
    await gm.do({"do": "begin"})
    return [i for i, who in gm.view["combatants"].items() if who.get("creature") == "Goblin"]


def declare(ids: list[str], **how: object) -> Plain:
    return {"do": "batch", "commands": [{"do": "declare", "combatant": i, **how} for i in ids]}


async def test_all_of_a_creature_declare_in_one_update_and_one_step(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    goblins = await begun(gm)
    before, seq = gm.view, gm.seq
    await gm.do(declare(goblins, usual=True))
    assert gm.seq == seq + 1
    assert gm.view["undo"]["of"] == "declare"
    assert gm.view["undo"]["count"] == 12
    assert all(gm.view["combatants"][i]["declared"] for i in goblins)
    await gm.do({"do": "undo"})
    assert gm.view["combatants"] == before["combatants"]
    assert gm.view["redo"]["count"] == 12


async def test_a_refused_batch_names_who_it_is_and_changes_nothing(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    goblins = await begun(gm)
    before = gm.view
    refused = await gm.ask(declare([*goblins, "odo"], usual=True))
    assert refused["detail"] == {"field": "usual", "combatant": "odo", "index": 12}
    assert gm.view == before


async def test_as_last_round_is_one_command_and_players_read_the_own(hosted: Hosted) -> None:
    gm, player = await hosted.join("gm"), await hosted.join("player")
    goblins = await begun(gm)
    await gm.do(declare([*goblins, "ana", "odo"], actions=[{"act": "melee"}]))
    await gm.do({"do": "advance"})
    await gm.do({"do": "roll", "for": "npcs", "faces": [2]})
    assert [p["for"] for p in gm.view["prompts"]] == [["side:party"]]
    await gm.do({"do": "roll", "for": "all", "faces": [4]})
    await gm.do({"do": "advance", "to": "round"})
    await gm.do(declare([*goblins, "ana", "odo"], again=True))
    assert gm.view["prompts"] == []
    await player.catch_up()
    people = player.view["combatants"]
    assert people["ana"]["last"] == [{"act": "melee"}]
    assert "last" not in people[goblins[0]]
    assert "usual" not in people[goblins[0]]


async def test_players_read_whom_the_table_waits_for_and_nobody_hidden(hosted: Hosted) -> None:
    gm, player = await hosted.join("gm"), await hosted.join("player")
    await begun(gm, "starfinder")
    await gm.do(
        {"do": "add", "combatants": [{"id": "spy", "name": "Goblin", "copies": 1, "hidden": True}]}
    )
    await gm.do({"do": "roll", "for": "ana", "faces": [11]})
    await player.catch_up()
    (prompt,) = player.view["prompts"]
    names = [player.view["combatants"][i]["name"] for i in prompt["for"]]
    assert names == ["Odo", *(f"Goblin {n}" for n in range(1, 13))]


async def test_players_hear_of_undo_and_read_nothing_of_what_it_takes(hosted: Hosted) -> None:
    gm, player = await hosted.join("gm"), await hosted.join("player")
    goblins = await begun(gm)
    await gm.do({"do": "mark", "combatant": goblins[0], "name": "Bane"})
    await gm.do({"do": "undo"})
    assert gm.of("update")[-1]["events"] == [{"event": "undone", "events": 1}]
    await player.catch_up()
    assert player.of("update")[-1]["events"] == [{"event": "undone"}]
    assert not {"undo", "redo"} & player.view.keys()


async def test_the_players_characters_are_kept_unhurt(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    await begun(gm)
    await gm.do({"do": "hit", "combatant": "odo", "damage": 7})
    await gm.do({"do": "end"})
    await gm.do({"do": "open", "system": "mmrpg", "keep": "pcs", "unhurt": True})
    assert {i: who["hp"] for i, who in gm.view["combatants"].items()} == {"ana": 9, "odo": 7}
    assert not gm.view["combatants"]["odo"]["defeated"]
