"""The state that the store has: as values while the table is played at, as bytes while it rests."""

from __future__ import annotations

import time

from rules.memo import forget
from server.store.contract import TableRecord
from server.table.state import State, pack, unpack


class StoredState:
    """Of one table. Reading `state` unpacks it if it rests."""

    def __init__(self, record: TableRecord, state: State) -> None:
        self._record = record
        self._state: State | None = state
        self._packed = b""
        self._since = time.monotonic()

    @property
    def quiet(self) -> float:
        """Seconds since it changed, here or at another node, or was woken."""
        return time.monotonic() - self._since

    @property
    def state(self) -> State:
        if self._state is None:
            self.state = unpack(self._record, self._packed)
            self._packed = b""
            return self.state
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state
        self._since = time.monotonic()

    def rest(self) -> None:
        """Drop sent updates, to use a tenth of the memory: a client that resumes gets a snapshot."""
        if self._state is not None:
            self._packed = pack(self._state)
            self.let_go()
            self._state = None

    def let_go(self) -> None:
        """Keep nothing beside the state itself, so that it ends with whoever holds it."""
        if self._state is not None:
            forget(self._state.history.encounter.combatants)
