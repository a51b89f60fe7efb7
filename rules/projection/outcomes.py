"""What of spells, movements, hit points and effects a role is told. See `events.py`."""

from __future__ import annotations

from typing import Any

from rules.model import events as ev
from rules.projection import told as t
from rules.projection.audience import Audience
from rules.projection.told import Told


def spell(whole: Any, less: Any) -> Any:
    """Of an unowned one's spell players learn that it is cast, not which."""

    def build(event: Any, to: Audience) -> Told:
        if not to.knows(event.combatant):
            return less(event.combatant, event.clause)  # type: ignore[no-any-return]
        return whole(event.combatant, event.action, event.name, event.clause)  # type: ignore[no-any-return]

    return build


def arrived(event: ev.Arrived, to: Audience) -> Told:
    if not to.knows(event.combatant):
        return t.SeenArrived(event.combatant, event.clause)
    return t.Arrived(event.combatant, event.action, event.clause)


def stopped(event: ev.Stopped, to: Audience) -> Told:
    if not to.knows(event.combatant):
        return t.SeenStopped(event.combatant, event.clause)
    return t.Stopped(event.combatant, event.action, event.clause)


def unmet(event: ev.Unmet, to: Audience) -> Told | None:
    """Who waits for what comes from the own declaration."""
    if not to.knows(event.combatant):
        return None
    return t.Unmet(event.combatant, event.action, to.named(event.charger), event.clause)


def hit(event: ev.HitTaken, to: Audience) -> Told:
    if not to.knows(event.combatant):
        return t.SeenHit(event.combatant)
    return t.HitTaken(event.combatant, event.damage, event.hp)


def healed(event: ev.Healed, to: Audience) -> Told:
    if not to.knows(event.combatant):
        return t.SeenHealed(event.combatant)
    return t.Healed(event.combatant, event.gained, event.hp)


def stabilised(event: ev.Stabilised, to: Audience) -> Told:
    return t.Stabilised(event.combatant, event.clause)


def bled(event: ev.Bled, to: Audience) -> Told:
    if not to.knows(event.combatant):
        return t.SeenBled(event.combatant, event.clause)
    return t.Bled(event.combatant, event.hp, event.clause)


def died(event: ev.Died, to: Audience) -> Told:
    return t.Died(event.combatant, event.clause)


def marked(event: ev.Marked, to: Audience) -> Told | None:
    """An effect against hidden ones alone is none."""
    mark, (was, is_) = event.mark, to.marks(event.combatant)
    if not to.gm and was == is_:
        return None
    against, by = to.seen(mark.against), to.named(mark.by)
    return t.Marked(event.combatant, mark.name, mark.rounds, against, by, mark.clause)


def unmarked(event: ev.Unmarked, to: Audience) -> Told | None:
    was, is_ = to.marks(event.combatant)
    against_hidden = event.against and not any(map(to.saw, event.against))
    if not to.gm and (was == is_ or against_hidden):
        return None
    by = to.named(event.by)
    return t.Unmarked(event.combatant, event.name, by, event.expired, event.clause)
