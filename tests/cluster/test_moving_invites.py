"""Moving never brings a key back: invites are merged one by one, and revoked wins."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from server.store.contract import EndedInvite, Store
from server.store.jetstream.registration import decode
from tests.cluster.conftest import Open
from tests.cluster.nats_servers import Nats
from tests.cluster.test_moving import moved, turnkeeper
from tests.server.memory_store import MemoryStore
from tests.server.test_store import invitation, record


async def pair(stores: Open) -> tuple[MemoryStore, Store]:
    """A table with two invites, moved to NATS."""
    here, there = MemoryStore(), await stores()
    await here.create(record("friday"), [invitation("i1"), invitation("i2")])
    await moved(here, there)
    return here, there


async def living(store: Store) -> dict[str, str]:
    return {invite.invite: invite.digest for invite in await store.invites("friday")}


@pytest.mark.parametrize("where", ["here", "there"])
async def test_what_was_revoked_in_either_place_is_revoked_in_the_new_one(
    stores: Open, where: str
) -> None:
    here, there = await pair(stores)
    await {"here": here, "there": there}[where].end_invite("friday", EndedInvite("i2", "", 5.0))
    await moved(here, there)
    assert list(await living(there)) == ["i1"]
    assert await there.ended("friday") == [EndedInvite("i2", "", 5.0)]


async def test_an_older_token_never_takes_the_place_of_a_newer_one(stores: Open) -> None:
    here, there = await pair(stores)
    await there.change_invite(invitation("i1", digest="newer there", issued=9.0))
    await here.change_invite(invitation("i2", digest="newer here", issued=9.0))
    await moved(here, there)
    assert await living(there) == {"i1": "newer there", "i2": "newer here"}


async def test_of_two_invites_with_one_name_the_one_there_stays_and_it_is_said(
    stores: Open,
) -> None:
    here, there = await pair(stores)
    await here.add_invite(invitation("i3", digest="ana", created=2.0))
    await there.add_invite(invitation("i3", digest="ben", created=3.0))
    (told,) = await moved(here, there)
    assert told.differ == ("i3",)
    assert (await living(there))["i3"] == "ben"


def test_a_shelf_of_an_older_version_is_read_with_what_it_had_revoked() -> None:
    invite = {"table": "friday", "digest": "d", "role": "gm", "created": 1.0}
    old = {
        "record": {"table": "friday", "name": "Friday", "history": "h", "created": 1.0},
        "invites": [{**invite, "invite": "i1"}, {**invite, "invite": "i2", "revoked": 5.0}],
        "life": 7,
    }
    shelf = decode(msgspec.json.encode(old))
    assert [one.invite for one in shelf.invites] == ["i1"]
    assert shelf.ended == [EndedInvite("i2", "", 5.0)]


async def test_a_key_revoked_at_nats_stays_revoked_when_the_directory_is_moved_again(
    clean: Nats, tmp_path: Path
) -> None:
    data, nats = ("--data", str(tmp_path)), clean.address

    async def tell(*arguments: str) -> str:
        return await asyncio.to_thread(turnkeeper, *arguments)

    await tell("table", "friday", *data)
    await tell("move", "--to", nats, *data)
    await tell("revoke", "friday", "i2", "--nats", nats)
    await tell("move", "--to", nats, *data)
    listed = await tell("invites", "friday", "--nats", nats)
    assert [line.split()[0] for line in listed.splitlines() if "revoked" in line] == ["i2"]
