"""Commands about tables: making, listing, deleting, exporting and replaying them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from server.admin.rpc import answers
from server.cli import terminal
from server.cli.options import HERE, Data, Json, Name, Nats, PublicUrl, where


def table(
    name: Name,
    title: Annotated[str, typer.Option(help="What people call it.")] = "",
    data: Data = HERE,
    nats: Nats = "",
    public_url: PublicUrl = None,
    json: Json = False,
) -> None:
    """Make a table, if there is none of that name, and print its links: only now."""
    made = terminal.one(
        where(data, nats, public_url), {"do": "table", "table": name, "name": title}
    )
    if json:
        terminal.data(made)
    elif made["made"]:
        for role, address in made["links"].items():
            typer.echo(f"{role:9} {address}")
    else:
        terminal.say(f"{name} is there already; a new link: turnkeeper invite {name} --role gm")


def tables(data: Data = HERE, nats: Nats = "", json: Json = False) -> None:
    """List the tables, and how large their logs are."""
    known = terminal.one(where(data, nats), {"do": "tables"})
    if json:
        terminal.data(known)
        return
    for one in known["tables"]:
        size = f"{one['log'] / 1024:.0f} KiB" if "log" in one else ""
        typer.echo(f"{one['table']:20} {one['created']} {size:>12}  {one['name']}")


def delete(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data: Data = HERE,
    nats: Nats = "",
) -> None:
    """Delete a table with its whole log, for good."""
    if not yes:
        typer.confirm(f"Delete {name} and all that was played there?", abort=True, err=True)
    terminal.one(where(data, nats), {"do": "delete", "table": name})
    terminal.say(f"{name} is deleted.")


def export(name: Name, data: Data = HERE, nats: Nats = "") -> None:
    """Print a table's log as JSON lines, which `turnkeeper replay` can play again."""

    async def write() -> None:
        async for line in answers(where(data, nats), {"do": "export", "table": name}):
            terminal.data(line)

    terminal.finish(write())


def replay(file: Annotated[Path, typer.Argument(help="An export; - for standard input.")]) -> None:
    """Play an export again and check that it comes to the same state."""
    from server.cli.replay import NoExport
    from server.cli.replay import replay as play_again

    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text("utf-8")
        played = play_again(text.splitlines())
    except (OSError, NoExport) as error:
        terminal.fail(str(error))
    if not played.same:
        terminal.fail(
            f"{played.table}: {played.entries} entries lead to another state than recorded."
        )
    typer.echo(f"{played.table}: {played.entries} entries, the same state.")
