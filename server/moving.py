"""Taking tables from one store to another: a directory's to NATS, and back.

Nothing is taken away where they come from. Done again it goes on where it stopped, or brings what
was played since; two logs that have gone different ways are never joined.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence

from msgspec import Struct

from rules.errors import Refused
from server.store import Store, TableRecord

AT_ONCE = 200
"""Entries in one append, at most."""


class Moved(Struct, frozen=True):
    """`table` has `entries` at its new place, `added` of them just now."""

    table: str
    entries: int
    added: int


async def move(source: Store, target: Store) -> AsyncIterator[Moved]:
    """Each table of `source`, once it is complete in `target`.

    Raises Refused if `target` has another table of that name, or one that went another way.
    """
    for record in await source.tables():
        there = await target.table(record.table)
        if there is None:
            await target.create(record, await source.invites(record.table))
        elif (there.history, there.restored) != (record.history, record.restored):
            raise _other(record, "has another table of that name")
        else:
            await _invites(source, target, record.table)
        yield await _entries(source, target, record)


async def _invites(source: Store, target: Store, table: str) -> None:
    known = {invite.invite: invite for invite in await target.invites(table)}
    for invite in await source.invites(table):
        if invite.invite not in known:
            await target.add_invite(invite)
        elif known[invite.invite] != invite:
            await target.change_invite(invite)


async def _entries(source: Store, target: Store, record: TableRecord) -> Moved:
    table, position, added = record.table, 0, 0
    while ours := await source.read(table, position):
        theirs = await target.read(table, position, len(ours))
        if theirs != ours[: len(theirs)]:
            raise _other(record, "went another way there")
        position += len(theirs)
        for part in _parts(ours[len(theirs) :], target.largest):
            await target.append(table, position, part)
            position += len(part)
            added += len(part)
    snapshot = await source.snapshot(table)
    if snapshot is not None:
        await target.keep_snapshot(table, snapshot)
    return Moved(table, position, added)


def _parts(entries: Sequence[bytes], largest: int) -> Iterator[list[bytes]]:
    """As much at once as one append takes."""
    part: list[bytes] = []
    for entry in entries:
        if part and (len(part) == AT_ONCE or sum(map(len, part)) + len(entry) > largest):
            yield part
            part = []
        part.append(entry)
    if part:
        yield part


def _other(record: TableRecord, what: str) -> Refused:
    return Refused("illegal_value", f"{record.table} {what}; nothing of it was moved")
