"""Where tables lie in JetStream.

One stream holds all logs, one subject a table. What it has stored it tells again on a second
subject, which the nodes follow. Key-value buckets hold what is not a log.
"""

from __future__ import annotations

import asyncio
import time

from nats.errors import Error
from nats.js import JetStreamContext
from nats.js.api import KeyValueConfig, RePublish, StorageType, StreamConfig
from nats.js.errors import APIError, BucketNotFoundError, NotFoundError

from server.ops.logs import log
from server.store.contract import StoreUnusable
from server.store.jetstream.bucket import reason

STREAM = "TURNKEEPER"
TABLES = "turnkeeper_tables"
"""Of each table its record and its invites, in one value: made together, or not."""
CHECKPOINTS = "turnkeeper_snapshots"
LEASES = "turnkeeper_leases"
KEPT_IN = (STREAM, *(f"KV_{bucket}" for bucket in (TABLES, CHECKPOINTS, LEASES)))
"""The streams; a bucket is one too."""

WRONG_LAST = (10071, 10164)
"""Error codes: the subject does not end where the writer expected it to."""

ENOUGH_REPLICAS = 3
NOT_CLUSTERED = 10074
NO_PEERS = 10005

FENCED_SINCE = (2, 11)
"""Of servers with replicas. Before 2.9.21 two appends at the same place were both acknowledged, and
one of them lost (nats-server issue 4320); before 2.11 a new leader could let a second one in."""

READY_WITHIN = 10.0
"""Seconds."""


LED_ANEW = f"$JS.EVENT.ADVISORY.STREAM.LEADER_ELECTED.{STREAM}"
"""Told by JetStream itself: what the old leader had stored, it may not have told any more."""


def log_subject(table: str) -> str:
    """The subject of a table's log in the stream."""
    return f"turnkeeper.log.{table}"


def stored_subject(table: str) -> str:
    """What was stored in a table's log is told here, by the server that leads the stream."""
    return f"turnkeeper.news.{table}"


def changed_subject(table: str) -> str:
    """That a table's record or invites have changed is told here."""
    return f"turnkeeper.changed.{table}"


async def prepare(js: JetStreamContext, replicas: int, version: tuple[int, int]) -> None:
    """Make what is not there yet, and say what it can lose. Raises StoreUnusable.

    A cluster that is just starting is given some time to choose its leader.
    """
    until = time.monotonic() + READY_WITHIN
    while True:
        try:
            await _prepare(js, replicas, version)
            return
        except (Error, TimeoutError) as error:
            if isinstance(error, APIError) and error.err_code == NOT_CLUSTERED and replicas > 1:
                replicas = 1
            elif not _passing(error) or time.monotonic() > until:
                raise StoreUnusable(
                    f"JetStream cannot keep the tables with {replicas} replicas ({reason(error)})."
                    " Are all its servers there? --nats-replicas asks for fewer."
                ) from None
            else:
                await asyncio.sleep(0.2)


def _passing(error: BaseException) -> bool:
    """It may be over in a moment."""
    return not isinstance(error, APIError) or error.code == 503 or error.err_code == NO_PEERS


async def _prepare(js: JetStreamContext, replicas: int, version: tuple[int, int]) -> None:
    kept = await _stream(js, replicas)
    if kept > 1 and version < FENCED_SINCE:
        least, given = (".".join(map(str, numbers)) for numbers in (FENCED_SINCE, version))
        raise StoreUnusable(
            f"With {kept} replicas NATS {given} can lose what it has acknowledged when two nodes"
            f" write at once. Its servers must all be {least} or newer."
        )
    await _bucket(js, TABLES, replicas, told=True)
    await _bucket(js, CHECKPOINTS, replicas)
    await _bucket(js, LEASES, replicas)
    if kept < ENOUGH_REPLICAS:
        log.warning(
            "fewer than three replicas: when this NATS server is lost, so are the tables",
            replicas=kept,
        )


async def _stream(js: JetStreamContext, replicas: int) -> int:
    """How many replicas it really has."""
    try:
        info = await js.stream_info(STREAM)
    except NotFoundError:
        info = await js.add_stream(
            StreamConfig(
                name=STREAM,
                subjects=[log_subject("*")],
                storage=StorageType.FILE,
                num_replicas=replicas,
                allow_rollup_hdrs=True,  # for the probe alone, which leaves one message
                allow_direct=False,  # a replica that lags behind must not answer
                republish=RePublish(src=log_subject("*"), dest=stored_subject("{{wildcard(1)}}")),
            )
        )
    return info.config.num_replicas or 1


async def _bucket(js: JetStreamContext, name: str, replicas: int, told: bool = False) -> None:
    try:
        await js.key_value(name)
    except BucketNotFoundError:
        again = RePublish(src=f"$KV.{name}.*", dest=changed_subject("{{wildcard(1)}}"))
        await js.create_key_value(
            KeyValueConfig(
                bucket=name,
                storage=StorageType.FILE,
                replicas=replicas,
                direct=False,
                republish=again if told else None,
            )
        )
