"""What a role may see. Each view is built for its role; nothing is deleted from a bigger one.

The GM's is made of the encounter, the players' of its curtain: the encounter without hidden combatants, at the
place where players stand. `telling.py` does the same for events.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules import prompts as asks
from rules.curtain import curtain
from rules.encounter import Combatant, Declaration, Encounter, Entry, Mark
from rules.history import History
from rules.systems import system_of
from rules.systems.base import SIDE, System
from rules.timeline import Timeline, active, arrange, seen

View = dict[str, Any]


def view(history: History, role: str) -> View:
    """The view of "gm" or "player" (observers share the latter), without `table`. It holds no null."""
    enc = history.encounter
    if role == "gm":
        order = arrange(system_of(enc).entries(enc), enc.cursor)
        shown = _fight(enc, order, gm=True)
        shown["can"] = asks.gm_may(enc, history.can_undo, history.can_redo)
        return shown
    veiled = curtain(enc)
    entries = [e for e in seen(enc) if _reached(veiled, e)]
    return _fight(veiled, arrange(entries, veiled.cursor), gm=False)


def owned(enc: Encounter, id_: str) -> bool:
    who = enc.combatants.get(id_)
    return who is not None and who.owner is not None


def _reached(veiled: Encounter, entry: Entry) -> bool:
    """An unowned one's place that comes from its declaration is open from the moment it is reached."""
    if not system_of(veiled).hides_places or owned(veiled, entry.combatant):
        return True
    cursor = veiled.cursor
    return cursor.phase in ("surprise", "bonus", "act", "end") and entry.key <= cursor.key


def _fight(enc: Encounter, order: Timeline, *, gm: bool) -> View:
    """`enc` is what the role knows, `order` what it sees of the order."""
    system = system_of(enc)
    now = active(enc, order.now)
    shown: View = {
        "system": enc.system,
        "options": dict(enc.options),
        "round": enc.cursor.round,
        "phase": enc.cursor.phase,
        "active": now,
        "cursor": {"from": order.start, "to": order.stop},
        "next": _coming(enc, system, order),
        "combatants": {id_: _combatant(enc, who, now, gm) for id_, who in enc.combatants.items()},
        "timeline": [
            _entry(enc, e, slot, gm) for e, slot in zip(order.entries, order.slots, strict=True)
        ],
        "prompts": _prompts(enc, gm),
        "can": [],
    }
    if enc.cursor.at is not None:
        shown["at"] = enc.cursor.at
    if sides := _sides(enc, system):
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
    coming = [
        (slot, e.combatant)
        for e, slot in zip(order.entries[order.stop :], order.slots[order.stop :], strict=True)
        if system.acts(enc, e)
    ]
    if not coming:
        return system.wraps(enc, order.entries)
    return list(dict.fromkeys(who for slot, who in coming if slot == coming[0][0]))


def _sides(enc: Encounter, system: System) -> View:
    sides: View = {}
    for who in enc.combatants.values():
        roll = enc.rolls.get(SIDE + who.side)
        if roll is not None:
            sides[who.side] = {"faces": list(roll.faces)} | system.side_shown(enc, who.side)
    return sides


def _prompts(enc: Encounter, gm: bool) -> list[View]:
    """Whether an unowned one has declared is not for players."""
    shown = []
    for prompt in asks.prompts(enc):
        if prompt.kind == "declare" and not gm:
            prompt = msgspec.structs.replace(
                prompt, of=tuple(i for i in prompt.of if owned(enc, i))
            )
        if prompt.of:
            shown.append(prompt)
    return asks.plain(shown)


def _combatant(enc: Encounter, who: Combatant, now: list[str], gm: bool) -> View:
    shown: View = {
        "id": who.id, "name": who.name, "side": who.side, "kind": who.kind, "hidden": who.hidden, "able": who.able,
        "defeated": who.defeated, "count": who.count, "marks": [_mark(m) for m in who.marks],
    }  # fmt: skip
    for name in ("owner", "token", "readied"):
        if (value := getattr(who, name)) is not None:
            shown[name] = value
    for name in ("surprised", "delaying", "dead"):
        if getattr(who, name):
            shown[name] = True
    shown |= _rolled(enc, who, gm) | system_of(enc).shown(enc, who)
    if gm or who.owner is not None:
        shown |= _inner(enc, who, now)
    return shown


def _inner(enc: Encounter, who: Combatant, now: list[str]) -> View:
    """What only the GM knows of an unowned combatant."""
    shown: View = {
        "traits": dict(who.traits),
        "declared": [_declaration(d) for d in who.declared],
        "can": asks.may(enc, who, now),
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
    open_ = gm or owned(enc, entry.combatant)
    for name in ("at", "feet"):
        if (value := getattr(entry, name)) is not None and (open_ or name == "at"):
            shown[name] = value
    if entry.pass_ is not None:
        shown["pass"] = entry.pass_
    shown["why"] = [_term(enc, t) for t in entry.why if open_ or t.term in ("die", "dice", "roll_off")]
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
