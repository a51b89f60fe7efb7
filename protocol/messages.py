"""What crosses the wire, in both directions: one class per message, tagged by `type`.

Fields are only ever added, with a default; none is renamed or dropped. What is absent is none.
What a view and what is told of an event hold stands in `rules/projection`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from rules.engine.notes import Note
from rules.model.commands import Any_, Command
from rules.model.encounter import Id, Text
from rules.model.errors import Refused

VERSION = 1

Role = Literal["gm", "player", "observer"]
Seq = Annotated[int, Meta(ge=0, le=2**53 - 1)]
CommandId = Annotated[str, Meta(min_length=1, max_length=500, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
Moment = Annotated[
    str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$")
]
"""ISO 8601 with its time zone."""

ErrorCode = Literal[
    "bad_message", "unauthorized", "not_allowed", "not_yours", "unknown_combatant",
    "unknown_table", "unknown_system", "wrong_phase", "waiting", "illegal_declaration",
    "illegal_value", "running", "id_reused", "stale", "nothing_to_undo", "rate_limited", "too_large",
    "unavailable", "internal",
]  # fmt: skip


FightCommand = Any_


class Invite(Command, frozen=True, tag="invite"):
    """Make a link for a role; with `user` a personal one. Answered in `ack.result`.

    That `expires` is a day that exists, the server checks.
    """

    role: Role
    user: Text | None = None
    expires: Moment | None = None


class Invites(Command, frozen=True, tag="invites"):
    """List the invites of the table, without their tokens."""


class Revoke(Command, frozen=True, tag="revoke"):
    """End an invite, and the connections that came by it."""

    invite: Id


ServerCommand = Invite | Invites | Revoke
"""What the server itself does: no part of the fight's log, nor of undo."""


class Message(Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """Anything on the wire."""


class Resume(Struct, frozen=True):
    """Where a client left off: the last `update.seq` it holds, in the stream `epoch`."""

    epoch: Text
    seq: Seq


class Hello(Message, frozen=True):
    """The first message. `table`: the one that the link names; `client`: random, kept for good."""

    token: Text
    table: Text = ""
    name: Text = ""
    client: Text | None = None
    resume: Resume | None = None


class CommandMessage(Message, frozen=True, tag="command"):
    """Do this. `as_`: the GM speaks for the user of that name."""

    id: CommandId
    command: FightCommand | ServerCommand
    if_seq: Seq | None = None
    as_: Text | None = msgspec.field(name="as", default=None)


class CatalogueRequest(Message, frozen=True, tag="catalogue"):
    """Which systems there are, and what their forms hold."""


class Claim(Message, frozen=True):
    """Let this connection alone write into `target`."""

    what: Literal["mirror"]
    target: Text


class Ping(Message, frozen=True):
    """Is the connection alive? Answered by `pong` with the same `t`."""

    t: int | float | None = None


FromClient = Hello | CommandMessage | CatalogueRequest | Claim | Ping


class Welcome(Message, frozen=True):
    """The connection stands. `seq` is the newest of the role's stream."""

    protocol: int
    server: str
    session: str
    user: str
    role: Role
    table: str
    epoch: str
    seq: int
    resumed: bool


class Snapshot(Message, frozen=True):
    """The whole view as of `seq`; replaces what the client holds. `events`: the newest last."""

    seq: int
    view: Annotated[Any, Meta(title="View")]
    events: Annotated[list[Any], Meta(title="Told[]")]


class Tick(Struct, frozen=True, omit_defaults=True):
    """The moment that has come. `tokens`: those of `active` that have one; no `at`: no moment."""

    round: int
    phase: str
    active: list[str]
    tokens: list[str]
    at: int | None = None


class Update(Message, frozen=True):
    """One step of the role's stream: `patch` (RFC 7396) leads from the view of `seq - 1` to this.

    `by` is who gave the command, where the role may know it.
    """

    seq: int
    patch: Annotated[dict[str, Any], Meta(title="Patch")]
    events: Annotated[list[Any], Meta(title="Told[]")]
    tick: Tick | None = None
    by: str | None = None


class Person(Struct, frozen=True):
    """Somebody who is, or was, at the table."""

    user: str
    name: str
    role: Role
    connected: bool


class Presence(Message, frozen=True):
    """Everybody at the table; replaces the list before."""

    users: list[Person]


class Ack(Message, frozen=True):
    """The command is durable; `seq` is the role's stream behind its last update.

    `notes`: it was accepted, but is worth a look.
    """

    id: str
    seq: int
    result: dict[str, Any] | None = None
    notes: tuple[Note, ...] = ()


class Error(Message, frozen=True):
    """A command or message was turned down; nothing has changed. `message` is for developers."""

    code: Annotated[str, Meta(title="ErrorCode")]
    message: str
    detail: dict[str, Any]
    id: str | None = None
    clause: str = ""

    @classmethod
    def of(cls, refused: Refused, id: str | None = None) -> Error:
        """What a refusal says on the wire, about the command `id`."""
        return cls(refused.code, refused.message, refused.detail, id, refused.clause)


class Catalogue(Message, frozen=True):
    """The rule systems, as `rules.catalogue` describes them."""

    systems: Annotated[dict[str, Any], Meta(title="Record<string, System>")]


class Mirror(Message, frozen=True):
    """Who writes into `target`: `yours` for `ttl` seconds; `fence` grows with each holder."""

    target: str
    yours: bool
    ttl: int
    fence: int


class Status(Message, frozen=True):
    """`live` false: the store is out of reach and commands are refused."""

    live: bool


class Pong(Message, frozen=True):
    """The answer to `ping`, with its `t`."""

    t: int | float | None = None


FromServer = (
    Welcome | Snapshot | Update | Presence | Ack | Error | Catalogue | Mirror | Status | Pong
)  # fmt: skip
