"""What happens because a moment comes or passes: spells begin and complete, charges arrive, hits spoil."""

from __future__ import annotations

from collections.abc import Sequence

from rules.model import events as ev
from rules.model.encounter import Action, Combatant, Encounter, Entry
from rules.model.ordering import at
from rules.systems.adnd1e.entries import plan
from rules.systems.adnd1e.times import LAST

REST_ROUNDS = 10


def arrival(enc: Encounter, entry: Entry) -> Sequence[ev.Event]:
    """What the entry does as its moment comes. It may have come before: somebody was placed before it."""
    assert entry.action is not None
    who, index = entry.combatant, entry.action
    d = enc.combatants[who].declared[index]
    if not d.live or (d.started and entry.what == "begins"):
        return ()
    if entry.what == "arrives":
        return [ev.Arrived(combatant=who, action=index, clause="SEG-A3")]
    if entry.what == "contact":
        return [ev.Arrived(combatant=who, action=index, clause="SEG-C39")]
    if entry.what == "stops":
        return [ev.Stopped(combatant=who, action=index, clause="SEG-C40")]
    if d.action.act != "spell":
        return ()
    if entry.what == "begins":
        return [ev.SpellBegun(combatant=who, action=index, name=d.action.name)]
    return () if enc.options.get("hit_spoils") else [_completed(who, index, d.action)]


def _completed(who: str, index: int, action: Action) -> ev.SpellCompleted:
    return ev.SpellCompleted(combatant=who, action=index, name=action.name, clause="SEG-C37")


def leaving(enc: Encounter, entries: Sequence[Entry]) -> Sequence[ev.Event]:
    """With `hit_spoils` a spell is complete when its moment has passed without a hit (SEG-A2).

    So is one whose moment began under that option, though it was taken back meanwhile.
    """
    if enc.phase == "rest":
        return _cast_in_rest(enc)
    if enc.phase not in ("act", "surprise"):
        return ()
    return [
        _completed(e.combatant, e.action, d.action)
        for e in at(entries, enc.cursor.key)
        if e.what == "completes" and e.action is not None
        and (d := enc.combatants[e.combatant].declared[e.action]).live
    ]  # fmt: skip


def ends_rest(enc: Encounter) -> bool:
    """Rest is one turn (SEG-C23)."""
    return enc.rested + 1 >= REST_ROUNDS


def _cast_in_rest(enc: Encounter) -> list[ev.Event]:
    """Spells at their own time (SEG-C25); one that lasts exactly as long as the rest, before that is over."""
    last = (enc.round + 1, 1) if ends_rest(enc) else (enc.round, LAST)
    return [
        _completed(id_, step.action, d.action)
        for id_, line in plan(enc).items()
        for step in line.steps
        if step.what == "completes" and step.time <= last
        and (d := enc.combatants[id_].declared[step.action]).live
    ]  # fmt: skip


def spoil(enc: Encounter, entries: Sequence[Entry], who: Combatant) -> list[ev.Event]:
    """Any hit before a spell completes loses it (SEG-C34), even before its casting (SEG-C35)."""
    done = {e.action: e for e in entries if e.combatant == who.id and e.what == "completes"}
    return [
        ev.SpellLost(
            combatant=who.id, action=index, name=d.action.name,
            clause="SEG-C34" if d.started else "SEG-C35",
        )
        for index, d in enumerate(who.declared)
        if d.live and d.action.act == "spell" and _is_before(enc, done.get(index))
    ]  # fmt: skip


def _is_before(enc: Encounter, completion: Entry | None) -> bool:
    """Whether now is before the completion. One that has no place in this round yet is to come.

    Within a segment both resolve (SEG-A2), unless the GM put one before the other: then that order counts.
    """
    now = enc.cursor
    if completion is None or enc.phase not in ("act", "surprise") or now.at is None:
        return completion is None or enc.phase != "end"
    if now.at != completion.at:
        return now.at < (completion.at or 0)
    if completion.id in enc.placed or now.key in enc.placed.values():
        return now.key < completion.key or (now.key == completion.key and _spoils(enc))
    return _spoils(enc)


def _spoils(enc: Encounter) -> bool:
    return bool(enc.options.get("hit_spoils"))
