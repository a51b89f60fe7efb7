"""Taking tables from one store to another: a directory's to NATS, and back.

Nothing is taken away where they come from. Done again it goes on where it stopped, or brings what
was played since; two logs that have gone different ways are never joined.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.model.errors import Refused
from server.store.contract import Conflict, Store, TableRecord, UnknownTable

AT_ONCE = 200
"""Entries in one append, at most."""


class MovedTable(Struct, frozen=True):
    """`table` has `entries` at its new place, `added` of them just now.

    Of the invites `differ`, both places have one of that name: the target's stays.
    """

    table: str
    entries: int
    added: int
    differ: tuple[str, ...] = ()


async def move(source: Store, target: Store) -> AsyncIterator[MovedTable]:
    """Each table of `source`, once it is complete in `target`.

    Raises Refused if `target` has another table of that name, or one that went another way.
    """
    for record in await source.tables():
        try:
            yield await _table(source, target, record)
        except Conflict:
            raise Refused(
                "illegal_value",
                f"{record.table} is being changed at its new place: stop that server, then move again",
            ) from None
        except UnknownTable:
            raise Refused("illegal_value", f"{record.table} was deleted meanwhile") from None


async def _table(source: Store, target: Store, record: TableRecord) -> MovedTable:
    there = await target.table(record.table)
    if there is None:
        await target.create(record, await source.invites(record.table))
    elif (there.history, there.restored) != (record.history, record.restored):
        raise _other(record, "has another table of that name")
    differ = await _invites(source, target, record.table)
    return replace(await _entries(source, target, record), differ=tuple(differ))


async def _invites(source: Store, target: Store, table: str) -> list[str]:
    """Bring what is newer in `source`; what was revoked in either place is revoked in both, and no
    older record takes the place of a newer one. Answers the names that mean two different invites.
    """
    known = {invite.invite: invite for invite in await target.invites(table)}
    gone = {ended.invite for ended in await target.ended(table)}
    differ = []
    for ended in await source.ended(table):
        here = known.get(ended.invite)
        if here is not None and ended.asked and here.asked and here.asked != ended.asked:
            differ.append(ended.invite)
        elif ended.invite not in gone:
            await target.end_invite(table, ended)
    for invite in await source.invites(table):
        here = known.get(invite.invite)
        if here is not None and here.created != invite.created:
            differ.append(invite.invite)
        elif here is None and invite.invite not in gone:
            await target.add_invite(invite)
        elif here is not None and invite.issued > here.issued:
            await target.change_invite(invite)
    return differ


async def _entries(source: Store, target: Store, record: TableRecord) -> MovedTable:
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
    checkpoint = await source.checkpoint(table)
    if checkpoint is not None:
        await target.keep_checkpoint(table, checkpoint)
    return MovedTable(table, position, added)


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
