"""What becomes of what was declared in AD&D 1e, read from the order and the declarations."""

from __future__ import annotations

from collections import Counter

from rules.engine.prompts import missing_rolls
from rules.engine.timeline import timeline
from rules.model.encounter import Combatant, Encounter
from rules.systems import system_of
from rules.systems.adnd1e import Adnd1e

Declared = tuple[str, int]
"""Combatant, and which of what they have declared."""

WAITS = ("await", "parley", "set_weapon", "flee")
"""What is over with its round, whether anything of it was seen or not."""


def here(enc: Encounter) -> list[Combatant]:
    """Those whose actions nothing has taken away."""
    return [who for who in enc.combatants.values() if who.acting and who.downed is None]


def unaccounted(enc: Encounter) -> list[Declared]:
    """Declared actions that are neither in the order, over, noted, nor under way.

    Who has no die yet waits for it; where the die names the opponent's segment (SEG-A19), for theirs.
    """
    if enc.options["die_names_opponent"] and missing_rolls(enc):
        return []
    system = system_of(enc)
    assert isinstance(system, Adnd1e)
    ordered = {(e.combatant, e.action) for e in timeline(enc).entries}
    return [
        (who.id, i)
        for who in here(enc)
        if who.joins <= enc.round and system.roller_of(enc, who.id) in enc.rolls
        for i, d in enumerate(who.declared)
        if d.live and d.action.act != "await" and (who.id, i) not in ordered
        and i not in dict(system.unplaced(enc, who)) and not system.lasts(enc, who, i)
    ]  # fmt: skip


def vanished(before: Encounter, after: Encounter) -> list[Declared]:
    """What a new round lets go although it was not over: it is not carried on. Lapsed, it is told."""
    if before.round == after.round or before.round == 0 or after.phase != "declare":
        return []
    begun = {(e.combatant, e.action) for e in timeline(before).entries}
    return [
        (who.id, i)
        for who in here(before)
        for i, d in enumerate(who.declared)
        if d.live and d.action.act not in WAITS
        and (d.action.act in ("spell", "move", "close", "charge") or (who.id, i) not in begun)
        and d.action not in [c.action for c in after.combatants[who.id].declared if c.begun is not None]
    ]  # fmt: skip


def before_the_carried(enc: Encounter) -> list[str]:
    """New shots, blows, spells and the like that come before something carried is over (SEG-A11)."""
    early = []
    for who in here(enc):
        own = [e for e in timeline(enc).entries if e.combatant == who.id and e.id not in enc.placed]
        kinds = {i: d for i, d in enumerate(who.declared) if not (d.cancelled or d.lost)}
        carried = [
            e for e in own
            if e.action in kinds and kinds[e.action].begun is not None
            and not kinds[e.action].action.onset  # a potion works while its drinker does something else
        ]  # fmt: skip
        over = max((e.at or 0 for e in carried), default=0)
        early += [
            e.id for e in own
            if e.action in kinds and kinds[e.action].begun is None
            and kinds[e.action].action.act not in WAITS and (e.at or 0) < over
        ]  # fmt: skip
    return early


def spells_begun(enc: Encounter) -> Counter[str]:
    """By combatant: spells whose casting has begun in this round."""
    return Counter(
        who.id for who in enc.combatants.values() for d in who.declared
        if d.action.act == "spell" and d.started and d.begun is None
    )  # fmt: skip
