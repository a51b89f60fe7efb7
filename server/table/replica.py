"""The stored state, kept up with the log: other nodes append to it, too."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from protocol.answers import Answers
from rules.engine.history import LogEntry, reaches_behind
from rules.model.commands import Advance
from server.delivery.fanout import Delivery, Subscribers
from server.ops.metrics import Metrics
from server.ops.stretches import by_stretches
from server.store.contract import Store, TableRecord
from server.table import state
from server.table.inbox import Inbox
from server.table.state import State
from server.table.stored_state import StoredState


class Replica:
    """The state of one table at this node: `stored` follows the log, and `subscribers` are sent it.

    `ticked` is called when an entry of another node is a tick of the table's clock.
    """

    def __init__(
        self,
        record: TableRecord,
        store: Store,
        stored: StoredState,
        answers: Answers,
        subscribers: Subscribers,
        metrics: Metrics,
        ticked: Callable[[], None],
    ) -> None:
        self._record = record
        self._store = store
        self._stored = stored
        self._answers = answers
        self._subscribers = subscribers
        self._metrics = metrics
        self._ticked = ticked
        self._inbox = Inbox()
        self._waiting: list[asyncio.Future[None]] = []

    @property
    def behind(self) -> bool:
        """Others appended, or may have appended, what is not shown yet."""
        return bool(self._inbox)

    @property
    def awaited(self) -> bool:
        """Somebody waits for `follow`."""
        return bool(self._waiting)

    def heard(self, after: int, entries: Sequence[bytes]) -> None:
        """`entries` were appended behind position `after`; none: there may be some."""
        self._inbox.add(after, entries)

    def next(self) -> asyncio.Future[None]:
        """Is done when the log was read up to its end of now, or could not be read."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(stored)
        self.heard(0, ())
        return stored

    async def follow(self) -> None:
        """Show what others appended. Raises StoreFailed or UnknownTable."""
        waiting, self._waiting = self._waiting, []
        try:
            await self._take_in()
        finally:
            _let_go(waiting)

    def give_up(self) -> None:
        """Nothing is followed now: nobody waits for it."""
        waiting, self._waiting = self._waiting, []
        _let_go(waiting)

    async def catch_up(self) -> None:
        """Read the log to its end, and show it. Raises StoreFailed or UnknownTable."""
        self._answers.forget(self._stored.state.position)
        while entries := await self._store.read(self._record.table, self._stored.state.position):
            for data in entries:
                await self._learn(state.decode(data))

    async def recall(self) -> None:
        """An undo goes back behind the states that are kept: read them all from the log."""
        stored = self._stored.state
        history = await state.recall(self._store, self._record.table, stored.position)
        self._stored.state = State(history, stored.streams)

    async def _take_in(self) -> None:
        entries = self._inbox.take(self._stored.state.position)
        if entries is None:
            await self.catch_up()
        for data in entries or ():
            await self._learn(state.decode(data))

    async def _learn(self, entry: LogEntry) -> None:
        if reaches_behind(self._stored.state.history, entry):
            await self.recall()
        self._stored.state, sent = await by_stretches(self._stored.state.following(entry))
        state.remember(self._answers, entry, sent)
        self._metrics.replica_lag.observe(max(0.0, time.time() - entry.time))
        if entry.by is None and isinstance(entry.command, Advance):
            self._ticked()
        delivery = Delivery()
        delivery.follow(sent)
        await delivery.send(self._subscribers)


def _let_go(waiting: list[asyncio.Future[None]]) -> None:
    for stored in waiting:
        if not stored.done():
            stored.set_result(None)
