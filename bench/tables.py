"""Many tables in one process: whether they tick in time, what they weigh, and who disturbs whom."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import Any

from bench.crowd import Result, crowd, medians
from bench.fanout import ADVANCE, MARK, PEOPLE, opening
from bench.fight import hello
from bench.process import Running, ours

FEW = 10
"""Combatants at each of many tables."""

SETTLING = 4
"""Periods until those who have all come in at once are served in time."""

PING = ['{"type":"ping","t":1}']


def ticking(
    tables: int = 1000, seats: int = 6, seconds: float = 10, every: float = 1, repeats: int = 5
) -> Result:
    """So many tables tick; `p99_ms` is how far a tick is from its time, `ping` a round trip beside."""
    return medians([_ticking(tables, seats, seconds, every) for _ in range(repeats)])


def _ticking(tables: int, seats: int, seconds: float, every: float) -> Result:
    with ours(tables + 1, FEW, every) as server:
        *playing, spare = server.said["tokens"]
        says = [
            hello(tokens["gm" if seat == 0 else "player"])
            for tokens in playing
            for seat in range(seats)
        ]
        with ExitStack() as stack:
            settling = SETTLING * every
            everybody = stack.enter_context(
                crowd(server, len(says), says, MARK, "listen", seconds, every, settling, quiet=0)
            )
            pings = stack.enter_context(pinging(server, spare, seconds * 0.8))
            everybody.start()
            time.sleep(settling)
            before = server.cpu
            pings.start()
            result = {**everybody.result(), "cpu": server.cpu - before}
            return {**result, "ping": pings.result(), "ticks": result["deliveries"] / seats}


def pinging(server: Running, tokens: dict[str, str], seconds: float) -> Any:
    """Somebody at another table asks 200 times a second whether the server is there."""
    says = [hello(tokens["player"])]
    return crowd(server, 1, says, '"pong"', "rounds", PING, round(seconds * 200), 200)


def neighbours(crowd_size: int = 1000, seconds: float = 5, repeats: int = 5) -> dict[str, Result]:
    """Round trips at one table while another, of `crowd_size`, goes on ten times a second; and alone."""
    return medians(
        [
            {"alone": _beside(0, seconds), "crowd": _beside(crowd_size, seconds)}
            for _ in range(repeats)
        ]
    )


def _beside(size: int, seconds: float) -> Result:
    with ours(2, PEOPLE) as server, ExitStack() as stack:
        large, small = server.said["tokens"]
        if size:
            rounds = round(seconds * 10 * 1.2)
            others = stack.enter_context(
                crowd(server, size, opening(large), MARK, "rounds", ADVANCE, rounds, 10)
            )
            others.start()
        return stack.enter_context(pinging(server, small, seconds)).go()


def weight(connections: int = 1000, tables: int = 300) -> dict[str, float]:
    """KiB of an idle connection, and of a table that is open with a fight of twenty: `played` when
    all were just played at, and `table` when they rest while more come.
    """
    with ours(1, PEOPLE) as server:
        player = [hello(server.said["tokens"][0]["player"])]
        few = _held(server, 50, player)
        many = _held(server, 50 + connections, player)
    return {
        "connection": (many - few) / connections / 1024,
        "played": _table(tables, 30) / 1024,
        "table": _table(tables, 0.1) / 1024,
    }


def _table(tables: int, rest_after: float) -> float:
    """Bytes of one of so many tables."""
    with ours(11, PEOPLE, 0, rest_after) as few, ours(11 + tables, PEOPLE, 0, rest_after) as many:
        return (many.memory - few.memory) / tables


def _held(server: Running, connections: int, says: list[str]) -> int:
    with crowd(server, connections, says, MARK, "hold") as everybody:
        everybody.go()
        time.sleep(0.5)
        return server.memory
