"""Commands about all tables together: keeping copies of them, and taking them to other stores."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Annotated

import typer

from server.admin.rpc import Where, open_store
from server.cli import flags, terminal
from server.cli.options import HERE, Credentials, Data, check, servers
from server.ops.config import Settings
from server.store.contract import StoreUnusable


def backup(file: Annotated[Path, typer.Argument()], data: Data = HERE) -> None:
    """Write a complete copy of all tables to FILE, beside a running server too."""
    written = terminal.one(Where(data), {"do": "backup", "file": str(file.absolute())})
    typer.echo(f"{written['file']}: {written['bytes']} bytes")


def restore(file: Annotated[Path, typer.Argument()], data: Data = HERE) -> None:
    """Put a backup in the place of all tables; the server must be stopped."""
    from server.store.sqlite.restoring import restore as put_back

    try:
        kept = put_back(file, data)
    except (StoreUnusable, OSError) as error:
        terminal.fail(str(error))
    terminal.say(f"Restored from {file}." + (f" What was there is kept as {kept}." if kept else ""))


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
    addresses = servers(to or from_)
    check(flags.nats(addresses, nats_credentials, nats_replicas))
    there = Settings(nats=addresses, nats_credentials=nats_credentials, nats_replicas=nats_replicas)

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
