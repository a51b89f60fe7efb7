"""Streams over real fights: the README's spells, resuming anywhere, and what hidden ones leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest

from protocol.messages import Update
from protocol.patch import apply, same
from protocol.updates import StreamRole
from rules.catalogue import System, catalogue
from rules.projection.combatants import Combatant, Seen
from rules.projection.timeline import Entry, SeenEntry
from rules.projection.view import View
from tests.protocol.fight import Table, messages, plain, replayed
from tests.rules.fights import MELEE, spell

ROLES: tuple[StreamRole, ...] = get_args(StreamRole)
roles = pytest.mark.parametrize("role", ROLES)


def the_spell_that_crosses_rounds() -> Table:
    """A 7-segment spell that begins on segment 5 completes on segment 2 of the next round."""
    table = Table().add("mage", owner="u2", hp=4, token="t-mage").add("orc", "foes", hp=6)
    table.do("begin").declare("mage", spell(7)).declare("orc", MELEE)
    return table.next().roll(party=5, foes=1)


def the_spell_that_a_hit_spoils() -> Table:
    table = the_spell_that_crosses_rounds().until(1, 5)
    table.do("hit", combatant="mage", damage=1)
    return table.do("undo").do("redo").do("end")


def a_late_roll_and_an_undo() -> Table:
    table = the_spell_that_crosses_rounds()
    for _ in range(3):
        table.next()
    return (
        table.do("undo").do("undo").do("redo").do("mark", combatant="orc", name="Prone", rounds=2)
    )


FIGHTS: list[Callable[[], Table]] = [
    the_spell_that_crosses_rounds,
    the_spell_that_a_hit_spoils,
    a_late_roll_and_an_undo,
]
fights = pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.__name__)


@fights
@roles
def test_from_any_update_on_the_rest_leads_to_the_newest_view(
    fight: Callable[[], Table], role: StreamRole
) -> None:
    table = fight()
    updates = table.updates(role)
    held: Any = plain(replayed([]).of(role).view)
    for seq in range(len(updates) + 1):
        missed = table.streams.resume(role, table.streams.epoch(role), seq)
        assert missed is not None
        view = held
        for once in missed:
            assert isinstance(once.message, Update)
            view = apply(once.message.patch, view)
        assert same(view, plain(table.streams.of(role).view))
        if seq < len(updates):
            held = apply(updates[seq].patch, held)


@fights
@roles
def test_seq_has_no_gaps_and_nothing_is_sent_for_nothing(
    fight: Callable[[], Table], role: StreamRole
) -> None:
    updates = fight().updates(role)
    assert [update.seq for update in updates] == list(range(1, len(updates) + 1))
    assert all(update.patch or update.events for update in updates)


@fights
def test_another_node_sends_the_same_bytes(fight: Callable[[], Table]) -> None:
    table = fight()
    other = replayed(table.log)
    for role in ROLES:
        assert other.of(role).seq == table.streams.of(role).seq
        assert [update.message for update in other.of(role).kept] == table.updates(role)


class Shown(View, frozen=True, kw_only=True):
    """A view whose people and lines are looked at one by one."""

    combatants: dict[str, Any]  # type: ignore[assignment]
    timeline: list[Any]  # type: ignore[assignment]


@fights
@roles
def test_every_view_has_the_shape_that_clients_are_told(
    fight: Callable[[], Table], role: StreamRole
) -> None:
    view: Any = plain(replayed([]).of(role).view)
    for update in fight().updates(role):
        view = apply(update.patch, view)
        msgspec.convert(view, Shown)
        for who in view["combatants"].values():
            msgspec.convert(who, Combatant if role == "gm" or "owner" in who else Seen)
        for line in view["timeline"]:
            open_ = role == "gm" or "owner" in view["combatants"][line["combatant"]]
            msgspec.convert(line, Entry if open_ else SeenEntry)
        assert b"null" not in msgspec.json.encode(view)


def test_the_catalogue_has_the_shape_that_clients_are_told() -> None:
    msgspec.convert(plain(catalogue()), dict[str, System])


def test_the_last_roll_and_the_moment_it_leads_to_are_two_updates() -> None:
    table = the_spell_that_crosses_rounds()
    rolled, moved = messages(table.sent[-1]["player"])
    assert [event["event"] for event in rolled.events] == ["rolled"]
    assert rolled.tick is None
    assert moved.tick is not None
    assert (moved.tick.round, moved.tick.phase) == (1, "act")
    assert table.sent[-1]["player"].own == 1


def test_an_undo_puts_the_moment_back() -> None:
    table = the_spell_that_crosses_rounds()
    there = table.streams.player.view
    table.next().do("undo")
    (update,) = messages(table.sent[-1]["player"])
    assert update.tick is not None
    assert update.tick.at == there.at
    assert update.events == [{"event": "undone"}]
    assert plain(table.streams.player.view) == plain(there)


@roles
def test_both_see_the_spell_complete_on_segment_2_of_the_next_round(role: StreamRole) -> None:
    table = the_spell_that_crosses_rounds()
    seen = len(table.updates(role))
    while table.enc.round == 1:
        table.next(force=True)
    table.declare("orc", MELEE).next(force=True).roll(party=6, foes=6).until(2, 2)
    ticks = [update.tick for update in table.updates(role)[seen:] if update.tick]
    assert (ticks[-1].round, ticks[-1].at, ticks[-1].active) == (2, 2, ["mage"])
    assert ticks[-1].tokens == ["t-mage"]


def world(hidden: bool) -> Table:
    """A fight in which something hidden does everything that it can alone, or is not there."""
    table = Table().add("mage", owner="u2", hp=4).add("orc", "foes", hp=6)
    if hidden:
        table.add("spy", "foes", hidden=True, hp=9, token="t-spy", traits={"reaction": 1})
    table.do("begin")
    if hidden:
        table.declare("spy", spell(3, label="doom"))
    table.declare("mage", spell(2)).declare("orc", MELEE).next().roll(party=2, foes=5)
    if hidden:
        table.do("hit", combatant="spy", damage=1).do("undo").do("redo")
        table.do("mark", combatant="spy", name="Marked", rounds=3)
        table.do("change", combatant="spy", set={"name": "The Spy"})
    while table.enc.round == 1:
        table.next(force=True)
    if hidden:
        table.do("heal", combatant="spy", hp=1).do("remove", combatant="spy")
    return table.declare("mage", MELEE)


def test_what_hidden_ones_do_leaves_no_trace_in_a_players_bytes() -> None:
    with_spy, without = world(hidden=True), world(hidden=False)
    assert any(b"spy" in frame for frame in with_spy.frames("gm"))
    assert with_spy.frames("player") == without.frames("player")


def test_hiding_is_a_removal_and_revealing_an_arrival() -> None:
    table = Table().add("orc", "foes")
    table.do("change", combatant="orc", set={"hidden": True})
    (update,) = messages(table.sent[-1]["player"])
    assert update.patch["combatants"] == {"orc": None}
    assert [event["event"] for event in update.events] == ["removed"]
    table.do("change", combatant="orc", set={"hidden": False})
    (update,) = messages(table.sent[-1]["player"])
    assert [event["event"] for event in update.events] == ["added"]
    assert update.patch["combatants"]["orc"]["id"] == "orc"
