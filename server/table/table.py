"""One table: decide, append, show.

What it does with what it is asked is said by its state: see `lifecycle.py`.

Commands that wait are decided together on `decided`, a state that runs ahead; they are appended
in one go; and only when the store has them does `shown` follow, and with it every update, ack,
error and snapshot. While an append is under way the next commands gather.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from protocol.answers import Answers
from protocol.messages import FightCommand, Status
from protocol.session import CloseCode, Session
from rules.engine.advance import ticking
from rules.engine.history import StateMissing
from rules.model.dice import Dice
from rules.model.errors import Refused
from server import __version__
from server.delivery.fanout import Delivery, Seats
from server.delivery.subscriber import Subscriber
from server.ops.logs import log
from server.ops.metrics import Metrics
from server.ops.stretches import by_stretches
from server.presence.local import People
from server.store.contract import (
    Conflict,
    Store,
    StoreFailed,
    StoreOver,
    TableRecord,
    Unfollow,
    UnknownTable,
    nobody_else,
)
from server.table.checkpoints import Saving
from server.table.clock import Ticking
from server.table.command_log import Journal
from server.table.decider import Deciding
from server.table.hibernation import Shown
from server.table.ledger import Ledger
from server.table.lifecycle import Lifecycle, Live, Recovering, closed, failed, recovered
from server.table.recovery import Recovery
from server.table.replica import Replica
from server.table.requests import Accepted, Outcome, Request, Turned, unavailable
from server.table.state import State

BATCH = 256
"""Commands decided together, at most."""


class TooMuch(Exception):
    """What was decided together does not go into one append."""


class Table:
    """Answers what is asked at one table and tells everybody who sits there."""

    def __init__(
        self,
        record: TableRecord,
        store: Store,
        shown: State,
        answers: Answers,
        *,
        dice: Dice,
        ledger: Ledger,
        metrics: Metrics,
        snapshot_every: int,
        snapshot_at: int = 0,
    ) -> None:
        self.record = record
        self.opened = time.monotonic()  # when somebody last came in, or was about to
        self.seats = Seats()
        self.lifecycle: Lifecycle = Recovering()
        self.on_empty: Callable[[], None] = lambda: None
        self.on_changed: Callable[[], None] = lambda: None  # who may come in may have changed
        self.on_over: Callable[[CloseCode, str], None] = lambda code, why: None
        self.people = People(self.seats)
        self._store = store
        self._shown = Shown(record, shown)
        self._answers = answers
        self._metrics = metrics
        self._journal = Journal(record.table, metrics, ledger)
        self._deciding = Deciding(record.table, answers, dice, ledger)
        self._saving = Saving(store, record.table, answers, snapshot_every, snapshot_at)
        self._ticking = Ticking(self.ask)
        self._inbox: list[Request] = []
        self._replica = Replica(
            record, store, self._shown, answers, self.seats, metrics, self._ticking.heard
        )
        self._recovery = Recovery(
            record.table, self._read_anew, succeeded=self._recovered, over=self._give_up
        )
        self._unfollow: Unfollow = nobody_else
        self._working: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Follow what other nodes do here, from now on. Raises UnknownTable, or StoreFailed."""
        self._unfollow = await self._store.follow(self.record.table, self)
        await self._replica.catch_up()
        self.lifecycle = recovered(self.lifecycle)
        if self._replica.behind:
            self._wake()

    @property
    def live(self) -> bool:
        """What is asked is decided, and what is shown is as new as this node knows."""
        return isinstance(self.lifecycle, Live)

    @property
    def shown(self) -> State:
        """The table as everybody knows it."""
        return self._shown.state

    def rest(self, after: float) -> float:
        """Take less room if nothing has happened for so long; answers when to ask again, in seconds."""
        quiet = self._shown.quiet
        if quiet < after:
            return after - quiet
        if self._working is None and self.live:
            self._deciding.rest()
            self._shown.rest()
        return after

    # Who sits here

    def join(self, subscriber: Subscriber, session: Session, name: str) -> None:
        """`subscriber` is known and `session` waits for its answer: welcome it and show it the table."""
        streams = self.shown.streams
        hello = session.admit(
            subscriber.user, subscriber.role, streams, __version__, subscriber.session
        )
        subscriber.stream = lambda: self.shown.streams.of(subscriber.role)
        subscriber.seq = streams.of(subscriber.role).seq
        subscriber.answer(hello)
        if not self.live:
            subscriber.say(Status(False))
        self.seats.add(subscriber)
        self.people.arrive(subscriber, name)
        self._adjust_clock()

    def leave(self, subscriber: Subscriber) -> None:
        self.seats.discard(subscriber)
        self.people.depart(subscriber)
        self._adjust_clock()
        if not self.seats:
            self.on_empty()

    # Commands

    def ask(self, request: Request) -> None:
        """The answer comes later, to the request's subscriber."""
        if not self.live:
            self._answer([Turned(request, unavailable("refused"))])
            return
        self._inbox.append(request)
        self._wake()

    async def play(self, command: FightCommand) -> None:
        """The server's own command; raises Refused."""
        answered: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()
        self.ask(Request(command, done=answered.set_result))
        if refused := await answered:
            raise refused

    def _wake(self) -> None:
        if self._working is None:
            self._working = asyncio.create_task(self._work())

    async def _work(self) -> None:
        replica = self._replica
        while self._inbox or replica.awaited or (replica.behind and self.live):
            batch, self._inbox = self._inbox[:BATCH], self._inbox[BATCH:]
            try:
                if replica.awaited or replica.behind:
                    await self._follow()
                await self._handle(batch)
            except Exception:
                log.exception("a table failed", table=self.record.table)
                self._fail(batch, Refused("internal", "the server made a mistake"))
                self._recover(torn=True)
            await asyncio.sleep(0)  # other tables first
            if not self._inbox:
                self._deciding.look_ahead(self.shown)
        self._working = None

    async def _handle(self, batch: list[Request]) -> None:
        if not self.lifecycle.decides:
            self._fail(batch, unavailable("refused"))
            return
        try:
            outcomes = await self._settle(batch)
        except TooMuch:
            half = len(batch) // 2
            await self._handle(batch[:half])
            await self._handle(batch[half:])
        except (StoreFailed, UnknownTable) as error:
            outcome = error.outcome if isinstance(error, StoreFailed) else "refused"
            log.error("append failed", table=self.record.table, outcome=outcome, why=str(error))
            self._fail(batch, unavailable(outcome))
            self._give_up(error)
        else:
            await self._show(outcomes)

    async def _settle(self, batch: list[Request]) -> list[Outcome]:
        """Decide and append; anew if somebody else was first."""
        while True:
            try:
                outcomes = await by_stretches(self._deciding.decide(batch, self.shown))
                await self._append(outcomes)
            except StateMissing:
                await self._replica.recall()
            except Conflict:
                await self._replica.catch_up()
            else:
                return outcomes

    async def _append(self, outcomes: Sequence[Outcome]) -> None:
        entries = [one.encoded() for one in outcomes if isinstance(one, Accepted)]
        if len(entries) > 1 and sum(map(len, entries)) > self._store.largest:
            raise TooMuch
        if entries:
            started = time.perf_counter()
            try:
                await self._store.append(self.record.table, self.shown.position, entries)
            finally:
                self._metrics.append_seconds.observe(time.perf_counter() - started)

    # Showing what is durable

    async def _show(self, outcomes: Sequence[Outcome]) -> None:
        delivery = Delivery()
        for outcome in outcomes:
            if isinstance(outcome, Accepted):
                delivery.follow(outcome.sent, outcome.request.subscriber, outcome.reply())
                self._shown.state = outcome.state
            elif outcome.request.subscriber is not None:
                delivery.answer(outcome.request.subscriber, outcome.reply())
        await delivery.send(self.seats)
        self._journal.note(outcomes, self.shown.position)
        self._adjust_clock()
        self._saving.sometimes(self.shown)

    def _answer(self, outcomes: Sequence[Turned]) -> None:
        """Answers alone, without any update."""
        for outcome in outcomes:
            if outcome.request.subscriber is not None:
                outcome.request.subscriber.say(outcome.reply())
        self._journal.note(outcomes, self.shown.position)

    def _fail(self, batch: Sequence[Request], refused: Refused) -> None:
        self._answers.forget(self.shown.position)
        self._answer([Turned(request, refused) for request in batch])

    # What others do: the store's `Follower`

    def heard(self, after: int, entries: Sequence[bytes]) -> None:
        self._replica.heard(after, entries)
        if self.live:
            self._wake()

    def changed(self) -> None:
        self.on_changed()

    def lost(self) -> None:
        if self.lifecycle.decides:
            self._recover()

    def ended(self) -> None:
        self._give_up(UnknownTable(self.record.table))

    async def fresh(self) -> None:
        """Returns once all that was durable when it was called is shown, if the store answers.

        Whoever comes from another node must not be taken back to before what it has seen there.
        """
        if self.live:
            shown = self._replica.next()
            self._wake()
            await shown

    async def _follow(self) -> None:
        if not self.live:
            self._replica.give_up()
            return
        try:
            await self._replica.follow()
        except (StoreFailed, UnknownTable) as error:
            self._metrics.follow_errors.labels(reason=type(error).__name__).inc()
            self._give_up(error)
        else:
            self._adjust_clock()

    # When the store fails

    def _give_up(self, error: StoreFailed | UnknownTable) -> None:
        """Until the store answers again; for good if there is no such table, or not for us."""
        if isinstance(error, UnknownTable):
            self.on_over(CloseCode.REVOKED, "the table was deleted")
        elif isinstance(error, StoreOver):
            log.error("table over", table=self.record.table, why=str(error))
            self.on_over(CloseCode.RESTART, "another node may go on")
        else:
            self._recover()

    def _recover(self, torn: bool = False) -> None:
        """Nothing is accepted until the store answers again and all is read anew."""
        before, self.lifecycle = self.lifecycle, failed(self.lifecycle, torn)
        if before.decides:
            self.seats.tell(Status(False))
            self._adjust_clock()
        if isinstance(before, Live):
            self._recovery.start()

    async def _read_anew(self) -> None:
        if self._working is not None:  # it may yet hear that its append was written
            await asyncio.shield(self._working)
        await self._store.probe()
        await self._replica.catch_up()

    def _recovered(self) -> None:
        before, self.lifecycle = self.lifecycle, recovered(self.lifecycle)
        if isinstance(before, Recovering) and before.torn:
            for subscriber in self.seats:
                subscriber.refresh()
        self.seats.tell(Status(True))
        self._adjust_clock()
        self.changed()

    # The clock

    def _adjust_clock(self) -> None:
        encounter = self.shown.history.encounter
        running = self.seats.led and self.live and ticking(encounter)
        self._ticking.adjust(encounter.clock if running else None)

    # The end

    @property
    def idle(self) -> bool:
        return not self.seats and self._working is None and self.live

    async def close(self, keep: bool = True) -> None:
        """Finish what is under way; from now on everything asked is refused."""
        self.lifecycle = closed(self.lifecycle)
        self._adjust_clock()
        self.people.stop()
        self._recovery.stop()
        await self._unfollow()
        if self._working is not None:
            await self._working
        if keep:
            await self._saving.finish(self.shown)
        self._shown.let_go()
