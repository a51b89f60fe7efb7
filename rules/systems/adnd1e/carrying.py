"""What becomes of what was declared: what runs on, what lapses, what comes to nothing (SEG-C27)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.model import events as ev
from rules.model.encounter import Combatant, Cursor, Declaration, Encounter
from rules.systems.adnd1e import surprise
from rules.systems.adnd1e.actions import EXPLORES
from rules.systems.adnd1e.chain import Chain, Step
from rules.systems.adnd1e.entries import FIXED, plan, stands
from rules.systems.adnd1e.movement import gone
from rules.systems.adnd1e.times import LAST, Time, between

WITHIN = ("flee", "parley", "await", "set_weapon")
"""What fills its round, and is over with it."""

RESTFUL = ("spell", "item", "other")
"""What runs on into the rest (SEG-C25)."""


def carry(enc: Encounter, who: Combatant, cursor: Cursor) -> tuple[Declaration, ...]:
    """Unfinished actions that have begun run on, unless cancelled (SEG-C27); the fallen one's are gone."""
    line = plan(enc).get(who.id)
    if line is None or who.defeated or who.downed:
        return ()
    kept = []
    for index, d in enumerate(who.declared):
        if _runs_on(enc, who, line, index, cursor):
            begun = line.starts[index]
            way = _way(enc, line, line.who.declared[index], begun, cursor)
            strict = _strict(enc, d, begun)
            kept.append(replace(d, begun=begun, way=way, missed=(), after=None, strict=strict))
    return tuple(kept)


def _strict(enc: Encounter, d: Declaration, begun: Time) -> bool | None:
    """What has begun in a surprise segment stays as it is, whatever the table chooses afterwards."""
    if begun[0] > 0 or d.strict is not None or d.action.act not in RESTFUL:
        return d.strict
    return bool(enc.options.get("strict_casting"))


def _runs_on(enc: Encounter, who: Combatant, line: Chain, index: int, cursor: Cursor) -> bool:
    d = who.declared[index]
    if not d.live or d.action.act in WITHIN or not _has_begun(enc, line, index):
        return False
    if cursor.phase == "rest" and d.action.act not in RESTFUL:
        return False
    return any(s.what != "moves" for s in _to_come(enc, who, line, index))


def _has_begun(enc: Encounter, line: Chain, index: int) -> bool:
    start = line.starts.get(index)
    return start is not None and start <= _now(enc)


def _to_come(enc: Encounter, who: Combatant, line: Chain, index: int) -> Iterator[Step]:
    now = _now(enc)
    return (s for s in line.steps if s.action == index and s.time > now and stands(enc, who, s))


def _now(enc: Encounter) -> Time:
    """Up to where the round has come when new declarations are asked for, or the fight ends."""
    if enc.round == 0:
        return enc.round, enc.cursor.at or 1
    if enc.phase in ("end", "rest"):
        return enc.round, LAST
    return enc.round, (enc.cursor.at or 0) if enc.phase == "act" else -1


def _way(
    enc: Encounter, line: Chain, d: Declaration, begun: Time, cursor: Cursor
) -> tuple[int, int] | None:
    """The way behind a movement at the speed it had: what is left is covered at the new one."""
    if d.action.act not in EXPLORES:
        return None
    ahead = (cursor.round, 1) if cursor.round else (0, cursor.at or 1)
    segments = between(begun, ahead, surprise.segments(enc))
    return gone(line.who, d, segments)


def lapsing(enc: Encounter, cursor: Cursor) -> list[ev.Event]:
    """What lapses on the way to `cursor`: what had still to begin, and with the rest all that is not done."""
    if cursor.phase not in ("declare", "rest") and enc.phase != "rest":
        return []
    return [
        ev.Lapsed(
            combatant=who.id, what="action", action=index, name=d.action.name, clause="SEG-C27"
        )
        for who in enc.combatants.values()
        if who.acting and who.downed is None
        for index, d in enumerate(who.declared)
        if d.live and _lapses(enc, who, index, cursor)
    ]


def _lapses(enc: Encounter, who: Combatant, index: int, cursor: Cursor) -> bool:
    line, act = plan(enc).get(who.id), who.declared[index].action.act
    if act in ("await", "set_weapon") or line is None:
        return False
    if not _has_begun(enc, line, index):
        return True
    going_on = cursor.phase != "over" and _runs_on(enc, who, line, index, cursor)
    return act not in WITHIN and not going_on and any(_to_come(enc, who, line, index))


def unplaced(enc: Encounter, who: Combatant) -> list[tuple[int, str]]:
    """What comes to no entry: a weapon set against nobody (SEG-C12), shots lost to a contact (SEG-C18), what
    cannot begin any more in this round (SEG-C27).
    """
    line = plan(enc).get(who.id) if enc.phase in FIXED else None
    if line is None or not who.acting:
        return []
    found = ((n, _nowhere(enc, who, line, n)) for n, d in enumerate(who.declared) if d.live)
    return [(index, clause) for index, clause in found if clause is not None]


def _nowhere(enc: Encounter, who: Combatant, line: Chain, index: int) -> str | None:
    act, steps = who.declared[index].action.act, [s for s in line.steps if s.action == index]
    if act == "set_weapon" and not steps:
        return "SEG-C12"
    if any(step.met is not None and not stands(enc, who, step) for step in steps):
        return "SEG-C18"
    start, last = (
        line.starts.get(index),
        (0, enc.cursor.at or 1) if enc.round == 0 else (enc.round, LAST),
    )
    return "SEG-C27" if start is not None and start > last else None
