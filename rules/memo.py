"""What was worked out from the same values is kept: values are frozen, so the same ones give the same answer.

The memo goes with the combatants from one encounter to the next and holds the newest answer of each name.
Three ways to ask: `once` names the values that its answer depends on; `once_each` does so for every
combatant; `while_cursor_moves` is for what follows from everything but the place of the cursor in the round
(the order, the prompts, most of a view). `off` turns all of it off: answers are the same, only slower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from operator import attrgetter, is_
from typing import Any, TypeVar

from msgspec.structs import replace

from rules.model.encounter import Combatant, Cursor, Encounter
from rules.model.sharing import differing

T = TypeVar("T")
V = TypeVar("V")
Values = tuple[Any, ...]
"""What an answer depends on."""

KNOWN = 3
"""At the end of a round the next one is looked at, too, and players may stand in the one before."""

DEPENDS_ON = (
    "basis", "rolls", "ranks", "placed", "gains", "inserted", "surprise", "earlier", "options",
    "options_next", "system", "clock", "outcome", "rested",
)  # fmt: skip
"""Fields of the encounter on which an answer of `while_cursor_moves` may depend, as they are."""

IN_PART = ("combatants", "cursor")
"""Fields of which it may depend on a part: see `steady` and `_in_round`."""

MOVES = ("public", "ended", "fallen", "spent", "unseen", "touched", "serial")
"""Fields that change while the cursor moves: an answer does not get to see them."""


class Memo:
    """What was worked out for one line of encounters, and for the same as players know it."""

    __slots__ = ("answers", "at", "known", "newest", "of_players")

    def __init__(self) -> None:
        self.newest: dict[Any, Any] = {}  # by name, see `once`
        self.at: Any = None  # the encounter for which `answers` hold, see `while_cursor_moves`
        self.answers: dict[Any, Any] = {}
        self.known: list[tuple[Values, dict[Any, Any]]] = []
        self.of_players: Memo | None = None

    def clear(self) -> None:
        if self.of_players is not None:
            self.of_players.clear()
        self.newest, self.answers, self.known, self.at = {}, {}, [], None


class Combatants(dict[str, V]):
    """Combatants by id that nobody changes; `memo` is shared with those that they came from."""

    __slots__ = ("is_steady", "memo", "steady")

    def __init__(
        self, combatants: Mapping[str, V], memo: Memo | None = None, *, is_steady: bool = False
    ) -> None:
        super().__init__(combatants)
        self.memo = Memo() if memo is None else memo
        self.is_steady = is_steady
        self.steady: Combatants[V] | None = None  # see the function of that name


class _Switch:
    on = True


_switch = _Switch()


@contextmanager
def off() -> Iterator[None]:
    """Nothing is kept or found meanwhile."""
    before, _switch.on = _switch.on, False
    try:
        yield
    finally:
        _switch.on = before


def combatants(changed: Mapping[str, V], like: Mapping[str, V]) -> Combatants[V]:
    """`changed` with the memo of those that they were made of."""
    return Combatants(changed, like.memo if isinstance(like, Combatants) else None)


def seen_by_players(changed: Mapping[str, V], like: Mapping[str, V]) -> Combatants[V]:
    """`changed`, which players see of `like`, with a memo of their own."""
    if not isinstance(like, Combatants):
        return Combatants(changed)
    if like.memo.of_players is None:
        like.memo.of_players = Memo()
    return Combatants(changed, like.memo.of_players)


def forget(of: Mapping[str, Any]) -> None:
    """Let go of all: the memo holds combatants who hold it, and would outlive them all."""
    if isinstance(of, Combatants):
        of.memo.clear()


def once(of: Mapping[str, Any], name: Any, values: Values, make: Callable[[], T]) -> T:
    """What `make` answers, or its last answer for the same `values` (tuples, text, numbers: equal ones)."""
    if not (_switch.on and isinstance(of, Combatants)):
        return make()
    last = of.memo.newest.get(name)
    if last is not None and _equal(last[0], values):
        answer: T = last[1]
        return answer
    answer = make()
    of.memo.newest[name] = (values, answer)
    return answer


def once_each(
    of: Mapping[str, V], name: Any, values: Values, make: Callable[[V], T]
) -> dict[str, T]:
    """What `make` answers for each of them; only for those that changed while `values` stay the same."""
    if not (_switch.on and isinstance(of, Combatants)):
        return {id_: make(who) for id_, who in of.items()}
    last: tuple[Values, Mapping[str, V], dict[str, T]] | None = of.memo.newest.get(name)
    if last is None or not _equal(last[0], values):
        answers = {id_: make(who) for id_, who in of.items()}
    elif last[1] is of:
        return last[2]
    else:
        answers = _renewed(last[1], last[2], of, make)
    of.memo.newest[name] = (values, of, answers)
    return answers


def _renewed(
    before: Mapping[str, V], known: dict[str, T], of: Mapping[str, V], make: Callable[[V], T]
) -> dict[str, T]:
    """The answers for `of`; `known` ones of `before` if equal: what follows from them stays, too."""
    changed = differing(before, of)
    if changed is None:
        answers = {
            id_: known[id_] if before.get(id_) is who else make(who) for id_, who in of.items()
        }
        return known if answers == known else answers
    fresh = {id_: make(of[id_]) for id_ in changed}
    same = all(known[id_] == answer for id_, answer in fresh.items())
    return known if same else {**known, **fresh}


def steady(of: Mapping[str, Combatant]) -> Mapping[str, Combatant]:
    """The combatants as if none had acted yet or bore a mark: one object while nothing else changes.

    In a first round each moment changes one of them, and effects end on the way; no place in the order,
    no prompt and nobody's dice depend on either.
    """
    if not (_switch.on and isinstance(of, Combatants)):
        return {id_: _steady(who) for id_, who in of.items()}
    if of.is_steady:
        return of
    if of.steady is None:
        each = once_each(of, "each steady", (), _steady)
        of.steady = once(of, "steady", (each,), lambda: Combatants(each, of.memo, is_steady=True))
    return of.steady


def _steady(who: Combatant) -> Combatant:
    return replace(who, acted=False, marks=()) if who.acted or who.marks else who


def while_cursor_moves(enc: Encounter, name: Any, make: Callable[[Encounter], T]) -> T:
    """What `make` answers for the encounter, of which it sees only what stays while the cursor moves."""
    of = enc.combatants
    if not (_switch.on and isinstance(of, Combatants)):
        return make(_still(enc))
    memo = of.memo
    answers = memo.answers if memo.at is enc else _answers(memo, enc)
    if name in answers:
        answer: T = answers[name]
    else:
        answer = answers[name] = make(_still(enc))
    return answer


def _still(enc: Encounter) -> Encounter:
    """The encounter without what an answer of `while_cursor_moves` may not depend on."""
    there = _in_round(enc.cursor)
    same = {name: getattr(enc, name) for name in DEPENDS_ON}
    people: Any = steady(enc.combatants)
    return Encounter(combatants=people, cursor=there, public=there, **same)


def _in_round(cursor: Cursor) -> Cursor:
    """Its round and phase; in round 0 the segment belongs to them, and the key where nothing is counted."""
    at = cursor.at if cursor.round == 0 else None
    return Cursor(round=cursor.round, phase=cursor.phase, key=cursor.uncounted, at=at)


def _answers(memo: Memo, enc: Encounter) -> dict[Any, Any]:
    """Those that hold for `enc`, which is asked about from here on."""
    memo.at, memo.answers = enc, _found(memo, _values(enc))
    return memo.answers


def _found(memo: Memo, values: Values) -> dict[Any, Any]:
    for known, answers in memo.known:
        if _equal(known, values):
            return answers
    fresh: dict[Any, Any] = {}
    memo.known = [(values, fresh), *memo.known[: KNOWN - 1]]
    return fresh


_fields = attrgetter(*DEPENDS_ON)


def _values(enc: Encounter) -> Values:
    cursor = enc.cursor
    return (
        steady(enc.combatants), *_fields(enc), cursor.round, cursor.phase,
        cursor.at if cursor.round == 0 else None, cursor.uncounted,
    )  # fmt: skip


def _equal(some: Values, others: Values) -> bool:
    """Mostly they are the same objects, and that is soon seen."""
    return some is others or all(map(is_, some, others)) or all(map(_same, some, others))


def _same(one: Any, other: Any) -> bool:
    return one is other or (type(one) in (int, float, str, tuple) and one == other)
