"""The combatants of a fight by id, and what was worked out from them.

Most of what is derived from an encounter (the order, what is missing, who is hidden) depends on values that
a move of the cursor leaves alone. `kept` works it out once for the same values: identity decides, because
values are frozen. The memo goes with the people from one encounter to the next and holds the newest of each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import compress
from operator import is_, is_not
from typing import Any, TypeVar

from msgspec.structs import replace

T = TypeVar("T")
V = TypeVar("V")
Values = tuple[Any, ...]
"""What an answer depends on."""


class Memo:
    """What was worked out for one line of encounters, and for the same behind the curtain."""

    __slots__ = ("answers", "at", "curtain", "known", "newest")

    def __init__(self) -> None:
        self.newest: dict[Any, Any] = {}  # by name, see `kept`
        self.at: Any = None  # the encounter for which `answers` hold, see `standing`
        self.answers: dict[Any, Any] = {}
        self.known: list[tuple[Values, dict[Any, Any]]] = []
        self.curtain: Memo | None = None

    def clear(self) -> None:
        if self.curtain is not None:
            self.curtain.clear()
        self.newest, self.answers, self.known, self.at = {}, {}, [], None


class People(dict[str, V]):
    """A mapping by id that nobody changes; `memo` is shared with those that it came from."""

    __slots__ = ("_lasting", "memo")

    def __init__(self, people: Mapping[str, V], memo: Memo | None = None) -> None:
        super().__init__(people)
        self.memo = Memo() if memo is None else memo
        self._lasting: dict[str, V] | None = None

    @property
    def lasting(self) -> Mapping[str, V]:
        """The same people as if none had acted yet or bore a mark: one object while nothing else changes.

        In a first round each moment changes one of them, and effects end on the way; no place in the order,
        no prompt and nobody's dice depend on either.
        """
        if self._lasting is None:
            self._lasting = kept_each(self, "lasting", (), _fresh)
        return self._lasting


def _fresh(who: Any) -> Any:
    return replace(who, acted=False, marks=()) if who.acted or who.marks else who


def lasting(of: Mapping[str, V]) -> Mapping[str, V]:
    """See `People.lasting`."""
    return of.lasting if isinstance(of, People) else of


def people(changed: Mapping[str, V], like: Mapping[str, V]) -> People[V]:
    """`changed` as people, with the memo of those that they were made of."""
    return People(changed, like.memo if isinstance(like, People) else None)


def forget(of: Mapping[str, Any]) -> None:
    """Let go of all that was worked out: the memo holds people who hold it, and would outlive them all."""
    if isinstance(of, People):
        of.memo.clear()


def kept(of: Mapping[str, Any], name: Any, values: Values, make: Callable[[], T]) -> T:
    """What `make` answers, or its last answer for the same `values` (tuples, text, numbers: equal ones)."""
    if not isinstance(of, People):
        return make()
    last = of.memo.newest.get(name)
    if last is not None and equal(last[0], values):
        answer: T = last[1]
        return answer
    answer = make()
    of.memo.newest[name] = (values, answer)
    return answer


def kept_each(
    of: Mapping[str, V], name: Any, values: Values, make: Callable[[V], T]
) -> dict[str, T]:
    """What `make` answers for each of them; only for those that changed while `values` stay the same."""
    if not isinstance(of, People):
        return {id_: make(who) for id_, who in of.items()}
    last: tuple[Values, Mapping[str, V], dict[str, T]] | None = of.memo.newest.get(name)
    if last is None or not equal(last[0], values):
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


def differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str] | None:
    """The keys at which they hold another object; None if the keys themselves, or their order, differ."""
    if len(old) != len(new) or list(old) != list(new):
        return None
    return list(compress(new, map(is_not, old.values(), new.values())))


def equal(some: Values, others: Values) -> bool:
    """Mostly they are the same objects, and that is soon seen."""
    return some is others or all(map(is_, some, others)) or all(map(_same, some, others))


def _same(one: Any, other: Any) -> bool:
    return one is other or (type(one) in (int, float, str, tuple) and one == other)
