"""What became of people and of what they did: spells, movements, hit points, effects. See `events.py`."""

from __future__ import annotations

from msgspec import Struct

from rules.model.encounter import Key, Mark


class Event(Struct, frozen=True, tag_field="event", omit_defaults=True):
    """Something that happened in the fight."""


class SpellBegun(Event, frozen=True, tag="spell_begun"):
    """The casting of the declared spell of index `action` has begun; `name` is the spell."""

    combatant: str
    action: int
    name: str | None = None
    clause: str = ""


class SpellCompleted(Event, frozen=True, tag="spell_completed"):
    """The casting is over and the spell has its effect; `action` is its index in what was declared."""

    combatant: str
    action: int
    name: str | None = None
    clause: str = ""


class SpellLost(Event, frozen=True, tag="spell_lost"):
    """The spell was spoiled or its casting could not go on; `action` is its index in what was declared."""

    combatant: str
    action: int
    name: str | None = None
    clause: str = ""


class Arrived(Event, frozen=True, tag="arrived"):
    """The movement of index `action` has come to its end."""

    combatant: str
    action: int
    clause: str = ""


class Stopped(Event, frozen=True, tag="stopped"):
    """The charge distance is used up (SEG-C40)."""

    combatant: str
    action: int
    clause: str = ""


class Unmet(Event, frozen=True, tag="unmet"):
    """A blow, or a charge, that waited for the charge of `charger` waits no more from the moment `key` on."""

    combatant: str
    action: int
    charger: str
    key: Key
    clause: str = ""


class HitTaken(Event, frozen=True, tag="hit"):
    """`hp` is left; `fell`: when it fell to 0 by this hit; `hp_max`: what it had before its first wound."""

    combatant: str
    damage: int
    hp: int | None = None
    fell: tuple[int, int] | None = None
    hp_max: int | None = None


class Healed(Event, frozen=True, tag="healed"):
    """`gained` hit points were given back; `hp` is the sum then, None where nobody counts them."""

    combatant: str
    gained: int
    hp: int | None = None


class Stabilised(Event, frozen=True, tag="stabilised"):
    """Somebody who is down bleeds no longer."""

    combatant: str
    clause: str = ""


class Bled(Event, frozen=True, tag="bled"):
    """Somebody who is down lost hit points at the end of a round; `hp` is what is left."""

    combatant: str
    hp: int
    clause: str = ""


class Died(Event, frozen=True, tag="died"):
    """The combatant is dead."""

    combatant: str
    clause: str = ""


class Marked(Event, frozen=True, tag="marked"):
    """The combatant bears this effect from now on."""

    combatant: str
    mark: Mark


class Unmarked(Event, frozen=True, tag="unmarked"):
    """The effect `name` is over; `expired`: by itself, at its place `until` or with the fight (`over`).
    `against` whom it was says who may be told of it: of one against hidden ones alone players never heard.
    """

    combatant: str
    name: str
    by: str | None = None
    expired: bool = False
    clause: str = ""
    until: tuple[int, Key] | None = None
    over: bool = False
    against: tuple[str, ...] = ()
