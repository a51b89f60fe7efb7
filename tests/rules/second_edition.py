"""Fights of AD&D 2nd edition for tests: what is declared, the order read back, what became of spells."""

from __future__ import annotations

from typing import Any

import pytest

from rules.model import events as ev
from rules.model.errors import Refused
from tests.rules.fights import Fight

Act = dict[str, Any]
Moments = list[tuple[int | None, tuple[str, ...]]]

LS: Act = {"act": "attack", "weapon": "long sword"}
DAGGER: Act = {"act": "attack", "weapon": "dagger"}
GREAT: Act = {"act": "attack", "weapon": "two-handed sword"}
MEDIUM: Act = {"act": "natural", "size": "medium"}
OWLBEAR: Act = {"act": "natural", "size": "large", "attacks": ["claw", "claw", "bite"]}
RANGER: Act = {"act": "attack", "forms": [{"weapon": "long sword"}, {"weapon": "short sword"}]}
MOVE: Act = {"act": "move"}


def times(action: Act, attacks: int | str) -> Act:
    return {**action, "attacks": attacks}


def cast(time: int, **more: Any) -> Act:
    return {"act": "spell", "name": "Web", "casting_time": time, **more}


def slow(**time: int) -> Act:
    return {"act": "spell", "name": "Gate", **time}


def fight(
    method: str = "individual", /, *, hp: int = 20, options: Act | None = None, **who: Any
) -> Fight:
    """Declared and ready to roll: each one's action by name; a capital name is of the party."""
    made = Fight("adnd2e", method=method, **(options or {}))
    for name, does in who.items():
        traits = does.get("traits", {}) if isinstance(does, dict) else {}
        made.add(name, "party" if name[0].isupper() else "foes", hp=hp, traits=traits)
    made.do("begin")
    return declared(made, **who)


def declared(made: Fight, **who: Any) -> Fight:
    for name, does in who.items():
        action = {k: v for k, v in does.items() if k != "traits"}
        made.declare(name, *([action] if action else []))
    return made.next()


def having(action: Act, *situations: str, **traits: Any) -> Act:
    """The action of somebody in these situations."""
    return {**action, "traits": {"situations": list(situations), **traits}}


def order(made: Fight) -> str:
    """Who acts, moment by moment; those of one moment joined by +."""
    return " ".join("+".join(names) for _, names in made.moments())


def total(action: Act, die: int, /, *situations: str, **options: Any) -> int | None:
    """The total of one who acts alone."""
    return fight(options=options, A=having(action, *situations)).roll(A=die).at("A")[0]


def walked(made: Fight) -> list[tuple[int | None, list[str]]]:
    """The moments of the round as the cursor meets them."""
    met = []
    while made.enc.phase == "act":
        met.append((made.enc.cursor.at, made.now))
        made.next()
    return met


def refused(code: str, clause: str, act: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    assert (caught.value.code, caught.value.clause) == (code, clause)
    return caught.value


def spells(made: Fight) -> list[tuple[str, str, str]]:
    """What became of spells so far: the event, whose, and its clause."""
    kinds = (ev.SpellCompleted, ev.SpellLost)
    told = [e for entry in made.log for e in entry.events if isinstance(e, kinds)]
    return [(type(e).__name__, e.combatant, e.clause) for e in told]
