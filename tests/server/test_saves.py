"""What stays of an evening, over the socket: whose it is, who hears of it, and where it is found again."""

from __future__ import annotations

import pytest

from server.store.contract import Checkpoint
from tests.server.hosting import Client, Hosted, Plain, Start
from tests.server.memory_store import MemoryStore

PARTY = {"do": "save", "name": "Heroes of Hommlet", "what": "party"}
AMBUSH = {"do": "save", "name": "Ambush at the moathouse", "what": "fight"}
ASIDE = {"do": "set_aside", "name": "The frogs"}
TAKE_UP = {"do": "take_up", "name": "The frogs"}


async def fighting(gm: Client) -> None:
    await gm.do({"do": "open", "system": "starfinder"})
    people = [
        {"id": "a", "kind": "pc", "hp": 9}, {"id": "b"}, {"id": "h", "hidden": True, "hp": 5},
    ]  # fmt: skip
    await gm.do({"do": "add", "combatants": people})
    await gm.do({"do": "begin"})
    for who, face in (("a", 20), ("b", 15), ("h", 12)):
        await gm.do({"do": "roll", "for": who, "faces": [face]})


async def test_what_a_gm_keeps_reaches_no_player(hosted: Hosted) -> None:
    """Neither a name nor a count, and no number of an update."""
    gm, ana = await hosted.join("gm"), await hosted.join("player")
    await fighting(gm)
    await ana.catch_up()
    seq, heard = ana.seq, len(ana.heard)
    for command in (PARTY, AMBUSH, {"do": "forget", "name": AMBUSH["name"]}):
        await gm.do(command)
    await ana.catch_up()
    assert (ana.seq, [m["type"] for m in ana.heard[heard:]]) == (seq, ["pong"])
    assert gm.view["kept"] == {PARTY["name"]: {"what": "party", "system": "starfinder", "count": 1}}
    await gm.do(ASIDE)
    await gm.do(TAKE_UP)
    await ana.catch_up()
    told = [event for update in ana.of("update")[-2:] for event in update["events"]]
    assert [event["event"] for event in told] == ["set_aside", "opened", "taken_up"]
    assert not any("name" in event for event in told)
    assert "kept" not in ana.view


async def test_who_comes_later_reads_no_names_either(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    await fighting(gm)
    for command in (PARTY, AMBUSH, ASIDE, TAKE_UP):
        await gm.do(command)
    ana = await hosted.join("player")
    await ana.catch_up()
    frames = b"".join(f if isinstance(f, bytes) else f.encode() for f in ana.frames)
    assert not any(str(c["name"]).encode() in frames for c in (PARTY, AMBUSH, ASIDE))


@pytest.mark.parametrize(
    "command",
    [PARTY, AMBUSH, ASIDE, TAKE_UP, {"do": "load", "name": "x"}, {"do": "forget", "name": "x"}],
)
async def test_it_is_the_gms_alone(hosted: Hosted, command: Plain) -> None:
    gm, ana = await hosted.join("gm"), await hosted.join("player")
    await fighting(gm)
    answer = await ana.ask(command)
    assert (answer["type"], answer["code"]) == ("error", "not_allowed")


@pytest.mark.parametrize("snapshot", [True, False], ids=["from-a-snapshot", "from-the-log"])
async def test_a_fight_is_taken_up_after_another_one_and_a_restart(
    start: Start, snapshot: bool
) -> None:
    store = MemoryStore()
    hosted = await start(store, rate=0)
    gm = await hosted.join("gm")
    await fighting(gm)
    await gm.do({"do": "hit", "combatant": "a", "damage": 4})
    left = {key: gm.view[key] for key in ("round", "phase", "timeline", "combatants", "active")}
    await gm.do(PARTY)
    await gm.do(ASIDE)
    await gm.do({"do": "begin"})
    for _ in range(110):
        await gm.do({"do": "mark", "combatant": "a", "name": "Bless"})
        await gm.do({"do": "unmark", "combatant": "a", "name": "Bless"})
    await gm.do({"do": "end"})
    await hosted.app.stop()
    if not snapshot:
        await store.keep_checkpoint("friday", Checkpoint(0, rules=0, data=b""))

    again = await start(store)
    gm = await again.join("gm", token=hosted.tokens["gm"])
    assert set(gm.view["kept"]) == {PARTY["name"], ASIDE["name"]}
    await gm.do(TAKE_UP)
    assert {key: gm.view[key] for key in left} == left
    await gm.do({"do": "undo"})
    assert gm.view["combatants"]["a"]["hp"] == 9
    assert set(gm.view["kept"]) == {PARTY["name"]}


async def test_a_repeated_id_keeps_once_and_a_bad_name_is_refused(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    await fighting(gm)
    first = await gm.do(ASIDE, id="once")
    assert await gm.do(ASIDE, id="once") == first
    for name in ("", "x" * 81, "a\nb"):
        assert (await gm.ask({**PARTY, "name": name}))["code"] in ("illegal_value", "too_large")
