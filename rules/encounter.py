"""The state of a fight, as frozen values.

Nothing here decides anything: `decide` says what happens, `evolve` builds the next value.
What a fight has in common in all systems is a field; a system reads the fields that its rules use.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

Phase = Literal["setup", "declare", "roll", "surprise", "bonus", "act", "end", "rest", "over"]
Kind = Literal["pc", "npc"]

Key = tuple[int, ...]
"""A place in the order of a round. Keys compare element by element; () is before everything."""

END: Key = (1 << 20,)
"""The place of the end of a round, behind every entry."""

BEFORE = (0, -1)
"""The moment before a fight: who lay there already when it began fell then."""

MAX_INT = 2**53 - 1
Int = Annotated[int, Meta(ge=-MAX_INT, le=MAX_INT)]
Text = Annotated[str, Meta(max_length=500, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class Form(Struct, frozen=True, gc=False, omit_defaults=True):
    """One of several forms of attack made at one moment (2E-C11)."""

    weapon: Text | None = None
    speed: Int | None = None
    size: Text | None = None
    plus: int | tuple[int, int] | None = None


class Action(Struct, frozen=True, gc=False, omit_defaults=True):
    """A declared action, as on the wire. Which fields an `act` takes, its system says."""

    act: str
    name: Text | None = None
    label: Text | None = None
    target: Id | None = None
    targets: tuple[Id, ...] | None = None  # one for each blow or shot
    segments: Int | None = None
    rounds: Int | None = None
    turns: Int | None = None
    minutes: Int | None = None
    hours: Int | None = None
    onset: Int | None = None
    feet: Int | None = None
    shots: Int | None = None
    routines: Int | None = None
    weapon: Text | None = None
    speed: Int | None = None
    plus: int | tuple[int, int] | None = None
    attacks: Int | Text | tuple[Text, ...] | None = None
    forms: tuple[Form, ...] | None = None
    size: Text | None = None
    kind: Text | None = None
    casting_time: Int | None = None


class Declaration(Struct, frozen=True, gc=False, omit_defaults=True):
    """An action of a combatant, from its declaration until it is over.

    `round` is the round of the declaration. `begun` is the (round, segment) at which it starts,
    known once it is carried into a later round; `due` the round at whose end it takes effect (2e).
    """

    action: Action
    round: int
    begun: tuple[int, int] | None = None
    due: int | None = None
    started: bool = False  # a spell whose casting has begun
    cancelled: bool = False
    lost: bool = False
    stands: Key | None = None  # cancelled: up to there it was done
    done: bool = False
    way: tuple[int, int] | None = None  # behind a carried movement: segments, tenths of a foot
    missed: tuple[str, ...] = ()  # chargers for whom a blow waited in vain,
    after: Key | None = None  # and the moment at which the last of them was out

    @property
    def live(self) -> bool:
        return not (self.cancelled or self.lost or self.done)


How = Literal["", "delay", "ready", "placed"]
"""How a place in a circle of turns was gained; "" is by the dice."""


class Gain(Struct, frozen=True, gc=False, omit_defaults=True):
    """How the place of one entry was gained, and the count of it."""

    how: How = ""
    at: int | None = None


class Mark(Struct, frozen=True, gc=False, omit_defaults=True):
    """An effect on a combatant, until (round, key) is reached; without `until` it stays.

    `against` and `by` hold ids of combatants.
    """

    name: Text
    rounds: int | None = None
    until: tuple[int, Key] | None = None
    against: tuple[str, ...] = ()
    by: str | None = None
    clause: str = ""


class Combatant(Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Somebody in the fight. `able` is the GM's word; `hp` at 0 or below is defeat."""

    id: str
    name: str
    side: str
    kind: Kind = "npc"
    owner: str | None = None
    token: str | None = None
    hidden: bool = False
    able: bool = True
    count: int = 1
    hp: int | None = None
    traits: dict[str, Any] = {}
    marks: tuple[Mark, ...] = ()

    declared: tuple[Declaration, ...] = ()
    stated: bool = False  # has declared in this round
    veiled: bool = False  # was hidden when its place was fixed: never ties with a visible one
    joins: int = 0  # the first round in which it may act
    resumes: tuple[int, int] | None = None  # in an order worked out anew: begins nothing new before
    corrected: int | None = None  # in `basis`: put right by the GM; what that adds to the place
    since: Key | None = None  # in `basis`: where the cursor stood when it came into a running order

    surprised: bool = False
    surprise: int | None = None  # own segments of surprise, in place of the side's (1e)
    wakes: tuple[int, int] | None = None  # surprised in mid-fight: begins nothing new before (1e)
    acted: bool = False  # has had a turn in this fight
    spot: Key | None = None  # its place in a circle of turns
    initiative: int | None = None  # its count in a circle of turns
    gained: How = ""  # how it came by that place
    delaying: bool = False
    readied: str | None = None  # the trigger it waits for

    fell: tuple[int, int] | None = None  # (round, segment) of the fall to 0 hp
    downed: tuple[int, int] | None = None  # the same, kept for the round even if healed
    stable: bool = False
    dead: bool = False

    @property
    def defeated(self) -> bool:
        return self.dead or (self.hp is not None and self.hp <= 0)

    @property
    def acting(self) -> bool:
        """Able to act: not defeated and not taken out by the GM."""
        return self.able and not self.defeated


class Roll(Struct, frozen=True, gc=False, omit_defaults=True):
    """The dice of one roller. `faces` are final; `rerolls` say what came before (Edge, Trouble)."""

    faces: tuple[int, ...]
    total: int = 0
    fantastic: bool = False
    pending: int = 0  # rerolls that the roller still has to choose or decline (Edge)
    rerolls: tuple[tuple[int, int, int], ...] = ()  # (die, face before, face rolled)
    veiled: bool = False  # a side's roll of which hidden ones alone are the reason
    corrected: int | None = None  # put right by the GM; what that adds to dice and modifier
    first: Roll | None = None  # such a roll before this: places that it gave stand


class Cursor(Struct, frozen=True, gc=False, omit_defaults=True):
    """Where the fight stands: a place, not an index. Entries with `key` happen now."""

    round: int = 0
    phase: Phase = "setup"
    key: Key = ()
    at: int | None = None

    @property
    def place(self) -> tuple[int, Key]:
        return self.round, self.key


class Earlier(Struct, frozen=True, omit_defaults=True):
    """From what the order of the round was worked out before the GM put something right.

    What had begun by then, when the fight stood at `cursor` and players at `public`, keeps its times.
    """

    basis: dict[str, Combatant]
    rolls: dict[str, Roll]
    placed: dict[str, Key]
    cursor: Cursor
    public: Cursor
    serial: int
    open: tuple[str, ...] = ()  # who had not acted yet at the present moment, thrown for again
    earlier: Earlier | None = None


class Encounter(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One fight at one table.

    `basis` holds the combatants as they stood when the dice of the round fell: places in the order
    are derived from it, so that what happens afterwards moves nobody. `public` is the cursor as far
    as players know: while only hidden ones act it stays behind. `ended` names entries of the moment
    whose actor is done, `placed` the places that entries were given for this round, `spent` the entries
    of a circle without a turn to come, `unseen` those of them that players still see going on,
    `ranks` the faces of roll-offs, one after another. `fallen` are those
    who fell in this round, with the moment: it is all one, so they are still part of it.
    """

    system: str = "adnd1e"
    options: dict[str, Any] = {}
    options_next: dict[str, Any] = {}  # all of them, from the next round on
    combatants: dict[str, Combatant] = {}
    basis: dict[str, Combatant] = {}
    cursor: Cursor = Cursor()
    public: Cursor = Cursor()
    rolls: dict[str, Roll] = {}
    ranks: dict[str, tuple[int, ...]] = {}
    placed: dict[str, Key] = {}
    gains: dict[str, Gain] = {}  # of placed entries of a circle
    ended: frozenset[str] = frozenset()
    fallen: frozenset[tuple[str, Key]] = frozenset()
    spent: frozenset[str] = frozenset()
    unseen: frozenset[str] = frozenset()
    inserted: tuple[str, ...] = ()  # entries that are readied actions
    surprise: dict[
        str, int
    ] = {}  # side -> segments of surprise left after the lowest is taken from all
    clock: float | None = None
    outcome: str | None = None
    rested: int = 0  # rounds of rest that are over
    earlier: Earlier | None = None
    touched: bool = False  # something was done at the present moment
    serial: int = 0  # grows with each place given by hand

    @property
    def round(self) -> int:
        return self.cursor.round

    @property
    def phase(self) -> Phase:
        return self.cursor.phase

    @property
    def at_public(self) -> Encounter:
        """The same with its cursor where players stand."""
        return self if self.cursor == self.public else replace(self, cursor=self.public)

    @property
    def moment(self) -> tuple[int, int]:
        """(round, segment or count) of what happens now; -1 is before, 11 after everything in the round."""
        if self.phase == "end":
            return self.round, 11
        return self.round, -1 if self.cursor.at is None else self.cursor.at


class Term(Struct, frozen=True, gc=False, omit_defaults=True):
    """One reason for a place: the values of the terms add up to `at` where the place is a sum."""

    clause: str
    term: str
    value: int | None = None
    name: str | None = None
    combatant: str | None = None
    faces: tuple[int, ...] = ()


class Entry(Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """One line of the timeline: `combatant` does `what` at `key` of `round`."""

    id: str
    round: int
    phase: Phase
    key: Key
    combatant: str
    what: str
    at: int | None = None
    pass_: int | None = msgspec.field(name="pass", default=None)
    action: int | None = None  # index in the combatant's `declared`
    label: str | None = None
    target: str | None = None
    until: tuple[int, int] | None = None  # (round, segment) to which what starts here runs on
    feet: int | None = None  # how far a movement gets in this round
    why: tuple[Term, ...] = ()
