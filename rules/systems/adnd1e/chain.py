"""One combatant's actions, one after the other: what each file of an action's kind adds its steps to.

Places follow from the combatants as they stood when the dice fell (`encounter.basis`), so that what happens
afterwards moves nobody; but for the blows that wait for a charge which does not come (see `charges.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from rules.model.encounter import Combatant, Declaration, Encounter, Key, Term
from rules.systems.adnd1e import surprise
from rules.systems.adnd1e.times import Time, finish

DEFAULT_MOVE = 120


class Contact(Struct, frozen=True):
    """A charge that meets `on`: whose, which of its actions, from when, when."""

    charger: str
    action: int
    on: str | None
    start: Time
    time: Time


class Step(Struct, frozen=True):
    """Something at a time.

    `met` is the charge whose contact ends it (SEG-C18), `waits` the one for whose contact it waits (SEG-A4).
    `key` is its place where it has one beside its segment.
    """

    time: Time
    what: str
    action: int
    why: tuple[Term, ...]
    until: Time | None = None
    feet: int | None = None
    target: str | None = None
    met: Contact | None = None
    waits: Contact | None = None
    key: Key | None = None


class Chain(Struct):
    """`base` is the own start, `floor` what nothing new comes before, `now` when the next may begin."""

    enc: Encounter
    people: Mapping[str, Combatant]
    who: Combatant
    charges: Mapping[str, Contact]  # by charger, each reckoned alone
    steps: list[Step]
    starts: dict[int, Time]
    base: Time | None = None
    floor: Time | None = None
    volley: Time | None = None  # no new volley before this (SEG-C16)
    now: Time | None = None
    own_why: tuple[Term, ...] = ()
    floor_why: tuple[Term, ...] = ()
    why: tuple[Term, ...] = ()
    opening: bool = True  # nothing new has taken time yet

    def after(self, start: Time, n: int) -> Time:
        return finish(start, n, surprise.segments(self.enc))

    def add(self, time: Time, what: str, index: int, *terms: Term, **more: object) -> None:
        why = summed((*self.why, *terms), time)
        self.steps.append(Step(time, what, index, why, **more))  # type: ignore[arg-type]

    def then(self, start: Time, n: int, *terms: Term) -> None:
        """What follows begins `n` segments after `start`."""
        self.now = self.after(start, n)
        self.why = (*self.why, *terms) if terms else (Term("SEG-C2", "after", self.now[1]),)

    def first_at(self) -> int:
        """The first segment on which something new may come in the round in which it starts."""
        assert self.now is not None
        if not self.opening or self.floor is None:
            return 0 if self.opening else self.now[1]
        return self.floor[1] if self.floor[0] == self.now[0] else 0

    def declaration(self, index: int) -> Declaration | None:
        """The declaration as it stands now, whatever it was when the dice fell."""
        who = self.enc.combatants.get(self.who.id)
        return who.declared[index] if who and index < len(who.declared) else None

    def missed(self, index: int) -> tuple[str, ...]:
        """The chargers for whom that action waited in vain."""
        d = self.declaration(index)
        return d.missed if d else ()


Layer = Callable[[Chain, int, Declaration, Time], None]


def summed(terms: tuple[Term, ...], time: Time) -> tuple[Term, ...]:
    """The terms, with what brings their sum into the round of `time`."""
    rest = time[1] - sum(t.value or 0 for t in terms)
    if rest == 0:
        return terms
    if rest % 10 == 0:
        return (*terms, Term("SEG-C27", "round", rest))
    surprised = any(t.term in ("surprise", "begun") for t in terms)
    return (*terms, Term("SEG-A6" if surprised else "SEG-A15", "place", rest))
