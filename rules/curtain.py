"""The smaller encounter: the fight as it is for players, built without what is hidden.

What players are asked and offered is derived from this value, so nothing hidden can be in it.
"""

from __future__ import annotations

from collections.abc import Set

from msgspec.structs import replace

from rules.encounter import Combatant, Declaration, Encounter, Mark
from rules.shift import owner_of


def curtain(enc: Encounter) -> Encounter:
    """The encounter of the visible combatants, with the cursor where players stand."""
    hidden = {id_ for id_, who in enc.combatants.items() if who.hidden}
    if not hidden:
        return replace(enc, cursor=enc.public) if enc.cursor != enc.public else enc
    people = {id_: unnamed(who, hidden) for id_, who in enc.combatants.items() if id_ not in hidden}
    sides = {who.side for who in people.values()}
    rolls = {
        k: v
        for k, v in enc.rolls.items()
        if k in people or (k.removeprefix("side:") in sides and not v.veiled)
    }
    return replace(
        enc,
        combatants=people,
        basis={k: v for k, v in enc.basis.items() if k not in hidden or not v.veiled},
        fallen=frozenset(f for f in enc.fallen if f[0] not in hidden),
        rolls=rolls,
        surprise={side: n for side, n in enc.surprise.items() if side in sides},
        cursor=enc.public,
        inserted=tuple(i for i in enc.inserted if owner_of(i) not in hidden),
        spent=frozenset(i for i in enc.spent - enc.unseen if owner_of(i) not in hidden),
    )


def unnamed(who: Combatant, hidden: Set[str]) -> Combatant:
    """The combatant without a word of the hidden ones in its marks and targets."""
    marks = tuple(_mark(m, hidden) for m in who.marks)
    declared = tuple(_declaration(d, hidden) for d in who.declared)
    if marks == who.marks and declared == who.declared:
        return who
    return replace(who, marks=marks, declared=declared)


def _mark(mark: Mark, hidden: Set[str]) -> Mark:
    against = tuple(i for i in mark.against if i not in hidden)
    return replace(mark, against=against, by=None if mark.by in hidden else mark.by)


def _declaration(declaration: Declaration, hidden: Set[str]) -> Declaration:
    if declaration.action.target not in hidden:
        return declaration
    return replace(declaration, action=replace(declaration.action, target=None))
