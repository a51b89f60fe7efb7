"""Charges: who runs at whom, when they meet, and who waits for that (SEG-C39, SEG-C40, SEG-A4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.model.encounter import Action, Combatant, Declaration, Encounter, Term
from rules.systems.adnd1e.chain import Chain, Contact
from rules.systems.adnd1e.movement import feet_now, segments_of
from rules.systems.adnd1e.opponents import People, foes, pair, routines_of, sees
from rules.systems.adnd1e.times import Time

BUDGET = 10
"""Segments for which a charge lasts (SEG-C40)."""


def charge_of(who: Combatant) -> int | None:
    """Which of the declarations is a charge that still comes, or has come."""
    for index, d in enumerate(who.declared):
        if d.action.act == "charge" and not d.cancelled and not d.lost:
            return index
    return None


def aim(people: People, charger: Combatant, charge: Action) -> str | None:
    """Without a target a charge goes at the hostile with the most routines."""
    if charge.target is not None and charge.target in people:
        return charge.target
    hostile = foes(people, charger)
    return min(hostile, key=lambda o: (-routines_of(o), o.id)).id if hostile else None


def on(line: Chain, index: int) -> Iterator[Contact]:
    """The contacts with this one, the first first, but for charges that were waited for in vain."""
    missed = line.missed(index)
    for contact in sorted(line.charges.values(), key=lambda c: (c.time, c.charger)):
        other = line.people[contact.charger]
        if contact.on != line.who.id or other.side == line.who.side or other.id in missed:
            continue
        if sees(line.who, other):
            yield contact


def met(line: Chain, index: int) -> Contact | None:
    """The first charge that meets this one, which ends its shots (SEG-C18)."""
    return next(on(line, index), None)


def comes(enc: Encounter, contact: Contact) -> bool:
    """Whether that charge still comes, or has come. Out is who has cancelled, fallen or become unable.

    Of one who is gone nobody can say it any more: see `gone_before`.
    """
    charger = enc.combatants.get(contact.charger)
    if charger is None or contact.action >= len(charger.declared):
        return True
    d = charger.declared[contact.action]
    fell = charger.downed is not None and contact.time > charger.downed
    return d.done or (d.live and charger.able and not fell)


def gone_before(enc: Encounter, contact: Contact) -> bool:
    """Whether the charger is no longer in the fight, and the contact is still to come."""
    charger = enc.combatants.get(contact.charger)
    gone = charger is None or contact.action >= len(charger.declared)
    return gone and contact.time > (enc.round, enc.cursor.at or 0)


def charges(line: Chain, index: int, d: Declaration, start: Time) -> None:
    other = _meeting(line, index)
    if other is not None:
        _is_met(line, index, d, start, other)
        return
    n = segments_of(line.who, d)
    feet = feet_now(line.who, d, start)
    if n > BUDGET:
        halt = line.after(start, BUDGET - 1)
        line.add(start, "moves", index, until=halt, feet=feet)
        line.add(halt, "stops", index, Term("SEG-C40", "movement", BUDGET - 1))
        line.then(start, BUDGET)
        return
    contact = line.after(start, n - 1)
    line.add(start, "moves", index, until=contact, feet=feet)
    travel = Term("SEG-C39", "movement", n - 1)
    line.add(contact, "contact", index, travel)
    _further(line, index, d, contact, travel)


def _further(line: Chain, index: int, d: Declaration, first: Time, *why: Term) -> None:
    """The routines behind the first blow; what follows comes one segment after the last."""
    last = first
    for segment in pair(line, index, d.action, first)[1:]:
        last = first if first[0] == 0 else max(first, (first[0], segment))
        line.add(last, "attack", index, *why, Term("SEG-C19", "routine", last[1] - first[1]))
    line.then(last, 1)


def _meeting(line: Chain, index: int) -> Contact | None:
    """The contact of a charge that runs at this one, at whom this one runs, and is there first.

    Two who charge at each other meet once. Each contact is reckoned alone; whoever would stop has none.
    """
    mine = line.charges.get(line.who.id)
    target = aim(line.people, line.who, line.who.declared[index].action)
    for contact in on(line, index):
        first = mine is None or (contact.time, contact.charger) < (mine.time, mine.charger)
        if contact.charger == target and first:
            return contact
    return None


def _is_met(line: Chain, index: int, d: Declaration, start: Time, other: Contact) -> None:
    """The other's contact ends this charge; its blow comes then, or on the own die if that is later."""
    if start <= other.time:
        line.add(
            start, "moves", index, until=other.time, feet=feet_now(line.who, d, start), waits=other
        )
    blow = max(start, other.time)
    when = Term("SEG-A4", "contact", blow[1] - start[1], combatant=other.charger)
    line.add(blow, "attack", index, when, waits=other)
    _further(line, index, d, blow, when)


def contacts(people: Mapping[str, Combatant], alone: dict[str, Chain]) -> dict[str, Contact]:
    """By charger: when each charge meets, reckoned `alone`. Who stops before meets nobody."""
    found: dict[str, Contact] = {}
    for id_, line in alone.items():
        for step in line.steps:
            if step.what == "contact":
                aimed = aim(people, line.who, line.who.declared[step.action].action)
                start = line.starts[step.action]
                found[id_] = Contact(id_, step.action, aimed, start, step.time)
    return found
