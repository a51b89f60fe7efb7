"""The game master's hand over the socket: rights, answers with notes, and what players hear of it."""

from __future__ import annotations

import pytest

from server.store.contract import Checkpoint
from tests.server.hosting import Client, Hosted, Plain, Start
from tests.server.memory_store import MemoryStore

METHOD = {"do": "options", "set": {"method": "individual", "reveal": True}}
NOTES = ({"code": "now", "option": "reveal"}, {"code": "next_round", "option": "method"})
OPEN = {"do": "open", "system": "adnd2e"}


async def begun(gm: Client, *, system: str = "adnd2e") -> None:
    await gm.do({"do": "open", "system": system})
    people = [{"id": "a", "kind": "pc"}, {"id": "b"}, {"id": "c"}, {"id": "h", "hidden": True}]
    await gm.do({"do": "add", "combatants": people})
    await gm.do({"do": "begin"})


async def test_the_answer_says_from_when_on_each_option_counts(hosted: Hosted) -> None:
    gm, ana = await hosted.join("gm"), await hosted.join("player")
    await begun(gm)
    assert (await gm.do(METHOD))["notes"] == NOTES
    assert gm.view["options"]["reveal"] is True
    assert gm.view["options_next"]["method"] == "individual"
    await ana.catch_up()
    assert ana.view["options_next"] == gm.view["options_next"]
    told = ana.of("update")[-1]["events"]
    assert [(e["event"], e["now"], e["next_round"]) for e in told] == [
        ("options_set", ["reveal"], ["method"])
    ]


async def test_a_repeated_id_hears_the_same_notes_though_the_option_counts_already(
    hosted: Hosted,
) -> None:
    gm = await hosted.join("gm")
    await begun(gm)
    first = await gm.do(METHOD, id="once")
    await gm.do({"do": "end"})
    assert await gm.do(METHOD, id="once") == first


@pytest.mark.parametrize("snapshot", [True, False], ids=["from-a-snapshot", "from-the-log"])
async def test_notes_are_the_same_after_a_restart(start: Start, snapshot: bool) -> None:
    store = MemoryStore()
    hosted = await start(store)
    gm = await hosted.join("gm", client="1" * 32)
    await begun(gm)
    first = await gm.do(METHOD, id="once")
    await hosted.app.stop()
    if not snapshot:
        await store.keep_checkpoint("friday", Checkpoint(0, rules=0, data=b""))

    again = await start(store)
    gm = await again.join("gm", token=hosted.tokens["gm"], client="1" * 32)
    assert await gm.do(METHOD, id="once") == first
    assert first["notes"] == NOTES


@pytest.mark.parametrize(
    "command",
    [METHOD, {**OPEN, "force": True}, {"do": "place", "combatant": "a", "last": True}],
    ids=["options", "open", "place"],
)
async def test_it_is_the_gms_alone(start: Start, command: Plain) -> None:
    hosted = await start(MemoryStore())
    gm, ana = await hosted.join("gm"), await hosted.join("player")
    await begun(gm)
    answer = await ana.ask(command)
    assert (answer["type"], answer["code"]) == ("error", "not_allowed")


async def test_over_a_running_fight_open_asks_and_by_force_it_can_be_undone(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    await begun(gm)
    answer = await gm.ask(OPEN)
    assert (answer["code"], answer["detail"]) == ("running", {"phase": "declare"})
    await gm.do({**OPEN, "keep": "none", "force": True})
    assert gm.view["combatants"] == {}
    await gm.do({"do": "undo"})
    assert (gm.view["phase"], set(gm.view["combatants"])) == ("declare", {"a", "b", "c", "h"})


async def test_players_hear_where_somebody_was_put_but_not_beside_whom_they_do_not_see(
    hosted: Hosted,
) -> None:
    gm, ana = await hosted.join("gm"), await hosted.join("player")
    await begun(gm, system="starfinder")
    for who, face in (("a", 20), ("b", 15), ("h", 12), ("c", 10)):
        await gm.do({"do": "roll", "for": who, "faces": [face]})
    for where in ({"after": "b"}, {"last": True}, {"before": "h"}):
        await gm.do({"do": "place", "combatant": "a", **where})
    await ana.catch_up()
    placed = [e for u in ana.of("update") for e in u["events"] if e["event"] == "placed"]
    assert placed == [
        {"event": "placed", "combatant": "a", "after": "b", "initiative": 15},
        {"event": "placed", "combatant": "a", "last": True, "initiative": 10},
        {"event": "placed", "combatant": "a", "initiative": 15},
    ]
    assert gm.view["combatants"]["a"]["initiative"] == 15
