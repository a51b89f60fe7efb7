"""What a move of the cursor does besides: it follows from the traits of the phases that it joins."""

from __future__ import annotations

from msgspec.structs import replace

from rules.model.encounter import Cursor, Encounter
from rules.model.events import Moved
from rules.model.phases import PhaseTraits


def with_results(enc: Encounter, moved: Moved, left: PhaseTraits, come: PhaseTraits) -> Moved:
    """The move with its results: `left` is the phase in which the fight stands, `come` that of the move."""
    options = bool(enc.options_next) and _options_count(enc, moved, come)
    within = left is come and left.moments and not (come.opens or come.rolls_anew)  # as mostly
    if within or moved.cursor == enc.cursor:
        return replace(moved, options=True) if options else moved
    return replace(
        moved,
        opens=come.opens,
        rolls_anew=come.rolls_anew,
        fixes=come.fixes and not left.moments,
        rested=enc.rested + 1 if left.rests else 0,
        over=not come.running,
        options=options,
    )


def _options_count(enc: Encounter, moved: Moved, come: PhaseTraits) -> bool:
    """What was changed for the next round counts once it has come, for players too, or the fight is over."""
    before, after = _common(enc.cursor, enc.public), _common(moved.cursor, moved.public)
    return not come.running or before != after


def _common(cursor: Cursor, public: Cursor) -> int:
    """The round that everybody has reached; who sees no fight yet is not waited for."""
    return min(cursor.round, public.round) if public.running else cursor.round
