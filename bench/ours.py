"""Our server as it is measured: as `serve` runs it, durable, with tables that are already in a fight.

    python -m bench.ours FOLDER TABLES PEOPLE [CLOCK [REST_AFTER]]

Prints one line of JSON: its port, and the tokens of each table. Commands are not limited in number,
and everybody may come from one address at once; all else is as it is by default.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import msgspec
import uvloop

from bench.fight import command, prepared
from protocol.messages import Role
from server.app import App
from server.cli.serve import collect_seldom
from server.ops import logs
from server.ops.config import Settings
from server.table.table import Table


async def fill(table: Table, people: int, clock: float | None) -> None:
    """To the first moment of the fight; ties, on which nobody here agrees, are rolled off."""
    for one in prepared(people):
        await table.play(one)
    while table.stored.history.encounter.phase == "roll":
        await table.play(command({"do": "roll", "for": "all"}))
    if clock:
        await table.play(command({"do": "clock", "every": clock}))


def batched(names: list[str], size: int) -> list[list[str]]:
    return [names[start : start + size] for start in range(0, len(names), size)]


async def main(
    folder: Path, tables: int, people: int, clock: float, rest_after: float, rate: float
) -> None:
    collect_seldom()
    logs.configure()
    settings = Settings(
        data=folder, port=0, rate=rate, unauthenticated=10_000, unauthenticated_per_address=10_000,
        link_connections=100_000, table_connections=100_000, rest_after=rest_after,
    )  # fmt: skip
    app = App(settings)
    await app.start()

    async def made(name: str) -> dict[Role, str]:
        tokens = await app.access.make_table(name)
        assert tokens is not None, "the folder is not empty"
        if people:
            await fill(await app.tables.open(name), people, clock or None)
        return tokens

    names = [f"table-{number}" for number in range(tables)]
    tokens = []
    for some in batched(names, 10 if rest_after < 1 else tables):  # they rest as others come
        tokens += await asyncio.gather(*map(made, some))
        if rest_after < 1:
            await asyncio.sleep(3 * rest_after)
    said = msgspec.json.encode({"port": app.port, "tokens": tokens}).decode()
    print(said, flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    await app.stop()


if __name__ == "__main__":
    folder, tables, people, *more = sys.argv[1:]
    numbers = [float(text) for text in more] + [0.0, 30.0, 0.0][len(more) :]
    uvloop.run(main(Path(folder), int(tables), int(people), *numbers))
