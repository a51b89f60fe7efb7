"""The lines of the round, as a role sees them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import field

from rules.engine.timeline import slots
from rules.memo import once, steady
from rules.model.encounter import Encounter
from rules.model.encounter import Entry as Place
from rules.model.encounter import Term as Reason
from rules.model.phases import Phase
from rules.projection.differences import Shape

What = Literal[
    "turn", "attack", "shot", "begins", "completes", "moves", "arrives", "contact", "stops",
    "effect", "action",
]  # fmt: skip

OPEN_TERMS = ("die", "dice", "roll_off", "agreement", "delay", "ready", "placed")
"""Reasons that fell on the table before everybody's eyes."""


class Term(Shape, frozen=True, kw_only=True):
    """One reason for a place in the order; where the place is a sum, the values add up to `at`."""

    clause: str
    term: str
    value: int | None = None
    name: str | None = None
    combatant: str | None = None
    faces: tuple[int, ...] = ()


class Until(Shape, frozen=True, kw_only=True):
    """A round and a segment of it."""

    round: int
    at: int


class Line(Shape, frozen=True, kw_only=True):
    """A line of the round, as somebody sees it."""


class SeenEntry(Line, frozen=True, kw_only=True):
    """A line of somebody who has no owner, as players see it."""

    id: str
    round: int
    slot: int
    phase: Phase
    combatant: str
    what: What
    at: int | None = None
    pass_: int | None = field(name="pass", default=None)
    why: tuple[Term, ...]


class Entry(Line, frozen=True, kw_only=True):
    """One line of the round. Entries with an equal `slot` are one moment.

    `until`: what starts here runs on to there; `feet`: how far the movement gets in this round.
    """

    id: str
    round: int
    slot: int
    phase: Phase
    combatant: str
    what: What
    at: int | None = None
    feet: int | None = None
    pass_: int | None = field(name="pass", default=None)
    why: tuple[Term, ...]
    label: str | None = None
    target: str | None = None
    until: Until | None = None
    action: int | None = None


def lines(enc: Encounter, places: tuple[Place, ...], *, gm: bool) -> tuple[Line, ...]:
    """The places that the role sees, in order; `enc` is what it knows."""

    def made() -> tuple[Line, ...]:
        numbered = zip(places, slots(places), strict=True)
        return tuple(_line(enc, place, slot, gm) for place, slot in numbered)

    return once(enc.combatants, ("lines", gm), (steady(enc.combatants), places), made)


def _line(enc: Encounter, place: Place, slot: int, gm: bool) -> Line:
    open_ = gm or enc.combatants[place.combatant].owner is not None
    return _entry(enc, place, slot) if open_ else _seen(enc, place, slot)


def _seen(enc: Encounter, place: Place, slot: int) -> SeenEntry:
    return SeenEntry(
        id=place.id,
        round=place.round,
        slot=slot,
        phase=place.phase,
        combatant=place.combatant,
        what=_what(place),
        at=place.at,
        pass_=place.pass_,
        why=tuple(_term(enc, reason) for reason in place.why if reason.term in OPEN_TERMS),
    )


def _entry(enc: Encounter, place: Place, slot: int) -> Entry:
    return Entry(
        id=place.id,
        round=place.round,
        slot=slot,
        phase=place.phase,
        combatant=place.combatant,
        what=_what(place),
        at=place.at,
        feet=place.feet,
        pass_=place.pass_,
        why=tuple(_term(enc, reason) for reason in place.why),
        label=place.label,
        target=place.target if place.target in enc.combatants else None,
        until=None if place.until is None else Until(round=place.until[0], at=place.until[1]),
        action=place.action,
    )


def _what(place: Place) -> Any:
    """A system names them; that they are those of `What`, the tests hold every view to."""
    return place.what


def _term(enc: Encounter, reason: Reason) -> Term:
    return Term(
        clause=reason.clause,
        term=reason.term,
        value=reason.value,
        name=reason.name,
        combatant=reason.combatant if reason.combatant in enc.combatants else None,
        faces=reason.faces,
    )
