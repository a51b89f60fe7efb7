"""Invites as they are told to people: in `ack.result`, and by the command line."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from rules.errors import Refused
from server.store import InviteRecord


def listed(invite: InviteRecord) -> dict[str, Any]:
    """An invite as it is listed: everything but its token's digest. Times are ISO 8601."""
    known = {
        "invite": invite.invite,
        "role": invite.role,
        "user": invite.user,
        "created": iso(invite.created),
        "expires": iso(invite.expires) if invite.expires is not None else None,
        "revoked": iso(invite.revoked) if invite.revoked is not None else None,
    }
    return {name: value for name, value in known.items() if value is not None}


def iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def moment(text: str) -> float:
    """Seconds since 1970 of an ISO 8601 time; raises Refused."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError):
        raise Refused("illegal_value", f"{text} is no moment") from None
