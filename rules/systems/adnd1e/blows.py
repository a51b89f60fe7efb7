"""Blows: melee against an opponent's routines, weapons set against a charge, grappling (SEG-C19, SEG-C12)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.model.encounter import Declaration, Term
from rules.systems.adnd1e import charges
from rules.systems.adnd1e.chain import Chain, Contact, Step
from rules.systems.adnd1e.opponents import aim_of, opponent, pair, routines_of
from rules.systems.adnd1e.place import behind, place
from rules.systems.adnd1e.times import Time


def strikes(line: Chain, index: int, d: Declaration, start: Time) -> None:
    if start[0] == 0:
        for blow in range(routines_of(line.who, d.action)):
            line.add(start, "attack", index, target=aim_of(d.action, blow))
        line.then(start, 1)
        return
    here = {c.charger: c for c in charges.on(line, index) if c.time[0] == line.enc.round}
    other = opponent(line, aim_of(d.action), here)
    contact = None if other is None else here.get(other.id)
    for blow, segment in enumerate(pair(line, index, d.action, start, other)):
        at = (start[0], max(segment, line.first_at()))
        terms = _against(at[1] - start[1], other.id if other else None)
        _strike(line, index, at, terms, contact, aim_of(d.action, blow))
    last = max(step.time for step in line.steps if step.action == index)
    line.then(last, 1)


def _against(shift: int, opponent: str | None) -> tuple[Term, ...]:
    clause = "SEG-C20" if shift < 0 else "SEG-C21"
    return (Term(clause, "opponent", shift, combatant=opponent),) if shift else ()


def _strike(
    line: Chain, index: int, at: Time, terms: tuple[Term, ...], contact: Contact | None, target: str | None
) -> None:  # fmt: skip
    """A blow on its own place, or at the contact for which it waits (SEG-A4)."""
    if contact is not None and at[0] == contact.time[0] and contact.time > at:
        wait = Term("SEG-A4", "contact", contact.time[1] - at[1], combatant=contact.charger)
        line.add(contact.time, "attack", index, *terms, wait, target=target, waits=contact)
        return
    line.add(at, "attack", index, *terms, target=target)
    line.steps[-1] = _in_vain(line, line.steps[-1])


def _in_vain(line: Chain, step: Step) -> Step:
    """It waited for a charge that did not come: back on its own place, or directly after the moment in which
    that was so, if its own has passed.
    """
    d = line.declaration(step.action)
    if d is None or d.after is None or place(line.who, step.time) >= d.after:
        return step
    key = behind(line.who, d.after)
    waited = Term("SEG-A4", "waited", key[0] - step.time[1], combatant=d.missed[-1])
    return replace(step, time=(step.time[0], key[0]), key=key, why=(*step.why, waited))


def sets(line: Chain, index: int, d: Declaration, start: Time) -> None:
    """A set weapon strikes the first who charges it, at the contact, once it is in hand."""
    ready = (start[0], line.first_at())
    for contact in charges.on(line, index):
        if contact.time >= ready and contact.time[0] == line.enc.round:
            wait = Term("SEG-A4", "contact", contact.time[1] - start[1], combatant=contact.charger)
            line.add(contact.time, "attack", index, wait, waits=contact)
            return


def grapples(line: Chain, index: int, d: Declaration, start: Time) -> None:
    line.add(start, "attack", index)
    line.then(start, 1, Term("SEG-C12", "after", 1))
