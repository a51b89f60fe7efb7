"""What a role may see. Each view is built for its role; nothing is deleted from a bigger one.

The GM's is made of the encounter, the players' of its curtain: the encounter without hidden
combatants, at the place where players stand. `telling.py` does the same for events.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any

import msgspec

from rules import prompts as asks
from rules.curtain import curtain
from rules.encounter import Combatant, Declaration, Encounter, Entry, Mark
from rules.history import History
from rules.people import Revised, kept, kept_each, lasting
from rules.standing import standing
from rules.systems import system_of
from rules.systems.base import SIDE, System
from rules.timeline import Timeline, active, arrange, reached, slots, timeline

View = dict[str, Any]


def view(history: History, role: str) -> View:
    """The view of "gm" or "player" (observers share the latter), without `table`. It holds no null."""
    enc = history.encounter
    if role == "gm":
        can = asks.gm_may(enc, history.can_undo, history.can_redo)
        return _fight(enc, timeline(enc), can, gm=True)
    veiled = curtain(enc)
    return _fight(veiled, arrange(reached(enc), veiled.cursor), [], gm=False)


def _fight(enc: Encounter, order: Timeline, can: list[str], *, gm: bool) -> View:
    """`enc` is what the role knows, `order` what it sees of the order."""
    moment = kept(
        enc.combatants, "moment", (enc, order.entries, order.start), lambda: _moment(enc, order)
    )
    moving: View = {
        **moment,
        "timeline": _lines(enc, order.entries, gm),
        "combatants": _combatants(enc, moment["active"], gm),
        "can": can,
    }
    return Revised(standing(enc, ("frame", gm), partial(_frame, gm=gm)), moving)


def _moment(enc: Encounter, order: Timeline) -> View:
    """Where the fight stands; without anybody hidden it is the same for all."""
    cursor = enc.cursor
    shown: View = {
        "round": cursor.round,
        "phase": cursor.phase,
        "active": active(enc, order.now),
        "cursor": {"from": order.start, "to": order.stop},
        "next": _coming(enc, system_of(enc), order),
    }
    if cursor.at is not None:
        shown["at"] = cursor.at
    return shown


def _frame(enc: Encounter, *, gm: bool) -> View:
    """What a move of the cursor leaves alone."""
    shown: View = {
        "system": enc.system,
        "options": enc.options,
        "prompts": asks.plain(_open(enc, asks.prompts(enc), gm)),
    }
    if enc.options_next:
        shown["options_next"] = enc.options_next
    if sides := _sides(enc, system_of(enc)):
        shown["sides"] = sides
    if enc.surprise and enc.round == 0:
        shown["surprise"] = dict(enc.surprise)
    if enc.clock is not None:
        shown["clock"] = {"every": enc.clock}
    if enc.outcome is not None:
        shown["outcome"] = enc.outcome
    if enc.phase == "rest":
        shown["rested"] = enc.rested
    return shown


def _coming(enc: Encounter, system: System, order: Timeline) -> list[str]:
    """Who acts at the next moment of the role's own order."""
    if enc.phase in ("setup", "over"):
        return []
    coming: list[Entry] = []
    for entry in islice(order.entries, order.stop, None):
        if coming and entry.key != coming[0].key:
            break
        if system.acts(enc, entry):
            coming.append(entry)
    if not coming:
        return system.wraps(enc, order.entries)
    return list(dict.fromkeys(e.combatant for e in coming))


def _sides(enc: Encounter, system: System) -> View:
    shown: View = {}
    for side in dict.fromkeys(who.side for who in enc.combatants.values()):
        roll = enc.rolls.get(SIDE + side)
        if roll is not None:
            shown[side] = {"faces": list(roll.faces)} | system.side_shown(enc, side)
    return shown


def _open(enc: Encounter, asked: list[asks.Prompt], gm: bool) -> list[asks.Prompt]:
    """Whether an unowned one has declared is not for players."""
    shown = []
    for prompt in asked:
        of = prompt.of
        if prompt.kind == "declare" and not gm:
            of = tuple(i for i in of if enc.combatants[i].owner is not None)
        if of:
            shown.append(msgspec.structs.replace(prompt, of=of))
    return shown


def _lines(enc: Encounter, entries: tuple[Entry, ...], gm: bool) -> list[View]:
    def lines() -> list[View]:
        return [_entry(enc, e, n, gm) for e, n in zip(entries, slots(entries), strict=True)]

    return kept(enc.combatants, ("lines", gm), (lasting(enc.combatants), entries), lines)


def _combatants(enc: Encounter, now: list[str], gm: bool) -> dict[str, View]:
    """Everybody as one who does not act now, which seldom changes; and over it those who do."""
    values = standing(enc, "looks", _looks) + system_of(enc).frame(enc)
    everybody = kept_each(
        enc.combatants, ("people", gm), values, lambda who: _combatant(enc, who, gm)
    )
    acting = {id_: Revised(everybody[id_], _acting(enc, enc.combatants[id_], gm)) for id_ in now}
    return Revised(everybody, acting)


def _looks(enc: Encounter) -> tuple[Any, ...]:
    """On what the looks of everybody depend, beside themselves."""
    at = enc.cursor.at if enc.round == 0 else None
    return (
        enc.rolls, enc.ranks, enc.placed, enc.options, enc.basis, enc.phase, at,
        asks.missing_rolls(enc), system_of(enc).ties(enc),
    )  # fmt: skip


def _acting(enc: Encounter, who: Combatant, gm: bool) -> View:
    """What differs in the looks of one who acts now."""
    shown: View = system_of(enc).shown(enc, who, True)
    if gm or who.owner is not None:
        shown |= {"can": asks.may(enc, who, True)}
    return shown


def _combatant(enc: Encounter, who: Combatant, gm: bool) -> View:
    """One who does not act now."""
    shown: View = {
        "id": who.id, "name": who.name, "side": who.side, "kind": who.kind, "hidden": who.hidden,
        "able": who.able, "defeated": who.defeated, "count": who.count,
        "marks": [_mark(m) for m in who.marks],
    }  # fmt: skip
    for name in ("owner", "token", "readied"):
        if (value := getattr(who, name)) is not None:
            shown[name] = value
    for name in ("surprised", "delaying", "dead"):
        if getattr(who, name):
            shown[name] = True
    shown |= _rolled(enc, who, gm) | system_of(enc).shown(enc, who, False)
    if gm or who.owner is not None:
        shown |= _inner(enc, who)
    return shown


def _inner(enc: Encounter, who: Combatant) -> View:
    """What only the GM knows of an unowned combatant."""
    shown: View = {
        "traits": who.traits,
        "declared": [_declaration(d) for d in who.declared],
        "can": asks.may(enc, who, False),
    }
    if who.hp is not None:
        shown["hp"] = who.hp
    if who.stated:
        shown["stated"] = True
    if who.stable:
        shown["stable"] = True
    return shown


def _rolled(enc: Encounter, who: Combatant, gm: bool) -> View:
    shown: View = {}
    system = system_of(enc)
    roll = enc.rolls.get(who.id)
    if roll is not None:
        shown["faces"] = list(roll.faces)
        if roll.fantastic:
            shown["fantastic"] = True
        if roll.pending:
            shown["rerolls"] = roll.pending
    initiative = system.initiative(enc, who)
    open_ = gm or who.owner is not None or system.shows_initiative(enc, who)
    if initiative is not None and open_:
        shown["initiative"] = initiative
    return shown


def _mark(mark: Mark) -> View:
    shown: View = {"name": mark.name}
    if mark.rounds is not None:
        shown["rounds"] = mark.rounds
    if mark.until is not None:
        shown["until"] = mark.until[0]
    if mark.against:
        shown["against"] = list(mark.against)
    if mark.by is not None:
        shown["by"] = mark.by
    if mark.clause:
        shown["clause"] = mark.clause
    return shown


def _declaration(d: Declaration) -> View:
    shown: View = msgspec.to_builtins(d.action) | {"round": d.round}
    if d.begun is not None:
        shown["carried"] = True
    for name in ("started", "cancelled", "lost", "done"):
        if getattr(d, name):
            shown[name] = True
    if d.due is not None:
        shown["due"] = d.due
    return shown


def _entry(enc: Encounter, entry: Entry, slot: int, gm: bool) -> View:
    shown: View = {
        "id": entry.id, "round": entry.round, "slot": slot, "phase": entry.phase,
        "combatant": entry.combatant, "what": entry.what,
    }  # fmt: skip
    open_ = gm or enc.combatants[entry.combatant].owner is not None
    for name in ("at", "feet"):
        if (value := getattr(entry, name)) is not None and (open_ or name == "at"):
            shown[name] = value
    if entry.pass_ is not None:
        shown["pass"] = entry.pass_
    shown["why"] = [
        _term(enc, t) for t in entry.why if open_ or t.term in ("die", "dice", "roll_off")
    ]
    if not open_:
        return shown
    if entry.label is not None:
        shown["label"] = entry.label
    if entry.target is not None and entry.target in enc.combatants:
        shown["target"] = entry.target
    if entry.until is not None:
        shown["until"] = {"round": entry.until[0], "at": entry.until[1]}
    if entry.action is not None:
        shown["action"] = entry.action
    return shown


def _term(enc: Encounter, term: Any) -> View:
    shown: View = {"clause": term.clause, "term": term.term}
    if term.value is not None:
        shown["value"] = term.value
    if term.name is not None:
        shown["name"] = term.name
    if term.combatant is not None and term.combatant in enc.combatants:
        shown["combatant"] = term.combatant
    if term.faces:
        shown["faces"] = list(term.faces)
    return shown
