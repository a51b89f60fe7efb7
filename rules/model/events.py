"""What happened: frozen, complete, in the past tense, tagged by `event`.

Events carry results (faces, places, hit points), so that folding them never decides anything again.
What of an event a role is told is said in `projection/events.py`. In all of them: `combatant` is an id,
`clause` the rule that made it happen ("" for the game master's hand), `spots` and `spot` are places in a
circle of turns, `initiative` is the count that goes with them, `joins` the first round in which they act,
`shift` what it changes in the places of this round, `fell` a moment: (round, segment or count).
"""

# ruff: noqa: PLC0414 (`X as X` says to mypy that the name is offered here too)

from __future__ import annotations

from typing import Any

import msgspec

from rules.model import saves
from rules.model.encounter import Action, Combatant, Cursor, Declaration, Key, Roll
from rules.model.outcome_events import Arrived as Arrived
from rules.model.outcome_events import Bled as Bled
from rules.model.outcome_events import Died as Died
from rules.model.outcome_events import Event as Event
from rules.model.outcome_events import Healed as Healed
from rules.model.outcome_events import HitTaken as HitTaken
from rules.model.outcome_events import Marked as Marked
from rules.model.outcome_events import SpellBegun as SpellBegun
from rules.model.outcome_events import SpellCompleted as SpellCompleted
from rules.model.outcome_events import SpellLost as SpellLost
from rules.model.outcome_events import Stabilised as Stabilised
from rules.model.outcome_events import Stopped as Stopped
from rules.model.outcome_events import Unmarked as Unmarked
from rules.model.outcome_events import Unmet as Unmet
from rules.model.turn_changes import NOTHING, Shift


class Opened(Event, frozen=True, tag="opened"):
    """A new fight lies open, with these people; `forced`: one was still running, to which undo leads back."""

    system: str
    options: dict[str, Any]
    combatants: tuple[Combatant, ...]
    forced: bool = False


class OptionsSet(Event, frozen=True, tag="options_set"):
    """The options as they are now, and all of them as they will be from the next round on, if others.

    `now` and `next_round` name those that this command changed, by when they count.
    """

    options: dict[str, Any]
    options_next: dict[str, Any] = {}
    now: tuple[str, ...] = ()
    next_round: tuple[str, ...] = ()
    shift: Shift = NOTHING


class Added(Event, frozen=True, tag="added"):
    """A newcomer, or a part of the group `like`, with that group's places in this round.

    A late one acts from `round` on.
    """

    combatant: Combatant
    like: str | None = None
    round: int | None = None
    clause: str = ""


class Changed(Event, frozen=True, tag="changed"):
    """`combatant` is the value after the change, `fields` the names that were set.

    Its `veiled` follows `hidden` only while no place is fixed: hiding and revealing move nobody after that.
    """

    combatant: Combatant
    fields: tuple[str, ...]
    shift: Shift = Shift()


class Removed(Event, frozen=True, tag="removed"):
    """`wholly`: nothing of it is left, so that the id is free for somebody new (older logs kept some)."""

    combatant: str
    wholly: bool = False


class Surprised(Event, frozen=True, tag="surprised"):
    """In mid-fight: `by` somebody, those `barred` lose the turn that was still to come (MM-C20); in 1e
    `wakes` says when each may begin. `segments` are of single ones, apart from their `sides` (1e).
    """

    sides: dict[str, int] = {}
    combatants: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    clause: str = ""
    segments: dict[str, int] = {}
    wakes: dict[str, tuple[int, int] | None] = {}


class Began(Event, frozen=True, tag="began"):
    """The fight has begun: what an earlier one left behind is gone."""


class Declared(Event, frozen=True, tag="declared"):
    """`declarations` are all that stand for the combatant now, carried ones first.

    With `replans` it comes after the dice: the order of the round is worked out anew from here on. With
    `late` the order is under way: from here on the combatant has a place by what it is now. `repeatable`:
    the actions may be declared again. `alone`: it is of somebody hidden, and others stay where the GM placed
    them.
    """

    combatant: str
    actions: tuple[Action, ...]
    declarations: tuple[Declaration, ...]
    replans: bool = False
    late: bool = False
    repeatable: bool = False
    alone: bool = False


class Cancelled(Event, frozen=True, tag="cancelled"):
    """`stands`: up to this place it was done, and stays in the order."""

    combatant: str
    action: int
    clause: str = ""
    stands: Key | None = None


class Rolled(Event, frozen=True, tag="rolled"):
    """`roller` (a combatant's id or `side:NAME`) has its dice.

    With `late` the order of the round is under way: whom the roll concerns have their place by what they are
    now. `shared`: others of its creature who have the same roll.
    """

    roller: str = msgspec.field(name="for")
    roll: Roll
    spots: dict[str, Key] = {}
    initiative: int | None = None
    joins: int = 0
    clause: str = ""
    shift: Shift = Shift()
    late: bool = False
    shared: tuple[str, ...] = ()


class Corrected(Event, frozen=True, tag="corrected"):
    """The GM put right a roll that had fallen, or had it thrown `again`: `what` says which part of it.

    `roll` is what counts now, `person` the combatant with other traits, `fixed` as it stands in the order.
    With `replans` the order of the round is worked out anew from here on; who is `open` has not acted yet
    at the present moment. `alone`: it is of hidden ones only, and others stay where the GM placed them.
    """

    roller: str = msgspec.field(name="for")
    what: str
    roll: Roll | None = None
    person: Combatant | None = None
    fixed: Combatant | None = None
    spots: dict[str, Key] = {}
    initiative: int | None = None
    joins: int = 0
    shift: Shift = Shift()
    again: bool = False
    replans: bool = False
    open: tuple[str, ...] = ()
    clause: str = ""
    alone: bool = False


class RolledOff(Event, frozen=True, tag="rolled_off"):
    """A tie was rolled for once more: by id the `faces`, their `totals`, and the places that follow."""

    faces: dict[str, tuple[int, ...]]
    spots: dict[str, Key] = {}
    totals: dict[str, int] = {}
    clause: str = ""
    shift: Shift = Shift()


class Settled(Event, frozen=True, tag="settled"):
    """A tie was settled by an agreement or by the GM: `order` names those concerned, first to last."""

    order: tuple[str, ...]
    spots: dict[str, Key] = {}
    clause: str = ""
    shift: Shift = Shift()


class Moved(Event, frozen=True, tag="moved"):
    """The cursor stands at `cursor`; `public` is where players see it.

    It `opens` a round: declarations of before are gone, but for `carried`, which runs on. `rolls_anew`: dice,
    roll-offs and places of before are gone. It `fixes` the order: places follow from combatants as they are
    now. `rested` are the rounds of rest that are over by then; with `over` the fight is; with `options` what
    was changed for the next round counts. In a circle of turns `spent` are the entries that were passed,
    `unseen` those of them that go on for players, `acted` the combatants who acted for the first time and
    are no longer surprised.
    """

    cursor: Cursor
    public: Cursor
    opens: bool = False
    rolls_anew: bool = False
    fixes: bool = False
    rested: int = 0
    over: bool = False
    options: bool = False
    carried: dict[str, tuple[Declaration, ...]] = {}
    spent: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()


class Acted(Event, frozen=True, tag="acted"):
    """The combatant's `entries` of this moment, by id, are done."""

    combatant: str
    entries: tuple[str, ...] = ()


class Delayed(Event, frozen=True, tag="delayed"):
    """The combatant puts its turn off (SF-C13)."""

    combatant: str
    clause: str = ""
    shift: Shift = Shift()


class Returned(Event, frozen=True, tag="returned"):
    """Back from a delay at `spot`, with the count of that place."""

    combatant: str
    spot: Key
    initiative: int | None = None
    clause: str = ""
    shift: Shift = Shift()


class Readied(Event, frozen=True, tag="readied"):
    """The combatant holds an action until `trigger`, in words, happens (SF-C13)."""

    combatant: str
    trigger: str
    clause: str = ""
    shift: Shift = Shift()


class Lapsed(Event, frozen=True, tag="lapsed"):
    """What was meant came to nothing: `what` is "delay", "ready" or "action".

    An `action` is that number of what was declared, with its `name`.
    """

    combatant: str
    what: str
    action: int | None = None
    name: str | None = None
    clause: str = ""


class Triggered(Event, frozen=True, tag="triggered"):
    """The readied action comes now; `spot` is the place from the next round on."""

    combatant: str
    by: str | None = None
    spot: Key | None = None
    initiative: int | None = None
    clause: str = ""
    shift: Shift = Shift()


class Placed(Event, frozen=True, tag="placed"):
    """The GM gave the combatant another place: in a circle its own, else the one of its `entry`."""

    combatant: str
    key: Key
    before: str | None = None
    after: str | None = None
    last: bool = False
    entry: str | None = None
    initiative: int | None = None
    shift: Shift = Shift()


class ClockSet(Event, frozen=True, tag="clock_set"):
    """Segments pass by themselves `every` so many seconds; None stops the clock."""

    every: float | None


class Undone(Event, frozen=True, tag="undone"):
    """The state is again the one behind log position `to`."""

    to: int


class Redone(Event, frozen=True, tag="redone"):
    """The state is again the one behind log position `to`, which an undo had left."""

    to: int


class Ended(Event, frozen=True, tag="ended"):
    """The fight is over; `outcome` is "rest", "pursuit" or None."""

    outcome: str | None = None
    clause: str = ""


Any_ = (
    Opened | OptionsSet | Added | Changed | Removed | Surprised | Began | Declared | Cancelled | Rolled
    | Corrected
    | RolledOff | Settled | Moved | Acted | SpellBegun | SpellCompleted | SpellLost | Arrived
    | Stopped | Unmet | HitTaken | Healed | Stabilised | Bled | Died | Delayed | Returned | Readied | Lapsed
    | Triggered | Placed | Marked | Unmarked | ClockSet | Undone | Redone | Ended
    | saves.Saved | saves.Forgotten | saves.LeftAside | saves.TakenUp
)  # fmt: skip
