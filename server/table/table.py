"""One table: what is asked is decided, appended, and shown when it is durable.

What it does with a command is said by its state, `Live | Recovering | Closed` (`lifecycle.py`). Commands
that wait are decided together and appended in one go (`committer.py`); only when the store has them does
`stored` follow, and with it every update, ack, error and snapshot (`publisher.py`). While an append is
under way the next commands gather.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from protocol.answers import Answers
from protocol.messages import FightCommand, Status
from protocol.session import CloseCode, Session
from rules.engine.advance import ticking
from rules.model.dice import Dice
from rules.model.errors import Refused
from server import __version__
from server.delivery.fanout import Subscribers
from server.delivery.subscriber import Subscriber
from server.ops.logs import log
from server.ops.metrics import Metrics
from server.presence.local import People
from server.store.contract import (
    Store,
    StoreFailed,
    StoreOver,
    TableRecord,
    Unfollow,
    UnknownTable,
    nobody_else,
)
from server.table.checkpoints import Checkpoints
from server.table.clock import TableClock
from server.table.command_log import CommandLog
from server.table.committer import Committer, TooMuch
from server.table.decider import Decider
from server.table.lifecycle import Lifecycle, Live, Recovering, closed, failed, recovered
from server.table.log_budget import LogBudget
from server.table.publisher import Publisher
from server.table.recovery import Recovery
from server.table.replica import Replica
from server.table.requests import Rejected, Request, unavailable
from server.table.state import State
from server.table.stored_state import StoredState

BATCH = 256
"""Commands decided together, at most."""


class Table:
    """Answers what is asked at one table and tells everybody who is connected to it."""

    def __init__(
        self,
        record: TableRecord,
        store: Store,
        stored: State,
        answers: Answers,
        *,
        dice: Dice,
        log_budget: LogBudget,
        metrics: Metrics,
        checkpoint_every: int,
        checkpoint_at: int = 0,
    ) -> None:
        self.record = record
        self.opened = time.monotonic()  # when somebody last came in, or was about to
        self.subscribers = Subscribers()
        self.lifecycle: Lifecycle = Recovering()
        self.on_empty: Callable[[], None] = lambda: None
        self.on_changed: Callable[[], None] = lambda: None  # who may come in may have changed
        self.on_over: Callable[[CloseCode, str], None] = lambda code, why: None
        self.people = People(self.subscribers)
        self._store = store
        self._stored = StoredState(record, stored)
        self._answers = answers
        self._metrics = metrics
        self._decider = Decider(record.table, answers, dice, log_budget)
        self._checkpoints = Checkpoints(
            store, record.table, answers, checkpoint_every, checkpoint_at
        )
        self._clock = TableClock(self.ask)
        self._requests: list[Request] = []
        self._replica = Replica(
            record, store, self._stored, answers, self.subscribers, metrics, self._clock.heard
        )
        self._committer = Committer(
            record.table, store, self._stored, self._decider, self._replica, metrics
        )
        self._publisher = Publisher(
            self._stored, self.subscribers, CommandLog(record.table, metrics, log_budget)
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
    def stored(self) -> State:
        """The table as the store has it, and as everybody is shown it."""
        return self._stored.state

    def rest(self, after: float) -> float:
        """Take less room if nothing has happened for so long; answers when to ask again, in seconds."""
        quiet = self._stored.quiet
        if quiet < after:
            return after - quiet
        if self._working is None and self.live:
            self._decider.rest()
            self._stored.rest()
        return after

    # Who is connected

    def join(self, subscriber: Subscriber, session: Session, name: str) -> None:
        """`subscriber` is known and `session` waits for its answer: welcome it and show it the table."""
        streams = self.stored.streams
        hello = session.admit(
            subscriber.user, subscriber.role, streams, __version__, subscriber.session
        )
        subscriber.stream = lambda: self.stored.streams.of(subscriber.role)
        subscriber.seq = streams.of(subscriber.role).seq
        subscriber.answer(hello)
        if not self.live:
            subscriber.say(Status(False))
        self.subscribers.add(subscriber)
        self.people.arrive(subscriber, name)
        self._adjust_clock()

    def leave(self, subscriber: Subscriber) -> None:
        """The connection has ended, or was given up."""
        self.subscribers.discard(subscriber)
        self.people.depart(subscriber)
        self._adjust_clock()
        if not self.subscribers:
            self.on_empty()

    # Commands

    def ask(self, request: Request) -> None:
        """The answer comes later, to the request's subscriber."""
        if not self.live:
            self._publisher.refuse([Rejected(request, unavailable("refused"))])
            return
        self._requests.append(request)
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
        while self._requests or replica.awaited or (replica.behind and self.live):
            batch, self._requests = self._requests[:BATCH], self._requests[BATCH:]
            try:
                if replica.awaited or replica.behind:
                    await self._follow()
                await self._handle(batch)
            except Exception:
                log.exception("a table failed", table=self.record.table)
                self._fail(batch, Refused("internal", "the server made a mistake"))
                self._recover(resend=True)
            await asyncio.sleep(0)  # other tables first
            if not self._requests:
                self._decider.look_ahead(self.stored)
        self._working = None

    async def _handle(self, batch: list[Request]) -> None:
        if not self.lifecycle.decides:
            self._fail(batch, unavailable("refused"))
            return
        try:
            decisions = await self._committer.commit(batch)
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
            await self._publisher.publish(decisions)
            self._adjust_clock()
            self._checkpoints.take_if_due(self.stored)

    def _fail(self, batch: Sequence[Request], refused: Refused) -> None:
        self._answers.forget(self.stored.position)
        self._publisher.refuse([Rejected(request, refused) for request in batch])

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
            stored = self._replica.next()
            self._wake()
            await stored

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

    def _recover(self, resend: bool = False) -> None:
        """Nothing is accepted until the store answers again and all is read anew."""
        before, self.lifecycle = self.lifecycle, failed(self.lifecycle, resend)
        if before.decides:
            self.subscribers.tell(Status(False))
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
        if isinstance(before, Recovering) and before.resend:
            for subscriber in self.subscribers:
                subscriber.refresh()
        self.subscribers.tell(Status(True))
        self._adjust_clock()
        self.changed()

    # The clock

    def _adjust_clock(self) -> None:
        encounter = self.stored.history.encounter
        running = self.subscribers.led and self.live and ticking(encounter)
        self._clock.adjust(encounter.clock if running else None)

    # The end

    @property
    def idle(self) -> bool:
        """Nobody is connected and nothing is under way: the table can be put away."""
        return not self.subscribers and self._working is None and self.live

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
            await self._checkpoints.finish(self.stored)
        self._stored.let_go()
