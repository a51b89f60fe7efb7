"""What an `advance` costs before anything is sent: decide, evolve, the views, patches, bytes.

In this process, on its own processor time. An ordinary moment is told from the first one of a round,
whose whole order is new and goes out as such.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from msgspec.structs import replace

from bench.fight import GO_ON, command, prepared
from protocol.codec import JSON
from protocol.messages import FightCommand
from protocol.streams import Sent
from protocol.updates import StreamRole
from rules.engine.history import RULES, History, LogEntry, decide
from rules.memo import combatants
from rules.model.dice import Rolled
from server.store.contract import TableRecord
from server.table.state import State

MOMENT_BYTES = 1000
"""An update with the order of a new round is larger, with any number of people that is measured."""

RECORD = TableRecord("table", "Table", "history", 0.0)


def entry(state: State, given: FightCommand) -> LogEntry:
    events: Any = decide(state.history, given, Rolled())
    return LogEntry(
        position=state.position + 1, command=given, events=events, by="u", id="b" * 16,
        rules=RULES, time=time.time(),
    )  # fmt: skip


def playing(size: int) -> Iterator[tuple[LogEntry, State, dict[StreamRole, Sent]]]:
    """A fight of so many, for ever: each entry, the state behind it, and what it sends."""
    state, go_on, roll = State.at(RECORD, History.start()), GO_ON, {"do": "roll", "for": "all"}
    given = prepared(size)
    while True:
        phase = state.history.encounter.phase
        following = command(roll if phase == "roll" else go_on)
        made = entry(state, next(given, following))
        state, sent = state.follow(made)
        yield made, state, sent


def begun(size: int) -> State:
    """The state at the first moment."""
    return next(state for _, state, _ in playing(size) if state.history.encounter.phase == "act")


def later(state: State) -> State:
    """The same as in a later round: everybody has acted before."""
    encounter = state.history.encounter
    acted = {id: replace(who, acted=True) for id, who in encounter.combatants.items()}
    changed = replace(encounter, combatants=combatants(acted, encounter.combatants))
    return State.at(RECORD, replace(state.history, encounter=changed))


def measure(size: int, moments: int = 400) -> dict[str, float]:
    """µs of a moment of the first round (`first_us`), of a later one (`us`) and its `bytes`, and of
    the first one of a round with its new order (`round_us`), where it was reached.
    """
    start = begun(size)
    first, _ = _costs(start, min(moments, size - 1, 40))
    costs, largest = _costs(later(start), moments)
    return {
        "first_us": median(first[True]),
        "us": median(costs[True]),
        "bytes": largest,
        **({"round_us": median(costs[False])} if costs[False] else {}),
    }


def _costs(state: State, moments: int) -> tuple[dict[bool, list[float]], int]:
    """µs of ordinary moments (True) and of others, and the bytes of the largest ordinary one."""
    costs: dict[bool, list[float]] = {True: [], False: []}
    go_on, largest = command(GO_ON), 0
    for _ in range(moments):
        start = time.thread_time()
        state, sent = state.follow(entry(state, go_on))
        sizes = [len(one.bytes(JSON)) for seer in sent.values() for one in seer.updates]
        spent = time.thread_time() - start
        ordinary = max(sizes) <= MOMENT_BYTES
        costs[ordinary].append(spent * 1e6)
        if ordinary:
            largest = max(largest, *sizes)
    return costs, largest


def run(
    sizes: tuple[int, ...] = (6, 20, 50, 100, 200, 500), moments: int = 150, repeats: int = 5
) -> dict[str, dict[str, float]]:
    """By number of combatants the medians of all repeats, which are interleaved."""
    found: dict[int, list[dict[str, float]]] = {size: [] for size in sizes}
    for _ in range(repeats):
        for size in sizes:
            found[size].append(measure(size, moments))
    return {
        str(size): {
            key: median(one[key] for one in several if key in one)
            for key in dict.fromkeys(key for one in several for key in one)
        }
        for size, several in found.items()
    }
