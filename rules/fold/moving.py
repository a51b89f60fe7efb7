"""The cursor stands somewhere else, and what that did: the event says it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.fold.combatants import with_fields
from rules.model import events as ev
from rules.model.encounter import Declaration, Encounter
from rules.model.turn_changes import forgotten

NONE: frozenset[Any] = frozenset()
"""Python makes a new empty set each time, and each moment of a fight is kept with two."""


def moved(enc: Encounter, event: ev.Moved) -> Encounter:
    """The fight at its new place, with the options that count from there on."""
    after = _stood(enc, event)
    return replace(after, options=after.options_next, options_next={}) if event.options else after


def _stood(enc: Encounter, event: ev.Moved) -> Encounter:
    before, cursor = enc.cursor, event.cursor
    for id_ in event.acted:
        enc = with_fields(enc, id_, surprised=False, acted=True)
    if cursor == before:
        return replace(enc, public=event.public, unseen=NONE)
    stays = event.public == enc.public  # players still stand at a moment that is over
    enc = replace(
        enc,
        cursor=cursor,
        public=event.public,
        ended=enc.ended if stays else NONE,
        unseen=enc.unseen.union(event.unseen) if stays else NONE,
        rested=event.rested,
        touched=False,
        surprise={} if event.over else enc.surprise,
    )
    if event.opens:
        enc = _new_declarations(enc, event.carried)
    if event.rolls_anew:
        enc = replace(enc, rolls={}, ranks={}, placed={}, basis={}, fallen=NONE, earlier=None)
    if event.spent:
        enc = replace(enc, spent=enc.spent.union(event.spent))
    if cursor.round != before.round:
        enc = forgotten(_unveiled(enc))
    if event.fixes:
        enc = replace(enc, basis=enc.combatants)
    return enc


def _unveiled(enc: Encounter) -> Encounter:
    """In a new round, who has no place yet is taken as seen or hidden as it is now."""
    changed = {
        id_: replace(who, veiled=who.hidden)
        for id_, who in enc.combatants.items()
        if who.spot is None and who.veiled != who.hidden
    }
    return replace(enc, combatants={**enc.combatants, **changed}) if changed else enc


def _new_declarations(enc: Encounter, carried: dict[str, tuple[Declaration, ...]]) -> Encounter:
    """Nobody has declared yet; `carried` runs on."""
    persons = {
        id_: replace(who, declared=carried.get(id_, ()), stated=False, downed=None, corrected=None)
        if who.declared or who.stated or who.downed or who.corrected is not None or id_ in carried else who
        for id_, who in enc.combatants.items()
    }  # fmt: skip
    return replace(enc, combatants=persons)
