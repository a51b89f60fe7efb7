"""What each declared action means in segments: the steps of one combatant, in the order of its chain.

Places follow from the combatants as they stood when the dice fell (`encounter.basis`), so that nothing that
happens afterwards moves anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from rules.encounter import Combatant, Declaration, Encounter, Term
from rules.systems.adnd1e import surprise
from rules.systems.adnd1e.actions import casting
from rules.systems.adnd1e.opponents import Contact, charges, contact_on, opponent, routines_of
from rules.systems.adnd1e.routines import blows
from rules.systems.adnd1e.side import own_segment, own_terms
from rules.systems.adnd1e.times import (
    Time,
    feet_from,
    finish,
    segments_of_move,
)

DEFAULT_MOVE = 120
CHARGE_BUDGET = 10


Layer = Callable[["Chain", int, Declaration, Time], None]


class Step(Struct, frozen=True):
    """Something at a time. `met` is the charge whose contact ends it (SEG-C18)."""

    time: Time
    what: str
    action: int
    why: tuple[Term, ...]
    until: Time | None = None
    feet: int | None = None
    met: Contact | None = None


class Chain(Struct):
    """One combatant's actions, one after the other. `now` is when the next may begin."""

    enc: Encounter
    people: Mapping[str, Combatant]
    who: Combatant
    steps: list[Step]
    starts: dict[int, Time]
    now: Time | None = None
    why: tuple[Term, ...] = ()
    opening: bool = True  # nothing has taken time yet
    busy_until: Time | None = None  # the end of what was carried over
    meets: bool = True  # whether charges on `who` are looked at

    @property
    def surprise(self) -> int:
        return surprise.segments(self.enc)

    def after(self, start: Time, n: int) -> Time:
        return finish(start, n, self.surprise)

    def add(self, time: Time, what: str, index: int, *terms: Term, **more: object) -> None:
        why = summed((*self.why, *terms), time)
        self.steps.append(Step(time, what, index, why, **more))  # type: ignore[arg-type]


def chain(
    enc: Encounter, people: Mapping[str, Combatant], who: Combatant, *, meets: bool = True
) -> Chain:
    """The steps of all that `who` has declared, and when each action starts."""
    line = Chain(enc, people, who, [], {}, meets=meets)
    for index, d in enumerate(who.declared):
        if d.begun is None or d.cancelled or d.lost:
            continue
        line.now, line.why, line.opening = d.begun, (_begun(d),), False
        _lay(line, index, d)
        line.busy_until = max(line.busy_until or line.now, line.now)
    _start(line)
    for index, d in enumerate(who.declared):
        if d.begun is None and not d.cancelled and not d.lost and line.now is not None:
            _lay(line, index, d)
    return line


def _begun(d: Declaration) -> Term:
    assert d.begun is not None
    return Term("SEG-C27", "begun", d.begun[1])


def _start(line: Chain) -> None:
    """New actions begin on the own segment, or when the carried one is done (SEG-A11)."""
    begins = surprise.opening(line.enc)
    if begins is not None:
        line.now, line.why = begins, (Term("SEG-C9", "surprise", begins[1]),)
    else:
        segment = own_segment(line.enc, line.who)
        line.now = None if segment is None else (line.enc.round, segment)
        line.why = () if segment is None else own_terms(line.enc, line.who, segment)
    line.opening = True
    busy, wakes = line.busy_until, line.who.wakes
    if line.now is not None and wakes is not None and wakes > line.now:
        line.why = (*line.why, Term("", "corrected", wakes[1] - line.now[1]))
        line.now = wakes
    if line.now is not None and busy is not None and busy > line.now:
        line.now, line.why = busy, (Term("SEG-A11", "carried", busy[1]),)
        line.opening = False


def _lay(line: Chain, index: int, d: Declaration) -> None:
    assert line.now is not None
    start, line.starts[index] = line.now, line.now
    act = d.action.act
    if act in ("parley", "await"):
        if act == "parley":
            line.add(start, "action", index)
        return
    LAYERS[act](line, index, d, start)
    if act not in ("melee", "set_weapon"):
        line.opening = False


def _moves(line: Chain, index: int, d: Declaration, start: Time) -> None:
    move = line.who.traits.get("move", DEFAULT_MOVE)
    n = segments_of_move(d.action.feet or 0, move)
    arrival = line.after(start, n - 1)
    feet = min(d.action.feet or 0, _feet_now(line, d, start, move))
    line.add(start, "moves", index, until=arrival, feet=feet)
    line.add(arrival, "arrives", index, Term("SEG-A3", "movement", n - 1))
    _then(line, start, n, Term("SEG-C30", "movement", n))


def _feet_now(line: Chain, d: Declaration, start: Time, move: int) -> int:
    return move // 10 if start[0] == 0 else feet_from(start[1], move)


def _flees(line: Chain, index: int, d: Declaration, start: Time) -> None:
    move = line.who.traits.get("move", DEFAULT_MOVE)
    line.add(start, "moves", index, feet=_feet_now(line, d, start, move))


def _charges(line: Chain, index: int, d: Declaration, start: Time) -> None:
    move = 2 * line.who.traits.get("move", DEFAULT_MOVE)
    n = segments_of_move(d.action.feet or 0, move)
    feet = min(d.action.feet or 0, _feet_now(line, d, start, move))
    if n > CHARGE_BUDGET:
        halt = line.after(start, CHARGE_BUDGET - 1)
        line.add(start, "moves", index, until=halt, feet=feet)
        line.add(halt, "stops", index, Term("SEG-C40", "movement", CHARGE_BUDGET - 1))
        _then(line, start, CHARGE_BUDGET)
        return
    contact = line.after(start, n - 1)
    line.add(start, "moves", index, until=contact, feet=feet)
    travel = Term("SEG-C39", "movement", n - 1)
    line.add(contact, "contact", index, travel)
    for time in _pair(line, d, contact[1], contact[0])[1:]:
        at = contact if contact[0] == 0 else max(contact, (contact[0], time))
        line.add(at, "attack", index, travel, Term("SEG-C19", "routine", at[1] - contact[1]))
    _then(line, start, n)


def _casts(line: Chain, index: int, d: Declaration, start: Time) -> None:
    n = casting(d.action)
    done = surprise.casting_done(line.enc, start, n) or line.after(start, n)
    name = d.action.name
    line.add(start, "begins", index, until=done)
    line.add(done, "completes", index, Term("SEG-C37", "casting", n, name))
    _then(line, start, n, Term("SEG-C37", "casting", n, name))


def _handles(line: Chain, index: int, d: Declaration, start: Time) -> None:
    n, onset, name = d.action.segments or 0, d.action.onset or 0, d.action.name
    effect = surprise.casting_done(line.enc, start, n + onset) or line.after(start, n + onset)
    terms = [Term("SEG-C42", "item", n, name)] + (
        [Term("SEG-C42", "onset", onset)] if onset else []
    )
    line.add(start, "begins", index, until=effect)
    line.add(effect, "effect", index, *terms)
    _then(line, start, n, Term("SEG-C42", "item", n, name))


def _once(what: str, clause: str) -> Layer:
    def lay(line: Chain, index: int, d: Declaration, start: Time) -> None:
        line.add(start, what, index)
        _then(line, start, 1, Term(clause, "after", 1))

    return lay


def _shoots(line: Chain, index: int, d: Declaration, start: Time) -> None:
    shots = d.action.shots or 1
    if start[0] == 0:
        fit = 1 if line.enc.options.get("no_multi_shot") else shots
        for _ in range(fit):
            line.add(start, "shot", index, Term("SEG-C17", "surprise segment"))
        _then(line, start, 1)
        return
    reaction = line.who.traits.get("reaction", 0) if line.opening else 0
    first = (start[0], max(0, start[1] - reaction))
    line.starts[index] = first
    terms = [Term("SEG-C33", "reaction", first[1] - start[1])] if first != start else []
    met = _met(line)
    for k in range(shots):
        time = line.after(first, 2 * k)
        rate = [Term("SEG-C16", "shot", 2 * k)] if k else []
        line.add(time, "shot", index, *terms, *rate, met=met if met and time > met.time else None)
    last = line.after(first, 2 * (shots - 1))
    line.now = line.after(last, 1)
    line.why = (Term("SEG-C16", "after", line.now[1]),)


def _strikes(line: Chain, index: int, d: Declaration, start: Time) -> None:
    if start[0] == 0:
        for _ in range(routines_of(line.who, d.action)):
            line.add(start, "attack", index)
        return
    met = _charge_of(line, opponent(line.enc, line.people, line.who, d.action.target))
    for time in _pair(line, d, start[1], start[0]):
        at = time if line.opening else max(time, start[1])
        terms = () if at == start[1] else (Term(_clause(at, start[1]), "opponent", at - start[1]),)
        if met is not None and met.time > (start[0], at):
            if met.time[0] == start[0]:
                line.add(
                    met.time, "attack", index, *terms, Term("SEG-A4", "contact", met.time[1] - at)
                )
        else:
            line.add((start[0], at), "attack", index, *terms)


def _charge_of(line: Chain, other: Combatant | None) -> Contact | None:
    """The contact of the opponent's charge, if it is one: the blow waits for it (SEG-A4)."""
    if other is None or not line.meets or not charges(line.people, other, line.who):
        return None
    return _contact(line.enc, line.people, other)


def _clause(at: int, own: int) -> str:
    return "SEG-C20" if at < own else "SEG-C21"


def _pair(line: Chain, d: Declaration, own: int, round_: int) -> list[int]:
    """The segments of the own routines against the opponent's."""
    mine = routines_of(line.who, d.action)
    other = opponent(line.enc, line.people, line.who, d.action.target)
    face = None if other is None else own_segment(line.enc, other)
    if other is None or face is None:
        return [own] * mine
    return blows(own, mine, face, routines_of(other))


def _sets(line: Chain, index: int, d: Declaration, start: Time) -> None:
    """A set weapon strikes whoever charges it, at the contact."""
    met = _met(line)
    if met is not None and met.time[0] == line.enc.round:
        line.add(met.time, "attack", index, Term("SEG-A4", "contact", met.time[1] - start[1]))


def _met(line: Chain) -> Contact | None:
    return contact_on(line.enc, line.people, line.who, _contact) if line.meets else None


def _contact(enc: Encounter, people: Mapping[str, Combatant], charger: Combatant) -> Contact | None:
    """When the charge of `charger` meets; None where it stops before."""
    for step in chain(enc, people, charger, meets=False).steps:
        if step.what == "contact":
            return Contact(charger.id, step.action, step.time)
    return None


def _then(line: Chain, start: Time, n: int, *terms: Term) -> None:
    line.now = line.after(start, n)
    line.why = (*line.why, *terms) if terms else (Term("SEG-C2", "after", line.now[1]),)


def summed(terms: tuple[Term, ...], time: Time) -> tuple[Term, ...]:
    """The terms, with what brings their sum into the round of `time`."""
    rest = time[1] - sum(t.value or 0 for t in terms)
    if rest == 0:
        return terms
    if rest % 10 == 0:
        return (*terms, Term("SEG-C27", "round", rest))
    surprised = any(t.term in ("surprise", "begun") for t in terms)
    return (*terms, Term("SEG-A6" if surprised else "SEG-A15", "place", rest))


LAYERS: dict[str, Layer] = {
    "move": _moves, "close": _moves, "flee": _flees, "charge": _charges, "spell": _casts, "item": _handles,
    "device": _once("effect", "SEG-C3"), "turn_undead": _once("effect", "SEG-C12"),
    "grapple": _once("attack", "SEG-C12"), "missile": _shoots, "melee": _strikes, "set_weapon": _sets,
}  # fmt: skip
