"""Lines of commands are held for a moment: none is lost at an end, and all keep their order."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterator

import pytest
import structlog

from server.ops import command_lines, logs
from server.ops.command_lines import MOST_HELD, CommandLine


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def line(number: int, result: str = "ok") -> CommandLine:
    return CommandLine("friday", "ana", "ana", "player", "hit", result, "", number, 0.5)


def noted(number: int) -> None:
    logs.command_lines.add(line(number))


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    before, write = structlog.get_config(), logs.command_lines.write
    stream = io.StringIO()
    logs.command_lines.flush()
    logs.configure(stream)
    yield stream
    logs.command_lines.flush()
    logs.command_lines.write = write
    structlog.configure(**before)


def told(stream: io.StringIO) -> list[object]:
    lines = [json.loads(text) for text in stream.getvalue().splitlines()]
    return [each["position"] if each["event"] == "command" else each["event"] for each in lines]


async def test_whatever_else_is_told_comes_after_the_commands_before_it(
    written: io.StringIO,
) -> None:
    noted(1)
    logs.log.info("between")
    noted(2)
    logs.log.info("stopped")
    assert told(written) == [1, "between", 2, "stopped"]


async def test_a_command_is_told_by_itself_before_long(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_lines, "HELD_FOR", 0.0)
    noted(1)
    assert told(written) == []
    await asyncio.sleep(0.01)
    assert told(written) == [1]


async def test_many_are_written_without_waiting(written: io.StringIO) -> None:
    for number in range(MOST_HELD):
        noted(number)
    assert told(written) == list(range(MOST_HELD))


async def test_a_line_has_the_fields_of_every_other_line(written: io.StringIO) -> None:
    noted(1)
    logs.log.info("other")
    command, other = map(json.loads, written.getvalue().splitlines())
    assert {"event", "level", "timestamp"} <= command.keys() & other.keys()
    assert command["timestamp"].endswith("Z")
    assert other["timestamp"].endswith("Z")


async def test_what_looks_like_a_token_is_taken_out(written: io.StringIO) -> None:
    logs.command_lines.add(line(1, result="t" * 43))
    logs.command_lines.flush()
    assert "t" * 43 not in written.getvalue()
    assert '"result":"[redacted]"' in written.getvalue()


async def test_on_a_terminal_a_command_looks_like_all_else() -> None:
    before, write = structlog.get_config(), logs.command_lines.write
    terminal = Terminal()
    logs.command_lines.flush()
    logs.configure(terminal)
    noted(7)
    logs.command_lines.flush()
    logs.command_lines.write = write
    structlog.configure(**before)
    assert "friday" in terminal.getvalue()
    assert not terminal.getvalue().startswith("{")
