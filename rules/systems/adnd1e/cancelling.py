"""Taking back what was declared (SEG-C15, SEG-A12): what is done stays, what is still to come goes."""

from __future__ import annotations

from collections.abc import Sequence

from rules.model import events as ev
from rules.model.encounter import Combatant, Encounter, Entry
from rules.model.errors import Refused
from rules.redaction.encounter import known_beside
from rules.systems.adnd1e.chain import Step
from rules.systems.adnd1e.entries import FIXED, plan


def cancelled(
    enc: Encounter, entries: Sequence[Entry], who: Combatant, action: int
) -> list[ev.Event]:
    """Refused `illegal_value` where nothing of it is to come. A spell that has begun is lost."""
    d = who.declared[action]
    over = d.cancelled or d.lost
    own = [e for e in entries if e.combatant == who.id and e.action == action]
    past = [e for e in own if _is_done(enc, who, e)] if enc.phase in FIXED else []
    to_come = len(own) > len(past) or (
        not d.done and (d.action.act == "flee" or _later(enc, who, action))
    )
    if over or (d.done and not past) or (past and not to_come):
        raise Refused(
            "illegal_value",
            "nothing of it is still to come",
            "SEG-C15",
            combatant=who.id,
            field="action",
        )
    stands = max((e.key for e in past), default=None)
    taken = ev.Cancelled(combatant=who.id, action=action, clause="SEG-C15", stands=stands)
    if d.action.act != "spell" or not d.started:
        return [taken]
    return [
        taken,
        ev.SpellLost(combatant=who.id, action=action, name=d.action.name, clause="SEG-A12"),
    ]


def _is_done(enc: Encounter, who: Combatant, entry: Entry) -> bool:
    """Where players see the one who cancels, they must not learn that the fight is further than they are."""
    here, place = known_beside(enc, who).cursor.place, (entry.round, entry.key)
    return place < here or (place == here and entry.id in enc.ended)


def _later(enc: Encounter, who: Combatant, action: int) -> list[Step]:
    """What of it comes in later rounds."""
    line = plan(enc).get(who.id)
    now = (enc.round, enc.cursor.at or 1) if enc.round == 0 else (enc.round, 10)
    return [s for s in (line.steps if line else ()) if s.action == action and s.time > now]
