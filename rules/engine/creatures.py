"""Several of one creature: goblins 1 to 12, their names and numbers, none of which is given twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.model import commands as do
from rules.model.encounter import Combatant
from rules.model.errors import Refused
from rules.model.names import highest, number_of, stem


def singled(new: Iterable[do.NewCombatant], names: Iterable[str]) -> Iterator[do.NewCombatant]:
    """The newcomers one by one: `copies` have numbers, behind the highest that their creature has."""
    taken = list(names)
    for one in new:
        for single in [one] if one.copies is None else _copies(one, one.copies, taken):
            taken.append(single.name or "")
            yield single


def _copies(new: do.NewCombatant, copies: int, taken: Iterable[str]) -> list[do.NewCombatant]:
    if not new.name or (copies > 1 and (new.id or new.token)):
        why = "copies have a name, and ids and tokens of their own"
        raise Refused("bad_message", why, field="copies")
    called = stem(new.name)
    first = highest(taken, called) + 1
    return [
        replace(new, copies=None, name=f"{called} {number}", creature=new.creature or called)
        for number in range(first, first + copies)
    ]


def creature_of(new: do.NewCombatant) -> str | None:
    """What a newcomer is one of: what is said, or what an npc with a number is called."""
    if new.creature or not new.name:
        return new.creature or None
    numbered = new.kind == "npc" and number_of(new.name) is not None
    return stem(new.name) if numbered else None


def creature_renamed(who: Combatant, wanted: do.NewCombatant) -> str | None:
    """Another number of another name is another creature; one with a name of its own stays what it is."""
    name = wanted.name or who.id
    said = wanted.creature != who.creature or name == who.name
    if said or who.creature != stem(who.name) or number_of(name) is None:
        return wanted.creature or None
    return stem(name)


def part_of(who: Combatant, names: Iterable[str]) -> Combatant:
    """A part of a group, called like the group with the next number."""
    called = stem(who.name)
    name = f"{called} {highest(names, called) + 1}"
    return replace(who, name=name, creature=who.creature or called)
