"""A table is live, recovering or closed, and in each it is certain what is done with what is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from protocol.answers import Answers
from protocol.codec import JSON
from protocol.messages import CommandMessage, FightCommand
from protocol.session import CloseCode, Session
from rules.engine.history import History
from rules.model.dice import Rolled
from rules.stretches import whole
from server.ops.config import Settings
from server.ops.metrics import Metrics
from server.store.contract import Follower, StoreFailed, TableRecord, Unfollow
from server.table.decider import accept
from server.table.lifecycle import Closed, Lifecycle, Live, Recovering, closed, failed, recovered
from server.table.log_budget import LogBudget
from server.table.requests import Request
from server.table.state import State, decode, encode
from server.table.table import Table
from tests.server.hosting import eventually
from tests.server.listening import Listener
from tests.server.memory_store import MemoryStore

RECORD = TableRecord("friday", "Friday", "h", 0.0)


@pytest.mark.parametrize(
    ("before", "after_failure", "after_mistake", "after_reading", "after_closing"),
    [
        (Live(), Recovering(), Recovering(True), Live(), Closed(True)),
        (Recovering(), Recovering(), Recovering(True), Live(), Closed(False)),
        (Recovering(True), Recovering(True), Recovering(True), Live(), Closed(False)),
        (Closed(True), Closed(False), Closed(False), Closed(True), Closed(True)),
        (Closed(False), Closed(False), Closed(False), Closed(False), Closed(False)),
    ],
    ids=["live", "recovering", "torn", "closed", "closed while recovering"],
)
def test_which_state_follows(
    before: Lifecycle,
    after_failure: Lifecycle,
    after_mistake: Lifecycle,
    after_reading: Lifecycle,
    after_closing: Lifecycle,
) -> None:
    assert failed(before) == after_failure
    assert failed(before, resend=True) == after_mistake
    assert recovered(before) == after_reading
    assert closed(before) == after_closing


class Failing(MemoryStore):
    """Works, refuses, writes without saying so, or has a mistake in it, as `mode` says."""

    def __init__(self) -> None:
        super().__init__()
        self.mode = "works"
        self.follower: Follower | None = None

    async def follow(self, table: str, follower: Follower) -> Unfollow:
        self.follower = follower
        return await super().follow(table, follower)

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> None:
        if self.mode == "refuses":
            raise StoreFailed("refused", "disk full")
        if self.mode == "mistaken":
            raise RuntimeError("a mistake of ours")
        await super().append(table, expected, entries)
        if self.mode == "silent":
            raise StoreFailed("unknown", "nobody knows")

    async def probe(self) -> None:
        if self.mode != "works":
            raise StoreFailed("refused", self.mode)

    @property
    def log(self) -> list[bytes]:
        return self._contents("friday").entries


def command(name: str) -> FightCommand:
    plain = {"do": "add", "combatants": [{"id": name, "name": name}]}
    message = JSON.decode(JSON.encode({"type": "command", "id": name, "command": plain}))  # type: ignore[arg-type]
    assert isinstance(message, CommandMessage)
    return message.command  # type: ignore[return-value]


async def made(store: MemoryStore) -> Table:
    """A table that has not begun yet."""
    await store.create(RECORD, [])
    return Table(
        RECORD, store, State.at(RECORD, History.start()), Answers(), dice=Rolled(),
        log_budget=LogBudget(Settings(rate=0)), metrics=Metrics(), checkpoint_every=100,
    )  # fmt: skip


class Life(RuleBasedStateMachine):
    """The real table, a store that fails, a game master, a watcher, and another node."""

    @initialize()
    def begin(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.store = Failing()
        self.gm, self.watcher = Listener("boss", "gm"), Listener("eve", "observer")
        self.elsewhere = State.at(RECORD, History.start())
        self.state: type[Lifecycle] = Live
        self.resend = False
        self.asked: list[str] = []
        self.over: list[CloseCode] = []
        self.run(self._begin())

    async def _begin(self) -> None:
        self.table = await made(self.store)
        assert not self.table.live, "before it has read its log"
        await self.table.begin()
        self.table.on_over = lambda code, why: self.over.append(code)
        for listener in (self.gm, self.watcher):
            self.table.join(listener, Session(), listener.user)

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        self.loop.run_until_complete(work)

    def hear(self, told: Callable[..., None], *arguments: Any) -> None:
        """The store tells its follower something."""

        async def tell() -> None:
            told(*arguments)

        self.run(tell())

    def ask(self, name: str) -> dict[str, Any]:
        """The answer to an `add` of that name and id."""

        async def asking() -> None:
            before = len(self.gm.answers(name))
            self.table.ask(
                Request(command(name), user="boss", role="gm", id=name, subscriber=self.gm)
            )
            await eventually(lambda: len(self.gm.answers(name)) > before)

        self.run(asking())
        return self.gm.answers(name)[-1]

    def ask_new(self) -> dict[str, Any]:
        self.asked.append(f"c{len(self.asked)}")
        return self.ask(self.asked[-1])

    # What is asked

    @precondition(lambda self: self.state is Live)
    @rule()
    def a_live_table_accepts(self) -> None:
        assert self.ask_new()["type"] == "ack"
        assert self.asked[-1] in self.gm.view["combatants"]

    @precondition(lambda self: self.state is not Live)
    @rule()
    def any_other_refuses(self) -> None:
        before = list(self.store.log)
        answer = self.ask_new()
        assert (answer["code"], answer["detail"]) == ("unavailable", {"outcome": "refused"})
        assert self.store.log == before

    @precondition(lambda self: self.state is Live and self.asked)
    @rule()
    def a_command_counts_once_however_often_it_is_asked(self) -> None:
        assert self.ask(self.asked[-1])["type"] == "ack"
        ids = [decode(data).id for data in self.store.log]
        assert ids.count(self.asked[-1]) == 1

    # How the store fails

    @precondition(lambda self: self.state is Live)
    @rule()
    def the_store_refuses(self) -> None:
        self.store.mode = "refuses"
        assert self.ask_new()["detail"] == {"outcome": "refused"}
        self.state = Recovering

    @precondition(lambda self: self.state is Live)
    @rule()
    def the_store_writes_and_does_not_say_so(self) -> None:
        self.store.mode = "silent"
        assert self.ask_new()["detail"] == {"outcome": "unknown"}
        self.state = Recovering

    @precondition(lambda self: self.state is Live)
    @rule()
    def the_server_makes_a_mistake(self) -> None:
        self.store.mode = "mistaken"
        assert self.ask_new()["code"] == "internal"
        self.state, self.resend = Recovering, True

    @precondition(lambda self: self.state is Live)
    @rule()
    def the_store_is_lost(self) -> None:
        self.store.mode = "refuses"
        self.hear(self._follower().lost)
        self.state = Recovering

    @precondition(lambda self: self.state is Recovering)
    @rule()
    def the_store_answers_again(self) -> None:
        snapshots = len(self.watcher.of("snapshot"))
        self.store.mode = "works"
        self.run(eventually(lambda: self.table.live))
        assert len(self.watcher.of("snapshot")) - snapshots == self.resend, "after a mistake only"
        self.state, self.resend = Live, False

    # What others do

    @rule()
    def another_node_appends(self) -> None:
        """Heard at once while live, read when the store is back, never seen once closed."""
        for data in self.store.log[self.elsewhere.position :]:
            self.elsewhere, _ = self.elsewhere.follow(decode(data))
        position = self.elsewhere.position
        work = accept(Request(command(f"other{position}")), self.elsewhere, Rolled())
        self.store.log.append(encode(whole(work).entry))
        self.hear(self._follower().heard, position, self.store.log[position:])
        if self.state is Live:
            self.run(eventually(lambda: self.table.stored.position == position + 1))

    @precondition(lambda self: not self.over)
    @rule()
    def it_is_deleted(self) -> None:
        self.hear(self._follower().ended)
        assert self.over == [CloseCode.REVOKED]

    @rule()
    def somebody_comes_from_another_node(self) -> None:
        self.run(asyncio.wait_for(self.table.fresh(), 90))

    @precondition(lambda self: self.state is not Closed and len(self.asked) > 2)
    @rule()
    def it_is_put_away(self) -> None:
        self.run(self.table.close(keep=False))
        self.state = Closed

    def _follower(self) -> Follower:
        assert self.store.follower is not None
        return self.store.follower

    # What holds always

    @invariant()
    def it_is_in_the_state_that_it_should_be(self) -> None:
        assert isinstance(self.table.lifecycle, self.state)
        assert self.table.live == (self.state is Live)

    @invariant()
    def everybody_is_told_whether_it_is_live(self) -> None:
        if self.state is not Closed:
            assert self.gm.live == self.watcher.live == (self.state is Live)

    @invariant()
    def nobody_sees_what_is_not_in_the_log(self) -> None:
        upto = self.table.stored.position
        assert upto <= len(self.store.log)
        state = State.at(RECORD, History.start())
        for data in self.store.log[:upto]:
            state, _ = state.follow(decode(data))
        if not self.resend:
            names = set(state.history.encounter.combatants)
            assert set(self.gm.view["combatants"]) == set(self.watcher.view["combatants"]) == names

    @invariant()
    def a_live_table_shows_all_of_its_log(self) -> None:
        if self.state is Live:
            assert self.table.stored.position == len(self.store.log)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.run(self.table.close(keep=False))
            self.loop.close()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that failed is asked again without a pause."""
    monkeypatch.setattr("server.table.recovery.RETRY", (0.0,))


def test_in_each_state_it_is_certain_what_is_answered() -> None:
    run_state_machine_as_test(
        Life, settings=settings(max_examples=30, stateful_step_count=20, deadline=None)
    )


async def test_a_table_that_is_gone_is_not_asked_for_again() -> None:
    """A store that has deleted the table ends the recovery, too."""
    store = Failing()
    table = await made(store)
    await table.begin()
    over: list[CloseCode] = []
    table.on_over = lambda code, why: over.append(code)
    table.lost()
    await store.delete("friday")
    await eventually(lambda: over)
    assert over == [CloseCode.REVOKED]
    assert isinstance(table.lifecycle, Recovering)
    await table.close(keep=False)


class Gated(MemoryStore):
    """An append waits until the gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> None:
        await self.gate.wait()
        await super().append(table, expected, entries)


async def test_what_was_asked_before_it_is_closed_is_written_and_what_comes_then_is_not() -> None:
    store, gm = Gated(), Listener("boss", "gm")
    table = await made(store)
    await table.begin()
    table.join(gm, Session(), "Boss")
    for name in ("a", "b", "late"):
        if name == "late":
            closing = asyncio.create_task(table.close())
            await asyncio.sleep(0)
        table.ask(Request(command(name), user="boss", role="gm", id=name, subscriber=gm))
        await asyncio.sleep(0)
    assert gm.answers("late")[0]["code"] == "unavailable"
    store.gate.set()
    await closing
    assert [gm.answers(name)[0]["type"] for name in ("a", "b")] == ["ack", "ack"]
    assert len(await store.read("friday", 0)) == 2
