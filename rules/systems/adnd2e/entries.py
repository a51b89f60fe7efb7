"""The order of a round: total = roll + situations + action speed, lowest first, pass by pass."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.model.earlier import before, known_place
from rules.model.encounter import END, Action, Combatant, Declaration, Encounter, Entry, Roll, Term
from rules.model.names import reading_order
from rules.systems.adnd2e.joint import reckoned
from rules.systems.adnd2e.passes import strokes
from rules.systems.adnd2e.speeds import summed
from rules.systems.kit.replanning import replanned_entries
from rules.systems.kit.system import SIDE

ORDERED = ("act", "end")
"""The phases in which places are fixed."""


def then(enc: Encounter, who: Combatant) -> Combatant:
    """`who` as they were when their place was fixed."""
    return enc.basis.get(who.id, who) if enc.phase in ORDERED else who


def roller(enc: Encounter, who: Combatant) -> str:
    """Whose die counts for `who`: the own one, or the side's (2E-C2, 2E-C8)."""
    return who.id if enc.options.get("method") == "individual" else SIDE + who.side


def entries_of(enc: Encounter) -> list[Entry]:
    """The current round's entries. Before the dice fall, only what was begun earlier is known."""
    if enc.phase in ("setup", "over"):
        return []
    entries = [entry for who in enc.combatants.values() for entry in own(enc, who)]
    people = enc.combatants
    entries.sort(key=lambda e: (e.key, reading_order(people[e.combatant]), e.id))
    return entries


def own(enc: Encounter, who: Combatant) -> list[Entry]:
    """The entries of one combatant, in order, without those for which they came too late."""
    fixed, known = then(enc, who), enc.phase in ORDERED
    placed = (_placed(enc, e, e.id) for e in _all(enc, who))
    entries = sorted(placed, key=lambda e: (e.key, e.id))
    late = fixed.since if known else None
    return [
        e for e in entries
        if (known or who.declared[e.action or 0].begun) and _stands(who, e)
        and (late is None or e.key >= late)
    ]  # fmt: skip


def planned(enc: Encounter, who: Combatant) -> list[int]:
    """The action of each line that `who` would have had without coming late."""
    return [line.action or 0 for line in _lines_of(enc, then(enc, who))]


def _lines_of(enc: Encounter, fixed: Combatant) -> Iterator[Entry]:
    return (line for i, d in enumerate(fixed.declared) for line in _lines(enc, fixed, i, d))


def _all(enc: Encounter, who: Combatant) -> list[Entry]:
    """Every entry under its id, in its own place; what had begun before a correction, where it was."""
    fixed = then(enc, who)
    lines = sorted(_lines_of(enc, fixed), key=lambda e: e.key)
    earlier = enc.earlier if enc.phase in ORDERED else None
    if earlier is not None and who.id in earlier.basis:
        was = before(enc, earlier)
        old = [_placed(was, e, e.id) for e in _all(was, who)]
        return replanned_entries(earlier, fixed, old, lines)
    return [replace(e, id=f"{who.id}.{e.round}.{n}") for n, e in enumerate(lines, start=1)]


def _stands(who: Combatant, entry: Entry) -> bool:
    index = entry.action or 0
    if index >= len(who.declared) or who.declared[index].lost:
        return False
    d = who.declared[index]
    return not d.cancelled or (d.stands is not None and entry.key <= d.stands)


def _lines(enc: Encounter, who: Combatant, index: int, d: Declaration) -> Iterator[Entry]:
    if d.due is None:
        return _numbered(enc, who, index, d.action)
    return _at_the_end(enc, who, index, d)


def _numbered(enc: Encounter, who: Combatant, index: int, action: Action) -> Iterator[Entry]:
    """Each pass comes at the same total (2E-A2)."""
    die = _die(enc, who)
    if die is None:
        return
    situations, speed = reckoned(enc, who, action)
    why = (die, *situations, *speed, *_put_right(enc, who))
    tie = (summed(speed),) if enc.options.get("ties") == "speed" else ()
    for stroke in strokes(who, action, enc.round):
        key = (stroke.number, summed(why), *tie, int(who.veiled), 0)
        yield Entry(
            id="", round=enc.round, phase="act", key=key, at=key[1], pass_=key[0],
            combatant=who.id, what=stroke.what, action=index, label=stroke.label,
            target=action.target, why=why,
        )  # fmt: skip


def roll_of(enc: Encounter, who: Combatant) -> Roll | None:
    """The roll that counts for `who`. What was rolled for hidden ones alone is theirs and nobody else's."""
    roll = enc.rolls.get(roller(enc, who))
    if roll is None or who.veiled:
        return roll and (roll.first or roll)
    return None if roll.veiled else roll


def _die(enc: Encounter, who: Combatant) -> Term | None:
    roll = roll_of(enc, who)
    if roll is None:
        return None
    clause = "2E-C8" if enc.options.get("method") == "individual" else "2E-C2"
    return Term(clause, "die", roll.total)


def _put_right(enc: Encounter, who: Combatant) -> tuple[Term, ...]:
    """What the GM put right, and what that adds."""
    roll = roll_of(enc, who)
    if who.corrected is None and (roll is None or roll.corrected is None):
        return ()
    return (Term("", "corrected", who.corrected or None),)


def first_total(enc: Encounter, who: Combatant) -> int | None:
    """The first total of `who`, without what was put right of it."""
    plain = replace(then(enc, who), corrected=None)
    totals = (line.at for line in _lines_of(enc, plain))
    return min((at for at in totals if at is not None), default=None)


def _at_the_end(enc: Encounter, who: Combatant, index: int, d: Declaration) -> Iterator[Entry]:
    """Spells of rounds that are due take effect together, after the last pass (2E-C22)."""
    if d.due != enc.round:
        return
    rounds = d.due - d.round + 1
    clause = "2E-C22" if rounds == 1 else "2E-C25"
    yield Entry(
        id="", round=enc.round, phase="end", key=(*END, int(who.veiled), 0),
        combatant=who.id, what="completes", action=index, label=d.action.label or d.action.name,
        target=d.action.target, why=(Term(clause, "rounds", rounds, d.action.name),),
    )  # fmt: skip


def _placed(enc: Encounter, entry: Entry, id_: str) -> Entry:
    """The entry under its id, and where the GM's hand has put it."""
    key = enc.placed.get(id_)
    if key in (None, entry.key):  # what had begun before a correction stands there already
        return replace(entry, id=id_)
    if key[0] >= END[0]:
        return replace(
            entry, id=id_, key=key, phase="end", at=None, pass_=None, why=(Term("", "placed"),)
        )
    place = known_place(key)
    moved = Term("", "placed", place[1] - (entry.at or 0))
    why = (*entry.why, moved) if entry.at is not None else (Term("", "placed", place[1]),)
    return replace(entry, id=id_, key=key, phase="act", at=place[1], pass_=place[0], why=why)
