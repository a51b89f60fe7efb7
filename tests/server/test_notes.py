"""What comes to no entry is noted beside the answer, for the GM and the owner, and in the declaration."""

from __future__ import annotations

from tests.server.hosting import Client, Hosted, Plain

SELDOM = {"act": "attack", "weapon": "heavy crossbow", "attacks": "1/2"}
"""An attack every other round (2E-C13): none in the first."""

MOVE = {"act": "move"}


def note(who: str) -> Plain:
    return {"code": "no_entry", "combatant": who, "action": 0, "clause": "2E-C13"}


async def declared(gm: Client, owner: str) -> None:
    """Ana's archer and an unowned one shoot every other round; an orc moves. Only the dice are missing."""
    await gm.do({"do": "open", "system": "adnd2e"})
    people = [{"id": "archer", "kind": "pc", "owner": owner}, {"id": "sniper"}, {"id": "orc"}]
    await gm.do({"do": "add", "combatants": people})
    await gm.do({"do": "begin"})
    for who, action in (("archer", SELDOM), ("sniper", SELDOM), ("orc", MOVE)):
        await gm.do({"do": "declare", "combatant": who, "actions": [action]})
    await gm.do({"do": "advance"})


async def test_the_roll_that_shows_it_says_so_to_the_gm_and_again_to_a_repeated_id(
    hosted: Hosted,
) -> None:
    gm, ana = await hosted.join("gm"), await hosted.join("player", client="1" * 32)
    await declared(gm, ana.welcome["user"])
    await gm.do({"do": "roll", "for": "side:party", "faces": [3]})
    last = await gm.do({"do": "roll", "for": "side:foes", "faces": [5]}, id="once")
    assert last["notes"] == (note("archer"), note("sniper"))
    assert await gm.do({"do": "roll", "for": "side:foes", "faces": [5]}, id="once") == last
    again = await gm.do({"do": "advance"})
    assert "notes" not in again


async def test_a_player_is_told_of_the_own_alone_and_finds_it_in_the_declaration(
    hosted: Hosted,
) -> None:
    gm, ana = await hosted.join("gm"), await hosted.join("player", client="1" * 32)
    await declared(gm, ana.welcome["user"])
    await gm.do({"do": "roll", "for": "side:foes", "faces": [5]})
    answer = await ana.do({"do": "roll", "for": "side:party", "faces": [3]})
    assert answer["notes"] == (note("archer"),)
    await ana.catch_up()
    (own,) = ana.view["combatants"]["archer"]["declared"]
    assert [(n["code"], n["clause"]) for n in own["notes"]] == [("no_entry", "2E-C13")]
    assert "declared" not in ana.view["combatants"]["sniper"]


async def test_before_the_dice_nobody_is_told_and_in_the_next_round_it_is_gone(
    hosted: Hosted,
) -> None:
    gm, ana = await hosted.join("gm"), await hosted.join("player", client="1" * 32)
    await declared(gm, ana.welcome["user"])
    assert not any("notes" in ack for ack in gm.of("ack"))
    await gm.do({"do": "roll", "for": "all"})
    await gm.do({"do": "advance", "to": "round"})
    assert gm.view["combatants"]["archer"]["declared"] == []


async def test_given_for_a_player_the_notes_are_the_gms_who_hears_the_answer(
    hosted: Hosted,
) -> None:
    gm, ana = await hosted.join("gm"), await hosted.join("player", client="1" * 32)
    user = ana.welcome["user"]
    await declared(gm, user)
    await gm.do({"do": "roll", "for": "side:foes", "faces": [5]})
    given = {"do": "roll", "for": "side:party", "faces": [3]}
    answer = await gm.do(given, **{"as": user})
    assert answer["notes"] == (note("archer"), note("sniper"))
