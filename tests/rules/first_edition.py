"""Fights of AD&D 1e for tests. Sides are `party` (A) and `foes` (B)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.model.errors import Refused
from tests.rules.fights import MELEE, Fight

BOW: dict[str, Any] = {"act": "missile", "shots": 2}
WAND = {"act": "device", "name": "wand"}


def move(feet: int) -> dict[str, Any]:
    return {"act": "move", "feet": feet}


def charge(feet: int, **more: Any) -> dict[str, Any]:
    return {"act": "charge", "feet": feet, **more}


def fight(*a: dict[str, Any], foe: list[dict[str, Any]] | None = None, **fields: Any) -> Fight:
    """`hero` declares `a` in round 1, against an orc that strikes (or does `foe`)."""
    options = fields.pop("options", {})
    foe_fields = fields.pop("orc", {})
    made = (
        Fight("adnd1e", **options)
        .add("hero", hp=10, **fields)
        .add("orc", "foes", hp=10, **foe_fields)
    )
    made.do("begin").declare("hero", *a)
    return made.declare("orc", *(foe if foe is not None else [MELEE])).next()


def refused(code: str, clause: str, act: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    assert (caught.value.code, caught.value.clause) == (code, clause)
    return caught.value
