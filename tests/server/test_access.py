"""Who comes in, who is sent away, and how the door is kept."""

from __future__ import annotations

import asyncio
import re

import pytest
from websockets.exceptions import InvalidStatus

from rules.model.errors import Refused
from server.access.tokens import Access, Unauthorized
from server.ops.token_bucket import TokenBucket
from server.transport.handshake_limit import real_address
from tests.server.hosting import Hosted, Start
from tests.server.memory_store import MemoryStore


async def test_a_wrong_token_is_sent_away(hosted: Hosted) -> None:
    client = await hosted.open()
    await client.say({"type": "hello", "table": "friday", "token": "wrong"})
    assert await client.closed() == 4001
    assert client.heard[-1]["code"] == "unauthorized"


async def test_a_table_that_is_not_there_answers_like_a_wrong_token(hosted: Hosted) -> None:
    client = await hosted.open()
    await client.say({"type": "hello", "table": "nowhere", "token": hosted.tokens["gm"]})
    assert await client.closed() == 4001
    assert client.heard[-1]["code"] == "unauthorized"


async def test_who_says_no_hello_in_time_is_sent_away(start: Start) -> None:
    hosted = await start(hello_within=0.05)
    client = await hosted.open()
    assert await client.closed() == 4002


async def test_hello_comes_first(hosted: Hosted) -> None:
    client = await hosted.open()
    await client.say({"type": "ping"})
    assert await client.closed() == 4003
    assert client.heard[-1]["code"] == "bad_message"


async def test_what_is_no_message_is_said_so_and_ten_in_a_row_end_it(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    await gm.socket.send("no json")
    assert (await gm.until("error"))["code"] == "bad_message"
    for _ in range(8):
        await gm.say({"type": "dance"})
    await gm.do({"do": "open", "system": "adnd1e"})
    for _ in range(10):
        await gm.say({"type": "dance"})
    assert await gm.closed() == 4003


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"type":"command","id":"x","command":{"do":"dance"}}', "bad_message"),
        ('{"type":"command","id":"x","command":{"do":"hit"}}', "bad_message"),
        ('{"type":"command","id":"x","command":{"do":"hit","combatant":7}}', "bad_message"),
        (
            '{"type":"command","id":"x","command":{"do":"hit","combatant":"a","damage":'
            + "9" * 30
            + "}}",
            "illegal_value",
        ),
        ('{"type":"command","id":"x","command":{"do":"begin"}}', "wrong_phase"),
        (
            '{"type":"command","id":"x","command":{"do":"open","system":"chess"}}',
            "unknown_system",
        ),
        (
            '{"type":"command","id":"x","command":{"do":"mark","combatant":"a","name":"'
            + "y" * 70_000
            + '"}}',
            "too_large",
        ),
    ],
)
async def test_a_bad_command_is_refused_by_its_id_and_nobody_else_notices(
    hosted: Hosted, frame: str, code: str
) -> None:
    gm, other = await hosted.join("gm"), await hosted.join("gm")
    await gm.socket.send(frame)
    answer = await gm.until("error")
    assert (answer["code"], answer["id"]) == (code, "x")
    await gm.do({"do": "open", "system": "adnd1e"})
    await other.catch_up()
    assert [message["type"] for message in other.heard if message["type"] == "error"] == []


async def test_deeply_nested_json_harms_nobody(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    await gm.socket.send('{"type":"ping","more":' + "[" * 20_000 + "]" * 20_000 + "}")
    assert (await gm.until("error"))["code"] == "bad_message"
    await gm.catch_up()


async def test_a_frame_beyond_a_mebibyte_ends_the_connection(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    await gm.socket.send("x" * ((1 << 20) + 1))
    assert await gm.closed() == 1009


async def test_a_token_opens_its_table_without_naming_it_and_no_other(hosted: Hosted) -> None:
    token = hosted.tokens["gm"]
    gm = await hosted.join(token=token, table="")
    assert gm.welcome["table"] == "friday"
    stranger = await hosted.open()
    await stranger.say({"type": "hello", "table": "sunday", "token": token})
    assert (await stranger.until("error"))["code"] == "unauthorized"


async def test_tokens_are_kept_as_digests_and_differ() -> None:
    store = MemoryStore()
    access = Access(store)
    tokens = await access.make_table("friday")
    assert tokens is not None
    assert len(set(tokens.values())) == 3
    assert all(re.fullmatch(r"friday\.[A-Za-z0-9_-]{43}", token) for token in tokens.values())
    kept = repr(await store.invites("friday"))
    assert not any(token in kept for token in tokens.values())
    assert await access.make_table("friday") is None
    with pytest.raises(Refused):
        await access.make_table("Not A Name")
    with pytest.raises(Unauthorized):
        await access.admit("friday", "", None)


# Limits


async def test_who_asks_too_often_is_told_to_wait(start: Start) -> None:
    hosted = await start(rate=5)
    gm = await hosted.join("gm")
    for number in range(30):
        await gm.say({"type": "ping", "t": number})
    refused = await gm.until("error")
    assert refused["code"] == "rate_limited"
    assert refused["detail"]["retry_after"] > 0
    await hosted.join("gm")


async def test_who_never_stops_asking_is_cut_off(start: Start) -> None:
    hosted = await start(rate=1)
    gm = await hosted.join("gm")
    for _ in range(200):
        await gm.say({"type": "ping"})
    assert await gm.closed() == 4008


async def test_only_so_many_may_wait_at_the_door(start: Start) -> None:
    hosted = await start(unauthenticated=2)
    first, second = await hosted.open(), await hosted.open()
    with pytest.raises(InvalidStatus) as refused:
        await hosted.open()
    assert refused.value.response.status_code == 503
    await first.say({"type": "hello", "table": "friday", "token": hosted.tokens["gm"]})
    await first.until("snapshot")
    await second.socket.close()
    await asyncio.gather(hosted.open(), hosted.open())


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    bucket = TokenBucket(rate=2, burst=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert bucket.wait(0) == 0.5
    assert [bucket.take(0.5), bucket.take(0.5)] == [True, False]
    assert TokenBucket(rate=0, burst=0, now=0).take(0)


@pytest.mark.parametrize(
    ("forwarded", "trusted", "address"),
    [
        ([], ["10.0.0.0/8"], "10.0.0.1"),
        (["198.51.100.7"], [], "10.0.0.1"),
        (["198.51.100.7"], ["10.0.0.0/8"], "198.51.100.7"),
        (["spoofed, 198.51.100.7, 10.0.0.2"], ["10.0.0.0/8"], "198.51.100.7"),
        (["spoofed", "198.51.100.7"], ["10.0.0.0/8"], "198.51.100.7"),
    ],
)
def test_only_trusted_proxies_say_who_is_behind_them(
    forwarded: list[str], trusted: list[str], address: str
) -> None:
    assert real_address("10.0.0.1", forwarded, trusted) == address
