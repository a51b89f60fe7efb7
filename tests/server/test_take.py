"""A player takes a free character over the socket: as whom they came in, not as whom they say."""

from __future__ import annotations

from tests.server.hosting import Hosted

PEOPLE = [
    {"id": "a", "kind": "pc"},
    {"id": "b", "kind": "pc"},
    {"id": "spy", "kind": "pc", "hidden": True},
]


async def test_who_takes_a_character_plays_it_and_no_second_one(hosted: Hosted) -> None:
    gm, ana, ben = await hosted.join("gm"), await hosted.join("player"), await hosted.join("player")
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": PEOPLE})
    await ana.do({"do": "take", "combatant": "a"})
    await gm.catch_up()
    assert gm.view["combatants"]["a"]["owner"] == ana.welcome["user"]
    assert (await ana.ask({"do": "take", "combatant": "b"}))["code"] == "not_allowed"
    assert (await ben.ask({"do": "take", "combatant": "a"}))["code"] == "not_yours"
    assert (await ben.ask({"do": "take", "combatant": "spy"}))["code"] == "unknown_combatant"
    assert (await gm.ask({"do": "take", "combatant": "b"}))["code"] == "not_allowed"


async def test_a_game_master_gives_one_to_a_player_by_their_name(hosted: Hosted) -> None:
    """`as` says for whom; undo takes it back like everything else."""
    gm, ana = await hosted.join("gm"), await hosted.join("player")
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": PEOPLE})
    await gm.do({"do": "take", "combatant": "b"}, **{"as": ana.welcome["user"]})
    assert gm.view["combatants"]["b"]["owner"] == ana.welcome["user"]
    await gm.do({"do": "undo"})
    assert "owner" not in gm.view["combatants"]["b"]
