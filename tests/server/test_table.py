"""A table over real sockets: who sees what, in which order, and how often."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from server.store.sqlite.store import SqliteStore
from tests.server.hosting import Client, Hosted, Plain, Start, eventually

SUBPROTOCOLS = ["turnkeeper.v1.json", "turnkeeper.v1.msgpack"]


async def personal(gm: Client, user: str, role: str = "player") -> str:
    answer = await gm.do({"do": "invite", "role": role, "user": user})
    return str(answer["result"]["token"])


async def prepare(gm: Client, people: list[Plain]) -> None:
    """A fight up to the declarations of its first round."""
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": people})
    await gm.do({"do": "begin"})


async def play_a_round(gm: Client) -> None:
    await gm.do({"do": "advance"})
    await gm.do({"do": "roll", "for": "side:party", "faces": [5]})
    await gm.do({"do": "roll", "for": "side:foes", "faces": [2]})
    while gm.view["phase"] == "act" and gm.view["round"] == 1:
        await gm.do({"do": "advance", "to": "next"})


async def test_a_new_client_is_welcomed_and_shown_the_table(hosted: Hosted) -> None:
    gm = await hosted.join("gm", name="Gwen", client="ab" * 16)
    assert gm.welcome["protocol"] == 1
    assert gm.welcome["role"] == "gm"
    assert gm.welcome["table"] == "friday"
    assert gm.welcome["seq"] == gm.seq == 0
    assert gm.view["table"] == {"id": "friday", "name": "Friday night"}
    presence = await gm.until("presence")
    assert presence["users"] == [
        {"user": gm.welcome["user"], "name": "Gwen", "role": "gm", "connected": True}
    ]


async def test_everybody_sees_the_same_ticks_in_the_same_order(
    hosted: Hosted, people: list[Plain]
) -> None:
    gm = await hosted.join("gm")
    ana = await hosted.join(token=await personal(gm, "ana"), subprotocol=SUBPROTOCOLS[1])
    ben = await hosted.join(token=await personal(gm, "ben"))
    watcher = await hosted.join("observer")
    everybody = [gm, ana, ben, watcher]
    await prepare(gm, people)
    await ana.do(
        {
            "do": "declare",
            "combatant": "mage",
            "actions": [{"act": "spell", "name": "Sleep", "segments": 7}],
        }
    )
    await ben.do(
        {"do": "declare", "combatant": "fighter", "actions": [{"act": "melee", "target": "orc-1"}]}
    )
    for orc in ("orc-1", "orc-2"):
        await gm.do(
            {"do": "declare", "combatant": orc, "actions": [{"act": "melee", "target": "fighter"}]}
        )
    await play_a_round(gm)
    for client in everybody:
        await client.catch_up()
    assert [client.gaps for client in everybody] == [0, 0, 0, 0]
    assert gm.ticks
    assert [client.ticks for client in everybody] == [gm.ticks] * 4
    assert ana.view == ben.view == watcher.view
    assert ana.view["round"] == gm.view["round"]


async def test_both_encodings_bring_the_same_messages(hosted: Hosted, people: list[Plain]) -> None:
    gm = await hosted.join("gm")
    text, binary = [await hosted.join("player", name) for name in SUBPROTOCOLS]
    await prepare(gm, people)
    for client in (text, binary):
        await client.catch_up()
    assert text.of("update") == binary.of("update")
    assert text.of("update")


async def test_a_client_that_comes_back_gets_what_it_missed(
    hosted: Hosted, people: list[Plain]
) -> None:
    gm = await hosted.join("gm")
    ana = await hosted.join("player", client="aa" * 16)
    await gm.do({"do": "open", "system": "adnd1e"})
    await ana.catch_up()
    await ana.socket.close()
    await gm.do({"do": "add", "combatants": people})
    await gm.do({"do": "begin"})
    resume = {"epoch": ana.welcome["epoch"], "seq": ana.seq}
    again = await hosted.join("player", client="aa" * 16, resume=resume)
    assert again.welcome["resumed"] is True
    assert again.welcome["user"] == ana.welcome["user"]
    again.view = ana.view
    await again.catch_up()
    assert again.gaps == 0
    assert not again.of("snapshot")
    fresh = await hosted.join("observer")
    assert again.view == fresh.view
    assert again.seq == fresh.seq


@pytest.mark.parametrize("wrong", [{"epoch": "another"}, {"seq": 999}])
async def test_who_resumes_another_history_gets_a_snapshot(
    hosted: Hosted, wrong: dict[str, Any]
) -> None:
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    resume = {"epoch": gm.welcome["epoch"], "seq": gm.seq, **wrong}
    again = await hosted.join("gm", resume=resume)
    assert again.welcome["resumed"] is False
    assert again.view == gm.view


async def test_a_restart_in_the_middle_goes_on_where_it_was(
    start: Start, people: list[Plain], tmp_path: Path
) -> None:
    first = await start(SqliteStore(tmp_path), data=tmp_path)
    gm = await first.join("gm", client="11" * 16)
    await prepare(gm, people)
    answer = await gm.do({"do": "mark", "combatant": "mage", "name": "Haste"}, id="once")
    await first.app.stop()
    assert await gm.closed() == 1012
    second = await start(SqliteStore(tmp_path), data=tmp_path)
    resume = {"epoch": gm.welcome["epoch"], "seq": gm.seq}
    again = await second.join(token=first.tokens["gm"], client="11" * 16, resume=resume)
    assert again.welcome["seq"] == gm.seq
    assert again.welcome["epoch"] == gm.welcome["epoch"]
    assert again.welcome["user"] == gm.welcome["user"]
    again.view = again.view or gm.view
    repeated = await again.do({"do": "mark", "combatant": "mage", "name": "Haste"}, id="once")
    assert repeated["seq"] == answer["seq"]
    assert again.view == gm.view
    await again.do({"do": "undo"})
    assert again.view["combatants"]["mage"]["marks"] == []


async def test_a_command_id_applies_once(hosted: Hosted, people: list[Plain]) -> None:
    gm = await hosted.join("gm", client="22" * 16)
    await prepare(gm, people)
    hit = {"do": "hit", "combatant": "orc-1", "damage": 2}
    first = await gm.do(hit, id="h1")
    second = await gm.do(hit, id="h1")
    assert first["seq"] == second["seq"]
    assert gm.view["combatants"]["orc-1"]["hp"] == 4
    elsewhere = await hosted.join("gm", client="22" * 16)
    assert (await elsewhere.do(hit, id="h1"))["seq"] == first["seq"]
    other = await gm.ask({"do": "hit", "combatant": "orc-1", "damage": 3}, id="h1")
    assert other["code"] == "id_reused"


async def test_a_refused_id_may_be_sent_again(hosted: Hosted, people: list[Plain]) -> None:
    gm = await hosted.join("gm")
    refused = await gm.ask({"do": "begin"}, id="b")
    assert refused["type"] == "error"
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": people})
    await gm.do({"do": "begin"}, id="b")


async def test_of_two_who_press_next_together_one_advances(
    hosted: Hosted, people: list[Plain]
) -> None:
    one, two = await hosted.join("gm"), await hosted.join("gm")
    await prepare(one, people)
    await two.catch_up()
    for orc in ("mage", "fighter", "orc-1", "orc-2"):
        await one.do({"do": "declare", "combatant": orc, "actions": [{"act": "await"}]})
    await two.catch_up()
    assert one.seq == two.seq
    seq = one.seq
    answers = await asyncio.gather(
        one.ask({"do": "advance"}, if_seq=seq), two.ask({"do": "advance"}, if_seq=seq)
    )
    assert sorted(answer["type"] for answer in answers) == ["ack", "error"]
    assert next(a for a in answers if a["type"] == "error")["code"] == "stale"
    assert one.view["phase"] == "roll"


async def test_a_gm_speaks_for_a_player(hosted: Hosted, people: list[Plain]) -> None:
    gm = await hosted.join("gm")
    await prepare(gm, people)
    declare = {"do": "declare", "combatant": "mage", "actions": [{"act": "await"}]}
    await gm.do(declare, **{"as": "ana"})
    others = await gm.ask(declare, **{"as": "ben"})
    assert others["code"] == "not_yours"
    forbidden = await gm.ask({"do": "advance"}, **{"as": "ana"})
    assert forbidden["code"] == "not_allowed"
    player = await hosted.join("player")
    assert (await player.ask(declare, **{"as": "ana"}))["code"] == "not_allowed"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"do": "advance"}, "not_allowed"),
        ({"do": "declare", "combatant": "fighter", "actions": []}, "not_yours"),
        ({"do": "declare", "combatant": "nobody", "actions": []}, "unknown_combatant"),
        ({"do": "invite", "role": "gm"}, "not_allowed"),
        ({"do": "invites"}, "not_allowed"),
        ({"do": "revoke", "invite": "i1"}, "not_allowed"),
    ],
)
async def test_a_player_does_not_do_what_is_not_theirs(
    hosted: Hosted, people: list[Plain], command: Plain, code: str
) -> None:
    gm = await hosted.join("gm")
    await prepare(gm, people)
    ana = await hosted.join(token=await personal(gm, "ana"))
    before = gm.seq
    assert (await ana.ask(command))["code"] == code
    await gm.catch_up()
    assert gm.seq == before


async def test_an_observer_only_looks(hosted: Hosted, people: list[Plain]) -> None:
    gm = await hosted.join("gm")
    await prepare(gm, people)
    watcher = await hosted.join("observer")
    declare = {"do": "declare", "combatant": "mage", "actions": [{"act": "await"}]}
    assert (await watcher.ask(declare))["code"] == "not_allowed"


async def test_an_ack_follows_the_updates_of_its_command(
    hosted: Hosted, people: list[Plain]
) -> None:
    gm = await hosted.join("gm")
    await prepare(gm, people)
    answer = await gm.do({"do": "mark", "combatant": "mage", "name": "Haste"})
    assert gm.heard[-2]["type"] == "update"
    assert gm.heard[-2]["seq"] == answer["seq"]


async def let_the_clock_run(gm: Client, people: list[Plain]) -> None:
    """A fight in which nobody is asked anything while the mage's spell takes its time."""
    await prepare(gm, people)
    spell = {"act": "spell", "name": "Web of Ash", "segments": 8}
    await gm.do({"do": "declare", "combatant": "mage", "actions": [spell]})
    for name in ("fighter", "orc-1", "orc-2"):
        await gm.do({"do": "declare", "combatant": name, "actions": [{"act": "await"}]})
    await gm.do({"do": "advance"})
    await gm.do({"do": "roll", "for": "side:party", "faces": [1]})
    await gm.do({"do": "roll", "for": "side:foes", "faces": [1]})
    await gm.do({"do": "clock", "every": 0.25})


async def ticks(client: Client, times: int) -> None:
    until = len(client.ticks) + times
    while len(client.ticks) < until:
        await client.until("update")


async def test_the_clock_ticks_while_a_gm_is_there(hosted: Hosted, people: list[Plain]) -> None:
    gm, watcher = await hosted.join("gm"), await hosted.join("observer")
    elsewhere = await hosted.app.access.make_table("sunday") or {}
    other = await hosted.open()
    await other.say({"type": "hello", "table": "sunday", "token": elsewhere["gm"]})
    await other.until("snapshot")
    await let_the_clock_run(gm, people)
    await ticks(gm, 1)
    await gm.socket.close()
    await eventually(lambda: len(hosted.app.tables.peers("friday")) == 1)
    await watcher.catch_up()
    before = watcher.seq
    await let_the_clock_run(other, people)
    await ticks(other, 3)  # as often as this table's would have, if it still had a game master
    await watcher.catch_up()
    assert watcher.seq <= before + 1  # one may have been under way
    await hosted.join("gm")
    await ticks(watcher, 1)


async def test_what_one_table_does_no_other_hears(hosted: Hosted) -> None:
    await hosted.app.access.make_table("sunday")
    tokens = await hosted.app.access.invite("sunday", "gm")
    gm = await hosted.join("gm")
    other = await hosted.open()
    await other.say({"type": "hello", "table": "sunday", "token": tokens.token})
    await other.until("snapshot")
    await gm.do({"do": "open", "system": "adnd1e"})
    await other.catch_up()
    assert not other.of("update")


async def test_the_catalogue_describes_the_systems(hosted: Hosted) -> None:
    player = await hosted.join("player")
    await player.say({"type": "catalogue"})
    answer = await player.until("catalogue")
    assert "spell" in answer["systems"]["adnd1e"]["actions"]


async def test_an_idle_table_is_put_away_and_comes_back(start: Start) -> None:
    hosted = await start(unload_after=0.01)
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    seq = gm.seq
    await gm.socket.close()
    await eventually(lambda: not hosted.app.tables._open)
    again = await hosted.join("gm")
    assert again.seq == seq
    assert again.view["system"] == "adnd1e"


async def test_a_table_that_rests_goes_on_where_it_was(start: Start, people: list[Plain]) -> None:
    hosted = await start(rest_after=0.02)
    gm, watcher = await hosted.join("gm"), await hosted.join("observer")
    await prepare(gm, people)
    await gm.do({"do": "advance", "force": True})
    table = await hosted.app.tables.open("friday")
    before = await view_of(hosted)
    await eventually(lambda: table._stored._state is None)
    assert await view_of(hosted) == before
    await eventually(lambda: table._stored._state is None)
    await gm.do({"do": "roll", "for": "side:party", "faces": [5]})
    assert await view_of(hosted) != before
    await gm.do({"do": "undo"})
    assert await view_of(hosted) == before | {n: gm.view[n] for n in ("can", "redo")}
    await watcher.catch_up()
    assert watcher.seq == gm.seq


async def test_who_was_not_away_from_a_resting_table_for_long_resumes(start: Start) -> None:
    hosted = await start(rest_after=0.02)
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    table = await hosted.app.tables.open("friday")
    await eventually(lambda: table._stored._state is None)
    seen = {"epoch": gm.welcome["epoch"], "seq": gm.seq}
    assert (await hosted.join("gm", resume=seen)).welcome["resumed"]


async def test_a_table_that_nobody_sat_down_at_is_put_away(start: Start) -> None:
    hosted = await start(unload_after=0.01, hello_within=0.01)
    await hosted.app.tables.open("friday")
    await eventually(lambda: not hosted.app.tables._open)


async def view_of(hosted: Hosted) -> Plain:
    return dict((await hosted.join("gm")).view)
