"""How much of anything there may be, asked over the wire. How many may knock is in test_access.py."""

from __future__ import annotations

import pytest

from protocol.codec import MAX_FRAME
from tests.server.hosting import Client, Hosted, Plain, Start
from tests.server.memory_store import MemoryStore

COMBATANTS, MARKS, ACTIONS, TRAITS = 500, 50, 12, 4096
NAME, ID, NUMBER = 500, 64, 2**53 - 1


async def fight(hosted: Hosted, count: int = 1) -> Client:
    """A GM, at a fight of so many orcs, each a group of two."""
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd2e"})
    for first in range(0, count, 500):
        orcs = range(first, min(first + 500, count))
        people = [{"id": f"orc-{number}", "name": "Orc", "count": 2} for number in orcs]
        await gm.do({"do": "add", "combatants": people})
    return gm


async def test_a_first_frame_above_64_kib_ends_the_connection(hosted: Hosted) -> None:
    stranger = await hosted.open()
    await stranger.socket.send("x" * (MAX_FRAME + 1))
    assert await stranger.closed() == 1009


async def test_who_waits_at_the_door_may_say_64_kib(hosted: Hosted) -> None:
    stranger = await hosted.open()
    await stranger.socket.send("x" * MAX_FRAME)
    assert (await stranger.until("error"))["code"] == "bad_message"


async def test_a_fight_has_five_hundred_combatants_at_most(hosted: Hosted) -> None:
    gm = await fight(hosted, COMBATANTS)
    one_more: list[Plain] = [
        {"do": "add", "combatants": [{"name": "Troll"}]},
        {"do": "split", "combatant": "orc-0", "count": 1},
        {"do": "batch", "commands": [{"do": "split", "combatant": "orc-0", "count": 1}]},
    ]
    assert [(await gm.ask(command))["code"] for command in one_more] == ["too_large"] * 3
    assert len(gm.view["combatants"]) == COMBATANTS
    late = await hosted.join("player")
    assert len(late.view["combatants"]) == COMBATANTS


async def test_a_larger_fight_of_an_older_version_loads_and_is_played_on(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore()
    with monkeypatch.context() as older:
        older.setattr("rules.engine.roster.MOST", COMBATANTS + 100)
        before = await start(store)
        await fight(before, COMBATANTS + 100)
        await before.app.stop()
    hosted = await start(store)
    hosted.tokens = before.tokens
    gm = await hosted.join("gm")
    assert len(gm.view["combatants"]) == COMBATANTS + 100
    assert (await gm.ask({"do": "add", "combatants": [{"name": "Troll"}]}))["code"] == "too_large"
    await gm.do({"do": "remove", "combatant": "orc-0"})
    await gm.do({"do": "begin"})
    assert len(gm.view["combatants"]) == COMBATANTS + 99


async def test_a_combatant_bears_fifty_marks_at_most(hosted: Hosted) -> None:
    gm = await fight(hosted)
    mark = {"do": "mark", "combatant": "orc-0"}
    await gm.do({"do": "batch", "commands": [{**mark, "name": f"m{n}"} for n in range(MARKS)]})
    assert (await gm.ask({**mark, "name": "one more"}))["code"] == "too_large"
    assert len(gm.view["combatants"]["orc-0"]["marks"]) == MARKS


async def test_twelve_actions_may_be_declared_at_most(hosted: Hosted) -> None:
    gm = await fight(hosted)
    await gm.do({"do": "begin"})
    declare = {"do": "declare", "combatant": "orc-0"}
    action = {"act": "other", "name": "Shout"}
    answer = await gm.ask({**declare, "actions": [action] * (ACTIONS + 1)})
    assert answer["code"] == "too_large"


async def test_a_combatants_traits_are_four_kib_at_most(hosted: Hosted) -> None:
    gm = await fight(hosted)
    traits = {f"t{number}": "x" * 400 for number in range(TRAITS // 400 + 1)}
    for command in (
        {"do": "add", "combatants": [{"name": "Troll", "traits": traits}]},
        {"do": "change", "combatant": "orc-0", "set": {"traits": traits}},
    ):
        assert (await gm.ask(command))["code"] == "too_large"


@pytest.mark.parametrize(
    ("allowed", "beyond"),
    [
        ({"name": "x" * NAME}, {"name": "x" * (NAME + 1)}),
        ({"id": "x" * ID}, {"id": "x" * (ID + 1)}),
        ({"side": "x" * ID}, {"side": "x" * (ID + 1)}),
        ({"owner": "x" * NAME}, {"owner": "x" * (NAME + 1)}),
        ({"count": 1000}, {"count": 1001}),
        ({"hp": NUMBER}, {"hp": NUMBER + 1}),
        ({"hp": -NUMBER}, {"hp": -NUMBER - 1}),
    ],
)
async def test_names_and_numbers_have_bounds(hosted: Hosted, allowed: Plain, beyond: Plain) -> None:
    gm = await fight(hosted)
    await gm.do({"do": "add", "combatants": [{"name": "Troll", **allowed}]})
    refused = await gm.ask({"do": "add", "combatants": [{"name": "Troll", **beyond}]})
    assert (refused["type"], refused["code"]) == ("error", "illegal_value")


async def test_a_fight_goes_on_beside_what_was_too_much(hosted: Hosted) -> None:
    gm = await fight(hosted)
    other = await hosted.join("gm")
    many = [{"do": "mark", "combatant": "orc-0", "name": f"m{n}"} for n in range(MARKS + 1)]
    assert (await gm.ask({"do": "batch", "commands": many}))["code"] == "too_large"
    await other.catch_up()
    assert other.view["combatants"]["orc-0"]["marks"] == []


async def test_a_table_has_a_bounded_number_of_invites(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.access.tokens.MOST_INVITES", 4)  # a new table has three
    gm = await (await start()).join("gm")
    await gm.do({"do": "invite", "role": "player"})
    assert (await gm.ask({"do": "invite", "role": "player"}))["code"] == "illegal_value"


async def test_a_long_name_of_somebody_is_cut_for_all(hosted: Hosted) -> None:
    gm = await hosted.join("gm", name="x" * NAME)
    presence = await gm.until("presence")
    assert [len(one["name"]) for one in presence["users"]] == [80]
