"""One roll for several of a creature: a large group of identical combatants may share one (MM-C4).

Whoever is first in a reader's order rolls for all of them. They stand in the order together, each with a turn
of its own, by their numbers (MM-C5); in a tie with somebody else they are one (MM-A7).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

import msgspec
from msgspec.structs import replace

from rules.model.encounter import Combatant, Encounter
from rules.model.events import Event, Rolled
from rules.model.names import reading_order
from rules.systems.kit.fields import Field
from rules.systems.kit.ties import Tie

SHARED = Field("boolean", default=False)
"""The option `shared_rolls`."""

Group = tuple[str, ...]

_bytes = msgspec.json.Encoder(order="deterministic").encode


def shares(enc: Encounter) -> bool:
    """Whether those of a creature share a roll at this table."""
    return bool(enc.options.get("shared_rolls"))


def alike(enc: Encounter, ids: Iterable[str]) -> list[Group]:
    """Groups of those of one creature, each in a reader's order; who is alone is a group of one."""
    return _grouped(enc, ids, {})


def of_one_roll(enc: Encounter, ids: Iterable[str]) -> list[Group]:
    """Groups of those who have shared a roll, and whose dice are still the same."""
    rolls = {id_: roll for id_ in ids if (roll := enc.rolls.get(id_)) is not None}
    shown = {id_: _bytes(roll) if roll.shared else id_ for id_, roll in rolls.items()}
    return _grouped(enc, ids, shown)


def _grouped(enc: Encounter, ids: Iterable[str], apart: Mapping[str, Hashable]) -> list[Group]:
    groups: dict[Hashable, list[Combatant]] = {}
    for id_ in ids:
        who = enc.combatants[id_]
        groups.setdefault((_creature(who), apart.get(id_)), []).append(who)
    return [tuple(c.id for c in sorted(g, key=reading_order)) for g in groups.values()]


def _creature(who: Combatant) -> Hashable:
    """The same for those who may share a roll: of one side, and as identical as the rules see them."""
    if who.kind == "pc" or who.owner is not None:
        return who.id
    return *who.alike, _bytes(who.traits)


def for_all(event: Event, group: Group) -> Event:
    """The roll of the first of the group, with the place that it gives, for all of it."""
    if not isinstance(event, Rolled) or len(group) < 2:
        return event
    spots = dict.fromkeys(group, event.spots[event.roller]) if event.spots else {}
    others = tuple(id_ for id_ in group if id_ != event.roller)
    return replace(event, spots=spots, shared=others, roll=replace(event.roll, shared=True))


def as_one(enc: Encounter, tie: Tie) -> Tie:
    """The tie in which those who have shared a roll are one; of these alone it has a single member."""
    groups = of_one_roll(enc, tie.members)
    open_ = set(tie.open)
    return replace(
        tie,
        members=tuple(group[0] for group in groups),
        open=tuple(group[0] for group in groups if not open_.isdisjoint(group)),
        groups=tuple(group for group in groups if len(group) > 1),
    )
