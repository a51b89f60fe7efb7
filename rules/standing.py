"""Answers that hold for as long as a fight changes by no more than the place of its cursor.

The order of a round, what is missing, what may be done, and most of what is shown follow from who is there,
the dice, the round and its phase. Each is worked out once for these; a move of the cursor within a round asks
for them again and again, and finds them here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rules.encounter import Encounter
from rules.people import Memo, People, Values, equal, lasting

T = TypeVar("T")

KNOWN = 3
"""At the end of a round the next one is looked at, too, and players may stand in the one before."""


def standing(enc: Encounter, name: Any, make: Callable[[Encounter], T]) -> T:
    """What `make` answers for `enc`, which must be the same wherever in the round the cursor stands."""
    people = enc.combatants
    if not isinstance(people, People):
        return make(enc)
    memo = people.memo
    answers = memo.answers if memo.at is enc else _answers(memo, enc)
    if name in answers:
        answer: T = answers[name]
    else:
        answer = answers[name] = make(enc)
    return answer


def _answers(memo: Memo, enc: Encounter) -> dict[Any, Any]:
    """Those that hold for `enc`, which is asked about from here on."""
    memo.at, memo.answers = enc, _found(memo, _values(enc))
    return memo.answers


def _found(memo: Memo, values: Values) -> dict[Any, Any]:
    for known, answers in memo.known:
        if equal(known, values):
            return answers
    fresh: dict[Any, Any] = {}
    memo.known = [(values, fresh), *memo.known[: KNOWN - 1]]
    return fresh


def _values(enc: Encounter) -> Values:
    """All but the place of the cursor; of round 0, and of who rolls when, it is a part."""
    cursor = enc.cursor
    return (
        lasting(enc.combatants), enc.basis, enc.rolls, enc.ranks, enc.placed, enc.gains, enc.inserted,
        enc.surprise, enc.earlier,
        enc.options, enc.options_next, enc.system, enc.clock, enc.outcome, enc.rested,
        cursor.round, cursor.phase,
        cursor.at if cursor.round == 0 else None, cursor.key if cursor.phase == "roll" else None,
    )  # fmt: skip
