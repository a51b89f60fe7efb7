"""The command line: serves tables, and looks after them beside a running server or without one.

Imports that only one command needs stand in it, so that the others answer at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Annotated

import typer

from server import __version__
from server.cli import flags, terminal
from server.cli.client import Where, lines, open_store
from server.ops.config import Settings
from server.store.contract import StoreUnusable

app = typer.Typer(
    help="Turnkeeper: one server that owns the rules of initiative.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

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


def main() -> None:
    app()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on; 0 for any.")] = 8765,
    data: Data = HERE,
    fresh: Annotated[
        bool,
        typer.Option("--fresh", help="Make an empty database beside what is left of another."),
    ] = False,
    public_url: PublicUrl = None,
    origin: Annotated[
        list[str] | None, typer.Option(help="A web page's origin that may connect.")
    ] = None,
    trust_proxy: Annotated[
        list[str] | None, typer.Option(help="Networks (CIDR) of proxies to believe.")
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option(help="A certificate chain (PEM).")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its key (PEM).")] = None,
    rate: Annotated[
        float, typer.Option(help="Messages a second and connection; 0: no limit, no budgets.")
    ] = 20.0,
    metrics: Annotated[
        str | None, typer.Option(help="HOST:PORT for Prometheus; off without it.")
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Make a table with a fight.")] = False,
    nats: Nats = "",
    nats_credentials: Credentials = None,
    nats_replicas: Annotated[int, typer.Option(help="Of each log, if they are made.")] = 3,
    drain: Annotated[
        float, typer.Option(help="Seconds from /readyz saying no to the end, at a stop.")
    ] = 0.0,
) -> None:
    """Start the server. At its first start it makes a table and prints the links."""
    from server.cli.serve import serve_until_told

    settings = Settings(
        host=host, port=port, data=data, fresh=fresh, public_url=public_url, origins=tuple(origin or ()),
        trusted_proxies=tuple(trust_proxy or ()), tls_cert=tls_cert, tls_key=tls_key, rate=rate,
        metrics=metrics, demo=demo, nats=_servers(nats), nats_credentials=nats_credentials,
        nats_replicas=nats_replicas, drain=drain,
    )  # fmt: skip
    _check(flags.mistakes(settings))
    terminal.finish(serve_until_told(settings))


@app.command()
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
        _where(data, nats, public_url), {"do": "table", "table": name, "name": title}
    )
    if json:
        terminal.data(made)
    elif made["made"]:
        for role, address in made["links"].items():
            typer.echo(f"{role:9} {address}")
    else:
        terminal.say(f"{name} is there already; a new link: turnkeeper invite {name} --role gm")


@app.command()
def tables(data: Data = HERE, nats: Nats = "", json: Json = False) -> None:
    """List the tables, and how large their logs are."""
    known = terminal.one(_where(data, nats), {"do": "tables"})
    if json:
        terminal.data(known)
        return
    for one in known["tables"]:
        size = f"{one['log'] / 1024:.0f} KiB" if "log" in one else ""
        typer.echo(f"{one['table']:20} {one['created']} {size:>12}  {one['name']}")


@app.command()
def invite(
    name: Name,
    role: Annotated[str, typer.Option(help="gm, player or observer.")] = "player",
    user: Annotated[str | None, typer.Option(help="For this one person alone.")] = None,
    expires: Annotated[str | None, typer.Option(help="Until then, as ISO 8601.")] = None,
    data: Data = HERE,
    nats: Nats = "",
    public_url: PublicUrl = None,
    json: Json = False,
) -> None:
    """Print a new link for a table; for a GM too: the way back after a lost link."""
    asked = {"do": "invite", "table": name, "role": role, "user": user, "expires": expires}
    issued = terminal.one(_where(data, nats, public_url), asked)
    terminal.data(issued) if json else typer.echo(issued["link"])


@app.command()
def invites(name: Name, data: Data = HERE, nats: Nats = "", json: Json = False) -> None:
    """List a table's invites, without their tokens."""
    known = terminal.one(_where(data, nats), {"do": "invites", "table": name})
    if json:
        terminal.data(known)
        return
    for one in known["invites"]:
        role = one.get("role", "-")
        user = one.get("user", "(shared)" if "role" in one else "-")
        state = f"revoked {one['revoked']}" if "revoked" in one else one.get("expires", "")
        typer.echo(f"{one['invite']:6} {role:9} {user:20} {state}")


@app.command()
def revoke(
    name: Name,
    invite: Annotated[str, typer.Argument(help="As `turnkeeper invites` names it.")],
    data: Data = HERE,
    nats: Nats = "",
) -> None:
    """End an invite, and the connections that came by it."""
    terminal.one(_where(data, nats), {"do": "revoke", "table": name, "invite": invite})
    terminal.say(f"{invite} of {name} opens nothing any more.")


@app.command()
def delete(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data: Data = HERE,
    nats: Nats = "",
) -> None:
    """Delete a table with its whole log, for good."""
    if not yes:
        typer.confirm(f"Delete {name} and all that was played there?", abort=True, err=True)
    terminal.one(_where(data, nats), {"do": "delete", "table": name})
    terminal.say(f"{name} is deleted.")


@app.command()
def export(name: Name, data: Data = HERE, nats: Nats = "") -> None:
    """Print a table's log as JSON lines, which `turnkeeper replay` can play again."""

    async def write() -> None:
        async for line in lines(_where(data, nats), {"do": "export", "table": name}):
            terminal.data(line)

    terminal.finish(write())


@app.command()
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


@app.command()
def backup(file: Annotated[Path, typer.Argument()], data: Data = HERE) -> None:
    """Write a complete copy of all tables to FILE, beside a running server too."""
    written = terminal.one(Where(data), {"do": "backup", "file": str(file.absolute())})
    typer.echo(f"{written['file']}: {written['bytes']} bytes")


@app.command()
def restore(file: Annotated[Path, typer.Argument()], data: Data = HERE) -> None:
    """Put a backup in the place of all tables; the server must be stopped."""
    from server.store.sqlite.restoring import restore as put_back

    try:
        kept = put_back(file, data)
    except (StoreUnusable, OSError) as error:
        terminal.fail(str(error))
    terminal.say(f"Restored from {file}." + (f" What was there is kept as {kept}." if kept else ""))


@app.command()
def move(
    to: Annotated[str, typer.Option(help="NATS servers to move the tables to.")] = "",
    from_: Annotated[str, typer.Option("--from", help="NATS servers to move them from.")] = "",
    data: Data = HERE,
    nats_credentials: Credentials = None,
    nats_replicas: Annotated[int, typer.Option(help="Of each log, if they are made.")] = 3,
) -> None:
    """Take all tables from a data directory to NATS, or back. The copies they leave stay."""
    from server.store.transfer import move as take_over

    if bool(to) == bool(from_):
        terminal.fail("Either --to or --from says which NATS servers.")
    servers = _servers(to or from_)
    _check(flags.nats(servers, nats_credentials, nats_replicas))
    there = Settings(nats=servers, nats_credentials=nats_credentials, nats_replicas=nats_replicas)

    async def carry() -> int:
        count = 0
        async with AsyncExitStack() as stack:
            directory = await open_store(Settings(data=data))
            stack.push_async_callback(directory.close)
            shared = await open_store(there)
            stack.push_async_callback(shared.close)
            pair = (directory, shared) if to else (shared, directory)
            async for moved in take_over(*pair):
                count += 1
                typer.echo(f"{moved.table}: {moved.entries} entries, {moved.added} of them new")
                for name in moved.differ:
                    terminal.say(
                        f"{moved.table}: each place has an invite {name}; the new one's stays"
                    )
        return count

    count = terminal.finish(carry())
    terminal.say(f"{count} tables are complete at their new place; the copies they leave stay.")


@app.command()
def doctor(
    url: Annotated[str, typer.Argument(help="A page, a link or a WebSocket.")],
    origin: Annotated[str, typer.Option(help="Of a page that is to connect.")] = "",
) -> None:
    """Say what keeps people from reaching a server."""
    from server.cli.doctor import Place, examine

    async def write() -> bool:
        well = True
        async for finding in examine(Place.of(url), origin):
            advice = f"\n     {finding.advice}" if finding.advice else ""
            typer.echo(f"{'ok ' if finding.well else 'BAD'}  {finding.what}{advice}")
            well = well and finding.well
        return well

    try:
        well = terminal.finish(write())
    except ValueError as error:
        terminal.fail(str(error))
    if not well:
        raise typer.Exit(1)


@app.command()
def version() -> None:
    """Print the version."""
    typer.echo(__version__)


# How they get at the tables


def _servers(nats: str) -> tuple[str, ...]:
    return tuple(address.strip() for address in nats.split(",") if address.strip())


def _where(data: Path, nats: str, public_url: str | None = None) -> Where:
    given = os.environ.get("TURNKEEPER_NATS_CREDENTIALS")
    credentials, servers = Path(given) if given else None, _servers(nats)
    _check(flags.public_url(public_url))
    _check(flags.nats(servers, credentials if servers else None))
    return Where(data, servers, credentials, public_url)


def _check(mistakes: Iterator[str]) -> None:
    """The first mistake ends the command."""
    for mistake in mistakes:
        terminal.fail(mistake)
