"""The log of a table as a fold: positions, undo and redo.

Undo is a place in the log: an entry with `undone` says to which position the fight went back, and the state
is the one that the fold had there. `trail` holds the positions that are in force since the last `open` that
put no running fight aside, `future` those that a redo would bring back.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.engine.decide import Events
from rules.engine.decide import decide as decide_fight
from rules.engine.notes import Note
from rules.fold.old_logs import evolve_logged
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from rules.stretches import Work, whole

RULES = 3
"""The version of rules and views: part of every entry of the log and of the epoch."""


KEPT = 100
"""How many states are kept at least, for undo without folding the log again: each weighs one or two KiB."""


class LogEntry(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One accepted command. `by` is whose command it is, `gm` who gave it for somebody else (`as`).

    A tick of the clock has no `by`. `notes` are those of its answer. `time` is Unix time in seconds, for
    people only. `rules` is left out of a log only while it is 1, whatever version writes: a node that is
    older than its neighbour must see that.
    """

    position: int
    command: do.Any_
    events: tuple[ev.Any_, ...]
    notes: tuple[Note, ...] = ()
    by: str | None = None
    id: str | None = None
    gm: str | None = None
    rules: int = 1
    time: float = 0.0


class Trail(Struct, frozen=True, gc=False):
    """Positions that rise, as runs (first, last) without gaps: a fight is one run between two undos."""

    runs: tuple[tuple[int, int], ...] = ()

    @property
    def last(self) -> int:
        return self.runs[-1][1]

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self.runs)

    def plus(self, position: int) -> Trail:
        if self.runs and position == self.last + 1:
            return Trail((*self.runs[:-1], (self.runs[-1][0], position)))
        return Trail((*self.runs, (position, position)))

    def newest(self, count: int) -> list[int]:
        """The last `count` positions, or as many as there are, the last one first."""
        backwards = (range(last, first - 1, -1) for first, last in reversed(self.runs))
        return list(islice(chain.from_iterable(backwards), count))

    def back(self) -> Trail:
        """Without the last."""
        first, last = self.runs[-1]
        return Trail((*self.runs[:-1], (first, last - 1)) if first < last else self.runs[:-1])


class StateMissing(Exception):
    """An undo goes back behind the states that are kept: retrace the log."""

    def __init__(self, position: int) -> None:
        super().__init__(f"the state at position {position} is not kept")
        self.position = position


class History(Struct, frozen=True, gc=False, kw_only=True):
    """The fight and the way to it.

    `states` are encounters by position: the last ones of the trail, and those that a redo brings back. The
    histories of one line share it: a position has one state, so that adding to it changes nothing for those
    that look further back.
    """

    encounter: Encounter = Encounter()
    position: int = 0
    trail: Trail = Trail(((0, 0),))
    future: tuple[int, ...] = ()
    states: dict[int, Encounter] = msgspec.field(default_factory=lambda: {0: Encounter()})

    @classmethod
    def start(cls) -> History:
        return cls()

    @property
    def can_undo(self) -> bool:
        return len(self.trail) > 1

    @property
    def can_redo(self) -> bool:
        return bool(self.future)


def decide(history: History, command: do.Any_, dice: Dice, role: str = "gm") -> Events:
    """The events that the command makes happen when `role` gives it, or Refused."""
    return whole(deciding(history, command, dice, role))


def deciding(history: History, command: do.Any_, dice: Dice, role: str = "gm") -> Work[Events]:
    """`decide`, in stretches."""
    if isinstance(command, do.Undo):
        return undo(history)
    if isinstance(command, do.Redo):
        return redo(history)
    return (yield from decide_fight(history.encounter, command, dice, role))


def undo(history: History) -> Events:
    """Back to the state before the newest command in force, or Refused `nothing_to_undo`."""
    if not history.can_undo:
        raise Refused("nothing_to_undo", "this is the beginning of the fight")
    return (ev.Undone(to=history.trail.back().last),)


def redo(history: History) -> Events:
    """On to the state that the newest undo left, or Refused `nothing_to_undo`."""
    if not history.can_redo:
        raise Refused("nothing_to_undo", "nothing was undone")
    return (ev.Redone(to=history.future[-1]),)


def fold(history: History, entry: LogEntry) -> History:
    """The history after the entry; raises StateMissing where a state is not kept."""
    if _idle(entry):
        return replace(history, position=entry.position)
    trail, future = onwards(history.trail, history.future, entry)
    if _turns(entry):
        if reaches_behind(history, entry):
            raise StateMissing(trail.last)
        encounter = history.states[trail.last]
        return replace(
            history, encounter=encounter, position=entry.position, trail=trail, future=future
        )
    encounter = evolve_logged(history.encounter, entry.events, entry.rules)
    states = {} if _opens(entry) else history.states
    states[entry.position] = encounter
    if len(states) > 2 * KEPT:
        states = {p: states[p] for p in trail.newest(KEPT) if p in states}
    return History(encounter=encounter, position=entry.position, trail=trail, states=states)


def onwards(
    trail: Trail, future: tuple[int, ...], entry: LogEntry
) -> tuple[Trail, tuple[int, ...]]:
    """The positions in force, and those that a redo would bring back, after the entry."""
    if _idle(entry):
        return trail, future
    match entry.events:
        case (ev.Undone(),):
            return trail.back(), (*future, trail.last)
        case (ev.Redone(to),):
            return trail.plus(to), future[:-1]
    return (Trail() if _opens(entry) else trail).plus(entry.position), ()


def reaches_behind(history: History, entry: LogEntry) -> bool:
    """Whether the entry goes to a state that is not kept."""
    return (
        _turns(entry)
        and onwards(history.trail, history.future, entry)[0].last not in history.states
    )


def _idle(entry: LogEntry) -> bool:
    """What was declared already: it is kept for its id, and is no step."""
    return not entry.events and isinstance(entry.command, do.Declare) and entry.rules > 1


def _turns(entry: LogEntry) -> bool:
    return isinstance(entry.events[0], (ev.Undone, ev.Redone)) if entry.events else False


def _opens(entry: LogEntry) -> bool:
    """Whether the entry begins a fight behind which no undo leads: it put no running one aside."""
    opened = next((event for event in entry.events if isinstance(event, ev.Opened)), None)
    return opened is not None and not opened.forced


class Retracing:
    """The fight once more, from its log: first `look` at each entry in order, then `walk` over each.

    What was undone for good is not folded, and no more states are kept than undo and redo reach soon:
    so the fold meets no undo, and a long fight takes no more room than a short one.
    """

    def __init__(self) -> None:
        self._trail = Trail().plus(0)
        self._future: tuple[int, ...] = ()
        self._position = 0
        self._line: frozenset[int] = frozenset()
        self._near: frozenset[int] = frozenset()
        self._encounter = Encounter()
        self._states = {0: self._encounter}

    def look(self, entry: LogEntry) -> None:
        self._trail, self._future = onwards(self._trail, self._future, entry)
        self._position = entry.position

    def walk(self, entry: LogEntry) -> None:
        if not self._line:
            self._line = frozenset(self._trail.newest(len(self._trail))).union(self._future)
            self._near = frozenset(self._trail.newest(KEPT)).union(self._future[-KEPT:])
        if entry.position in self._line:
            self._encounter = evolve_logged(
                self._encounter, _of_last_fight(entry.events), entry.rules
            )
            if entry.position in self._near:
                self._states[entry.position] = self._encounter

    @property
    def history(self) -> History:
        """The fight behind the last entry that was looked at."""
        return History(
            encounter=self._states[self._trail.last],
            position=self._position,
            trail=self._trail,
            future=self._future,
            states=self._states,
        )


def retrace(log: Sequence[LogEntry]) -> History:
    """The fight behind the last entry of a log that is at hand."""
    retracing = Retracing()
    for step in (retracing.look, retracing.walk):
        for entry in log:
            step(entry)
    return retracing.history


def _of_last_fight(events: tuple[ev.Any_, ...]) -> tuple[ev.Any_, ...]:
    """From the last `opened` on: what a batch did before it is over."""
    opened = [n for n, event in enumerate(events) if isinstance(event, ev.Opened)]
    return events[opened[-1] :] if opened else events
