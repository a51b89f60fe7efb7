"""Invites as they are told to people: in `ack.result`, and by the command line."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from rules.model.errors import Refused
from server.access.tokens import Access
from server.store.contract import EndedInvite, InviteRecord

LAST = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp()


async def all_listed(access: Access, table: str) -> list[dict[str, Any]]:
    """The invites of a table, those that have ended last."""
    living, ended = await access.invites(table), await access.ended(table)
    return [*map(listed, living), *map(left_of, ended)]


def listed(invite: InviteRecord) -> dict[str, Any]:
    """An invite as it is listed: everything but its token's digest. Times are ISO 8601."""
    known = {
        "invite": invite.invite,
        "role": invite.role,
        "user": invite.user,
        "created": iso(invite.created),
        "expires": iso(invite.expires) if invite.expires is not None else None,
    }
    return {name: value for name, value in known.items() if value is not None}


def left_of(ended: EndedInvite) -> dict[str, Any]:
    """An invite that has ended: its name, and when."""
    return {"invite": ended.invite, "expires" if ended.expired else "revoked": iso(ended.at)}


def iso(seconds: float) -> str:
    """In UTC. What lies beyond the years that can be written becomes the last of them."""
    moment = datetime.fromtimestamp(min(seconds, LAST), UTC)
    return moment.isoformat(timespec="seconds")


def moment(text: str) -> float:
    """Seconds since 1970 of an ISO 8601 time; raises Refused, for one after the year 9999 too."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC).timestamp()
    except (ValueError, OverflowError):
        raise Refused("illegal_value", f"{text} is no moment") from None
