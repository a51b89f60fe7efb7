"""The steps of everybody as the timeline's entries: what still stands of the plan, in order."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.memo import once
from rules.model.earlier import before, known_place
from rules.model.encounter import Combatant, Earlier, Encounter, Entry, Term
from rules.model.names import reading_order
from rules.systems.adnd1e.chain import Chain, Step
from rules.systems.adnd1e.charges import comes
from rules.systems.adnd1e.held import depth, held, repaced
from rules.systems.adnd1e.place import place
from rules.systems.adnd1e.plan import chain, values
from rules.systems.adnd1e.side import own_segment
from rules.systems.adnd1e.times import Time
from rules.systems.kit.replanning import replanned_entries

FIXED = ("act", "end", "surprise")
"""The phases in which places stand."""


def entries_of(enc: Encounter) -> list[Entry]:
    """The current round's entries. Before the dice fall, only what runs on is known."""
    if enc.phase in ("setup", "over", "rest"):
        return []
    planned = {id_: _own(enc, id_, line) for id_, line in plan(enc).items()}
    if enc.earlier is not None:
        planned = _replanned(enc, enc.earlier, planned)
    entries = [_placed(enc, e) for own in planned.values() for e in own]
    entries = [e for e in entries if not _taken_back(enc, e)]
    people = enc.combatants
    entries.sort(key=lambda e: (e.key, reading_order(people[e.combatant]), e.id))
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
            earlier, who, old.get(id_, []), planned[id_], joins=(own_segment(enc, who),) == now,
            anew=repaced(earlier, who, old.get(id_, ())),
        )
        for id_, who in enc.basis.items() if id_ in planned
    }  # fmt: skip


def people_of(enc: Encounter) -> Mapping[str, Combatant]:
    """Those from whom places follow: as they stood when the dice fell, once these have fallen."""
    if enc.phase not in FIXED:
        return enc.combatants
    return held(enc, entries_of, _starts)


def _starts(was: Encounter, who: Combatant) -> Mapping[int, Time]:
    line = plan(was).get(who.id)
    return line.starts if line else {}


def plan(enc: Encounter) -> dict[str, Chain]:
    """The chains by combatant. They follow from `people_of`, whatever has happened since."""
    people = people_of(enc)

    def chains() -> dict[str, Chain]:
        return {id_: chain(enc, people, who) for id_, who in people.items() if who.declared}

    in_vain = tuple(
        (id_, n, d.missed, d.after)
        for id_, who in enc.combatants.items()
        for n, d in enumerate(who.declared)
        if d.missed
    )
    cause = (*values(enc, people), in_vain)
    return once(enc.combatants, ("plan", enc.phase, depth(enc)), cause, chains)


def _own(enc: Encounter, id_: str, line: Chain) -> list[Entry]:
    who, fixed = enc.combatants.get(id_), enc.phase in FIXED
    if who is None:
        return []
    steps = sorted((s for s in line.steps if _here(enc, s)), key=lambda s: s.time)
    return [
        _entry(who, step, n) for n, step in enumerate(steps, start=1)
        if step.action < len(who.declared)
        and (fixed or who.declared[step.action].begun is not None) and stands(enc, who, step)
    ]  # fmt: skip


def _here(enc: Encounter, step: Step) -> bool:
    round_, segment = step.time
    return round_ == enc.round and (round_ > 0 or segment == enc.cursor.at)


def stands(enc: Encounter, who: Combatant, step: Step) -> bool:
    """Whether the step happens, or has happened, as far as its actor and a charge on it go."""
    d = who.declared[step.action]
    if d.lost and not (step.what == "begins" and d.started):
        return False
    if who.downed is not None and step.time > who.downed:
        return False
    if not who.able or (who.defeated and who.downed is None):
        return False
    return step.met is None or not comes(enc, step.met)


def _taken_back(enc: Encounter, entry: Entry) -> bool:
    """What of a cancelled action was still to come (SEG-C15); what was done stays in the order."""
    assert entry.action is not None
    d = enc.combatants[entry.combatant].declared[entry.action]
    if not d.cancelled or (d.lost and d.started):
        return False  # a spell that was begun is lost: that it was begun stays
    return d.stands is None or entry.key > d.stands


def _entry(who: Combatant, step: Step, n: int) -> Entry:
    round_, segment = step.time
    id_ = f"{who.id}.{round_}.{n}" if round_ else f"{who.id}.0.{segment}.{n}"
    action, key = who.declared[step.action].action, step.key or place(who, step.time)
    return Entry(
        id=id_, round=round_, phase="act" if round_ else "surprise", key=key,
        at=key[0], combatant=who.id, what=step.what, action=step.action, label=action.label or action.name,
        target=step.target or action.target, why=step.why, until=step.until, feet=step.feet,
    )  # fmt: skip


def _placed(enc: Encounter, entry: Entry) -> Entry:
    """The entry where the GM's hand has put it."""
    key = enc.placed.get(entry.id)
    if key in (None, entry.key):  # what had begun before a correction stands there already
        return entry
    at = known_place(key)[0]
    moved = at - (entry.at or 0) if entry.round else 0
    return replace(entry, key=key, at=at, why=(*entry.why, Term("", "placed", moved)))
