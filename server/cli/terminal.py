"""What a command says and where: data on standard output, every other word on standard error.

So `--json` is one object and `export | replay` works, whatever has to be warned of meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, NoReturn

import msgspec
import typer

from rules.model.errors import Refused
from server.admin.rpc import Line, Unreachable, Where, answers
from server.ops import logs
from server.store.contract import StoreFailed, StoreUnusable


def finish(work: Coroutine[Any, Any, Any]) -> Any:
    """Run it; what goes wrong is one sentence and exit code 1."""
    logs.configure()
    try:
        with asyncio.Runner(loop_factory=_loop()) as runner:
            return runner.run(work)
    except Refused as refused:
        fail(refused.message)
    except (StoreUnusable, StoreFailed, Unreachable, OSError) as error:
        fail(str(error))


def one(where: Where, asked: Line) -> Line:
    """The one line that answers `asked`."""

    async def first() -> Line:
        return [line async for line in answers(where, asked)][-1]

    line: Line = finish(first())
    return line


def data(line: Line) -> None:
    """What was asked for, as one line of JSON."""
    typer.echo(msgspec.json.encode(line).decode())


def say(sentence: str) -> None:
    """A word to the person at the terminal."""
    typer.echo(sentence, err=True)


def fail(sentence: str) -> NoReturn:
    """Say why, and end the command with exit code 1."""
    say(sentence)
    raise typer.Exit(1)


def _loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's, where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
