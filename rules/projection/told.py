"""What is told of an event, as on the wire: a class for each event, and one more where players
are told less of somebody who has no owner (`Seen…`).

A field that has its default is absent. What an event holds for the fold alone has no field here, so
it cannot be told; nothing is taken away from a bigger one. `events.py` builds them.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from rules.model.encounter import Action
from rules.model.phases import Phase
from rules.model.saves import What


class Told(Struct, frozen=True, tag_field="event", omit_defaults=True, gc=False):
    """Something that happened, as far as the role may know."""


class Opened(Told, frozen=True, tag="opened"):
    system: str
    options: dict[str, Any]


class OptionsSet(Told, frozen=True, tag="options_set"):
    options: dict[str, Any]
    options_next: dict[str, Any] = {}
    now: tuple[str, ...] = ()
    next_round: tuple[str, ...] = ()


class Added(Told, frozen=True, tag="added"):
    combatant: str
    round: int | None = None
    clause: str = ""


class Changed(Told, frozen=True, tag="changed"):
    combatant: str
    fields: tuple[str, ...]


class Removed(Told, frozen=True, tag="removed"):
    combatant: str


class Surprised(Told, frozen=True, tag="surprised"):
    sides: dict[str, int] = {}
    combatants: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    clause: str = ""
    segments: dict[str, int] = {}


class Began(Told, frozen=True, tag="began"):
    pass


class Declared(Told, frozen=True, tag="declared"):
    combatant: str
    actions: tuple[Action, ...]


class Cancelled(Told, frozen=True, tag="cancelled"):
    combatant: str
    action: int
    clause: str = ""


class Rolled(Told, frozen=True, tag="rolled", kw_only=True):
    roller: str = field(name="for")
    shared: tuple[str, ...] = ()
    initiative: int | None = None
    clause: str = ""
    faces: tuple[int, ...]
    total: int = 0
    fantastic: bool = False
    rerolls: tuple[tuple[int, int, int], ...] = ()


class Corrected(Told, frozen=True, tag="corrected"):
    roller: str = field(name="for")
    what: str
    initiative: int | None = None
    again: bool = False
    clause: str = ""
    faces: tuple[int, ...] = ()
    total: int = 0
    fantastic: bool = False
    rerolls: tuple[tuple[int, int, int], ...] = ()


class SeenCorrected(Told, frozen=True, tag="corrected"):
    roller: str = field(name="for")
    initiative: int | None = None
    again: bool = False
    clause: str = ""
    faces: tuple[int, ...] = ()
    total: int = 0
    fantastic: bool = False
    rerolls: tuple[tuple[int, int, int], ...] = ()


class RolledOff(Told, frozen=True, tag="rolled_off"):
    faces: dict[str, tuple[int, ...]]
    totals: dict[str, int] = {}
    clause: str = ""


class Settled(Told, frozen=True, tag="settled"):
    order: tuple[str, ...]
    clause: str = ""


class Moved(Told, frozen=True, tag="moved"):
    """Where the role sees the fight."""

    round: int
    phase: Phase
    at: int | None = None
    combatants: tuple[str, ...] = ()


class Acted(Told, frozen=True, tag="acted"):
    combatant: str


class SpellBegun(Told, frozen=True, tag="spell_begun"):
    combatant: str
    action: int
    name: str | None = None
    clause: str = ""


class SeenSpellBegun(Told, frozen=True, tag="spell_begun"):
    combatant: str
    clause: str = ""


class SpellCompleted(Told, frozen=True, tag="spell_completed"):
    combatant: str
    action: int
    name: str | None = None
    clause: str = ""


class SeenSpellCompleted(Told, frozen=True, tag="spell_completed"):
    combatant: str
    clause: str = ""


class SpellLost(Told, frozen=True, tag="spell_lost"):
    combatant: str
    action: int
    name: str | None = None
    clause: str = ""


class SeenSpellLost(Told, frozen=True, tag="spell_lost"):
    combatant: str
    clause: str = ""


class Arrived(Told, frozen=True, tag="arrived"):
    combatant: str
    action: int
    clause: str = ""


class SeenArrived(Told, frozen=True, tag="arrived"):
    combatant: str
    clause: str = ""


class Stopped(Told, frozen=True, tag="stopped"):
    combatant: str
    action: int
    clause: str = ""


class SeenStopped(Told, frozen=True, tag="stopped"):
    combatant: str
    clause: str = ""


class Unmet(Told, frozen=True, tag="unmet"):
    combatant: str
    action: int
    charger: str | None = None
    clause: str = ""


class HitTaken(Told, frozen=True, tag="hit"):
    combatant: str
    damage: int
    hp: int | None = None


class SeenHit(Told, frozen=True, tag="hit"):
    combatant: str


class Healed(Told, frozen=True, tag="healed"):
    combatant: str
    gained: int
    hp: int | None = None


class SeenHealed(Told, frozen=True, tag="healed"):
    combatant: str


class Stabilised(Told, frozen=True, tag="stabilised"):
    combatant: str
    clause: str = ""


class Bled(Told, frozen=True, tag="bled"):
    combatant: str
    hp: int
    clause: str = ""


class SeenBled(Told, frozen=True, tag="bled"):
    combatant: str
    clause: str = ""


class Died(Told, frozen=True, tag="died"):
    combatant: str
    clause: str = ""


class Delayed(Told, frozen=True, tag="delayed"):
    combatant: str
    clause: str = ""


class Returned(Told, frozen=True, tag="returned"):
    combatant: str
    initiative: int | None = None
    clause: str = ""


class Readied(Told, frozen=True, tag="readied"):
    combatant: str
    trigger: str
    clause: str = ""


class Lapsed(Told, frozen=True, tag="lapsed"):
    combatant: str
    what: str
    action: int | None = None
    name: str | None = None
    clause: str = ""


class Triggered(Told, frozen=True, tag="triggered"):
    combatant: str
    by: str | None = None
    initiative: int | None = None
    clause: str = ""


class Placed(Told, frozen=True, tag="placed"):
    combatant: str
    before: str | None = None
    after: str | None = None
    last: bool = False
    entry: str | None = None
    initiative: int | None = None


class Marked(Told, frozen=True, tag="marked"):
    combatant: str
    name: str
    rounds: int | None = None
    against: tuple[str, ...] = ()
    by: str | None = None
    clause: str = ""


class Unmarked(Told, frozen=True, tag="unmarked"):
    combatant: str
    name: str
    by: str | None = None
    expired: bool = False
    clause: str = ""


class ClockSet(Told, frozen=True, tag="clock_set"):
    every: float | None = None


class Undone(Told, frozen=True, tag="undone"):
    """For GMs: of what was told before it, the newest but `passed`, so many `events`, are taken back."""

    events: int = 0
    passed: int = 0


class Redone(Told, frozen=True, tag="redone"):
    """For GMs: of what was told before it, the newest but `passed`, so many `events`, are in force again."""

    events: int = 0
    passed: int = 0


class Ended(Told, frozen=True, tag="ended"):
    outcome: str | None = None
    clause: str = ""


class Saved(Told, frozen=True, tag="saved"):
    name: str
    what: What


class Forgotten(Told, frozen=True, tag="forgotten"):
    name: str


class LeftAside(Told, frozen=True, tag="set_aside"):
    name: str


class SeenLeftAside(Told, frozen=True, tag="set_aside"):
    pass


class TakenUp(Told, frozen=True, tag="taken_up"):
    name: str


class SeenTakenUp(Told, frozen=True, tag="taken_up"):
    pass
