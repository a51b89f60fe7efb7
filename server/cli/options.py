"""Options that several commands share, and where they find the tables."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from server.admin.rpc import Where
from server.cli import flags, terminal

Data = Annotated[Path, typer.Option(help="The data directory.", envvar="TURNKEEPER_DATA")]
Name = Annotated[str, typer.Argument(help="The table: a-z, 0-9 and -.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
PublicUrl = Annotated[
    str | None, typer.Option(help="Where people reach the server, as https://host/prefix.")
]
Nats = Annotated[
    str,
    typer.Option(
        help="NATS servers, as nats://…,nats://…; no data then.", envvar="TURNKEEPER_NATS"
    ),
]
Credentials = Annotated[
    Path | None,
    typer.Option(help="A credentials file for NATS.", envvar="TURNKEEPER_NATS_CREDENTIALS"),
]
HERE = Path("data")


def servers(nats: str) -> tuple[str, ...]:
    """The addresses of `--nats`."""
    return tuple(address.strip() for address in nats.split(",") if address.strip())


def where(data: Path, nats: str, public_url: str | None = None) -> Where:
    """The tables that the options name; a mistake in them ends the command."""
    given = os.environ.get("TURNKEEPER_NATS_CREDENTIALS")
    credentials, addresses = Path(given) if given else None, servers(nats)
    check(flags.public_url(public_url))
    check(flags.nats(addresses, credentials if addresses else None))
    return Where(data, addresses, credentials, public_url)


def check(mistakes: Iterator[str]) -> None:
    """The first mistake ends the command."""
    for mistake in mistakes:
        terminal.fail(mistake)
