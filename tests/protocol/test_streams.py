"""What a role is sent follows from what it may know, and from nothing else.

The worlds here are made up: a state is just what each role sees of it.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from protocol import streams as protocol_streams
from protocol import updates as protocol_updates
from protocol.codec import JSON, MSGPACK
from protocol.messages import Snapshot, Tick, Update
from protocol.patch import apply
from protocol.streams import KEPT, TOLD, Sent, Streams
from protocol.updates import StreamRole
from rules.projection.cuts import Chunk
from rules.projection.differences import Shape
from rules.projection.view import Table

TABLE = Table(id="friday", name="Friday night")


class Someone(Shape, frozen=True, kw_only=True):
    name: str | None = None
    token: str | None = None


class Sight(Shape, frozen=True, kw_only=True):
    """What a role sees in these worlds."""

    round: int = 0
    phase: str | None = None
    at: int | None = None
    active: tuple[str, ...] = ()
    cursor: dict[str, int] = {}
    combatants: dict[str, Someone] = {}
    hp: int | None = None
    a: int | None = None
    b: int | None = None
    n: int | None = None
    x0: int | None = None
    x1: int | None = None
    x2: int | None = None
    table: Table = TABLE


class World(Struct, frozen=True):
    """A state of the fight: what each role sees of it."""

    gm: dict[str, Any]
    player: dict[str, Any]

    @property
    def encounter(self) -> World:
        return self


class Happening(Struct, frozen=True):
    """An event; what each role is told of it."""

    gm: dict[str, Any] | None = None
    player: dict[str, Any] | None = None


Piece = tuple[World, bool, tuple[Happening, ...]]


class Made(Struct, frozen=True):
    """A log entry that is nothing but its pieces."""

    pieces: tuple[Piece, ...]
    by: str | None = "u1"
    position: int = 1
    events: tuple[()] = ()


def chunks(before: World, entry: Made, after: World) -> list[Any]:
    made = []
    for world, move, events in entry.pieces:
        made.append(Chunk(events, before, world, move))  # type: ignore[arg-type]
        before = world
    return made


@pytest.fixture(autouse=True)
def _made_up_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    def made_up(world: World, role: str, table: Table) -> Sight:
        return Sight(**getattr(world, role), table=table)

    monkeypatch.setattr(protocol_streams, "view", made_up)
    monkeypatch.setattr(protocol_updates, "view", made_up)
    monkeypatch.setattr(
        protocol_updates, "tell", lambda event, before, after, role, sight: getattr(event, role)
    )
    monkeypatch.setattr(protocol_streams, "chunks", chunks)


def both(**view: Any) -> World:
    return World(view, view)


SEEN = Happening({"event": "hit"}, {"event": "hit"})
HIDDEN = Happening({"event": "hit"}, None)


class Told:
    """A table on which entries are made up."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.streams = Streams.start(TABLE, "log", 0, world)  # type: ignore[arg-type]

    def enter(self, *pieces: Piece, by: str | None = "u1") -> dict[StreamRole, Sent]:
        entry: Any = Made(pieces, by)
        after: Any = pieces[-1][0]
        self.streams, sent = self.streams.follow(self.world, entry, after)  # type: ignore[arg-type]
        self.world = after
        return sent


def updates(sent: Sent) -> list[Update]:
    return [once.message for once in sent.updates]  # type: ignore[misc]


def test_a_change_is_sent_as_a_patch_with_what_happened() -> None:
    told = Told(both(hp=9))
    (update,) = updates(told.enter((both(hp=6), False, (SEEN,)))["player"])
    assert update == Update(1, {"hp": 6}, [{"event": "hit"}], None, "u1")


def test_the_table_is_in_every_view() -> None:
    streams = Told(both(hp=9)).streams
    assert streams.player.view == Sight(table=TABLE, hp=9)


def test_what_a_role_neither_sees_nor_hears_does_not_count() -> None:
    told = Told(World({"hp": 9}, {}))
    sent = told.enter((World({"hp": 6}, {}), False, (HIDDEN,)))
    assert [update.seq for update in updates(sent["gm"])] == [1]
    assert updates(sent["player"]) == []
    assert (sent["player"].last, told.streams.player.seq) == (0, 0)


def test_what_is_only_told_is_sent_with_an_empty_patch() -> None:
    (update,) = updates(Told(both(hp=9)).enter((both(hp=9), False, (SEEN,)))["player"])
    assert (update.patch, update.events) == ({}, [{"event": "hit"}])


def test_every_moment_is_an_update_of_its_own() -> None:
    told = Told(both(round=1, phase="act", at=1, active=("a",)))
    sent = told.enter(
        (both(round=1, phase="act", at=1, active=("a",), hp=3), False, (SEEN,)),
        (both(round=1, phase="act", at=2, active=("b",), hp=3), True, ()),
        (both(round=1, phase="act", at=4, active=("c",), hp=3), True, ()),
    )["player"]
    assert [update.tick and update.tick.at for update in updates(sent)] == [None, 2, 4]
    assert (sent.own, sent.seq, sent.last) == (1, 0, 3)


def test_a_tick_is_complete() -> None:
    people = {"a": Someone(token="t1"), "b": Someone(name="B"), "c": Someone(token="t3")}
    told = Told(both(round=1, phase="act", at=1, active=("a",), combatants=people))
    later = both(round=1, phase="act", at=1, active=("b", "c"), combatants=people)
    (update,) = updates(told.enter((later, True, ()))["player"])
    assert update.tick == Tick(1, "act", ["b", "c"], ["t3"], 1)
    assert update.patch == {"active": ["b", "c"]}


def test_the_same_people_at_another_place_are_another_moment() -> None:
    told = Told(both(round=1, phase="act", at=1, active=("a",), cursor={"from": 0, "to": 1}))
    later = both(round=1, phase="act", at=1, active=("a",), cursor={"from": 1, "to": 2})
    (update,) = updates(told.enter((later, True, ()))["player"])
    assert update.tick == Tick(1, "act", ["a"], [], 1)


def test_a_moment_of_hidden_ones_alone_is_none_for_players() -> None:
    here = {"round": 1, "phase": "act", "at": 1, "active": ("a",)}
    told = Told(World(here, here))
    sent = told.enter((World({**here, "at": 2, "active": ("orc",)}, here), True, ()))
    assert len(updates(sent["gm"])) == 1
    assert updates(sent["player"]) == []


def test_who_gave_a_command_is_told_to_players_only_of_its_own_effect() -> None:
    told = Told(both(phase="act", at=1))
    sent = told.enter(
        (both(phase="act", at=1, hp=1), False, ()), (both(phase="act", at=2), True, ())
    )
    assert [update.by for update in updates(sent["gm"])] == ["u1", "u1"]
    assert [update.by for update in updates(sent["player"])] == ["u1", None]


def test_neighbours_that_do_not_move_are_one_update() -> None:
    told = Told(both(a=1))
    sent = told.enter((both(a=2), False, (SEEN,)), (both(a=2, b=2), False, (SEEN,)))["player"]
    (update,) = updates(sent)
    assert (update.patch, len(update.events), sent.own) == ({"a": 2, "b": 2}, 2, 1)


def test_a_hidden_moment_between_two_visible_things_leaves_no_trace() -> None:
    def frames(*pieces: Piece) -> list[bytes]:
        sent = Told(World({"phase": "act"}, {"a": 1})).enter(*pieces)["player"]
        return [once.bytes(JSON) for once in sent.updates]

    first = (World({"phase": "act"}, {"a": 2}), False, (SEEN,))
    hidden = (World({"phase": "act", "at": 2}, {"a": 2}), True, (HIDDEN,))
    last = (World({"phase": "act", "at": 2}, {"a": 3}), False, (SEEN,))
    assert frames(first, hidden, last) == frames(first, last)


def test_what_comes_to_nothing_is_not_sent() -> None:
    told = Told(both(a=1))
    sent = told.enter((both(a=2), False, ()), (both(a=1), False, ()))["player"]
    assert updates(sent) == []


def test_following_leaves_the_streams_before_as_they_were() -> None:
    told = Told(both(a=1))
    before = told.streams
    told.enter((both(a=2), False, (SEEN,)))
    assert (before.gm.seq, before.gm.view.a, list(before.gm.recent())) == (0, 1, [])


def test_a_snapshot_is_the_view_with_what_was_told_of_late() -> None:
    told = Told(both(n=0))
    for n in range(1, TOLD + 50):
        told.enter((both(n=n), False, (Happening({"n": n}, None),)))
    snapshot = told.streams.gm.snapshot.message
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.seq, snapshot.view.n, len(snapshot.events)) == (TOLD + 49, TOLD + 49, TOLD)
    assert snapshot.events[-1] == {"n": TOLD + 49}
    assert not told.streams.player.recent()


def test_resuming_comes_to_the_same_view_as_a_snapshot() -> None:
    told = Told(both(n=0))
    views = [told.streams.gm.view]
    for n in range(1, 20):
        told.enter((both(n=n, **{f"x{n % 3}": n}), False, ()))
        views.append(told.streams.gm.view)
    for seq, held in enumerate(views):
        view: Any = msgspec.to_builtins(held)
        missed = told.streams.resume("gm", told.streams.epoch("gm"), seq)
        assert missed is not None
        for once in missed:
            assert isinstance(once.message, Update)
            view = apply(once.message.patch, view)
        assert view == msgspec.to_builtins(views[-1])


def test_who_missed_too_much_cannot_resume() -> None:
    told = Told(both(n=0))
    for n in range(1, KEPT + 2):
        told.enter((both(n=n), False, ()))
    epoch = told.streams.epoch("gm")
    assert told.streams.resume("gm", epoch, 0) is None
    assert len(told.streams.resume("gm", epoch, 1) or ()) == KEPT


def test_an_observer_gets_the_players_bytes() -> None:
    streams = Told(both(n=0)).streams
    assert streams.of("observer") is streams.of("player")


def test_epochs_differ_by_role_by_table_and_by_restore() -> None:
    world: Any = both(n=0)
    one, other, again = (
        Streams.start(TABLE, "log", 0, world),
        Streams.start(TABLE, "log-2", 0, world),
        Streams.start(TABLE, "log", 1, world),
    )
    epochs = [one.epoch(role) for role in ("gm", "player", "observer")]
    epochs += [other.epoch("gm"), again.epoch("gm")]
    assert len(set(epochs)) == 5
    assert Streams.start(TABLE, "log", 0, world).epoch("gm") == one.epoch("gm")


def test_streams_go_on_where_they_were_saved() -> None:
    told = Told(both(n=0))
    told.enter((both(n=1), False, (SEEN,)))
    again = Streams.start(TABLE, "log", 0, told.world, told.streams.saved())  # type: ignore[arg-type]
    assert again.gm.snapshot.bytes(MSGPACK) == told.streams.gm.snapshot.bytes(MSGPACK)
    assert again.resume("gm", again.epoch("gm"), 0) is None
    assert again.resume("gm", again.epoch("gm"), 1) == ()


def test_the_clocks_ticks_are_nobodys() -> None:
    told = Told(both(phase="act", at=1))
    sent = told.enter((both(phase="act", at=2), True, ()), by=None)
    (update,) = updates(sent["gm"])
    assert (update.by, update.tick) == (None, Tick(0, "act", [], [], 2))
