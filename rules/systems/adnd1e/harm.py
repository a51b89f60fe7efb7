"""What the end of a round does to those who lie there (SEG-C22)."""

from __future__ import annotations

from rules.model import events as ev
from rules.model.encounter import Combatant, Encounter


def bleeding(enc: Encounter) -> list[ev.Event]:
    """Whoever fell in an earlier round and is not stabilised loses 1 hp; death where there is a threshold."""
    threshold = enc.options.get("dead_at")
    events: list[ev.Event] = []
    for who in enc.combatants.values():
        if who.hp is None or not _bleeds(enc, who):
            continue
        events.append(ev.Bled(combatant=who.id, hp=who.hp - 1, clause="SEG-C22"))
        if threshold is not None and who.hp - 1 <= threshold:
            events.append(ev.Died(combatant=who.id, clause="SEG-A18"))
    return events


def _bleeds(enc: Encounter, who: Combatant) -> bool:
    return who.fell is not None and who.fell[0] < enc.round and not (who.stable or who.dead)
