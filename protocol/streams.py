"""What each role of a table is sent.

A role's stream is a fold over the log, like the fight itself: its `seq`, its view, what it was
told. So it is the same on every node and after a restart. Each step gives new values and leaves
the old ones: a table decides ahead on new streams while it still shows the old ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any

from msgspec import Struct, msgpack
from msgspec.structs import replace

from protocol.codec import Outgoing
from protocol.messages import Role, Snapshot
from protocol.tail import Tail
from protocol.updates import PendingUpdate, PendingUpdates, StreamRole
from rules.engine.history import RULES, History, LogEntry
from rules.model.events import Redone, Undone
from rules.projection.cuts import chunks
from rules.projection.view import Table, View, view
from rules.stretches import Work, whole

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

    updates: tuple[Outgoing, ...]
    own: int
    seq: int

    @property
    def last(self) -> int:
        """The stream's `seq` behind them."""
        return self.seq + len(self.updates)


class ToldEntry(Struct, frozen=True, array_like=True, gc=False):
    """What was told of the entry at `position`, packed."""

    position: int
    told: bytes


class Stream(Struct, frozen=True, dict=True):
    """One role's stream at `seq`. `kept` are its newest updates, `told` what happened of late.

    `taken_back` are positions whose entries never happened for those who come now.
    """

    role: StreamRole
    view: View
    seq: int
    told: Tail[ToldEntry]
    kept: Tail[Outgoing]
    taken_back: frozenset[int] = frozenset()

    @cached_property
    def snapshot(self) -> Outgoing:
        """The `snapshot` message at this point of the stream."""
        return Outgoing(Snapshot(self.seq, self.view, list(self.recent())))

    def recent(self) -> tuple[dict[str, Any], ...]:
        """What a snapshot tells of what happened."""
        in_force = (
            told_entry for told_entry in self.told if told_entry.position not in self.taken_back
        )
        return tuple(_unpacked(told_entry.told) for told_entry in in_force)

    def missed(self, seq: int) -> tuple[Outgoing, ...] | None:
        """The updates after `seq`, or None if they are not all here."""
        count = self.seq - seq
        return self.kept.newest(count) if 0 <= count <= len(self.kept) else None


class SavedStreams(Struct, frozen=True):
    """What a snapshot of a table keeps of its streams; the views follow from the history."""

    seq: dict[StreamRole, int] = {}
    told: dict[StreamRole, tuple[ToldEntry, ...]] = {}
    taken_back: dict[StreamRole, frozenset[int]] = {}


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
        saved: SavedStreams | None = None,
    ) -> Streams:
        """The streams at `history`: its beginning, or where `saved` was saved."""
        saved = saved or SavedStreams()

        def stream(role: StreamRole) -> Stream:
            seen = view(history, role, table)
            told = Tail.of(TOLD, saved.told.get(role, ()))
            back = saved.taken_back.get(role, frozenset())
            return Stream(role, seen, saved.seq.get(role, 0), told, Tail.of(KEPT), back)

        return cls(table, log, restores, stream("gm"), stream("player"))

    def saved(self) -> SavedStreams:
        """What a checkpoint keeps, for `start`."""
        both = (self.gm, self.player)
        return SavedStreams(
            {s.role: s.seq for s in both},
            {s.role: tuple(s.told) for s in both},
            {s.role: s.taken_back for s in both},
        )

    def of(self, role: Role) -> Stream:
        """The stream that somebody of this role follows."""
        return self.gm if role == "gm" else self.player

    def epoch(self, role: Role) -> str:
        """Names the history that a role's `seq` counts in, without telling anything about it."""
        text = f"{self.log}/{self.restores}/{RULES}/{role}"
        return blake2b(text.encode(), digest_size=12).hexdigest()

    def resume(self, role: Role, epoch: str, seq: int) -> tuple[Outgoing, ...] | None:
        """What somebody who holds `seq` of `epoch` has missed; None: a snapshot is needed."""
        return self.of(role).missed(seq) if epoch == self.epoch(role) else None

    def follow(
        self, before: History, entry: LogEntry, after: History
    ) -> tuple[Streams, dict[StreamRole, Sent]]:
        """The streams behind `entry`, which leads from `before` to `after`, and what it sends."""
        return whole(self.following(before, entry, after))

    def following(
        self, before: History, entry: LogEntry, after: History
    ) -> Work[tuple[Streams, dict[StreamRole, Sent]]]:
        """`follow`, in stretches: one piece of the entry for one role each, then one update each."""
        pieces = chunks(before, entry, after)
        reach = _reach(self.gm, before, entry)
        both = [
            PendingUpdates(self.table, "gm", self.gm.view, reach),
            PendingUpdates(self.table, "player", self.player.view),
        ]
        for number, piece in enumerate(pieces, start=1):
            for pending_updates in both:
                pending_updates.take(piece, after if number == len(pieces) else piece.after)
                yield
        gm, to_gm = yield from _sending(self.gm, both[0].noticed(), entry)
        player, to_player = yield from _sending(self.player, both[1].noticed(), entry)
        player = _taken_back(player, before, entry)
        return replace(self, gm=gm, player=player), {"gm": to_gm, "player": to_player}


def _sending(
    stream: Stream, pending_updates: Sequence[PendingUpdate], entry: LogEntry
) -> Work[tuple[Stream, Sent]]:
    """The stream behind the steps of the entry, and what is sent: an update for each."""
    updates: list[Outgoing] = []
    for seq, pending in enumerate(pending_updates, start=stream.seq + 1):
        updates.append(Outgoing(pending.update(seq, stream.role, entry.by)).packed())
        yield
    later = Stream(
        stream.role,
        pending_updates[-1].new if pending_updates else stream.view,
        stream.seq + len(pending_updates),
        stream.told.plus(
            ToldEntry(entry.position, _packed(event))
            for pending in pending_updates
            for event in pending.told
        ),
        stream.kept.plus(updates),
        stream.taken_back,
    )
    return later, Sent(tuple(updates), sum(pending.own for pending in pending_updates), stream.seq)


def _reach(gm: Stream, before: History, entry: LogEntry) -> tuple[int, int]:
    """Of the entry that is undone or redone: how much was told of it of late, and how much since then."""
    match entry.events:
        case (Undone(),):
            position = before.trail.last
        case (Redone(to),):
            position = to
        case _:
            return 0, 0
    told = [told_entry.position for told_entry in gm.told]
    if position not in told:
        return 0, 0
    return told.count(position), told[::-1].index(position)


def _taken_back(stream: Stream, before: History, entry: LogEntry) -> Stream:
    """What was undone is not told to a player who comes later: it may have shown somebody hidden."""
    match entry.events:
        case (Undone(),):
            back = stream.taken_back | {before.trail.last, entry.position}
        case (Redone(to),):
            back = (stream.taken_back | {entry.position}) - {to}
        case _:
            return stream
    lately = {told_entry.position for told_entry in stream.told}
    return replace(stream, taken_back=back & lately)
