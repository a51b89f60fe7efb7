"""What the server says about itself: for people on a terminal, as JSON lines elsewhere.

No token ever gets into it: whatever looks like one is taken out of every line, whoever wrote it.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, TextIO

import msgspec
import structlog
from structlog.typing import EventDict, Processor

SECRET_NAMES = {"token", "secret", "authorization", "cookie"}
TOKEN = re.compile(r"[A-Za-z0-9_-]{43,}")
"""32 bytes in base64url, and anything longer of its kind."""

REDACTED = "[redacted]"


def redact(logger: Any, method: str, line: EventDict) -> EventDict:
    """Takes out what is secret by its name, and what looks like a token."""
    for name in line:
        line[name] = REDACTED if name in SECRET_NAMES else _clean(line[name])
    return line


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return TOKEN.sub(REDACTED, value)
    if isinstance(value, Mapping):
        return {
            name: REDACTED if name in SECRET_NAMES else _clean(inner)
            for name, inner in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_clean(inner) for inner in value]
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return TOKEN.sub(REDACTED, str(value))


def configure(stream: TextIO | None = None) -> None:
    """Send all logs, structlog's and the standard library's, to `stream` (standard error)."""
    stream = stream or sys.stderr
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.format_exc_info, redact, *_renderer(stream)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                redact,
                *_renderer(stream),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    # Opening handshakes that fail (scanners, health checks) are counted, not told with tracebacks.
    logging.getLogger("websockets.server").setLevel(logging.CRITICAL)


def _renderer(stream: TextIO) -> list[Processor]:
    if stream.isatty():
        return [structlog.dev.ConsoleRenderer()]
    return [structlog.processors.JSONRenderer(serializer=_json)]


def _json(line: MutableMapping[str, Any], **_: Any) -> str:
    return msgspec.json.encode(line, enc_hook=str).decode()


log: structlog.typing.FilteringBoundLogger = structlog.get_logger()
