"""What a table's log comes to: the fight, each role's stream, and the ids that were answered."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator

import msgspec
from msgspec import Struct

from protocol.answers import Answers, SavedAnswers
from protocol.streams import SavedStreams, Sent, Streams
from protocol.updates import StreamRole
from rules.engine.history import RULES, History, LogEntry, Retracing, fold, reaches_behind
from rules.projection.view import Table
from rules.stretches import Work, whole
from server.ops.logs import log
from server.store.contract import Checkpoint, Store, StoreOver, TableRecord

ENTRIES_AT_A_STRETCH = 50
"""How many entries are folded without a pause for other tables."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(LogEntry)


def encode(entry: LogEntry) -> bytes:
    """A log entry as a store keeps it and an export writes it: one line of JSON."""
    return _encoder.encode(entry)


class NewerRules(StoreOver):
    """A node with newer rules has been here; what it wrote is not for us."""

    def __init__(self, rules: int) -> None:
        super().__init__(f"another node goes on with rules {rules}; this node has {RULES}")


class _Version(Struct):
    rules: int = 1


_version = msgspec.json.Decoder(_Version)


def decode(data: bytes) -> LogEntry:
    """Raises NewerRules if it comes from a newer version."""
    try:
        entry = _decoder.decode(data)
    except msgspec.ValidationError:
        if (newer := _version.decode(data).rules) > RULES:
            raise NewerRules(newer) from None
        raise
    if entry.rules > RULES:
        raise NewerRules(entry.rules)
    return entry


class State(Struct, frozen=True, gc=False):
    """The table behind log position `history.position`. Each step gives a new one."""

    history: History
    streams: Streams

    @classmethod
    def at(cls, record: TableRecord, history: History) -> State:
        """The table with streams that begin at `history`."""
        table = _table(record)
        return cls(history, Streams.start(table, record.history, record.restored, history))

    @property
    def position(self) -> int:
        """Of the last entry of the log that it comes from; 0 before the first."""
        return self.history.position

    def follow(self, entry: LogEntry) -> tuple[State, dict[StreamRole, Sent]]:
        """The state behind `entry`, and what it sends to each role."""
        return whole(self.following(entry))

    def following(self, entry: LogEntry) -> Work[tuple[State, dict[StreamRole, Sent]]]:
        """`follow`, in stretches."""
        if entry.position != self.position + 1:
            raise ValueError(f"entry {entry.position} does not follow {self.position}")
        after = fold(self.history, entry)
        streams, sent = yield from self.streams.following(self.history, entry, after)
        return State(after, streams), sent


def _table(record: TableRecord) -> Table:
    """The table as a view names it."""
    return Table(id=record.table, name=record.name)


def remember(answers: Answers, entry: LogEntry, sent: dict[StreamRole, Sent]) -> None:
    """Keep how the command of `entry` is answered: a player's ack follows its own effect."""
    player = sent["player"]
    answers.remember(entry, sent["gm"].last, player.seq + player.own)


class _Saved(Struct, frozen=True):
    """A checkpoint's content. Of the states it has the last one: an undo asks the log for others."""

    history: History
    streams: SavedStreams
    answers: SavedAnswers


_saver = msgspec.msgpack.Encoder()
_loader = msgspec.msgpack.Decoder(_Saved)


def save(state: State, answers: Answers) -> Checkpoint:
    """A short cut to `state` for a later start, with the ids that were answered until then."""
    kept = _saved(state, answers.saved(state.position))
    return Checkpoint(state.position, RULES, _saver.encode(kept))


def _saved(state: State, answers: SavedAnswers) -> _Saved:
    history = state.history
    return _Saved(history.lean, state.streams.saved(), answers)


def pack(state: State) -> bytes:
    """The state as bytes, for `unpack` in the same process."""
    return zlib.compress(_saver.encode(_saved(state, {})), 1)


def unpack(record: TableRecord, packed: bytes) -> State:
    """The state again, without the updates and the older states that it had."""
    return _state(record, _loader.decode(zlib.decompress(packed)))


def _state(record: TableRecord, kept: _Saved) -> State:
    streams = Streams.start(
        _table(record), record.history, record.restored, kept.history, kept.streams
    )
    return State(kept.history, streams)


def _resume(record: TableRecord, checkpoint: Checkpoint | None) -> tuple[State, Answers]:
    """Where a checkpoint left off; one of other rules, or that cannot be read, is as none."""
    if checkpoint is None or checkpoint.rules != RULES:
        return State.at(record, History.start()), Answers()
    try:
        kept = _loader.decode(checkpoint.data)
    except msgspec.MsgspecError as error:
        log.warning("snapshot not used", table=record.table, why=str(error))
        return State.at(record, History.start()), Answers()
    return _state(record, kept), Answers(kept.answers)


async def entries(store: Store, table: str, after: int) -> AsyncIterator[LogEntry]:
    """The log behind position `after`; other tables have their turn meanwhile."""
    while found := await store.read(table, after):
        for number, data in enumerate(found):
            if number % ENTRIES_AT_A_STRETCH == 0:
                await asyncio.sleep(0)
            yield decode(data)
        after += len(found)


async def load(store: Store, record: TableRecord) -> tuple[State, Answers, int]:
    """The table as the store has it, and the position of the checkpoint that this began with.

    Streams count from the first entry of the present rules: their epoch begins there. What other
    rules decided before stays decided, and is folded without views.
    """
    state, answers = _resume(record, await store.checkpoint(record.table))
    begun = state.position
    counting = begun > 0
    async for entry in entries(store, record.table, begun):
        if reaches_behind(state.history, entry):
            history = await recall(store, record.table, state.position)
            state = State(history, state.streams)
        if not counting and entry.rules != RULES:
            state = State(fold(state.history, entry), state.streams)
            answers.remember(entry, 0, 0)
            continue
        if not counting:
            state, counting = State.at(record, state.history), True
        state, sent = state.follow(entry)
        remember(answers, entry, sent)
    return state if counting else State.at(record, state.history), answers, begun


async def recall(store: Store, table: str, upto: int) -> History:
    """The fight at position `upto`, with the states to which undo and redo go next: from the log."""
    retracing = Retracing()
    for step in (retracing.look, retracing.walk):
        async for entry in entries(store, table, 0):
            if entry.position <= upto:
                step(entry)
    return retracing.history
