"""The log of a table as a fold: positions, undo and redo.

Undo is a place in the log: an entry with `undone` says to which position the fight went back, and the state
is the one that the fold had there. `trail` holds the positions that are in force since the last `open`,
`future` those that a redo would bring back.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules import commands as do
from rules import events as ev
from rules.decide import decide as decide_fight
from rules.dice import Dice
from rules.encounter import Encounter
from rules.errors import Refused
from rules.evolve import evolve_all

RULES = 1
"""The version of rules and views: part of every entry of the log and of the epoch."""


KEPT = 100
"""How many states are kept at least, for undo without folding the log again: each weighs one or two KiB."""


class LogEntry(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One accepted command. `by` is whose command it is, `gm` who gave it for somebody else (`as`).

    A tick of the clock has no `by`. `time` is Unix time in seconds, for people only. `rules` is left out of a
    log only while it is 1, whatever version writes: a node that is older than its neighbour must see that.
    """

    position: int
    command: do.Any_
    events: tuple[ev.Any_, ...]
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

    def back(self) -> Trail:
        """Without the last."""
        first, last = self.runs[-1]
        return Trail((*self.runs[:-1], (first, last - 1)) if first < last else self.runs[:-1])


class StateMissing(Exception):
    """An undo goes back behind the states that are kept: fold again from the log."""

    def __init__(self, position: int) -> None:
        super().__init__(f"the state at position {position} is not kept")
        self.position = position


class History(Struct, frozen=True, gc=False, kw_only=True):
    """The fight and the way to it.

    `states` are the newest encounters by position since the last `open`. The histories of one line share it:
    a position has one state, so that adding to it changes nothing for those that look further back.
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


def decide(
    history: History, command: do.Any_, dice: Dice, role: str = "gm"
) -> tuple[ev.Event, ...]:
    """The events that the command makes happen when `role` gives it, or Refused."""
    if isinstance(command, do.Undo):
        if not history.can_undo:
            raise Refused("nothing_to_undo", "this is the beginning of the fight")
        return (ev.Undone(to=history.trail.back().last),)
    if isinstance(command, do.Redo):
        if not history.can_redo:
            raise Refused("nothing_to_undo", "nothing was undone")
        return (ev.Redone(to=history.future[-1]),)
    return decide_fight(history.encounter, command, dice, role)


def fold(history: History, entry: LogEntry) -> History:
    """The history after the entry; raises StateMissing where a state is not kept."""
    match entry.events:
        case (ev.Undone(to),):
            trail = history.trail
            back = {"trail": trail.back(), "future": (*history.future, trail.last)}
            return _at(history, entry.position, to, back)
        case (ev.Redone(to),):
            again = {"trail": history.trail.plus(to), "future": history.future[:-1]}
            return _at(history, entry.position, to, again)
    encounter = evolve_all(history.encounter, entry.events)
    opened = any(isinstance(e, ev.Opened) for e in entry.events)
    trail = (Trail() if opened else history.trail).plus(entry.position)
    states = {} if opened else history.states
    states[entry.position] = encounter
    if len(states) > 2 * KEPT:
        states = {p: states[p] for p in sorted(states)[-KEPT:]}
    return History(encounter=encounter, position=entry.position, trail=trail, states=states)


def _at(history: History, position: int, to: int, places: dict[str, Any]) -> History:
    if to not in history.states:
        raise StateMissing(to)
    return replace(history, encounter=history.states[to], position=position, **places)
