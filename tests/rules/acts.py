"""Actions of AD&D 1e as declared, a fight of two, and what was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules.model.errors import Refused
from rules.model.events import Event
from rules.projection.events import tell
from rules.projection.view import view
from tests.rules.fights import MELEE, Fight

Act = dict[str, Any]

BOW: Act = {"act": "missile", "shots": 2}
WAND: Act = {"act": "device", "name": "wand"}
SET: Act = {"act": "set_weapon"}
PARLEY: Act = {"act": "parley"}


def move(feet: int) -> Act:
    return {"act": "move", "feet": feet}


def charge(feet: int, **more: Any) -> Act:
    return {"act": "charge", "feet": feet, **more}


def item(segments: int, **more: Any) -> Act:
    return {"act": "item", "segments": segments, **more}


def duel(*a: Act, foe: list[Act] | None = None, **fields: Any) -> Fight:
    """`hero` declares `a` in round 1, against an orc that strikes (or does `foe`)."""
    options, orc = fields.pop("options", {}), fields.pop("orc", {})
    made = Fight("adnd1e", **options).add("hero", hp=10, **fields).add("orc", "foes", hp=10, **orc)
    made.do("begin").declare("hero", *a)
    return made.declare("orc", *(foe if foe is not None else [MELEE])).next()


def melee(*declared: tuple[str, list[Act]], **people: dict[str, Any]) -> Fight:
    """Round 1 of several: who begins with `a` is of the party, the others are foes."""
    made = Fight("adnd1e")
    for id_, _ in declared:
        made.add(id_, "party" if id_[0] == "a" else "foes", hp=10, **people.get(id_, {}))
    made.do("begin")
    for id_, actions in declared:
        made.declare(id_, *actions)
    return made.next()


def onwards(made: Fight, **declared: list[Act]) -> Fight:
    """The next round up to its dice: what is named is declared, others parley."""
    made.until(made.enc.round + 1, phase="declare")
    for id_, who in made.enc.combatants.items():
        if id_ in declared or (who.acting and not who.declared):
            made.declare(id_, *declared.get(id_, [PARLEY]))
    return made.next()


def refused(code: str, clause: str, act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    assert (caught.value.code, caught.value.clause) == (code, clause)
    return caught.value


def told(made: Fight, event: Event) -> Any:
    """What players are told of the event, as on the wire; None where it is nothing."""
    sight = view(made.history, "player")
    return msgspec.to_builtins(tell(event, made.enc, made.enc, "player", sight))
