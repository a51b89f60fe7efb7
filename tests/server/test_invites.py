"""Invites: who comes in by them, what a repeated request does, and what stays revoked."""

from __future__ import annotations

import json
import sqlite3
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.store.sqlite.opening import FILE
from server.store.sqlite.schema import MIGRATIONS
from server.store.sqlite.store import SqliteStore
from tests.server.hosting import Client, Hosted, Plain, Start
from tests.server.memory_store import MemoryStore
from tests.server.test_cli import turnkeeper


async def test_a_shared_invite_knows_its_client_again(hosted: Hosted) -> None:
    first = await hosted.join("player", client="c" * 32)
    again = await hosted.join("player", client="c" * 32)
    another = await hosted.join("player", client="d" * 32)
    nobody = await hosted.join("player")
    users = [client.welcome["user"] for client in (first, again, another, nobody)]
    assert users[0] == users[1]
    assert len(set(users)) == 3


async def test_a_personal_invite_names_its_user(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    answer = await gm.do({"do": "invite", "role": "player", "user": "ana"})
    result = answer["result"]
    assert result["link"].endswith(f"#table=friday&token={result['token']}")
    ana = await hosted.join(token=result["token"], client="e" * 32)
    assert (ana.welcome["user"], ana.welcome["role"]) == ("ana", "player")


async def test_a_repeated_invite_replaces_the_token(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    ask = {"do": "invite", "role": "player", "user": "ana"}
    first = (await gm.do(ask, id="i"))["result"]
    second = (await gm.do(ask, id="i"))["result"]
    assert first["invite"] == second["invite"]
    await hosted.join(token=second["token"])
    stranger = await hosted.open()
    await stranger.say({"type": "hello", "table": "friday", "token": first["token"]})
    assert await stranger.closed() == 4001


async def test_a_revoked_invite_closes_its_connections_and_opens_none(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    invited = (await gm.do({"do": "invite", "role": "player", "user": "ana"}))["result"]
    ana = await hosted.join(token=invited["token"])
    other = await hosted.join("player")
    await gm.do({"do": "revoke", "invite": invited["invite"]})
    assert await ana.closed() == 4005
    await other.catch_up()
    again = await hosted.open()
    await again.say({"type": "hello", "table": "friday", "token": invited["token"]})
    assert await again.closed() == 4001
    listed = (await gm.do({"do": "invites"}))["result"]["invites"]
    assert "revoked" in next(one for one in listed if one["invite"] == invited["invite"])
    assert not any("token" in one or "digest" in one for one in listed)


async def test_an_invite_that_expires_closes_its_connections(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    now = [time.time()]
    hosted.app.access._clock = lambda: now[0]  # stands still until the player is in
    until = datetime.fromtimestamp(now[0] + 0.3, UTC).isoformat()
    invited = await gm.do({"do": "invite", "role": "player", "expires": until})
    player = await hosted.join(token=invited["result"]["token"])
    assert await player.closed() == 4005
    now[0] += 1
    again = await hosted.open()
    await again.say({"type": "hello", "table": "friday", "token": invited["result"]["token"]})
    assert await again.closed() == 4001


@pytest.mark.parametrize(
    "wrong",
    [{"user": "Ana María"}, {"expires": "2001-01-01T00:00:00Z"}, {"expires": "2099-13-01T00:00Z"}],
)
async def test_an_invite_that_makes_no_sense_is_refused(hosted: Hosted, wrong: Plain) -> None:
    gm = await hosted.join("gm")
    answer = await gm.ask({"do": "invite", "role": "player", **wrong})
    assert answer["code"] == "illegal_value"


async def test_an_unknown_invite_is_not_revoked(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    answer = await gm.ask({"do": "revoke", "invite": "i77"})
    assert answer["code"] == "illegal_value"


async def shut(hosted: Hosted, token: str) -> bool:
    """Whether this token opens nothing."""
    stranger = await hosted.open()
    await stranger.say({"type": "hello", "table": "friday", "token": token})
    return await stranger.closed() == 4001


PLAYER = {"do": "invite", "role": "player", "user": "ana"}


async def test_an_id_repeated_after_a_revoke_brings_no_key_back(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    first = (await gm.do(PLAYER, id="i"))["result"]
    await gm.do({"do": "revoke", "invite": first["invite"]})
    assert (await gm.ask(PLAYER, id="i"))["code"] == "illegal_value"
    assert await shut(hosted, first["token"])


@pytest.mark.parametrize(
    "other",
    [{"role": "gm"}, {"user": "ben"}, {"user": None}, {"expires": "2090-01-01T00:00:00Z"}],
)
async def test_an_id_repeated_for_another_invite_changes_nothing(
    hosted: Hosted, other: Plain
) -> None:
    gm = await hosted.join("gm")
    first = (await gm.do(PLAYER, id="i"))["result"]
    ana = await hosted.join(token=first["token"])
    assert (await gm.ask({**PLAYER, **other}, id="i"))["code"] == "id_reused"
    again = await hosted.join(token=first["token"])
    assert (again.welcome["role"], again.welcome["user"]) == ("player", "ana")
    await ana.catch_up()


async def test_an_id_repeated_after_the_expiry_is_refused(start: Start) -> None:
    now = [1_000_000.0]
    hosted = await start()
    hosted.app.access._clock = lambda: now[0]
    gm = await hosted.join("gm")
    ask = {**PLAYER, "expires": datetime.fromtimestamp(1_000_060, UTC).isoformat()}
    await gm.do(ask, id="i")
    now[0] += 61
    assert (await gm.ask(ask, id="i"))["code"] == "illegal_value"


async def test_two_users_may_use_the_same_id(hosted: Hosted) -> None:
    one, two = await hosted.join("gm", client="a" * 32), await hosted.join("gm", client="b" * 32)
    first = (await one.do(PLAYER, id="i"))["result"]
    assert (await two.do({**PLAYER, "user": "ben"}, id="i"))["result"]["invite"] != first["invite"]


@pytest.mark.parametrize("late", ["9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59"])
async def test_an_expiry_outside_the_years_is_refused_and_the_list_stays_readable(
    hosted: Hosted, late: str
) -> None:
    gm = await hosted.join("gm")
    assert (await gm.ask({**PLAYER, "expires": late}))["code"] == "illegal_value"
    assert len((await gm.do({"do": "invites"}))["result"]["invites"]) == 3


async def test_an_expiry_that_an_older_version_took_does_not_hide_the_list(start: Start) -> None:
    store = MemoryStore()
    hosted = await start(store)
    await hosted.app.access.invite("friday", "player", None, 253402387139.0)
    gm = await hosted.join("gm")
    listed = (await gm.do({"do": "invites"}))["result"]["invites"]
    assert listed[-1]["expires"] == "9999-12-31T23:59:59+00:00"


async def full(gm: Client, most: int) -> list[Plain]:
    made = [(await gm.do({"do": "invite", "role": "player"}))["result"] for _ in range(most - 3)]
    assert (await gm.ask({"do": "invite", "role": "player"}))["code"] == "illegal_value"
    return made


async def test_only_living_invites_count_and_the_hosts_word_always_works(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.access.tokens.MOST_INVITES", 6)
    hosted = await start(rate=0)
    gm = await hosted.join("gm")
    made = await full(gm, 6)
    back = [line async for line in hosted.app.admin.answer(
        {"do": "invite", "table": "friday", "role": "gm"})][-1]  # fmt: skip
    await hosted.join(token=back["token"])
    for invite in (made[0]["invite"], back["invite"]):
        await gm.do({"do": "revoke", "invite": invite})
    fresh = (await gm.do({"do": "invite", "role": "player"}))["result"]["invite"]
    listed = (await gm.do({"do": "invites"}))["result"]["invites"]
    names = [one["invite"] for one in listed]
    assert len(set(names)) == len(names) == 8
    assert fresh == "i8"
    left = next(one for one in listed if one["invite"] == made[0]["invite"])
    assert set(left) == {"invite", "revoked"}


async def test_what_has_expired_makes_room(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.access.tokens.MOST_INVITES", 4)
    hosted = await start(rate=0)
    gm = await hosted.join("gm")
    now = [time.time()]
    hosted.app.access._clock = lambda: now[0]
    until = datetime.fromtimestamp(now[0] + 60, UTC).isoformat()
    await gm.do({"do": "invite", "role": "player", "expires": until}, id="i")
    assert (await gm.ask(PLAYER))["code"] == "illegal_value"
    now[0] += 61
    await gm.do(PLAYER)
    again = {"do": "invite", "role": "player", "expires": until}
    assert (await gm.ask(again, id="i"))["code"] == "illegal_value"
    listed = (await gm.do({"do": "invites"}))["result"]["invites"]
    assert [set(one) for one in listed if "role" not in one] == [{"invite", "expires"}]


def test_the_host_revokes_and_lists_what_is_left(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    turnkeeper("table", "friday", *data)
    turnkeeper("revoke", "friday", "i2", *data)
    turnkeeper("revoke", "friday", "i2", *data)
    assert [line.split()[:3] for line in turnkeeper("invites", "friday", *data).splitlines()] == [
        ["i1", "gm", "(shared)"], ["i3", "observer", "(shared)"], ["i2", "-", "-"],
    ]  # fmt: skip
    assert "no invite i9" in turnkeeper("revoke", "friday", "i9", *data, code=1)


async def test_what_an_older_version_had_revoked_stays_so(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / FILE)
    old.executescript(f"{MIGRATIONS[0]} PRAGMA user_version = 1;")
    old.execute("INSERT INTO tables VALUES('friday', 'Friday', 'h', 1, 0)")
    for name, revoked in (("i1", None), ("i2", 5.0)):
        row = ("friday", name, "d" + name, "gm", 1.0, None, None, revoked, "u1:x" + name)
        old.execute("INSERT INTO invites VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    old.commit()
    old.close()
    store = SqliteStore(tmp_path)
    assert [invite.invite for invite in await store.invites("friday")] == ["i1"]
    assert [(one.invite, one.asked, one.at) for one in await store.ended("friday")] == [
        ("i2", "u1:xi2", 5.0)
    ]
    await store.close()
    told = json.loads(turnkeeper("invites", "friday", "--json", "--data", str(tmp_path)))
    assert [one["invite"] for one in told["invites"]] == ["i1", "i2"]
