"""Movement: a tenth of the speed in each segment, over several rounds (SEG-C30, SEG-C31, SEG-A3)."""

from __future__ import annotations

from rules.model.encounter import Combatant, Declaration, Term
from rules.systems.adnd1e.chain import DEFAULT_MOVE, Chain
from rules.systems.adnd1e.times import LAST, Time, ceil_div, feet_from


def speed(who: Combatant, act: str) -> int:
    """Feet in a round, or tenths of a foot in a segment; a charge goes at twice the speed."""
    move: int = who.traits.get("move", DEFAULT_MOVE)
    return 2 * move if act == "charge" else move


def segments_of(who: Combatant, d: Declaration) -> int:
    """Segments from the first step to the arrival: those gone, and the rest at the present speed."""
    segments, gone = d.way or (0, 0)
    left = (d.action.feet or 0) * LAST - gone
    return segments + max(1, ceil_div(left, speed(who, d.action.act)))


def gone(who: Combatant, d: Declaration, segments: int) -> tuple[int, int]:
    """The `way` of a movement under way since `segments`: these, and the tenths of a foot behind it."""
    before, tenths = d.way or (0, 0)
    return segments, tenths + (segments - before) * speed(who, d.action.act)


def feet_now(who: Combatant, d: Declaration, start: Time) -> int:
    """How far it gets in the round of `start`; in a surprise segment, in that segment."""
    fast = speed(who, d.action.act)
    reach = fast // LAST if start[0] == 0 else feet_from(start[1], fast)
    if d.way is not None and start[0] > 0:  # the speed was put right on the way
        segments, tenths = d.way
        reach = (tenths + max(0, LAST + 1 - max(1, start[1]) - segments) * fast) // LAST
    return reach if d.action.act == "flee" else min(d.action.feet or 0, reach)


def moves(line: Chain, index: int, d: Declaration, start: Time) -> None:
    n = segments_of(line.who, d)
    arrival = line.after(start, n - 1)
    line.add(start, "moves", index, until=arrival, feet=feet_now(line.who, d, start))
    line.add(arrival, "arrives", index, Term("SEG-A3", "movement", n - 1))
    line.then(start, n, Term("SEG-C30", "movement", n))


def flees(line: Chain, index: int, d: Declaration, start: Time) -> None:
    line.add(start, "moves", index, feet=feet_now(line.who, d, start))
