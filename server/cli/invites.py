"""Commands about who may come in: inviting, listing invites and revoking them."""

from __future__ import annotations

from typing import Annotated

import typer

from server.cli import terminal
from server.cli.options import HERE, Data, Json, Name, Nats, PublicUrl, where


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
    issued = terminal.one(where(data, nats, public_url), asked)
    terminal.data(issued) if json else typer.echo(issued["link"])


def invites(name: Name, data: Data = HERE, nats: Nats = "", json: Json = False) -> None:
    """List a table's invites, without their tokens."""
    known = terminal.one(where(data, nats), {"do": "invites", "table": name})
    if json:
        terminal.data(known)
        return
    for one in known["invites"]:
        role = one.get("role", "-")
        user = one.get("user", "(shared)" if "role" in one else "-")
        state = f"revoked {one['revoked']}" if "revoked" in one else one.get("expires", "")
        typer.echo(f"{one['invite']:6} {role:9} {user:20} {state}")


def revoke(
    name: Name,
    invite: Annotated[str, typer.Argument(help="As `turnkeeper invites` names it.")],
    data: Data = HERE,
    nats: Nats = "",
) -> None:
    """End an invite, and the connections that came by it."""
    terminal.one(where(data, nats), {"do": "revoke", "table": name, "invite": invite})
    terminal.say(f"{invite} of {name} opens nothing any more.")
