"""Who has left the fight: nothing of it is left, so that the id is free for somebody new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from rules.model.encounter import Combatant, Encounter, Mark
from rules.model.turn_changes import owner_of

T = TypeVar("T")

ASIDE = "~"
"""No id holds it."""


def without(enc: Encounter, id_: str, *, wholly: bool) -> Encounter:
    """The fight without the combatant; `wholly`: without its places, ranks, turns, and the marks for it.

    It stays in `basis`, from which the places of others follow: leaving moves nobody.
    """
    enc = replace(
        enc,
        combatants=_but(enc.combatants, id_),
        rolls=_but(enc.rolls, id_),
        inserted=tuple(i for i in enc.inserted if owner_of(i) != id_),
    )
    if not wholly:
        return enc
    return replace(
        enc,
        combatants={k: _forgetting(who, id_) for k, who in enc.combatants.items()},
        ranks=_but(enc.ranks, id_),
        placed={i: key for i, key in enc.placed.items() if owner_of(i) != id_},
        gains={i: gain for i, gain in enc.gains.items() if owner_of(i) != id_},
        spent=_of_others(enc.spent, id_),
        ended=_of_others(enc.ended, id_),
        unseen=_of_others(enc.unseen, id_),
        fallen=frozenset(f for f in enc.fallen if f[0] != id_),
    )


def namesake_aside(enc: Encounter, id_: str) -> Encounter:
    """Somebody of that id who left in this round stands in `basis` under a name that nobody can have."""
    if id_ not in enc.basis or id_ in enc.combatants:
        return enc
    basis = {k: who for k, who in enc.basis.items() if k != id_}
    return replace(enc, basis={**basis, f"{id_}{ASIDE}{enc.serial}": enc.basis[id_]})


def _but(those: Mapping[str, T], id_: str) -> dict[str, T]:
    return {k: v for k, v in those.items() if k != id_}


def _of_others(entries: Iterable[str], id_: str) -> frozenset[str]:
    return frozenset(i for i in entries if owner_of(i) != id_)


def _forgetting(who: Combatant, id_: str) -> Combatant:
    """Without a word of the one who is gone in the marks; one that was for nobody else goes, too."""
    marks = tuple(_mark(m, id_) for m in who.marks if m.against != (id_,))
    return who if marks == who.marks else replace(who, marks=marks)


def _mark(mark: Mark, id_: str) -> Mark:
    if id_ not in mark.against and mark.by != id_:
        return mark
    against = tuple(i for i in mark.against if i != id_)
    return replace(mark, against=against, by=None if mark.by == id_ else mark.by)
