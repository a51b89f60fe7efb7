"""What each kept answer brings: an `advance` with all of them, against one without that answer.

`python -m bench.kept_answers` prints, for each name, how much dearer an ordinary moment and a new round
become without it. In this process, on its own processor time, interleaved.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from bench import rules_cost
from rules import memo


class Without(dict[Any, Any]):
    """Answers by name that keep none of one name."""

    name: Any = None

    def __setitem__(self, name: Any, answer: Any) -> None:
        if _base(name) != self.name:
            super().__setitem__(name, answer)
            SEEN.add(_base(name))


SEEN: set[Any] = set()


def _base(name: Any) -> Any:
    return name[0] if isinstance(name, tuple) else name


class Forgetful(memo.Memo):
    __slots__ = ()

    def __init__(self) -> None:
        super().__init__()
        self.newest, self.answers = Without(), Without()


def _found(of: memo.Memo, values: memo.Values) -> dict[Any, Any]:
    for known, answers in of.known:
        if memo._equal(known, values):
            return answers
    fresh = Without()
    of.known = [(values, fresh), *of.known[: memo.KNOWN - 1]]
    return fresh


@contextmanager
def without(name: Any) -> Iterator[None]:
    """No answer of that name is kept meanwhile; None: all are."""
    kinds = memo.Memo, memo._found
    memo.Memo, memo._found, Without.name = Forgetful, _found, name  # type: ignore[misc]
    try:
        yield
    finally:
        memo.Memo, memo._found = kinds  # type: ignore[misc]


def measured(name: Any, size: int, moments: int) -> dict[str, float]:
    with without(name):
        return rules_cost.measure(size, moments)


def run(size: int = 20, moments: int = 60, repeats: int = 5) -> dict[str, dict[str, float]]:
    """By name, µs that an answer of it saves: of an ordinary moment, of the first ones, of a new round."""
    measured(None, size, moments)
    names = [None, *sorted(SEEN, key=str)]
    found: dict[Any, list[dict[str, float]]] = {name: [] for name in names}
    for _ in range(repeats):
        for name in names:
            found[name].append(measured(name, size, moments))
    keys = ("us", "first_us", "round_us")
    cost = {
        str(name): {key: median(one[key] for one in several if key in one) for key in keys}
        for name, several in found.items()
    }
    bare = cost.pop("None")
    return {"all kept": bare} | {
        name: {key: costs[key] - bare[key] for key in keys} for name, costs in cost.items()
    }


if __name__ == "__main__":
    people = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for name, costs in run(people).items():
        print(f"{name:20} " + "  ".join(f"{key} {value:8.1f}" for key, value in costs.items()))
