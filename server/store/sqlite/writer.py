"""The one thread that touches the database, and its group commit.

Jobs that wait while a commit is under way go into the next transaction together, each inside a
savepoint where it needs one: one that fails is taken back alone. Nobody hears of a job before its commit.
What only reads goes before, outside of any transaction: it sees what is durable, and a full disk
does not keep it from its answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import sys
import threading
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from server.store.contract import StoreFailed
from server.store.sqlite.file_identity import FileIdentity

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]
Kind = Literal["parts", "whole", "reads", "alone"]
"""How a job writes: in several statements, by one that SQLite itself takes back if it fails, not at
all, or outside of any transaction.
"""

GROUP = 512
"""At most so many jobs share a transaction."""

TURN = 0.0002
"""Seconds until a busy event loop lets the writer go on. SQLite gives the interpreter away at each
statement; at Python's 5 ms a commit would take as many turns as it has statements.
"""


class _Task:
    """A job and the future that waits for it on its event loop."""

    def __init__(self, job: Job, loop: asyncio.AbstractEventLoop, kind: Kind) -> None:
        self.job = job
        self.kind = kind
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def run(self, connection: sqlite3.Connection) -> None:
        """All of it or nothing. Raises _GroupLost if SQLite took back the whole transaction."""
        if self.kind == "whole":
            self._attempt(connection)
            return
        connection.execute("SAVEPOINT job")
        self._attempt(connection)
        if self.error is not None:
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")

    def run_alone(self, connection: sqlite3.Connection) -> None:
        """Outside of any transaction. Raises what the job raises."""
        self.result = self.job(connection)

    def _attempt(self, connection: sqlite3.Connection) -> None:
        try:
            self.result, self.error = self.job(connection), None
        except Exception as error:
            if not connection.in_transaction:
                raise _GroupLost(error) from error
            self.error = _plain(error, "refused")

    def fail(self, error: Exception) -> None:
        self.error = error

    def settle(self) -> None:
        """On its loop: what came of it."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


def _tell(tasks: list[_Task]) -> None:
    """Those who wait on a loop are told together: to wake it costs more than to tell."""

    def settle(loop: asyncio.AbstractEventLoop) -> None:
        for task in tasks:
            if task.loop is loop:
                task.settle()

    for loop in {task.loop for task in tasks}:
        with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
            loop.call_soon_threadsafe(settle, loop)


class _GroupLost(Exception):
    """SQLite has rolled the whole transaction back; nothing of it was written."""


class Writer:
    """Runs jobs on `connection`, its own from now on, as long as its files have this `identity`."""

    def __init__(
        self, connection: sqlite3.Connection, identity: FileIdentity, done: Callable[[int], None]
    ) -> None:
        sys.setswitchinterval(TURN)
        self._connection = connection
        self._identity = identity
        self._done = done
        self._stopping = False
        self._queue: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Its thread runs."""
        return self._thread.is_alive()

    async def run(self, job: Callable[[sqlite3.Connection], T], kind: Kind = "parts") -> T:
        """Run `job` and answer once it is durable."""
        if self._stopping or not self.alive:
            raise StoreFailed("refused", "the store is closed")
        task = _Task(job, asyncio.get_running_loop(), kind)
        self._queue.put(task)
        result: T = await task.future
        return result

    async def stop(self) -> None:
        """Let what waits finish, then close the connection."""
        self._stopping = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        while (task := self._queue.get()) is not None:
            tasks = [task]
            last = self._gather(tasks)
            for group in _groups(tasks):
                self._run(group)
            if last:
                break
        self._close()

    def _gather(self, tasks: list[_Task]) -> bool:
        """Add what waits already; answers whether the end was among it."""
        while len(tasks) < GROUP and not self._queue.empty():
            more = self._queue.get()
            if more is None:
                return True
            tasks.append(more)
        return False

    def _run(self, tasks: list[_Task]) -> None:
        if tasks[0].kind in ("alone", "reads"):
            self._alone(tasks[0])
        else:
            self._group(tasks)
            self._done(len(tasks))
        _tell(tasks)

    def _close(self) -> None:
        with contextlib.suppress(sqlite3.Error):  # the log is complete without it
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()
        self._refuse_rest()

    def _refuse_rest(self) -> None:
        while not self._queue.empty():
            if (task := self._queue.get()) is not None:
                task.fail(StoreFailed("refused", "the store is closed"))
                _tell([task])

    def _group(self, tasks: list[_Task]) -> None:
        if len(tasks) == 1 and tasks[0].kind == "whole":
            self._statement(tasks[0])
            return
        try:
            self._transaction(tasks)
        except _GroupLost as lost:
            if len(tasks) == 1:
                tasks[0].fail(_plain(lost.__cause__ or lost, "refused"))
                return
            for task in tasks:  # each alone, so that only the guilty one fails
                self._group([task])
        except Exception as error:
            self._take_back()
            for task in tasks:
                task.fail(_plain(error, "unknown"))

    def _alone(self, task: _Task) -> None:
        try:
            task.run_alone(self._connection)
        except Exception as error:
            task.fail(_plain(error, "refused"))

    def _statement(self, task: _Task) -> None:
        """A job of one statement is a transaction of its own: SQLite begins and commits it.

        Whether a failed one was written is not known, since the commit may be what failed; only on a full
        disk it is certain that nothing was.
        """
        try:
            self._identity.check(self._connection, "refused")
            task.run_alone(self._connection)
            self._identity.check(self._connection, "unknown")
        except Exception as error:
            self._take_back()
            task.fail(_plain(error, "refused" if _full(error) else "unknown"))

    def _transaction(self, tasks: list[_Task]) -> None:
        self._identity.check(self._connection, "refused")
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise _GroupLost(str(error)) from error
        for task in tasks:
            task.run(self._connection)
        self._connection.execute("COMMIT")
        self._identity.check(self._connection, "unknown")

    def _take_back(self) -> None:
        with contextlib.suppress(sqlite3.Error):  # who is told `unknown` reads what was written
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def _groups(tasks: list[_Task]) -> list[list[_Task]]:
    """What reads, and then the transactions that the others make, in order."""
    groups = [[task] for task in tasks if task.kind == "reads"]
    together: list[_Task] = []
    for task in (task for task in tasks if task.kind != "reads"):
        if task.kind == "alone" or not together:
            together = [task]
            groups.append(together)
            if task.kind == "alone":
                together = []
        else:
            together.append(task)
    return groups


def _full(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def _plain(error: BaseException, outcome: Any) -> Exception:
    """SQLite's errors become the store's; a job's own refusals stay what they are."""
    if isinstance(error, (sqlite3.Error, OSError)):
        return StoreFailed(outcome, str(error))
    return error if isinstance(error, Exception) else StoreFailed(outcome, repr(error))
