"""A move of the cursor, complete: with what it does besides, as the phases of the system say."""

from __future__ import annotations

from rules.model.encounter import Encounter
from rules.model.events import Moved
from rules.model.moves import with_results
from rules.systems import system_of


def completed(enc: Encounter, moved: Moved) -> Moved:
    """The event as it is stored; `enc` is the encounter before it."""
    phase_of = system_of(enc).phase_of
    return with_results(enc, moved, phase_of(enc), phase_of(moved.cursor))
