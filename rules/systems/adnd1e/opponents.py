"""Who fights whom: the declared target, else the hostile with the most routines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from rules.encounter import Action, Combatant, Encounter
from rules.systems.adnd1e.side import own_segment
from rules.systems.adnd1e.times import Time

People = Mapping[str, Combatant]


class Contact(Struct, frozen=True):
    """A charge that meets: whose, which of its actions, when."""

    charger: str
    action: int
    time: Time


def routines_of(who: Combatant, action: Action | None = None) -> int:
    """The attack routines of a round: what is declared for them, else the trait, else 1."""
    melee = action or next(
        (d.action for d in who.declared if d.live and d.action.act == "melee"), None
    )
    if melee is not None and melee.routines:
        return melee.routines
    routines: int = who.traits.get("routines", 1)
    return routines


def opponent(
    enc: Encounter, people: People, who: Combatant, target: str | None
) -> Combatant | None:
    """The declared target, else who has most routines, then a charger, then the earliest, then by id.

    Nobody hidden is anybody's default opponent.
    """
    if target is not None and target in people:
        return people[target]
    chargers = {charger.id for charger in _chargers(people, who)}

    def rank(o: Combatant) -> tuple[int, bool, int, str]:
        segment = own_segment(enc, o)
        return -routines_of(o), o.id not in chargers, segment or 0, o.id

    hostile = [o for o in people.values() if o.side != who.side and o.acting and not o.hidden]
    return min(hostile, key=rank, default=None)


def charges(people: People, charger: Combatant, who: Combatant) -> bool:
    return any(one.id == charger.id for one in _chargers(people, who))


def contact_on(
    enc: Encounter, people: People, who: Combatant,
    contact: Callable[[Encounter, People, Combatant], Contact | None],
) -> Contact | None:  # fmt: skip
    """The first charge that meets `who`."""
    met = [c for charger in _chargers(people, who) if (c := contact(enc, people, charger))]
    return min(met, key=lambda c: c.time, default=None)


def _chargers(people: People, who: Combatant) -> Iterator[Combatant]:
    for other in sorted(people.values(), key=lambda o: o.id):
        if other.side == who.side or (other.hidden and not who.hidden):
            continue
        for d in other.declared:
            if d.action.act == "charge" and d.live and _aims_at(people, other, d.action, who):
                yield other


def _aims_at(people: People, charger: Combatant, charge: Action, who: Combatant) -> bool:
    """A charge without a target goes at the hostile with the most routines."""
    if charge.target is not None and charge.target in people:
        return charge.target == who.id
    foes = [o for o in people.values() if o.side != charger.side and o.acting and not o.hidden]
    return bool(foes) and min(foes, key=lambda o: (-routines_of(o), o.id)).id == who.id
