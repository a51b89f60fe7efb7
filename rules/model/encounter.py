"""The state of a fight, as frozen values.

Nothing here decides anything: `decide` says what happens, `evolve` builds the next value.
What a fight has in common in all systems is a field; a system reads the fields that its rules use.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from rules.model.phases import OVER, SETUP, Phase

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
    """An action of a combatant, from its declaration until it is over."""

    action: Action  # as it was declared
    round: int  # the round of the declaration
    begun: tuple[int, int] | None = None  # (round, segment) of its start, once it is carried over
    due: int | None = None  # the round at whose end it takes effect (2e)
    started: bool = False  # a spell whose casting has begun
    cancelled: bool = False  # taken back: nothing more of it happens
    lost: bool = False  # a spell that was spoiled
    stands: Key | None = None  # cancelled: what it did up to this place stays done
    done: bool = False  # it is over, and had its effect
    way: tuple[int, int] | None = None  # behind a carried movement: segments, tenths of a foot
    missed: tuple[str, ...] = ()  # chargers for whom a blow waited in vain,
    after: Key | None = None  # and the moment at which the last of them was out
    strict: bool | None = None  # begun in a surprise segment: by which reading of SEG-A6

    @property
    def live(self) -> bool:
        return not (self.cancelled or self.lost or self.done)


How = Literal["", "delay", "ready", "placed"]
"""How a place in a circle of turns was gained; "" is by the dice."""


class Gain(Struct, frozen=True, gc=False, omit_defaults=True):
    """How the place of one entry was gained, and the count of it."""

    how: How = ""
    at: int | None = None  # the count of that place, if it has one


class Mark(Struct, frozen=True, gc=False, omit_defaults=True):
    """An effect on a combatant."""

    name: Text  # what the table calls it
    rounds: int | None = None  # how many rounds it was given for
    until: tuple[int, Key] | None = None  # it ends just before this (round, key); None: it stays
    against: tuple[str, ...] = ()  # ids of those against whom it counts
    by: str | None = None  # id of the combatant who caused it; None: the GM
    clause: str = ""  # the rule that gave it


class Combatant(Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Somebody in the fight, or a group that acts as one."""

    id: str  # unique in the fight
    name: str  # what people read
    side: str  # id of the side it fights for
    kind: Kind = "npc"  # a player's character, or anybody else
    owner: str | None = None  # the user who plays it; None: the GM
    token: str | None = None  # id of its token in the tabletop
    hidden: bool = False  # players do not know of it
    able: bool = True  # False: the GM has taken it out
    count: int = 1  # how many a group is
    creature: str | None = None  # what it is one of, such as Goblin; None: there is only it
    hp: int | None = None  # hit points; None: nobody counts them
    hp_max: int | None = None  # how many it has unhurt; None: it was never wounded
    traits: dict[str, Any] = {}  # what the system asks of it, checked by the system's fields
    marks: tuple[Mark, ...] = ()  # effects on it

    declared: tuple[Declaration, ...] = ()  # carried over first; an index never moves in a round
    stated: bool = False  # has declared in this round
    last: tuple[Action, ...] = ()  # what it declared last in this fight
    usual: tuple[Action, ...] = ()  # what it declares when nothing else is said
    veiled: bool = False  # was hidden when its place was fixed: never ties with a visible one
    joins: int = 0  # the first round in which it may act
    resumes: tuple[int, int] | None = None  # in an order worked out anew: begins nothing new before
    corrected: int | None = None  # in `basis`: put right by the GM; what that adds to the place
    since: Key | None = None  # in `basis`: where the cursor stood when it came into a running order

    surprised: bool = False  # as its system means it
    surprise: int | None = None  # own segments of surprise, in place of the side's (1e)
    wakes: tuple[int, int] | None = None  # surprised in mid-fight: begins nothing new before (1e)
    acted: bool = False  # has had a turn in this fight
    spot: Key | None = None  # its place in a circle of turns
    initiative: int | None = None  # its count in a circle of turns
    gained: How = ""  # how it came by that place
    delaying: bool = False  # waits to come back from a delay (SF-C13)
    readied: str | None = None  # the trigger it waits for

    fell: tuple[int, int] | None = None  # (round, segment) of the fall to 0 hp
    downed: tuple[int, int] | None = None  # the same, kept for the round even if healed
    stable: bool = False  # is down and bleeds no longer (SEG-C22)
    dead: bool = False

    @property
    def alike(self) -> tuple[str, str, bool, bool, bool, int]:
        """The same for those of one creature whom nothing tells apart but their traits and their hurts."""
        creature = self.creature or self.name
        return self.side, creature, self.hidden, self.veiled, self.surprised, self.joins

    @property
    def defeated(self) -> bool:
        return self.dead or (self.hp is not None and self.hp <= 0)

    @property
    def acting(self) -> bool:
        """Able to act: not defeated and not taken out by the GM."""
        return self.able and not self.defeated


class Roll(Struct, frozen=True, gc=False, omit_defaults=True):
    """The dice of one roller, and how they came about."""

    faces: tuple[int, ...]  # of each die, final
    total: int = 0  # faces and modifier, where the system adds them
    fantastic: bool = False  # the Marvel die shows its M (MM)
    pending: int = 0  # rerolls that the roller still has to choose or decline (Edge)
    rerolls: tuple[tuple[int, int, int], ...] = ()  # (die, face before, face rolled)
    veiled: bool = False  # a side's roll of which hidden ones alone are the reason
    corrected: int | None = None  # put right by the GM; what that adds to dice and modifier
    shared: bool = False  # one roll for several of a creature
    first: Roll | None = None  # such a roll before this: places that it gave stand


class Cursor(Struct, frozen=True, gc=False, omit_defaults=True):
    """Where the fight stands: a place, not an index. Entries with `key` happen now."""

    round: int = 0  # counted from 1; 0 is before the first
    phase: Phase = SETUP  # "setup" before a fight, "over" after it
    key: Key = ()  # place in the order of the round; () is before every entry
    at: int | None = None  # segment, total or count, as people are told it

    @property
    def place(self) -> tuple[int, Key]:
        return self.round, self.key

    @property
    def uncounted(self) -> Key:
        """Its key where no segment, total or count goes with it: it says at which step of a phase we are."""
        return self.key if self.at is None else ()

    @property
    def running(self) -> bool:
        """Whether a fight is going on there."""
        return self.phase not in (SETUP, OVER)


class Earlier(Struct, frozen=True, omit_defaults=True):
    """From what the order of the round was worked out before the GM put something right.

    What had begun by then, when the fight stood at `cursor` and players at `public`, keeps its times.
    """

    basis: dict[str, Combatant]  # these six: the fields of the encounter by then
    rolls: dict[str, Roll]
    placed: dict[str, Key]
    cursor: Cursor
    public: Cursor
    serial: int
    open: tuple[str, ...] = ()  # who had not acted yet at the present moment, thrown for again
    earlier: Earlier | None = None


class Encounter(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One fight at one table. Keys of dicts are ids, of what is said beside each."""

    system: str = "adnd1e"  # id of the rules system
    options: dict[str, Any] = {}  # house rules in force, by name
    options_next: dict[str, Any] = {}  # all of them, from the next round on; empty: as now
    combatants: dict[str, Combatant] = {}  # by id, in the order in which they entered
    # Combatants as they were when the dice of the round fell. Places in the order are derived from
    # these, so that what happens afterwards moves nobody.
    basis: dict[str, Combatant] = {}
    cursor: Cursor = Cursor()  # the present moment
    public: Cursor = Cursor()  # the moment that players know: it waits while only hidden ones act
    rolls: dict[str, Roll] = {}  # by roller: a combatant's id or `side:NAME`
    ranks: dict[str, tuple[int, ...]] = {}  # by combatant: faces of roll-offs, one after another
    placed: dict[str, Key] = {}  # by entry: the place that it was given for this round
    gains: dict[str, Gain] = {}  # by entry of a circle that is in `placed`: how that came about
    ended: frozenset[str] = frozenset()  # entries of the moment whose combatant is done
    # (id, key) of those who fell in this round, at that moment: all of a moment happens at once, so
    # they still take part in it.
    fallen: frozenset[tuple[str, Key]] = frozenset()
    spent: frozenset[str] = frozenset()  # entries of a circle whose turn is over
    unseen: frozenset[str] = frozenset()  # of `spent`: those whose turn goes on for players
    inserted: tuple[str, ...] = ()  # entries that are readied actions
    # By side: segments of surprise left, after the lowest is taken from all (adnd1e).
    surprise: dict[str, int] = {}
    clock: float | None = None  # seconds from segment to segment; None: the clock stands
    outcome: str | None = None  # how the fight ended: "rest", "pursuit" or None
    rested: int = 0  # rounds of rest that are over
    earlier: Earlier | None = None  # the order before the GM put something right in this round
    touched: bool = False  # something was done at the present moment
    serial: int = 0  # grows with each place given by hand: the newest of several stands closest

    @property
    def round(self) -> int:
        return self.cursor.round

    @property
    def phase(self) -> Phase:
        return self.cursor.phase

    @property
    def running(self) -> bool:
        """Whether a fight is going on."""
        return self.cursor.running

    @property
    def at_public(self) -> Encounter:
        """The same with its cursor where players stand."""
        return self if self.cursor == self.public else replace(self, cursor=self.public)


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
