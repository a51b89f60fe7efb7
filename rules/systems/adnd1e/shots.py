"""Missiles: a shot every two segments, until somebody is upon the one who shoots (SEG-C16 to SEG-C18)."""

from __future__ import annotations

from rules.model.encounter import Declaration, Term
from rules.systems.adnd1e.chain import Chain
from rules.systems.adnd1e.charges import met
from rules.systems.adnd1e.opponents import aim_of
from rules.systems.adnd1e.times import Time

BETWEEN = 2
"""Segments from one shot to the next."""


def shoots(line: Chain, index: int, d: Declaration, start: Time) -> None:
    shots = d.action.shots or 1
    if start[0] == 0:
        _at_once(line, index, d, start, shots)
        return
    first = start if d.begun is not None else _first(line, start)
    line.starts[index] = first
    contact = met(line, index)
    for k in range(shots):
        time = line.after(first, BETWEEN * k)
        rate = [Term("SEG-C16", "shot", BETWEEN * k)] if k else []
        ends = contact if contact and time > contact.time else None
        line.add(time, "shot", index, *rate, target=aim_of(d.action, k), met=ends)
    line.volley = line.after(first, BETWEEN * shots)
    line.now = line.after(line.after(first, BETWEEN * (shots - 1)), 1)
    line.why = (Term("SEG-C16", "after", line.now[1]),)


def _at_once(line: Chain, index: int, d: Declaration, start: Time, shots: int) -> None:
    for k in range(1 if line.enc.options.get("no_multi_shot") else shots):
        surprised = Term("SEG-C17", "surprise segment")
        line.add(start, "shot", index, surprised, target=aim_of(d.action, k))
    line.then(start, 1)


def _first(line: Chain, start: Time) -> Time:
    """The first of a new volley: die and reaction, but not before what is carried over is done."""
    own = start
    if line.opening and line.base is not None and line.base[0] == line.enc.round:
        reaction = line.who.traits.get("reaction", 0)
        own = (line.base[0], max(0, line.base[1] - reaction))
        shift = Term("SEG-C33", "reaction", own[1] - line.base[1])
        line.why = (*line.own_why, shift) if own != line.base else line.own_why
    if line.opening and line.floor is not None and line.floor > own:
        own, line.why = line.floor, line.floor_why
    if line.volley is not None and line.volley > own:
        own, line.why = line.volley, (Term("SEG-C16", "carried", line.volley[1]),)
    return own
