"""What each role of a table is sent.

A role's stream is a fold over the log, like the fight itself: its `seq`, its view, what it was
told. So it is the same on every node and after a restart. Each step gives new values and leaves
the old ones: a table decides ahead on new streams while it still shows the old ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal

from msgspec import Struct, msgpack
from msgspec.structs import replace

from protocol.codec import Once
from protocol.messages import Role, Snapshot, Tick, Update
from protocol.patch import diff
from protocol.tail import Tail
from rules.events import Redone, Undone
from rules.history import RULES, History, LogEntry
from rules.projection.cuts import Chunk, chunks
from rules.projection.events import tell
from rules.projection.told import Told
from rules.projection.view import Table, View, view

Seer = Literal["gm", "player"]
"""Who sees a view of its own; an observer gets the player's stream, byte for byte."""

BACK = (Undone, Redone)
"""Events that put the cursor somewhere else without `moved`."""

TOLD = 200
"""How much of what happened a snapshot tells."""
KEPT = 200
"""How many updates a client may have missed and still resume. A snapshot is shorter than more."""


_packed = msgpack.Encoder().encode
_unpacked = msgpack.Decoder(dict[str, Any]).decode


class Sent(Struct, frozen=True, gc=False):
    """What one entry sends to a role: `own` of the updates are the command's own effect.

    The others are the phases and moments that it leads to. `seq` is the stream's before them.
    """

    updates: tuple[Once, ...]
    own: int
    seq: int

    @property
    def last(self) -> int:
        """The stream's `seq` behind them."""
        return self.seq + len(self.updates)


class Heard(Struct, frozen=True, array_like=True, gc=False):
    """What was told of the entry at `position`, packed."""

    position: int
    told: bytes


class Stream(Struct, frozen=True, dict=True):
    """One role's stream at `seq`. `kept` are its newest updates, `told` what happened of late.

    `taken_back` are positions whose entries never happened for those who come now.
    """

    role: Seer
    view: View
    seq: int
    told: Tail[Heard]
    kept: Tail[Once]
    taken_back: frozenset[int] = frozenset()

    @cached_property
    def snapshot(self) -> Once:
        return Once(Snapshot(self.seq, self.view, list(self.recent())))

    def recent(self) -> tuple[dict[str, Any], ...]:
        """What a snapshot tells of what happened."""
        in_force = (heard for heard in self.told if heard.position not in self.taken_back)
        return tuple(_unpacked(heard.told) for heard in in_force)

    def missed(self, seq: int) -> tuple[Once, ...] | None:
        """The updates after `seq`, or None if they are not all here."""
        count = self.seq - seq
        return self.kept.newest(count) if 0 <= count <= len(self.kept) else None


class Saved(Struct, frozen=True):
    """What a snapshot of a table keeps of its streams; the views follow from the history."""

    seq: dict[Seer, int] = {}
    told: dict[Seer, tuple[Heard, ...]] = {}
    taken_back: dict[Seer, frozenset[int]] = {}


class Streams(Struct, frozen=True, gc=False):
    """All streams of one table.

    `table` is a part of every view. `log` names the table's history: random,
    stored with the table; `restores` counts how often it was taken from a backup.
    """

    table: Table
    log: str
    restores: int
    gm: Stream
    player: Stream

    @classmethod
    def start(
        cls,
        table: Table,
        log: str,
        restores: int,
        history: History,
        saved: Saved | None = None,
    ) -> Streams:
        """The streams at `history`: its beginning, or where `saved` was saved."""
        saved = saved or Saved()

        def stream(role: Seer) -> Stream:
            sight = view(history, role, table)
            told = Tail.of(TOLD, saved.told.get(role, ()))
            back = saved.taken_back.get(role, frozenset())
            return Stream(role, sight, saved.seq.get(role, 0), told, Tail.of(KEPT), back)

        return cls(table, log, restores, stream("gm"), stream("player"))

    def saved(self) -> Saved:
        both = (self.gm, self.player)
        return Saved(
            {s.role: s.seq for s in both},
            {s.role: tuple(s.told) for s in both},
            {s.role: s.taken_back for s in both},
        )

    def of(self, role: Role) -> Stream:
        return self.gm if role == "gm" else self.player

    def epoch(self, role: Role) -> str:
        """Names the history that a role's `seq` counts in, without telling anything about it."""
        text = f"{self.log}/{self.restores}/{RULES}/{role}"
        return blake2b(text.encode(), digest_size=12).hexdigest()

    def resume(self, role: Role, epoch: str, seq: int) -> tuple[Once, ...] | None:
        """What somebody who holds `seq` of `epoch` has missed; None: a snapshot is needed."""
        return self.of(role).missed(seq) if epoch == self.epoch(role) else None

    def follow(
        self, before: History, entry: LogEntry, after: History
    ) -> tuple[Streams, dict[Seer, Sent]]:
        """The streams behind `entry`, which leads from `before` to `after`, and what it sends."""
        pieces = chunks(before, entry, after)
        gm, to_gm = self._follow(self.gm, pieces, entry, after)
        player, to_player = self._follow(self.player, pieces, entry, after)
        player = _taken_back(player, before, entry)
        return replace(self, gm=gm, player=player), {"gm": to_gm, "player": to_player}

    def _follow(
        self, stream: Stream, pieces: Sequence[Chunk], entry: LogEntry, after: History
    ) -> tuple[Stream, Sent]:
        steps = _steps(self.table, stream, pieces, after)
        updates = tuple(
            Once(_update(stream.seq + number, step, entry.by, stream.role)).packed()
            for number, step in enumerate(steps, start=1)
        )
        later = Stream(
            stream.role,
            steps[-1].new if steps else stream.view,
            stream.seq + len(steps),
            stream.told.plus(
                Heard(entry.position, _packed(event)) for step in steps for event in step.told
            ),
            stream.kept.plus(updates),
            stream.taken_back,
        )
        return later, Sent(updates, sum(step.own for step in steps), stream.seq)


def _taken_back(stream: Stream, before: History, entry: LogEntry) -> Stream:
    """What was undone is not told to a player who comes later: it may have shown somebody hidden."""
    match entry.events:
        case (Undone(),):
            back = stream.taken_back | {before.trail.last, entry.position}
        case (Redone(to),):
            back = (stream.taken_back | {entry.position}) - {to}
        case _:
            return stream
    lately = {heard.position for heard in stream.told}
    return replace(stream, taken_back=back & lately)


class _Step(Struct, frozen=True):
    """An update in the making: from the view `old` to `new`."""

    old: View
    new: View
    patch: dict[str, Any]
    told: tuple[Told, ...]
    move: bool
    own: bool


def _steps(table: Table, stream: Stream, pieces: Sequence[Chunk], after: History) -> list[_Step]:
    """What the role notices of the pieces of an entry, in order.

    Pieces that it does not notice are gone before neighbours are joined: whatever a hidden
    combatant did between two visible things, they are sent as if it had not been there.
    """
    steps: list[_Step] = []
    seen, own = stream.view, True
    for number, piece in enumerate(pieces, start=1):
        state = after if number == len(pieces) else piece.after
        new = view(state, stream.role, table)
        move = piece.move or any(isinstance(event, BACK) for event in piece.events)
        own = own and not move
        patch = diff(seen, new)
        told = _told(piece, stream.role, new, unchanged=not patch)
        if not (told or patch):
            continue
        step = _Step(seen, new, patch, told, move, own)
        if steps and not (steps[-1].move or move):
            last = steps.pop()
            told, patch = last.told + told, diff(last.old, new)
            step = _Step(last.old, new, patch, told, False, last.own)
        steps.append(step)
        seen = new
    return [step for step in steps if step.told or step.patch]


def _told(piece: Chunk, role: Seer, sight: View, *, unchanged: bool) -> tuple[Told, ...]:
    """What the role, which now sees `sight`, is told.

    Of an undo that shows a player nothing, it hears nothing.
    """
    told = []
    for event in piece.events:
        if unchanged and role != "gm" and isinstance(event, BACK):
            continue
        said = tell(event, piece.before, piece.after.encounter, role, sight)
        if said is not None:
            told.append(said)
    return tuple(told)


def _update(seq: int, step: _Step, by: str | None, role: Seer) -> Update:
    """`by` of a move is for the GM alone: a hidden combatant's command may have caused it."""
    return Update(
        seq=seq,
        patch=step.patch,
        events=list(step.told),
        tick=_tick(step.new) if step.move and not step.patch.keys().isdisjoint(MOMENT) else None,
        by=by if role == "gm" or not step.move else None,
    )


MOMENT = ("round", "phase", "at", "active", "cursor")
"""The parts of a view that say which moment it is."""


def _tick(new: View) -> Tick:
    """The moment of the new view."""
    people = (new.combatants.get(id_) for id_ in new.active)
    tokens = [who.token for who in people if who is not None and who.token is not None]
    return Tick(new.round, new.phase, list(new.active), tokens, new.at)
