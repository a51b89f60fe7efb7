"""What the server says about itself: for people on a terminal, as JSON lines elsewhere.

No token ever gets into it: whatever looks like one is taken out of every line, whoever wrote it.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import logging
import re
import sys
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import Any, TextIO, cast

import msgspec
import structlog
from msgspec.structs import asdict
from structlog.typing import EventDict, Processor

from server.ops.command_lines import CommandLine, CommandLines

SECRET_NAMES = {"token", "secret", "authorization", "cookie"}
TOKEN = re.compile(r"[A-Za-z0-9_-]{43,}")
"""32 bytes in base64url, and anything longer of its kind."""

REDACTED = "[redacted]"
SIMPLE = (str, int, float, type(None))
"""What a line mostly holds: nothing is inside of it."""


def unname(logger: Any, method: str, line: EventDict) -> EventDict:
    """Takes out what is secret by its name."""
    for name, value in line.items():
        if name in SECRET_NAMES:
            line[name] = REDACTED
        elif not isinstance(value, SIMPLE):
            line[name] = _clean(value)
    return line


def _clean(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {
            name: REDACTED if name in SECRET_NAMES else _clean(inner)
            for name, inner in value.items()
        }
    return [_clean(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def redacting(render: Processor) -> Processor:
    """Takes what looks like a token out of a line as it is written."""

    def rendered(logger: Any, method: str, line: EventDict) -> str:
        return TOKEN.sub(REDACTED, str(render(logger, method, line)))

    return rendered


class Unfailing(io.TextIOBase):
    """Writes to `stream`, and says nothing if that cannot be: a full disk does not stop a table."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        try:  # noqa: SIM105 (called once more at the interpreter's end, when no module is left)
            self._stream.flush()
        except (OSError, ValueError):
            pass

    def isatty(self) -> bool:
        return self._stream.isatty()


def configure(stream: TextIO | None = None) -> None:
    """Send all logs, structlog's and the standard library's, to `stream` (standard error)."""
    kept = cast(TextIO, Unfailing(stream or sys.stderr))
    command_lines.write = _each if kept.isatty() else _together(kept)
    atexit.register(command_lines.flush)
    shared: list[Processor] = [
        _after_commands,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, *_renderers(kept)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(kept),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(kept)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_renderers(kept),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    # Opening handshakes that fail (scanners, health checks) are counted, not told with tracebacks.
    logging.getLogger("websockets.server").setLevel(logging.CRITICAL)


def _after_commands(logger: Any, method: str, line: EventDict) -> EventDict:
    """Lines stand in the order in which things happened."""
    command_lines.flush()
    return line


def _together(stream: TextIO) -> Callable[[Sequence[CommandLine]], None]:
    """Writes many lines of JSON at once. In no field of them is anything secret by its name."""

    def write(lines: Sequence[CommandLine]) -> None:
        stream.write(TOKEN.sub(REDACTED, _encoder.encode_lines(lines).decode()))
        stream.flush()

    return write


def _each(lines: Sequence[CommandLine]) -> None:
    """On a terminal they look like all others."""
    for line in lines:
        log.info(**{name: value for name, value in asdict(line).items() if name not in _GIVEN})


def _renderers(stream: TextIO) -> list[Processor]:
    renderer: Processor = structlog.processors.JSONRenderer(serializer=_json)
    if stream.isatty():
        renderer = structlog.dev.ConsoleRenderer()
    return [structlog.processors.format_exc_info, unname, redacting(renderer)]


_GIVEN = ("level", "timestamp")
"""Fields that each line of the log is given."""

_encoder = msgspec.json.Encoder(enc_hook=str)


def _json(line: MutableMapping[str, Any], **_: Any) -> str:
    return _encoder.encode(line).decode()


log: structlog.typing.FilteringBoundLogger = structlog.get_logger()
command_lines = CommandLines()
