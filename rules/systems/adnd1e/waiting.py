"""Who waits for the contact of a charge that does not come any more (SEG-A4)."""

from __future__ import annotations

from rules.memo import while_cursor_moves
from rules.model.encounter import Encounter
from rules.systems.adnd1e.chain import Contact
from rules.systems.adnd1e.charges import comes, gone_before
from rules.systems.adnd1e.entries import plan


def in_vain(enc: Encounter) -> list[tuple[str, int, str]]:
    """(combatant, action, charger) of each who waits for nothing."""
    found = {
        (id_, action, contact.charger)
        for id_, action, contact in while_cursor_moves(enc, "waiting", _waiting)
        if (not comes(enc, contact) or gone_before(enc, contact)) and _live(enc, id_, action)
    }
    return sorted(found)


def _waiting(enc: Encounter) -> list[tuple[str, int, Contact]]:
    return [
        (id_, step.action, contact)
        for id_, line in plan(enc).items()
        for step in line.steps
        if (contact := step.waits or step.met) is not None
    ]


def _live(enc: Encounter, id_: str, action: int) -> bool:
    who = enc.combatants.get(id_)
    return who is not None and action < len(who.declared) and who.declared[action].live
