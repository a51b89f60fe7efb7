"""Places by counts where equal ones may agree, and where the modifiers decide: the same order in both.

A place begins with count, modifier and whether it is hidden (the numbers negated, so that the highest is
first), or with count, hidden, what was agreed on, and modifier. A house rule that changes within a fight
calls each place otherwise and moves nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from rules.model.encounter import Key
from rules.model.turn_changes import FAR
from rules.systems.kit.ties import AGREED

BY_MODIFIER = -1  # no agreement came: the modifiers count
ROLLED = -2  # nor do they: a roll-off by hand counts
AGREES = 2  # where in a place the agreed number stands
MANY = 1 << 12  # more than there are combatants


def to_agree(places: Iterable[Key], *, open_: bool) -> dict[Key, Key]:
    """What each place begins with once equal counts agree; with `open_` all those still may."""
    found: dict[Key, Key] = {}
    number = 0 if open_ else BY_MODIFIER
    for count, group in groupby(sorted({key[:3] for key in places}), key=lambda b: b[0]):
        bases = list(group)
        seen = [b for b in bases if not b[2]]
        found |= {b: (count, 0, number, b[1]) for b in seen}
        for n, base in enumerate(b for b in bases if b[2]):
            behind = next((s for s in seen if s > base and not open_), None)
            own = (count, 1, number, base[1])
            found[base] = own if behind is None else (*found[behind], -FAR, n - MANY)
    return found


def by_modifier(places: Iterable[Key], rolled: Mapping[Key, int]) -> dict[Key, Key]:
    """What each place begins with once modifiers decide. Who has agreed or rolled off keeps that order.

    `rolled` is the best modifier, negated, of those of a count who rolled off.
    """
    found: dict[Key, Key] = {}
    bases = {key[:3] if key[AGREES] == ROLLED else key[:4] for key in places}
    for count, group in groupby(sorted(bases), key=lambda b: b[0]):
        own = {b: rolled.get(b, 0) if len(b) == 3 else b[3] for b in group}
        seen = [b for b in own if not b[1]]
        lead = min((own[b] for b in seen), default=0)
        for b in seen:
            rest = (AGREED + b[AGREES],) if b[AGREES] > 0 else ()
            found[b] = (count, own[b] if not rest and len(b) == 4 else lead, 0, *rest)
        last = max((found[b][1] for b in seen), default=None)
        for n, b in enumerate(b for b in own if b[1]):
            plain = last is None or own[b] >= last
            found[b] = (count, own[b], 1) if plain else (count, last or 0, 1, AGREED + n)
    return found
