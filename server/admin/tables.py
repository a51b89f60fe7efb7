"""What the host asks for by the command line, beside a running server or without one."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

from rules.engine.history import History
from rules.model.errors import Refused
from server.access.invites import iso
from server.access.tokens import Access
from server.admin.invites import InviteAdmin
from server.admin.rpc import Line
from server.ops.config import link
from server.store.contract import Store, TableRecord, UnknownTable
from server.store.sqlite.store import SqliteStore
from server.table.registry import Tables
from server.table.state import recall

EXPORT = 1
"""The version of the form of an export."""


class TableAdmin:
    """Answers requests `{"do": …}` with lines, each one JSON object; the last one is the result.

    `tables` are those that a running server has open, None without one.
    """

    def __init__(
        self, store: Store, access: Access, invites: InviteAdmin, tables: Tables | None = None
    ) -> None:
        self._store = store
        self._access = access
        self._invites = invites
        self._tables = tables

    async def answer(self, asked: Line) -> AsyncIterator[Line]:
        """Raises Refused; UnknownTable becomes one."""
        try:
            if asked["do"] == "export":
                async for line in self._export(asked["table"]):
                    yield line
            else:
                yield await self._do(asked)
        except UnknownTable as unknown:
            raise Refused("unknown_table", f"there is no table {unknown}") from None

    async def _do(self, asked: Line) -> Line:
        match asked["do"]:
            case "table":
                return await self._table(asked["table"], asked.get("name") or "")
            case "tables":
                return {"tables": [await self._sized(one) for one in await self._store.tables()]}
            case "invite":
                return await self._invite(asked)
            case "invites":
                return {"invites": await self._invites.listed(asked["table"])}
            case "revoke":
                await self._invites.revoke(asked["table"], asked["invite"])
                return {"table": asked["table"], "revoked": asked["invite"]}
            case "delete":
                return await self._delete(asked["table"])
            case "backup":
                return await self._backup(Path(asked["file"]))
        raise Refused("bad_message", f"{asked['do']} is nothing that a host may ask for")

    async def _sized(self, record: TableRecord) -> Line:
        """A table in a list; `log` is the size of its log in bytes, where the store knows it."""
        size = await self._store.size(record.table)
        return _listed_table(record) | ({} if size is None else {"log": size})

    async def _table(self, name: str, title: str) -> Line:
        """A table's links are told when it is made, and never again."""
        tokens = await self._access.make_table(name, title)
        if tokens is None:
            return {"table": name, "made": False}
        links = {role: link(self._invites.page, name, token) for role, token in tokens.items()}
        return {"table": name, "made": True, "tokens": tokens, "links": links}

    async def _invite(self, asked: Line) -> Line:
        table, role = asked["table"], asked["role"]
        user, expires = asked.get("user"), asked.get("expires") or None
        return {"table": table, **await self._invites.invite(table, role, user, expires)}

    async def _delete(self, table: str) -> Line:
        await self._store.delete(table)
        if self._tables is not None:
            await self._tables.forget(table)
        return {"table": table, "deleted": True}

    async def _backup(self, file: Path) -> Line:
        if not isinstance(self._store, SqliteStore):
            raise Refused("illegal_value", "this store has its own way of backups")
        size = await self._store.backup(file)
        return {"file": str(file), "bytes": size}

    async def _export(self, name: str) -> AsyncIterator[Line]:
        """First the table, then its log entries, then where they lead: all that replaying needs."""
        record = await self._store.table(name)
        if record is None:
            raise UnknownTable(name)
        yield {"export": EXPORT, **_listed_table(record)}
        position = 0
        while entries := await self._store.read(name, position):
            for entry in entries:
                yield msgspec.json.decode(entry)
            position += len(entries)
        history = await recall(self._store, name, position)
        yield {"position": position, "state": fingerprint(history)}


def fingerprint(history: History) -> str:
    """Names a state of a fight: equal states have equal names.

    That something was done at the present moment was not noted by older versions, whose names must hold.
    """
    encounter = msgspec.structs.replace(history.encounter, touched=False)
    plain = msgspec.json.encode(encounter, order="sorted")
    return hashlib.sha256(plain).hexdigest()


def _listed_table(record: TableRecord) -> Line:
    return {"table": record.table, "name": record.name, "created": iso(record.created)}
