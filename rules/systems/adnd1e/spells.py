"""What takes its time and then works: spells, items, devices, whatever one names (SEG-C37, SEG-C42)."""

from __future__ import annotations

from rules.model.encounter import Declaration, Term
from rules.systems.adnd1e import surprise
from rules.systems.adnd1e.actions import casting
from rules.systems.adnd1e.chain import Chain, Layer
from rules.systems.adnd1e.times import Time


def casts(line: Chain, index: int, d: Declaration, start: Time) -> None:
    n, name = casting(d.action), d.action.name
    done = surprise.casting_done(line.enc, d, start, n) or line.after(start, n)
    takes = Term("SEG-C37", "casting", n, name)
    line.add(start, "begins", index, until=done)
    line.add(done, "completes", index, takes)
    line.then(start, n, takes)


def handles(line: Chain, index: int, d: Declaration, start: Time) -> None:
    n, onset, name = d.action.segments or 0, d.action.onset or 0, d.action.name
    effect = surprise.casting_done(line.enc, d, start, n + onset) or line.after(start, n + onset)
    takes = Term("SEG-C42", "item" if d.action.act == "item" else "task", n, name)
    later = (Term("SEG-C42", "onset", onset),) if onset else ()
    line.add(start, "begins", index, until=effect)
    line.add(effect, "effect", index, takes, *later)
    line.then(start, n, takes)


def works(clause: str) -> Layer:
    """Takes effect in its segment; what follows comes one later."""

    def lay(line: Chain, index: int, d: Declaration, start: Time) -> None:
        line.add(start, "effect", index)
        line.then(start, 1, Term(clause, "after", 1))

    return lay
