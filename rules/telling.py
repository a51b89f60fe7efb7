"""What of an event a role is told, and where the wire cuts.

A function per event builds what is told; an event without one tells nothing. For players `enc` is the curtain
before or after it, so that whoever is hidden is not there to be named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rules import events as ev
from rules.curtain import curtain, unaimed
from rules.encounter import Encounter, Mark
from rules.evolve import evolve_all
from rules.history import History, LogEntry
from rules.systems import system_of

Told = dict[str, Any]

SECRET_OF_UNOWNED = (ev.Declared, ev.Cancelled)


class Chunk(Struct, frozen=True):
    """What is sent as one update at most. `move` says that it starts with a move of the cursor."""

    events: tuple[ev.Event, ...]
    before: Encounter
    after: History
    move: bool


def chunks(before: History, entry: LogEntry, after: History) -> list[Chunk]:
    """The entry, which leads from `before` to `after`, cut at the wire's fixed places.

    First the command's own effect, then each move of the cursor.
    """
    parts = list(_cut(entry.events))
    cut: list[Chunk] = []
    enc = before.encounter
    for part in parts[:-1]:
        start, enc = enc, evolve_all(enc, part)
        shown = msgspec.structs.replace(after, encounter=enc)
        cut.append(Chunk(tuple(part), start, shown, _moves(part[0])))
    return [*cut, *(Chunk(tuple(part), enc, after, _moves(part[0])) for part in parts[-1:])]


def _moves(event: ev.Event) -> bool:
    return isinstance(event, (ev.Moved, ev.Bled)) or _expires(event)


def _cut(events: Iterable[ev.Event]) -> Iterable[list[ev.Event]]:
    part: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.Moved) or (part and _leaves(part, event)):
            if part:
                yield part
            part = []
        part.append(event)
    if part:
        yield part


def _leaves(part: list[ev.Event], event: ev.Event) -> bool:
    """What arrives with a moment belongs to it; what happens on the way to the next one does not."""
    arrives = (ev.SpellBegun, ev.SpellCompleted, ev.Arrived, ev.Stopped, ev.Changed, ev.Lapsed)
    if _expires(event) or _expires(part[0]):
        return True
    if isinstance(event, ev.Bled) or isinstance(part[0], ev.Bled):  # the end of a round
        return not isinstance(part[0], ev.Bled) or not isinstance(event, (ev.Bled, ev.Died))
    return isinstance(part[0], ev.Moved) and not isinstance(event, arrives)


def _expires(event: ev.Event) -> bool:
    """Effects end one by one on the way: where somebody hidden stands in it is not to be told."""
    return isinstance(event, ev.Unmarked) and event.expired


def tell(
    event: ev.Event, before: Encounter, after: Encounter, role: str, sight: Mapping[str, Any]
) -> Told | None:
    """The event as the role is told of it, or None; `sight` is the view that it has of `after`."""
    if isinstance(event, ev.Moved):
        stays = before.cursor == after.cursor if role == "gm" else before.public == after.public
        return None if stays else _moved(sight)
    if role == "gm":
        return _plain(event)
    if isinstance(event, ev.Changed):
        return _appearance(event, before)
    return _shown(event, curtain(before), curtain(after))


def _appearance(event: ev.Changed, before: Encounter) -> Told | None:
    """Hiding is a removal, revealing an arrival."""
    who, was = event.combatant, before.combatants[event.combatant.id]
    if was.hidden and not who.hidden:
        return {"event": "added", "combatant": who.id}
    if who.hidden:
        return None if was.hidden else {"event": "removed", "combatant": who.id}
    open_ = tuple(f for f in event.fields if who.owner is not None or f not in ("hp", "traits"))
    return {"event": "changed", "combatant": who.id, "fields": list(open_)} if open_ else None


def _shown(event: ev.Event, before: Encounter, after: Encounter) -> Told | None:
    if isinstance(event, (ev.Undone, ev.Redone)):
        return {"event": _name(event)}
    named = getattr(event, "combatant", None)
    id_ = named if isinstance(named, str) or named is None else named.id
    there = before if isinstance(event, ev.Removed) else after
    if id_ is not None and id_ not in there.combatants:
        return None
    mine = id_ is not None and there.combatants[id_].owner is not None
    if isinstance(event, SECRET_OF_UNOWNED) and not mine:
        return None
    if isinstance(event, (ev.Marked, ev.Unmarked)) and _marks(before, id_) == _marks(after, id_):
        return None  # an effect against hidden ones alone
    return _trimmed(event, after, mine=mine)


def _marks(seen: Encounter, id_: str | None) -> tuple[Mark, ...]:
    return seen.combatants[id_].marks if id_ in seen.combatants else ()


def _trimmed(event: ev.Event, after: Encounter, *, mine: bool) -> Told | None:
    if isinstance(event, ev.Rolled):
        if event.roller not in after.rolls:
            return None
        told = _plain(event)
        who = after.combatants.get(event.roller)
        if who and not (who.owner or system_of(after).shows_initiative(after, who)):
            told.pop("initiative", None)
        return told
    if isinstance(event, ev.Corrected):
        return _seen_correction(event, after)
    trim = TRIMS.get(type(event))
    return trim(event, after, mine) if trim else _plain(event)


def _seen_correction(event: ev.Corrected, after: Encounter) -> Told | None:
    """Of a side the dice; of an unowned one no more than its roll and its count show anyway."""
    who = after.combatants.get(event.roller)
    if event.roller not in after.rolls and who is None:
        return None
    told = _plain(event)
    if who is None or who.owner is not None:
        return told
    system = system_of(after)
    if system.hides_places:
        return None
    return {k: v for k, v in told.items() if k != "what"}


def _seen_hit(event: Any, after: Encounter, mine: bool) -> Told | None:
    told = _plain(event)
    if not mine:
        for name in ("damage", "hp", "gained"):
            told.pop(name, None)
    return told


def _seen_several(event: Any, after: Encounter, mine: bool) -> Told | None:
    """Events that name several: those who are seen, or nothing."""
    told = _plain(event)
    if told.get("by") and not any(i in after.combatants for i in told["by"]):
        return None  # what hidden ones have against somebody is theirs alone
    for name in ("combatants", "by", "order"):
        if name in told:
            told[name] = [i for i in told[name] if i in after.combatants]
    for name in ("faces", "totals"):
        if name in told:
            told[name] = {k: v for k, v in told[name].items() if k in after.combatants}
    if "sides" in told:
        present = {who.side for who in after.combatants.values()}
        told["sides"] = {k: v for k, v in told["sides"].items() if k in present}
    names = [told[n] for n in ("combatants", "order", "faces", "sides") if n in told]
    return told if any(names) else None


def _seen_spell(event: Any, after: Encounter, mine: bool) -> Told | None:
    told = _plain(event)
    if not mine:
        told.pop("name", None)
        told.pop("action", None)
    return told


def _seen_mark(event: Any, after: Encounter, mine: bool) -> Told | None:
    told = _plain(event)
    if told.get("by") not in after.combatants:
        told.pop("by", None)
    if "against" in told:
        told["against"] = [i for i in told["against"] if i in after.combatants]
    return told


def _seen_declared(event: ev.Declared, after: Encounter, mine: bool) -> Told | None:
    """What an owned one declares is open to all, but for an aim that is hidden."""
    aims = {i for a in event.actions for i in (a.target, *(a.targets or ())) if i is not None}
    unseen = aims - after.combatants.keys()
    actions = tuple(unaimed(action, unseen) for action in event.actions)
    return _plain(msgspec.structs.replace(event, actions=actions))


def _seen_lapse(event: ev.Lapsed, after: Encounter, mine: bool) -> Told | None:
    return _plain(event) if mine or event.action is None else None


def _seen_placed(event: Any, after: Encounter, mine: bool) -> Told | None:
    told = _plain(event)
    for name in ("before", "after"):
        if told.get(name) not in after.combatants:
            told.pop(name, None)
    return told


TRIMS: dict[type, Callable[[Any, Encounter, bool], Told | None]] = {
    ev.HitTaken: _seen_hit, ev.Healed: _seen_hit, ev.Bled: _seen_hit,
    ev.Surprised: _seen_several, ev.RolledOff: _seen_several, ev.Settled: _seen_several,
    ev.SpellBegun: _seen_spell, ev.SpellCompleted: _seen_spell, ev.SpellLost: _seen_spell,
    ev.Arrived: _seen_spell, ev.Stopped: _seen_spell,
    ev.Marked: _seen_mark, ev.Unmarked: _seen_mark, ev.Triggered: _seen_mark,
    ev.Placed: _seen_placed, ev.Declared: _seen_declared, ev.Lapsed: _seen_lapse,
}  # fmt: skip


def _moved(sight: Mapping[str, Any]) -> Told:
    told: Told = {"event": "moved", "round": sight["round"], "phase": sight["phase"]}
    if "at" in sight:
        told["at"] = sight["at"]
    if sight["active"]:
        told["combatants"] = sight["active"]
    return told


def _name(event: ev.Event) -> str:
    return str(type(event).__struct_config__.tag)


def _plain(event: ev.Event) -> Told:
    """The event's own fields, without what only the fold needs."""
    told: Told = {"event": _name(event)}
    fields: Told = msgspec.to_builtins(event)
    for name, value in fields.items():
        if name in INNER or value is None:
            continue
        told[name] = value
    for name, shorten in SHORT.items():
        if name in told:
            told = shorten(told)
    return told


INNER = (
    "event",
    "forced",
    "declarations",
    "spots",
    "spot",
    "key",
    "joins",
    "entries",
    "carried",
    "public",
    "shift",
    "spent",
    "unseen",
    "acted",
    "person",
    "fixed",
    "replans",
    "until",
    "fell",
    "to",
    "like",
    "wholly",
)


def _short_person(told: Told) -> Told:
    if isinstance(told["combatant"], dict):
        return told | {"combatant": told["combatant"]["id"]}
    return told


def _short_roll(told: Told) -> Told:
    roll = told.pop("roll")
    return told | {k: v for k, v in roll.items() if k in ("faces", "total", "fantastic", "rerolls")}


def _short_mark(told: Told) -> Told:
    mark = told.pop("mark")
    return told | {
        k: v for k, v in mark.items() if k in ("name", "rounds", "against", "by", "clause")
    }


def _short_opened(told: Told) -> Told:
    return {k: v for k, v in told.items() if k != "combatants"}


SHORT: dict[str, Callable[[Told], Told]] = {
    "combatant": _short_person, "roll": _short_roll, "mark": _short_mark, "options": _short_opened,
}  # fmt: skip
