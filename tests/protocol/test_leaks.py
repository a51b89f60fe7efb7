"""What once told players of somebody hidden: in what is sent, and in what a newcomer is told."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.codec import JSON, MSGPACK
from protocol.streams import Streams
from tests.protocol.fight import TABLE, Table, messages

AIMED: list[tuple[str, dict[str, Any]]] = [
    ("adnd1e", {"act": "melee"}),
    ("adnd1e", {"act": "missile", "shots": 1}),
    ("adnd1e", {"act": "charge", "feet": 30}),
    ("adnd1e", {"act": "spell", "name": "Sleep", "segments": 2}),
    ("adnd2e", {"act": "attack", "speed": 5}),
    ("adnd2e", {"act": "spell", "casting_time": 3}),
]


def begun(system: str, spy_on: str = "foes") -> Table:
    table = Table(system).add("mage", owner="ana", hp=9).add("orc", "foes", hp=9)
    table.add("spy", spy_on, hidden=True, token="t-spy", hp=9)
    table.do("begin")
    if system in ("starfinder", "mmrpg"):
        for who, face in (("mage", 5), ("orc", 4), ("spy", 3)):
            table.do("roll", for_=who, faces=[face] * (3 if system == "mmrpg" else 1))
        while table.enc.phase != "act":
            table.next()
    return table


def heard(table: Table) -> bytes:
    """All that players got so far, and what a newcomer would get."""
    return b"".join(table.frames("player"))


def last(table: Table) -> list[dict[str, Any]]:
    return [event for update in messages(table.sent[-1]["player"]) for event in update.events]


@pytest.mark.parametrize(("system", "action"), AIMED)
def test_a_declaration_names_no_hidden_target(system: str, action: dict[str, Any]) -> None:
    table = begun(system).declare("mage", {**action, "target": "spy"})
    assert last(table) == [{"event": "declared", "combatant": "mage", "actions": [action]}]
    assert b"spy" not in heard(table)
    told = messages(table.sent[-1]["gm"])[-1].events[0]
    assert told["actions"] == [{**action, "target": "spy"}]
    assert last(table.declare("mage", {**action, "target": "orc"}))[0]["actions"] == [
        {**action, "target": "orc"}
    ]


def test_surprising_somebody_hidden_leaves_no_mark() -> None:
    table = begun("mmrpg")
    before = table.frames("player")
    table.do("surprise", combatants=["spy"], by=["mage"])
    assert table.frames("player") == before
    table.do("unmark", combatant="mage", name="edge")
    assert table.frames("player") == before


def test_of_two_effects_that_end_at_one_place_players_hear_of_the_one_that_they_saw() -> None:
    table = begun("mmrpg")
    for victim in ("orc", "spy"):
        table.do("surprise", combatants=[victim], by=["mage"])
    table.do("end")
    ended = [event["event"] for event in last(table)]
    assert ended.count("unmarked") == 1


def test_who_is_surprised_by_somebody_hidden_does_not_hear_of_it() -> None:
    table = begun("mmrpg")
    before = table.frames("player")
    table.do("surprise", combatants=["orc"], by=["spy"])
    assert table.frames("player") == before
    table.do("surprise", combatants=["orc", "spy"], by=["mage"])
    table.do("surprise", combatants=["orc"], by=["mage"])
    (mark,) = table.streams.player.view.combatants["mage"].marks
    assert mark.against == ("orc",)
    assert b"spy" not in heard(table)


def test_a_newcomer_is_not_told_what_was_undone() -> None:
    table = begun("adnd1e")
    before = table.streams.player.recent()
    table.do("change", combatant="spy", set={"hidden": False}).do("hit", combatant="spy", damage=1)
    shown = table.streams.player.recent()
    assert [event["event"] for event in shown[len(before) :]] == ["added", "hit"]
    table.do("undo").do("undo")
    assert table.streams.player.recent() == before
    assert b"spy" not in table.streams.player.snapshot.bytes(JSON)
    assert [event["event"] for event in table.streams.gm.recent()][-2:] == ["undone", "undone"]
    again = Streams.start(TABLE, "log-1", 0, table.history, table.streams.saved())
    assert again.player.snapshot.bytes(MSGPACK) == table.streams.player.snapshot.bytes(MSGPACK)
    table.do("redo").do("redo")
    assert table.streams.player.recent() == shown


def test_what_was_undone_stays_untold_once_something_else_is_done() -> None:
    table = begun("adnd1e").do("change", combatant="spy", set={"hidden": False}).do("undo")
    table.do("hit", combatant="mage", damage=1)
    assert table.streams.player.recent()[-1]["event"] == "hit"
    assert b"spy" not in table.streams.player.snapshot.bytes(JSON)


def test_who_is_triggered_by_somebody_hidden_does_not_hear_by_whom() -> None:
    table = begun("starfinder")
    while table.now != ["mage"]:
        table.next(force=True)
    table.do("ready", combatant="mage", trigger="somebody moves")
    table.do("trigger", combatant="mage", by="spy")
    (told,) = [event for event in last(table) if event["event"] == "triggered"]
    assert "by" not in told
    assert b"spy" not in heard(table)


def test_hidden_ones_who_are_gone_leave_neither_dice_nor_aims() -> None:
    table = begun("adnd1e", "shadows").declare("mage", {"act": "melee", "target": "spy"})
    table.declare("orc", {"act": "melee"}).declare("spy", {"act": "melee"}).next()
    table.do("roll", for_="side:shadows", faces=[3])
    before = table.frames("player")
    assert table.do("remove", combatant="spy").frames("player") == before


def test_a_hidden_moment_in_a_segment_that_players_see_leaves_them_there() -> None:
    table = begun("adnd1e", "shadows").declare("mage", {"act": "melee"})
    table.declare("orc", {"act": "melee"}).declare("spy", {"act": "melee"}).next()
    table.roll(party=1, foes=1, shadows=3)
    table.next("segment").next("segment")
    assert table.now == ["spy"]
    before = table.frames("player")
    assert table.do("remove", combatant="spy").frames("player") == before


def test_another_hidden_target_is_no_new_declaration() -> None:
    table = begun("adnd1e").declare("mage", {"act": "melee"})
    before = table.frames("player")
    assert table.declare("mage", {"act": "melee", "target": "spy"}).frames("player") == before
