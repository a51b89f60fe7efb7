"""The steps of everybody as the timeline's entries: what still stands of the plan, in order."""

from __future__ import annotations

from collections.abc import Mapping

from rules.encounter import Combatant, Encounter, Entry, Key, Term
from rules.people import kept
from rules.systems.adnd1e.plan import Step, chain


def entries_of(enc: Encounter) -> list[Entry]:
    """The current round's entries. Before the dice fall, only what runs on is known."""
    if enc.phase in ("setup", "over", "rest"):
        return []
    fixed = enc.phase in ("act", "end", "surprise")
    people = enc.basis if fixed else enc.combatants
    entries = []
    for id_, steps in _plan(enc, people).items():
        who = enc.combatants.get(id_)
        for n, step in enumerate(steps if who else (), start=1):
            assert who is not None
            known = fixed or who.declared[step.action].begun is not None
            if known and _stands(enc, who, step):
                entries.append(_entry(enc, who, step, n))
    entries.sort(key=lambda e: (e.key, e.combatant, e.id))
    return entries


def _plan(enc: Encounter, people: Mapping[str, Combatant]) -> dict[str, list[Step]]:
    """The steps of this round by combatant. They follow from `people`, whatever has happened since."""

    def plan() -> dict[str, list[Step]]:
        return {id_: _steps(enc, people, who) for id_, who in people.items() if who.declared}

    unsettled = (
        enc.combatants if enc.surprise else None
    )  # who is surprised follows from who is there
    at = enc.cursor.at if enc.round == 0 else None
    values = (people, enc.rolls, enc.options, enc.surprise, unsettled, enc.round, enc.phase, at)
    return kept(enc.combatants, ("plan", enc.phase), values, plan)


def _steps(enc: Encounter, people: Mapping[str, Combatant], who: Combatant) -> list[Step]:
    return sorted((s for s in chain(enc, people, who).steps if _here(enc, s)), key=lambda s: s.time)


def _here(enc: Encounter, step: Step) -> bool:
    round_, segment = step.time
    return round_ == enc.round and (round_ > 0 or segment == enc.cursor.at)


def _stands(enc: Encounter, who: Combatant, step: Step) -> bool:
    if step.action >= len(who.declared):
        return False
    d = who.declared[step.action]
    if d.cancelled or (d.lost and not (step.what == "begins" and d.started)):
        return False
    if who.downed is not None and step.time > who.downed:
        return False
    if not who.able or (who.defeated and who.downed is None):
        return False
    return step.met is None or not _meets(enc, step)


def _meets(enc: Encounter, step: Step) -> bool:
    """Whether the charge that ends this shot still comes, or has come (SEG-C18)."""
    assert step.met is not None
    charger = enc.combatants.get(step.met.charger)
    if charger is None or step.met.action >= len(charger.declared):
        return False
    d = charger.declared[step.met.action]
    fell = charger.downed is not None and step.met.time > charger.downed
    return d.done or (d.live and charger.able and not fell)


def _entry(enc: Encounter, who: Combatant, step: Step, n: int) -> Entry:
    round_, segment = step.time
    id_ = f"{who.id}.{round_}.{n}" if round_ else f"{who.id}.0.{segment}.{n}"
    action, why, key = who.declared[step.action].action, step.why, _key(who, step)
    if id_ in enc.placed:
        key = enc.placed[id_]
        why = (*why, Term("", "placed", key[0] - segment if round_ else 0))
    return Entry(
        id=id_, round=round_, phase="act" if round_ else "surprise", key=key,
        at=key[0], combatant=who.id, what=step.what, action=step.action,
        label=action.label or action.name, target=action.target, why=why, until=step.until, feet=step.feet,
    )  # fmt: skip


def _key(who: Combatant, step: Step) -> Key:
    """(segment, hidden, 0): a hidden one comes after the visible ones of its segment."""
    round_, segment = step.time
    return (segment, *(() if round_ else (1,)), int(who.veiled), 0)
