"""The steps of everybody as the timeline's entries: what still stands of the plan, in order."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.earlier import before, known_place
from rules.encounter import Combatant, Earlier, Encounter, Entry, Key, Term
from rules.memo import once
from rules.systems.adnd1e.held import depth, held
from rules.systems.adnd1e.plan import Step, chain
from rules.systems.adnd1e.side import own_segment
from rules.systems.adnd1e.times import Time
from rules.systems.replanning import replanned_entries


def entries_of(enc: Encounter) -> list[Entry]:
    """The current round's entries. Before the dice fall, only what runs on is known."""
    if enc.phase in ("setup", "over", "rest"):
        return []
    planned = {id_: _own(enc, id_, steps) for id_, steps in _plan(enc, people_of(enc)).items()}
    if enc.earlier is not None:
        planned = _replanned(enc, enc.earlier, planned)
    entries = [_placed(enc, e) for own in planned.values() for e in own]
    entries = [e for e in entries if not _taken_back(enc, e)]
    entries.sort(key=lambda e: (e.key, e.combatant, e.id))
    return entries


def _replanned(
    enc: Encounter, earlier: Earlier, planned: dict[str, list[Entry]]
) -> dict[str, list[Entry]]:
    """What had begun as it was, the rest in its new places."""
    old: dict[str, list[Entry]] = {}
    for entry in entries_of(before(enc, earlier)):
        old.setdefault(entry.combatant, []).append(entry)
    now = earlier.cursor.key[:1]
    return {
        id_: replanned_entries(
            earlier, who, old.get(id_, []), planned[id_], joins=(own_segment(enc, who),) == now
        )
        for id_, who in enc.basis.items() if id_ in planned
    }  # fmt: skip


def people_of(enc: Encounter) -> Mapping[str, Combatant]:
    """Those from whom places follow: as they stood when the dice fell, once these have fallen."""
    if enc.phase not in ("act", "end", "surprise"):
        return enc.combatants
    return held(enc, entries_of, _starts)


def _starts(was: Encounter, who: Combatant) -> Mapping[int, Time]:
    people = people_of(was)
    return chain(was, people, people.get(who.id, who)).starts


def _own(enc: Encounter, id_: str, steps: list[Step]) -> list[Entry]:
    who, fixed = enc.combatants.get(id_), enc.phase in ("act", "end", "surprise")
    if who is None:
        return []
    return [
        _entry(who, step, n) for n, step in enumerate(steps, start=1)
        if step.action < len(who.declared)
        and (fixed or who.declared[step.action].begun is not None) and _stands(enc, who, step)
    ]  # fmt: skip


def _plan(enc: Encounter, people: Mapping[str, Combatant]) -> dict[str, list[Step]]:
    """The steps of this round by combatant. They follow from `people`, whatever has happened since."""

    def plan() -> dict[str, list[Step]]:
        return {id_: _steps(enc, people, who) for id_, who in people.items() if who.declared}

    unsettled = (
        enc.combatants if enc.surprise else None
    )  # who is surprised follows from who is there
    at = enc.cursor.at if enc.round == 0 else None
    values = (people, enc.rolls, enc.options, enc.surprise, unsettled, enc.round, enc.phase, at)
    return once(enc.combatants, ("plan", enc.phase, depth(enc)), values, plan)


def _steps(enc: Encounter, people: Mapping[str, Combatant], who: Combatant) -> list[Step]:
    return sorted((s for s in chain(enc, people, who).steps if _here(enc, s)), key=lambda s: s.time)


def _here(enc: Encounter, step: Step) -> bool:
    round_, segment = step.time
    return round_ == enc.round and (round_ > 0 or segment == enc.cursor.at)


def _stands(enc: Encounter, who: Combatant, step: Step) -> bool:
    if step.action >= len(who.declared):
        return False
    d = who.declared[step.action]
    if (d.cancelled and d.stands is None) or (d.lost and not (step.what == "begins" and d.started)):
        return False
    if who.downed is not None and step.time > who.downed:
        return False
    if not who.able or (who.defeated and who.downed is None):
        return False
    return step.met is None or not _meets(enc, step)


def _taken_back(enc: Encounter, entry: Entry) -> bool:
    """What of a cancelled action was still to come; what was done stays."""
    d = enc.combatants[entry.combatant].declared[entry.action or 0]
    return d.cancelled and d.stands is not None and entry.key > d.stands


def _meets(enc: Encounter, step: Step) -> bool:
    """Whether the charge that ends this shot still comes, or has come (SEG-C18)."""
    assert step.met is not None
    charger = enc.combatants.get(step.met.charger)
    if charger is None or step.met.action >= len(charger.declared):
        return False
    d = charger.declared[step.met.action]
    fell = charger.downed is not None and step.met.time > charger.downed
    return d.done or (d.live and charger.able and not fell)


def _entry(who: Combatant, step: Step, n: int) -> Entry:
    round_, segment = step.time
    id_ = f"{who.id}.{round_}.{n}" if round_ else f"{who.id}.0.{segment}.{n}"
    action, key = who.declared[step.action].action, _key(who, step)
    return Entry(
        id=id_, round=round_, phase="act" if round_ else "surprise", key=key,
        at=key[0], combatant=who.id, what=step.what, action=step.action,
        label=action.label or action.name, target=action.target, why=step.why,
        until=step.until, feet=step.feet,
    )  # fmt: skip


def _placed(enc: Encounter, entry: Entry) -> Entry:
    """The entry where the GM's hand has put it."""
    key = enc.placed.get(entry.id)
    if key is None:
        return entry
    at = known_place(key)[0]
    moved = at - (entry.at or 0) if entry.round else 0
    return replace(entry, key=key, at=at, why=(*entry.why, Term("", "placed", moved)))


def _key(who: Combatant, step: Step) -> Key:
    """(segment, hidden, 0): a hidden one comes after the visible ones of its segment."""
    round_, segment = step.time
    return (segment, *(() if round_ else (1,)), int(who.veiled), 0)
