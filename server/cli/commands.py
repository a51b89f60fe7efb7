"""The command line: serves tables, and looks after them beside a running server or without one.

Imports that only one command needs stand in it, so that the others answer at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from server import __version__
from server.cli import data as data_commands
from server.cli import flags, terminal
from server.cli import invites as invite_commands
from server.cli import tables as table_commands
from server.cli.options import HERE, Credentials, Data, Nats, PublicUrl, check, servers
from server.ops.config import Settings


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
        metrics=metrics, demo=demo, nats=servers(nats), nats_credentials=nats_credentials,
        nats_replicas=nats_replicas, drain=drain,
    )  # fmt: skip
    check(flags.mistakes(settings))
    terminal.finish(serve_until_told(settings))


def doctor(
    url: Annotated[str, typer.Argument(help="A page, a link or a WebSocket.")],
    origin: Annotated[
        str, typer.Option(help="The address of a tabletop's page that is to connect.")
    ] = "",
) -> None:
    """Say what keeps people from reaching a server."""
    from server.cli.doctor import Target, examine

    async def write() -> bool:
        well = True
        async for finding in examine(Target.of(url), origin):
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


def version() -> None:
    """Print the version."""
    typer.echo(__version__)


app = typer.Typer(
    help="Turnkeeper: one server that owns the rules of initiative.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (
    serve, table_commands.table, table_commands.tables,
    invite_commands.invite, invite_commands.invites, invite_commands.revoke,
    table_commands.delete, table_commands.export, table_commands.replay,
    data_commands.backup, data_commands.restore, data_commands.move, doctor, version,
):  # fmt: skip
    app.command()(command)


def main() -> None:
    app()
