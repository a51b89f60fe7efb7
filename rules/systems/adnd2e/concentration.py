"""Concentration: who is at a spell, what loses it, when it takes effect (2E-C19 to 2E-C26).

A scroll read in combat is a spell here. A spell with a number is being cast from the dice of its round until
its moment, one of rounds from the dice of its first round until the end of its last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.memo import while_cursor_moves
from rules.model import events as ev
from rules.model.encounter import END, Combatant, Declaration, Encounter, Entry, Key
from rules.redaction.encounter import known_beside
from rules.systems.adnd2e.entries import ORDERED, own
from rules.systems.adnd2e.spells import is_spell, long


def disturbed(enc: Encounter, who: Combatant) -> list[ev.SpellLost]:
    """Disturbed before its effect a spell is lost (2E-C24, 2E-A8, 2E-A13)."""
    return [
        lost(who, i, "2E-C24" if long(d) else "2E-A8")
        for i, d, place in _at(enc, who) if _to_come(enc, d, place)
    ]  # fmt: skip


def dropped(enc: Encounter) -> list[ev.SpellLost]:
    """Whoever cannot act any more while casting loses the spell then (2E-C24).

    Who falls at exactly its total does not (2E-A9); who is taken out or surprised could not cast it there.
    """
    return [
        lost(who, i, "2E-C24")
        for who in map(enc.combatants.__getitem__, while_cursor_moves(enc, "fainted", _fainted))
        for i, d, place in _at(enc, who)
        if _casting(enc, who, d) and (not may_act(who) or _to_come(enc, d, place))
    ]


def may_act(who: Combatant) -> bool:
    """Neither taken out by the GM nor surprised; who falls is still part of that moment."""
    return who.able and not who.surprised


def passed_over(enc: Encounter) -> list[ev.SpellLost]:
    """At the end of the round: spells whose moment came while their casters could not act."""
    return [
        lost(who, i, "2E-C24")
        for who in enc.combatants.values()
        for i, d, place in _at(enc, who) if not long(d) and place is not None
        if place < enc.cursor.key or who.surprised or not who.acting
    ]  # fmt: skip


def completed(enc: Encounter, here: Iterable[Entry]) -> list[ev.SpellCompleted]:
    """The spells among the entries `here`: a hit at exactly their total is too late (2E-A9)."""
    return [_completion(enc, e) for e in here if e.what == "completes" and _declared(enc, e).live]


def lost(who: Combatant, index: int, clause: str) -> ev.SpellLost:
    name = who.declared[index].action.name
    return ev.SpellLost(combatant=who.id, action=index, name=name, clause=clause)


def _at(enc: Encounter, who: Combatant) -> Iterator[tuple[int, Declaration, Key | None]]:
    """The spells that `who` means to cast or is casting: index, declaration, place in this round."""
    spells = [(i, d) for i, d in enumerate(who.declared) if d.live and is_spell(d.action)]
    places = {e.action: e.key for e in own(enc, who)} if spells else {}
    return ((i, d, places.get(i)) for i, d in spells)


def _fainted(enc: Encounter) -> list[str]:
    return [
        id_ for id_, who in enc.combatants.items()
        if not (who.acting and may_act(who)) and any(d.live and is_spell(d.action) for d in who.declared)
    ]  # fmt: skip


def _casting(enc: Encounter, who: Combatant, d: Declaration) -> bool:
    """Whether the casting has begun. A hidden one's die, or moment, begins nothing that players see."""
    known = known_beside(enc, who)
    return d.begun is not None or known.phase in ORDERED or bool(known.rolls)


def _to_come(enc: Encounter, d: Declaration, place: Key | None) -> bool:
    """Whether now is before the effect. What happens before the dice is before everything."""
    if long(d) or enc.phase != "act":
        return enc.phase != "end" or (d.due or 0) > enc.round
    return place is None or total(enc, enc.cursor.key) < total(enc, place)


def total(enc: Encounter, key: Key) -> Key:
    """The place as far as it tells earlier from later: neither speed nor hiding splits a total."""
    if key >= END:
        return key[:1] + key[2:]
    fixed = 4 if enc.options.get("ties") == "speed" else 3
    return key[:2] + key[fixed:]


def falls_there(enc: Encounter, entry: Entry) -> bool:
    """Whether the actor fell at the moment of the entry: what happens there still resolves.

    Hidden ones stand apart at a total and are part of its moment. Speed orders blows, not spells (2E-A9).
    """
    whole = entry.what == "completes" or enc.options.get("ties") != "speed"
    own = [key for id_, key in enc.fallen if id_ == entry.combatant]
    if whole:
        return total(enc, entry.key) in [total(enc, key) for key in own]
    return _openly(entry.key) in map(_openly, own)


def _openly(key: Key) -> Key:
    """The place where ties go by speed, without that hiding splits it."""
    return key[:3] + key[4:]


def _declared(enc: Encounter, entry: Entry) -> Declaration:
    return enc.combatants[entry.combatant].declared[entry.action or 0]


def _completion(enc: Encounter, entry: Entry) -> ev.SpellCompleted:
    d = _declared(enc, entry)
    clause = "2E-C20" if not long(d) else "2E-C22" if d.due == d.round else "2E-C25"
    return ev.SpellCompleted(
        combatant=entry.combatant, action=entry.action or 0, name=d.action.name, clause=clause
    )
