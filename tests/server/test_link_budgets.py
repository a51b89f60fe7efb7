"""What the connections by one link may send together, and what is left to each of them.

Time stands still at the servers here, so that no budget is refilled: the counts are exact.
"""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from websockets.exceptions import ConnectionClosed

from server.transport.connection import Peer
from server.transport.link_budgets import LinkBudgets
from server.transport.rate_limit import (
    BURST,
    BYTES,
    FRAMES,
    FULL_AGAIN,
    RESERVE,
    RESERVE_BYTES,
    RESERVE_PER_SECOND,
    TOGETHER,
    Allowance,
)
from tests.server.hosting import Client, Hosted, Start, eventually

LINK = ("friday", "i2")
RATE = 10
OWN = BURST * FRAMES * RATE
"""Frames that a connection may send at once."""


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Peer, "now", lambda peer: 0.0)


def come(budgets: LinkBudgets, link: tuple[str, str] = LINK, now: float = 0.0) -> Allowance:
    """Somebody who is let in by a link that may have a thousand connections."""
    allowance = budgets.join(link, 1000, now)
    assert allowance is not None
    return allowance


def frames(allowance: Allowance, count: int, now: float = 0.0) -> int:
    """How many of so many frames are within the limit."""
    return sum(allowance.frame(now) for _ in range(count))


async def pings(client: Client, count: int) -> int:
    """Send so many pings as control frames; answers how many were answered until it was closed."""
    sent: list[asyncio.Future[float]] = []
    with contextlib.suppress(ConnectionClosed):
        while len(sent) < count:
            sent.append(asyncio.ensure_future(await client.socket.ping()))
    answers = await asyncio.gather(*sent, return_exceptions=True)
    return sum(not isinstance(answer, BaseException) for answer in answers)


async def everybody(hosted: Hosted, role: str, count: int) -> list[Client]:
    return [await hosted.join(role, client=f"{number:032x}") for number in range(count)]


def test_connections_by_one_link_share_a_budget_of_four() -> None:
    budgets = LinkBudgets(RATE)
    many = [come(budgets) for _ in range(50)]
    let_through = [frames(one, OWN) for one in many]
    assert let_through == [OWN] * TOGETHER + [RESERVE] * (50 - TOGETHER)
    assert frames(come(budgets, ("friday", "i1"), 0.0), OWN) == OWN
    assert frames(come(budgets, ("sunday", "i2"), 0.0), OWN) == OWN


def test_one_connection_has_no_more_than_its_own_however_much_its_link_has() -> None:
    alone = come(LinkBudgets(RATE))
    assert frames(alone, 2 * OWN) == OWN


def test_bytes_are_shared_like_frames() -> None:
    budgets = LinkBudgets(RATE)
    many = [come(budgets) for _ in range(6)]
    assert [one.bytes(0.0, BYTES) for one in many] == [True] * TOGETHER + [False] * 2
    another = come(budgets)
    assert [another.bytes(0.0, RESERVE_BYTES), another.bytes(0.0, 1)] == [True, False]


def test_who_only_follows_keeps_a_reserve_while_others_use_the_link_up() -> None:
    budgets = LinkBudgets(RATE)
    quiet, *loud = [come(budgets) for _ in range(50)]
    for one in loud:
        frames(one, OWN)
    assert frames(quiet, 100) == RESERVE
    assert not quiet.frame(0.0)
    loud_again = [frames(one, OWN, 1 / RESERVE_PER_SECOND) for one in loud]
    assert sum(loud_again) <= TOGETHER * OWN + len(loud)
    assert frames(quiet, 100, 1 / RESERVE_PER_SECOND) == 1


def test_who_must_wait_is_told_how_long() -> None:
    budgets = LinkBudgets(RATE)
    many = [come(budgets) for _ in range(50)]
    for one in many:
        while one.message(0.0):
            pass
    assert many[0].message_wait(0.0) == pytest.approx(1 / RATE)
    assert many[-1].message_wait(0.0) == pytest.approx(1 / (TOGETHER * RATE))
    assert many[-1].message(1 / (TOGETHER * RATE) + 1e-6)


def test_coming_back_does_not_refill_a_link() -> None:
    budgets = LinkBudgets(RATE)
    for _ in range(TOGETHER):
        frames(come(budgets), OWN)
        budgets.leave(LINK, 0.0)
    assert frames(come(budgets), OWN) == RESERVE


def test_a_link_that_nobody_uses_is_forgotten_once_its_budget_is_full_again() -> None:
    budgets = LinkBudgets(RATE)
    for number in range(100):
        come(budgets, (f"t{number}", "i1"), 0.0)
        budgets.leave((f"t{number}", "i1"), 0.0)
    come(budgets, LINK, FULL_AGAIN / 2)
    assert len(budgets) == 101
    come(budgets, LINK, FULL_AGAIN)
    assert len(budgets) == 1


def test_all_who_may_come_by_a_link_come_and_come_back_and_then_wait() -> None:
    budgets = LinkBudgets(RATE)
    let_in = [
        sum(budgets.join(LINK, 20, now) is not None for _ in range(50))
        for now in (0.0, FULL_AGAIN / 2, FULL_AGAIN)
    ]
    assert let_in == [40, 20, 20]
    assert budgets.join(("friday", "i1"), 20, 0.0) is not None


def test_without_a_rate_there_is_no_budget() -> None:
    many = [come(LinkBudgets(0)) for _ in range(9)]
    assert [frames(one, 10_000) for one in many] == [10_000] * 9
    assert all(one.bytes(0.0, 10 * BYTES) and one.message(0.0) for one in many)


# Through the front door


async def test_a_link_that_floods_by_many_connections_is_stopped_and_others_are_served(
    start: Start,
) -> None:
    hosted = await start(rate=2)
    own = BURST * FRAMES * 2
    flood = await everybody(hosted, "player", 20)
    gm, watcher = await hosted.join("gm"), await hosted.join("observer")
    answered = [await pings(one, own) for one in flood]
    assert answered[:TOGETHER] == [own] * TOGETHER
    closed = [one for one in flood if one.socket.close_code is not None]
    assert [one.socket.close_code for one in closed] == [4008] * (20 - TOGETHER)
    assert await pings(gm, own - 1) == own - 1
    assert await pings(watcher, own - 1) == own - 1
    await gm.do({"do": "open", "system": "adnd1e"})


async def test_commands_by_one_link_are_limited_together_and_each_is_answered(start: Start) -> None:
    hosted = await start()
    at_once = round(BURST * hosted.app.settings.rate)
    flood = await everybody(hosted, "player", 12)
    gm = await hosted.join("gm")
    for one in flood:
        for number in range(at_once):
            await one.say({"type": "ping", "t": number})
        for _ in range(at_once):
            await one.hear()
            while one.heard[-1]["type"] == "presence":
                await one.hear()
    pongs = [len(one.of("pong")) for one in flood]
    assert pongs == [at_once] * TOGETHER + [RESERVE] * (12 - TOGETHER)
    refused = [error["code"] for one in flood for error in one.of("error")]
    assert refused == ["rate_limited"] * (at_once - RESERVE) * (12 - TOGETHER)
    await gm.do({"do": "open", "system": "adnd1e"})


async def test_who_comes_again_and_again_by_one_link_is_sent_away_and_others_come_in(
    start: Start,
) -> None:
    hosted = await start(link_connections=5)
    hello = {"type": "hello", "table": "friday", "token": hosted.tokens["player"]}
    for _ in range(10):
        await (await hosted.join("player")).socket.close()
        await eventually(lambda: not hosted.app.tables.peers("friday"))
    for _ in range(3):
        again = await hosted.open()
        await again.say(hello)
        assert await again.closed() == 1013
        assert not again.of("welcome")
    await hosted.join("observer")
    await (await hosted.join("gm")).do({"do": "open", "system": "adnd1e"})


async def test_a_gm_with_three_windows_and_twenty_players_by_one_link_play(
    start: Start, people: list[dict[str, object]]
) -> None:
    hosted = await start()
    windows = [await hosted.join("gm", client="a" * 32) for _ in range(3)]
    players = await everybody(hosted, "player", 20)
    gm = windows[0]
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": people})
    for number in range(8):
        for window in windows:
            name = f"{number} {windows.index(window)}"
            await window.do({"do": "mark", "combatant": "mage", "name": name})
        for player in players:
            await player.catch_up()
    for one in (*windows, *players):
        await one.catch_up()
        assert len(one.view["combatants"]["mage"]["marks"]) == 24
        assert not one.of("error")
