"""Who fights whom: the declared target, else the hostile with the most routines."""

from __future__ import annotations

from collections.abc import Mapping

from rules.model.encounter import Action, Combatant
from rules.systems.adnd1e.chain import Chain, Contact
from rules.systems.adnd1e.routines import blows
from rules.systems.adnd1e.side import own_segment
from rules.systems.adnd1e.times import Time

People = Mapping[str, Combatant]


def routines_of(who: Combatant, action: Action | None = None) -> int:
    """The attack routines of a round: what is declared for them, else the trait, else 1."""
    melee = action or _melee(who)
    if melee is not None and melee.routines:
        return melee.routines
    routines: int = who.traits.get("routines", 1)
    return routines


def _melee(who: Combatant) -> Action | None:
    return next((d.action for d in who.declared if d.live and d.action.act == "melee"), None)


def aim_of(action: Action, blow: int = 0) -> str | None:
    """The target of that blow or shot; the last one named is for those left over."""
    if not action.targets:
        return action.target
    return action.targets[min(blow, len(action.targets) - 1)]


def _strikes(other: Combatant, who: Combatant) -> bool:
    """Whether `other` strikes `who`. Whoever has named nobody may."""
    melee = _melee(other)
    if melee is None:
        return False
    named = melee.targets or (() if melee.target is None else (melee.target,))
    return not named or who.id in named


def foes(people: People, who: Combatant) -> list[Combatant]:
    """All hostile ones who act. Nobody hidden is anybody's default opponent."""
    return [o for o in people.values() if o.side != who.side and o.acting and not o.hidden]


def sees(who: Combatant, other: Combatant) -> bool:
    """Whether what `other` is about counts for `who`: what a hidden one does, for hidden ones alone."""
    return who.hidden or not other.hidden


def opponent(line: Chain, target: str | None, met: Mapping[str, Contact]) -> Combatant | None:
    """The declared target; else of those who strike this one, or meet this one in this round (`met`), the one
    with most routines, then a charger, then the lower die, then by id; else of those who declared melee; else
    of all hostile ones.
    """
    if target is not None and target in line.people:
        return line.people[target]
    who = line.who
    hostile = foes(line.people, who)

    def rank(o: Combatant) -> tuple[int, bool, int, str]:
        segment = own_segment(line.enc, o)
        return -routines_of(o), o.id not in met, segment or 0, o.id

    strikers = [o for o in hostile if o.id in met or _strikes(o, who)]
    fighting = strikers or [o for o in hostile if _melee(o) is not None] or hostile
    return min(fighting, key=rank, default=None)


def pair(
    line: Chain, index: int, action: Action, start: Time, other: Combatant | None = None
) -> list[int]:
    """The segments of the own routines, begun at `start`, against the opponent's (SEG-C19)."""
    mine = routines_of(line.who, action)
    other = other or opponent(line, aim_of(action), {})
    face = None if other is None else own_segment(line.enc, other)
    if other is None or face is None:
        return [start[1]] * mine
    return blows(start[1], mine, face, routines_of(other))
