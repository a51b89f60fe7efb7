"""The log of a table as a fold: positions, undo and redo.

Undo is a place in the log: an entry with `undone` says to which position the fight went back, and the state
is the one that the fold had there. So is a fight that was set aside: see `rules/engine/trail.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.engine import roster
from rules.engine.advance import follow
from rules.engine.decide import Events
from rules.engine.decide import decide as decide_fight
from rules.engine.notes import Note
from rules.engine.saves import HANDLERS as OF_SAVES
from rules.engine.saves import Kept
from rules.engine.steps import Step, step_of
from rules.engine.trail import Aside, Trail, Way
from rules.fold.old_logs import evolve_logged
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from rules.model.saves import Forgotten, LeftAside, Save, Saved, TakenUp
from rules.stretches import Work, whole

T = TypeVar("T")

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


class StateMissing(Exception):
    """Undo, or a fight that is taken up, goes back behind the states that are kept: retrace the log."""

    def __init__(self, position: int) -> None:
        super().__init__(f"the state at position {position} is not kept")
        self.position = position


class History(Struct, frozen=True, gc=False, kw_only=True):
    """The fight and the way to it; what the table keeps by name, which no undo takes back.

    `states` are encounters by position: the last ones of the trail, and those that a redo brings back. The
    histories of one line share it: a position has one state, so that adding to it changes nothing for those
    that look further back. `steps` are what the commands at these positions were, in short.
    """

    encounter: Encounter = Encounter()
    position: int = 0
    way: Way = Way()
    saves: dict[str, Save] = {}
    states: dict[int, Encounter] = msgspec.field(default_factory=lambda: {0: Encounter()})
    steps: dict[int, Step] = msgspec.field(default_factory=dict)

    @classmethod
    def start(cls) -> History:
        return cls()

    @property
    def trail(self) -> Trail:
        return self.way.trail

    @property
    def future(self) -> tuple[int, ...]:
        return self.way.future

    @property
    def kept(self) -> Kept:
        return Kept(self.saves, self.way.aside)

    @property
    def can_undo(self) -> bool:
        return len(self.trail) > 1

    @property
    def can_redo(self) -> bool:
        return bool(self.future)

    @property
    def undoes(self) -> Step | None:
        """What an undo would take back."""
        return self.steps.get(self.trail.last) if self.can_undo else None

    @property
    def redoes(self) -> Step | None:
        """What a redo would bring again."""
        return self.steps.get(self.future[-1]) if self.can_redo else None

    @property
    def lean(self) -> History:
        """The same with its last state alone, and what undo and redo say of it."""
        last, next_ = self.trail.last, self.future[-1:]
        steps = {p: self.steps[p] for p in (last, *next_) if p in self.steps}
        return replace(self, states={last: self.encounter}, steps=steps)


def decide(
    history: History, command: do.Any_, dice: Dice, role: str = "gm", user: str | None = None
) -> Events:
    """The events that the command makes happen when `user` gives it as `role`, or Refused."""
    return whole(deciding(history, command, dice, role, user))


def deciding(
    history: History, command: do.Any_, dice: Dice, role: str = "gm", user: str | None = None
) -> Work[Events]:
    """`decide`, in stretches."""
    if isinstance(command, do.Undo):
        return undo(history)
    if isinstance(command, do.Redo):
        return redo(history)
    if isinstance(command, do.Take):
        return roster.take(history.encounter, command, role, user)
    if handler := OF_SAVES.get(type(command)):
        events = handler(history.encounter, history.kept, command, dice)
        return (*events, *follow(history.encounter, events))
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
    way = onwards(history.way, entry)
    saves = kept_after(history.saves, entry)
    if _idle(entry):
        return replace(history, position=entry.position, way=way, saves=saves)
    if _turns(entry):
        if way.trail.last not in history.states:
            raise StateMissing(way.trail.last)
        encounter = history.states[way.trail.last]
        return replace(history, encounter=encounter, position=entry.position, way=way)
    encounter = evolve_logged(history.encounter, entry.events, entry.rules)
    states = _states(history.states, way) if _opens(entry) else history.states
    states[entry.position] = encounter
    steps = history.steps
    steps[entry.position] = _step(history, entry, encounter)
    if len(states) > 2 * KEPT:
        states = _states(states, way)
        steps = {p: step for p, step in steps.items() if p in states}
    return History(
        encounter=encounter,
        position=entry.position,
        way=way,
        saves=saves,
        states=states,
        steps=steps,
    )


def _step(history: History, entry: LogEntry, after: Encounter) -> Step:
    """What the entry is in short; the same object as before it, if it is the same."""
    step = step_of(entry.command, entry.by, history.encounter, after)
    return step if step != history.undoes else history.steps[history.trail.last]


def _states(states: dict[int, Encounter], way: Way) -> dict[int, Encounter]:
    """Those to which undo goes next, and those at which fights were set aside."""
    return {p: states[p] for p in (*way.trail.newest(KEPT), *way.ends) if p in states}


def kept_after(saves: dict[str, Save], entry: LogEntry) -> dict[str, Save]:
    """What the table keeps by name after the entry."""
    match entry.events:
        case (Saved(name, save),):
            return {**saves, name: save}
        case (Forgotten(name),):
            return _without(saves, name)
    return saves


def onwards(way: Way, entry: LogEntry) -> Way:
    """The positions in force, and those that could be again, after the entry."""
    trail, aside = way.trail, way.aside
    match entry.events:
        case (ev.Undone(),):
            return Way(trail.back(), (*way.future, trail.last), aside)
        case (ev.Redone(to),):
            return Way(trail.plus(to), way.future[:-1], aside)
        case (TakenUp(name),):
            return Way(aside[name].trail, (), _without(aside, name))
        case (Forgotten(name),) if name in aside:
            return replace(way, aside=_without(aside, name))
        case (LeftAside(name, system, round_, count), *_):
            aside = {**aside, name: Aside(trail, system, round_, count)}
    if _idle(entry):
        return way
    return Way((Trail() if _opens(entry) else trail).plus(entry.position), (), aside)


def _without(named: dict[str, T], name: str) -> dict[str, T]:
    return {known: value for known, value in named.items() if known != name}


def reaches_behind(history: History, entry: LogEntry) -> bool:
    """Whether the entry goes to a state that is not kept."""
    return _turns(entry) and onwards(history.way, entry).trail.last not in history.states


def _idle(entry: LogEntry) -> bool:
    """No step: what was declared already (it is kept for its id), and what is kept by name."""
    if entry.events:
        return isinstance(entry.events[0], (Saved, Forgotten))
    return isinstance(entry.command, (do.Declare, do.Keep)) and entry.rules > 1


def _turns(entry: LogEntry) -> bool:
    """To a state that was there before."""
    return bool(entry.events) and isinstance(entry.events[0], (ev.Undone, ev.Redone, TakenUp))


def _opens(entry: LogEntry) -> bool:
    """Whether the entry begins a fight behind which no undo leads: it put no running one aside."""
    opened = next((event for event in entry.events if isinstance(event, ev.Opened)), None)
    return opened is not None and not opened.forced


class _Line:
    """One fight once more: the positions in force, and those of which the state is kept."""

    def __init__(self, positions: Iterable[int], near: Iterable[int]) -> None:
        self._positions = frozenset(positions)
        self._near = frozenset(near)
        self._encounter = Encounter()

    def walk(self, entry: LogEntry) -> tuple[Encounter, Step] | None:
        """The state behind the entry and its step, if they are to be kept."""
        if entry.position not in self._positions:
            return None
        before = self._encounter
        self._encounter = evolve_logged(self._encounter, _of_last_fight(entry.events), entry.rules)
        if entry.position not in self._near:
            return None
        return self._encounter, step_of(entry.command, entry.by, before, self._encounter)


class Retracing:
    """The table's fights once more, from its log: first `look` at each entry in order, then `walk` over each.

    What was undone for good is not folded, and no more states are kept than undo and redo reach soon, and
    the last one of each fight that was set aside: so the fold meets no undo, and a long fight takes no
    more room than a short one.
    """

    def __init__(self) -> None:
        self._way = Way()
        self._saves: dict[str, Save] = {}
        self._position = 0
        self._lines: list[_Line] = []
        self._states = {0: Encounter()}
        self._steps: dict[int, Step] = {}

    def look(self, entry: LogEntry) -> None:
        self._way = onwards(self._way, entry)
        self._saves = kept_after(self._saves, entry)
        self._position = entry.position

    def walk(self, entry: LogEntry) -> None:
        self._lines = self._lines or _lines(self._way)
        for line in self._lines:
            if (kept := line.walk(entry)) is not None:
                self._states[entry.position], self._steps[entry.position] = kept

    @property
    def history(self) -> History:
        """The fight behind the last entry that was looked at."""
        return History(
            encounter=self._states[self._way.trail.last],
            position=self._position,
            way=self._way,
            saves=self._saves,
            states=self._states,
            steps=self._steps,
        )


def _lines(way: Way) -> list[_Line]:
    trail, future = way.trail, way.future
    near = (*trail.newest(KEPT), *future[-KEPT:])
    aside = [left.trail for left in way.aside.values()]
    return [
        _Line((*trail.newest(len(trail)), *future), near),
        *(_Line(left.newest(len(left)), [left.last]) for left in aside),
    ]


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
