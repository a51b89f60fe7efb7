"""Fights in a circle of turns, for tests: people with their modifiers, and who acts one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rules.model.errors import Refused
from tests.rules.fights import Fight


def gathered(system: str, /, *, options: dict[str, Any] | None = None, **people: int) -> Fight:
    """The people with their modifiers, in setup; all are players' characters without an owner."""
    fight = Fight(system, **(options or {}))
    for name, modifier in people.items():
        fight.add(name, traits={"modifier": modifier})
    return fight


def counted(*, options: dict[str, Any] | None = None, **counts: int) -> Fight:
    """A Starfinder fight in round 1; what a d20 cannot show of a count is modifier."""
    above = {name: max(0, count - 20) for name, count in counts.items()}
    fight = gathered("starfinder", options=options, **above)
    return fight.do("begin").roll(**{n: count - above[n] for n, count in counts.items()})


def order(fight: Fight) -> list[str]:
    """Everybody in the order of the present round."""
    return [entry.combatant for entry in fight.order.entries]


def turns(fight: Fight, moments: int) -> list[str]:
    """Who acts at this moment and at the following ones; simultaneous ones are joined by a plus."""
    return ["+".join((fight.next() if i else fight).now) for i in range(moments)]


def rounds(fight: Fight, *wanted: int) -> dict[int, list[str]]:
    """Who acts in the wanted rounds, from this moment on; the fight ends behind the last of them."""
    acted: dict[int, list[str]] = {round_: [] for round_ in wanted}
    while fight.enc.round <= max(wanted):
        if fight.enc.round in acted and fight.enc.phase == "act":
            acted[fight.enc.round].append("+".join(fight.now))
        fight.next()
    return acted


def faces(*dice: Sequence[int]) -> list[int]:
    """Dice of several, one after another."""
    return [face for each in dice for face in each]


def refused(code: str, clause: str, act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    assert (caught.value.code, caught.value.clause) == (code, clause)
    return caught.value
