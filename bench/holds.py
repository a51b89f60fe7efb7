"""How long a large fight holds the server: the longest stretch of its dearest commands, and each as a whole.

Between two stretches other tables are served. In this process, on its own processor time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from bench.fight import Plain, command, person
from bench.rules_cost import RECORD
from rules.engine.history import History
from rules.model.dice import Rolled
from server.table.decider import accept
from server.table.requests import Request
from server.table.state import State

MARKS = 500


class Table:
    """One table in this process. `longest` and `whole` are milliseconds of its last command."""

    def __init__(self, system: str, size: int) -> None:
        self.state = State.at(RECORD, History.start())
        self.longest = self.whole = 0.0
        self.do({"do": "open", "system": system})
        self.do({"do": "add", "combatants": [person(number) for number in range(size)]})

    def do(self, plain: Plain) -> None:
        work = accept(Request(command(plain)), self.state, Rolled())
        spent: list[float] = []
        done = False
        while not done:
            start = time.thread_time()
            try:
                next(work)
            except StopIteration as finished:
                self.state, done = finished.value.state, True
            spent.append(time.thread_time() - start)
        self.longest, self.whole = max(spent) * 1000, sum(spent) * 1000


def roll_for_all(size: int) -> Table:
    table = Table("starfinder", size)
    table.do({"do": "begin"})
    table.do({"do": "roll", "for": "all"})
    return table


def round_of_turns(size: int) -> Table:
    table = roll_for_all(size)
    while table.state.history.encounter.phase == "roll":
        table.do({"do": "roll", "for": "all"})
    table.do({"do": "advance", "to": "round"})
    return table


def end_with_marks(size: int) -> Table:
    table = Table("adnd2e", size)
    marks = [
        {"do": "mark", "combatant": f"c{n % size}", "name": f"m{n // size}", "rounds": 1 + n % 40}
        for n in range(MARKS)
    ]
    table.do({"do": "batch", "commands": marks})
    table.do({"do": "begin"})
    table.do({"do": "end"})
    return table


DEAREST: dict[str, Callable[[int], Table]] = {
    "roll": roll_for_all,
    "round": round_of_turns,
    "end": end_with_marks,
}


def run(sizes: tuple[int, ...] = (50, 500), repeats: int = 5) -> dict[str, dict[str, list[float]]]:
    """By command and number of combatants: the longest stretch and the whole, in ms, medians."""
    found: dict[str, dict[str, list[float]]] = {}
    for name, play in DEAREST.items():
        for size in sizes:
            tables = [play(size) for _ in range(repeats)]
            longest = median(table.longest for table in tables)
            whole = median(table.whole for table in tables)
            found.setdefault(name, {})[str(size)] = [longest, whole]
    return found
