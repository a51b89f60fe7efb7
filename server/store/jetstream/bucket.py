"""A key-value bucket as the store uses it: values that are replaced only by who has read them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from nats.errors import Error
from nats.js import JetStreamContext
from nats.js.errors import APIError, KeyNotFoundError, KeyWrongLastSequenceError
from nats.js.kv import KeyValue

from server.store.contract import Conflict
from server.store.jetstream.client import NatsClient

T = TypeVar("T")
Check = Callable[[], Awaitable[None]]


class Bucket:
    """Raises StoreFailed whenever it cannot do what it is asked."""

    def __init__(self, client: NatsClient, name: str, check: Check) -> None:
        """`check` raises StoreGone if the bucket is not the one that it was."""
        self._client = client
        self._check = check
        self._name = name

    def _open(self) -> KeyValue:
        return bucket(self._client.jetstream(), self._name)

    async def get(self, key: str) -> tuple[bytes, int] | None:
        """The value and its revision, as the bucket's leader has them."""
        opened = self._open()
        try:
            entry = await opened.get(key)
        except KeyNotFoundError:
            await self._check()
            return None
        except (Error, TimeoutError) as error:
            raise self._client.failed("refused", reason(error)) from None
        return entry.value or b"", entry.revision or 0

    async def put(self, key: str, value: bytes) -> None:
        """Put the value there, whatever there was."""
        opened = self._open()
        try:
            await opened.put(key, value)
        except (Error, TimeoutError) as error:
            raise self._client.failed("unknown", reason(error)) from None

    async def replace(self, key: str, value: bytes, revision: int | None) -> None:
        """Raises Conflict if the value is not that of `revision`; None: if there is one."""
        opened = self._open()
        try:
            if revision is None:
                await opened.create(key, value)
            else:
                await opened.update(key, value, last=revision)
        except KeyWrongLastSequenceError:
            raise Conflict(key) from None
        except (Error, TimeoutError) as error:
            raise self._client.failed("unknown", reason(error)) from None

    async def change(self, key: str, change: Callable[[bytes | None], tuple[bytes, T]]) -> T:
        """Put what `change` makes of the value in its place, again if somebody else was first."""
        while True:
            held = await self.get(key)
            value, result = change(held[0] if held else None)
            try:
                await self.replace(key, value, held[1] if held else None)
            except Conflict:
                continue
            return result

    async def delete(self, key: str) -> None:
        """Remove the value; nothing happens if there is none."""
        opened = self._open()
        try:
            await opened.delete(key)
        except (Error, TimeoutError) as error:
            raise self._client.failed("unknown", reason(error)) from None

    async def purge(self, subjects: str) -> None:
        """Remove the keys that match, with all that is left of them."""
        try:
            stream, subject = f"KV_{self._name}", f"$KV.{self._name}.{subjects}"
            await self._client.jetstream().purge_stream(stream, subject=subject)
        except (Error, TimeoutError) as error:
            raise self._client.failed("unknown", reason(error)) from None

    async def values(self) -> list[bytes]:
        """All values, in no order."""
        await self._check()
        opened, values = self._open(), []
        try:
            watcher = await opened.watchall(ignore_deletes=True)
            async for entry in watcher:
                if entry is None:  # that is all there was
                    break
                values.append(entry.value or b"")
            await watcher.stop()  # type: ignore[no-untyped-call]
        except (Error, TimeoutError) as error:
            raise self._client.failed("refused", reason(error)) from None
        return values


def bucket(js: JetStreamContext, name: str) -> KeyValue:
    """Without asking whether it is there: it was made at the start. Reads go to the leader."""
    return KeyValue(name=name, stream=f"KV_{name}", pre=f"$KV.{name}.", js=js, direct=False)


def reason(error: BaseException) -> str:
    """Why NATS did not do it, as a sentence for logs."""
    described = error.description if isinstance(error, APIError) else None
    return described or str(error) or type(error).__name__
