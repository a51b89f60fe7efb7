"""A server in the foreground: from its first links to Ctrl-C."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Callable

from rules.model.errors import Refused
from server.admin.demo import fill
from server.app import App
from server.ops import logs
from server.ops.config import Settings, link
from server.ops.descriptors import raise_limit
from server.ops.logs import log

FIRST_TABLE = "friday"

COLLECT = (200, 1, 40_000)
"""How Python looks for cycles, in objects and steps: at few of them at once, and at all of them seldom.
What a table holds is values without any, but to walk through them takes microseconds each, and all wait.
"""


def collect_seldom() -> None:
    """What is there by now stays for good, and is not looked at again."""
    gc.freeze()
    gc.set_threshold(*COLLECT)


async def serve_until_told(settings: Settings) -> None:
    """Serve until SIGTERM or Ctrl-C; everything durable and everybody told when it returns."""
    collect_seldom()
    logs.configure()
    log.info("descriptors", most=raise_limit())
    told = asyncio.Event()
    on_signals(told.set)
    app = App(settings)
    try:
        try:
            await app.start()
        except OSError as error:
            where = f"--host {settings.host} --port {settings.port}"
            why = error.strerror or str(error)
            raise Refused("illegal_value", f"{where} cannot be listened on: {why}") from None
        await prepare(app)
        await told.wait()
    finally:
        await app.stop()


async def prepare(app: App) -> None:
    """A table at the first start, with its links; later a word about how to make another."""
    if app.settings.demo:
        await _demo(app)
    elif await app.store.tables():
        print(app.page, flush=True)  # noqa: T201 — for the person at the terminal
        print(  # noqa: T201
            "A new link: turnkeeper invite NAME --role gm. A new table: turnkeeper table NAME.",
            file=sys.stderr,
        )
    else:
        await _introduce(app, FIRST_TABLE, "Friday night")


async def _demo(app: App) -> None:
    """A table of its own each time: what was played at another is left alone."""
    taken = {table.table for table in await app.store.tables()}
    name = next(name for name in _names("demo") if name not in taken)
    await _introduce(app, name, "A fight in ten segments")
    await fill(await app.tables.open(name))


def _names(stem: str) -> list[str]:
    return [stem, *(f"{stem}-{number}" for number in range(2, 10_000))]


async def _introduce(app: App, table: str, title: str) -> None:
    tokens = await app.access.make_table(table, title)
    if tokens is None:
        log.warning("table is there already", table=table)
        return
    lines = [f"The table {table}. Keep the links: they are shown only now.", ""]
    lines += [f"  {role:9} {link(app.page, table, token)}" for role, token in tokens.items()]
    print("\n".join(lines), end="\n\n", flush=True)  # noqa: T201 — for the person at the terminal


def on_signals(stop: Callable[[], None]) -> None:
    """Call `stop` on SIGINT and SIGTERM, on Windows too, whose loops know no signals."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
