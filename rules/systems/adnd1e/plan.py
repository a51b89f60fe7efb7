"""What everybody has declared, in segments: the chains of a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.memo import once
from rules.model.encounter import Combatant, Declaration, Encounter, Term
from rules.systems.adnd1e import blows, movement, shots, spells, surprise
from rules.systems.adnd1e.chain import Chain, Contact, Layer
from rules.systems.adnd1e.charges import charge_of, charges, contacts
from rules.systems.adnd1e.held import depth
from rules.systems.adnd1e.side import own_segment, own_terms
from rules.systems.adnd1e.times import Time


def _contacts(enc: Encounter, people: Mapping[str, Combatant]) -> dict[str, Contact]:
    def found() -> dict[str, Contact]:
        chargers = {
            i: who for i, who in people.items() if who.acting and charge_of(who) is not None
        }
        return contacts(people, {i: chain(enc, people, who, {}) for i, who in chargers.items()})

    return once(enc.combatants, ("contacts", enc.phase, depth(enc)), values(enc, people), found)


def values(enc: Encounter, people: Mapping[str, Combatant]) -> tuple[object, ...]:
    """On what the chains of `people` depend, beside who waited in vain."""
    unsettled = enc.combatants if enc.surprise else None  # who is surprised: by who is there
    at = enc.cursor.at if enc.round == 0 else None
    return (people, enc.rolls, enc.options, enc.surprise, unsettled, enc.round, enc.phase, at)


def chain(
    enc: Encounter, people: Mapping[str, Combatant], who: Combatant,
    met: Mapping[str, Contact] | None = None,
) -> Chain:  # fmt: skip
    """The steps of all that `who` has declared, and when each action starts; `met` are others' contacts."""
    line = Chain(enc, people, who, _contacts(enc, people) if met is None else met, [], {})
    for index, d in enumerate(who.declared):
        if d.begun is None or d.lost or d.cancelled:
            continue
        line.now, line.why, line.opening = d.begun, (_begun(d),), False
        _lay(line, index, d)
        line.floor = max(line.floor or line.now, line.now)
        line.floor_why = (Term("SEG-A11", "carried", line.floor[1]),)
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
        line.base, line.own_why = begins, (Term("SEG-C9", "surprise", begins[1]),)
    else:
        own = own_segment(line.enc, line.who)
        line.base = None if own is None else (line.enc.round, own)
        line.own_why = () if own is None else own_terms(line.enc, line.who, own)
    _not_before(line, line.who.wakes, lambda t: (Term("SEG-C9", "surprise", t[1]),))
    _not_before(line, line.who.resumes, lambda t: _put_right(line, t))
    line.now, line.why, line.opening = line.base, line.own_why, True
    if line.base is not None and line.floor is not None and line.floor > line.base:
        line.now, line.why = line.floor, line.floor_why


def _not_before(line: Chain, time: Time | None, why: Callable[[Time], tuple[Term, ...]]) -> None:
    if time is not None and (line.floor is None or time > line.floor):
        line.floor, line.floor_why = time, why(time)


def _put_right(line: Chain, time: Time) -> tuple[Term, ...]:
    own = line.base[1] if line.base is not None else 0
    return (*line.own_why, Term("", "corrected", time[1] - own))


def _lay(line: Chain, index: int, d: Declaration) -> None:
    assert line.now is not None
    start, act = line.now, d.action.act
    line.starts[index] = start
    if act == "await":
        return
    if act == "parley":
        _parleys(line, index, start)
        return
    LAYERS[act](line, index, d, start)
    if act != "set_weapon":
        line.opening = False


def _parleys(line: Chain, index: int, start: Time) -> None:
    """It runs alongside: what fills the round does not keep anybody from it."""
    if line.base is not None and start[0] > line.base[0]:
        line.starts[index] = line.base
        terms, line.why = line.why, line.own_why
        line.add(line.base, "action", index)
        line.why = terms
    else:
        line.add(start, "action", index)


LAYERS: dict[str, Layer] = {
    "move": movement.moves, "close": movement.moves, "flee": movement.flees, "charge": charges,
    "spell": spells.casts, "item": spells.handles, "other": spells.handles,
    "device": spells.works("SEG-C3"), "turn_undead": spells.works("SEG-C12"),
    "grapple": blows.grapples, "missile": shots.shoots, "melee": blows.strikes, "set_weapon": blows.sets,
}  # fmt: skip
