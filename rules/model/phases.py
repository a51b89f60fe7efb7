"""Phases of a fight by name, and what is particular to each: its traits.

A rules system states its phases as a table from name to traits (`System.phases`). Everybody else asks
for a trait, so that a system may have other phases, or the same in another order.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Phase = Literal["setup", "declare", "roll", "surprise", "bonus", "act", "end", "rest", "over"]
"""Names for which clients have words. The first and the last are every system's."""

SETUP: Phase = "setup"
OVER: Phase = "over"


class PhaseTraits(Struct, frozen=True, kw_only=True, gc=False):
    """What is particular to one phase. Each trait is independent of the others."""

    running: bool = True  # a fight is going on: True for all but "setup" and "over"
    opens: bool = (
        False  # declarations of before are gone as it begins, but for what is carried over
    )
    rolls_anew: bool = False  # dice, roll-offs and places of before are gone as it begins
    rolls: bool = False  # it waits for dice, and is over by itself as soon as they lie there
    moments: bool = False  # combatants act in it, moment by moment: the cursor stands at entries
    fixes: bool = (
        False  # places follow from combatants as they are when it comes behind one without moments
    )
    under_way: bool = False  # the moments of a round: whoever rolls or declares only now is late
    prelude: bool = False  # moments before round 1, which are over for all once that round has come
    closes: bool = (
        False  # the end of a round: all of it lies behind, and what its end does has been done
    )
    rests: bool = False  # a round of rest after the fight; those that are over are counted


IDLE = PhaseTraits(running=False)
"""Before a fight and after it."""
