"""The traits of phases that several systems have, as they have them."""

from __future__ import annotations

from rules.model.phases import IDLE, PhaseTraits

SETUP = OVER = IDLE
DECLARE = PhaseTraits(opens=True, rolls_anew=True)
ROLL = PhaseTraits(rolls=True)
ACT = PhaseTraits(moments=True, fixes=True, under_way=True)
END_OF_ROUND = PhaseTraits(moments=True, fixes=True, closes=True)

ROLL_FIRST = PhaseTraits(opens=True, rolls_anew=True, rolls=True)
"""A round begins with its dice."""
