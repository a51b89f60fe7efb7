"""The updates that an entry of the log comes to for a role: one for each step that the role notices."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from protocol.messages import Tick, Update
from protocol.patch import diff
from rules.engine.history import History
from rules.model.events import Redone, Undone
from rules.projection import told as told_of
from rules.projection.cuts import Chunk
from rules.projection.events import tell
from rules.projection.told import Told
from rules.projection.view import Table, View, view

StreamRole = Literal["gm", "player"]
"""The roles with a stream of their own; an observer gets the player's, byte for byte."""

BACK = (Undone, Redone)
"""Events that put the cursor somewhere else without `moved`."""

MOMENT = ("round", "phase", "at", "active", "cursor")
"""The parts of a view that say which moment it is."""


class PendingUpdate(Struct, frozen=True):
    """An update in the making: from the view `old` to `new`; `own` if it is the command's own effect."""

    old: View
    new: View
    patch: dict[str, Any]
    told: tuple[Told, ...]
    move: bool
    own: bool

    def update(self, seq: int, role: StreamRole, by: str | None) -> Update:
        """`by` of a move is for the GM alone: a hidden combatant's command may have caused it."""
        moved = self.move and not self.patch.keys().isdisjoint(MOMENT)
        return Update(
            seq=seq,
            patch=self.patch,
            events=list(self.told),
            tick=_tick(self.new) if moved else None,
            by=by if role == "gm" or not self.move else None,
        )


class PendingUpdates:
    """What a role, which sees the view `seen`, notices of the pieces of an entry, in order."""

    def __init__(
        self, table: Table, role: StreamRole, seen: View, reach: tuple[int, int] = (0, 0)
    ) -> None:
        """`reach`: of what an undo or redo concerns, how much was told, and how much since then."""
        self._reach = reach
        self._table = table
        self._role = role
        self._seen = seen
        self._own = True
        self._updates: list[PendingUpdate] = []

    def take(self, piece: Chunk, state: History) -> None:
        """The next piece, which leads to `state`.

        Pieces that the role does not notice are gone before neighbours are joined: whatever a hidden
        combatant did between two visible things, they are sent as if it had not been there.
        """
        new = view(state, self._role, self._table)
        move = piece.move or any(isinstance(event, BACK) for event in piece.events)
        self._own = self._own and not move
        patch = diff(self._seen, new)
        told = _told(piece, self._role, new, unchanged=not patch)
        told = tuple(_reaching(said, self._reach) for said in told)
        if not (told or patch):
            return
        pending = PendingUpdate(self._seen, new, patch, told, move, self._own)
        if self._updates and not (self._updates[-1].move or move):
            last = self._updates.pop()
            pending = PendingUpdate(
                last.old, new, diff(last.old, new), last.told + told, False, last.own
            )
        self._updates.append(pending)
        self._seen = new

    def noticed(self) -> list[PendingUpdate]:
        """The steps that are left when neighbours are joined: two may cancel each other out."""
        return [pending for pending in self._updates if pending.told or pending.patch]


def _reaching(said: Told, reach: tuple[int, int]) -> Told:
    if isinstance(said, told_of.Undone | told_of.Redone):
        return replace(said, events=reach[0], passed=reach[1])
    return said


def _told(piece: Chunk, role: StreamRole, sight: View, *, unchanged: bool) -> tuple[Told, ...]:
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


def _tick(new: View) -> Tick:
    """The moment of the new view."""
    people = (new.combatants.get(id_) for id_ in new.active)
    tokens = [who.token for who in people if who is not None and who.token is not None]
    return Tick(new.round, new.phase, list(new.active), tokens, new.at)
