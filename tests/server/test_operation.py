"""Logs, figures, and opening a table that has a long past."""

from __future__ import annotations

import io
import json
import logging
import socket
import urllib.request
from collections.abc import Iterator

import pytest
import structlog
from msgspec import json as wire
from msgspec.structs import replace
from prometheus_client import generate_latest

from server.access.tokens import new_token
from server.ops import logs
from server.ops.metrics import Metrics
from server.store.contract import Checkpoint
from server.table.state import decode, encode, load
from tests.server.hosting import SOON, Client, Hosted, Plain, Start, eventually
from tests.server.memory_store import MemoryStore


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What the server logs, as it would be in a file."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    logs.configure(stream)
    yield stream
    root.handlers[:], root.level = handlers, level
    structlog.reset_defaults()


def test_nothing_that_looks_like_a_token_is_logged(written: io.StringIO) -> None:
    token = new_token("friday")
    logs.log.info("visit", url=f"/#token={token}", token="short", detail={"secret": "s", "n": 1})
    logs.log.info(token, values=[token, 2])
    logging.getLogger("elsewhere").warning("saw %s", token)
    try:
        raise ValueError(token)
    except ValueError:
        logs.log.exception("failed")
    assert token not in written.getvalue()
    assert '"token":"[redacted]"' in written.getvalue()
    assert '"n":1' in written.getvalue()


async def test_each_command_is_one_line_and_no_token_is_in_any(
    written: io.StringIO, hosted: Hosted
) -> None:
    gm = await hosted.join("gm")
    invited = await gm.do({"do": "invite", "role": "player"})
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.ask({"do": "advance"})
    logs.command_lines.flush()
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    commands = [line for line in lines if line["event"] == "command"]
    assert [(line["do"], line["result"]) for line in commands] == [
        ("open", "ok"), ("advance", "wrong_phase"),
    ]  # fmt: skip
    assert commands[0]["table"] == "friday"
    for token in (*hosted.tokens.values(), invited["result"]["token"]):
        assert token not in written.getvalue()


async def test_figures_are_on_a_listener_of_their_own(start: Start) -> None:
    hosted = await start(metrics="127.0.0.1:0")
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    figures = generate_latest(hosted.app.metrics.registry).decode()
    assert 'turnkeeper_commands_total{do="open",result="ok"} 1.0' in figures
    assert 'turnkeeper_connections{role="gm"} 1.0' in figures
    named = [line for line in figures.splitlines() if "friday" in line]
    assert [line.partition("{")[0] for line in named] == ["turnkeeper_largest_log_bytes"]
    assert gm.welcome["user"] not in figures


async def long_fight(gm: Client, people: list[Plain], commands: int) -> None:
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": people})
    for number in range(commands):
        await gm.do({"do": "mark", "combatant": "mage", "name": f"m{number}"}, id=f"id-{number}")
        await gm.do({"do": "unmark", "combatant": "mage", "name": f"m{number}"})


class Counting(MemoryStore):
    """Counts the entries that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    async def read(self, table: str, after: int, limit: int = 1000) -> list[bytes]:
        entries = await super().read(table, after, limit)
        self.count += len(entries)
        return entries


async def test_a_table_opens_from_its_checkpoint_as_from_its_whole_log(
    start: Start, people: list[Plain]
) -> None:
    store = Counting()
    hosted = await start(store, rate=0, checkpoint_every=10)
    gm = await hosted.join("gm", client="f" * 32)
    await long_fight(gm, people, 20)
    while await store.checkpoint("friday") is None:
        await gm.catch_up()
    record = await store.table("friday")
    assert record is not None
    store.count = 0
    quick, quick_answers, begun = await load(store, record)
    assert begun > 0
    assert store.count < 42
    store._contents("friday").checkpoint = Checkpoint(0, -1, b"of other rules")
    whole, whole_answers, begun = await load(store, record)
    assert begun == 0
    for role in ("gm", "player"):
        fast, slow = quick.streams.of(role), whole.streams.of(role)
        assert (fast.seq, fast.view, fast.recent()) == (slow.seq, slow.view, slow.recent())
    assert quick_answers.saved(quick.position) == whole_answers.saved(whole.position)


async def test_undo_goes_back_behind_a_checkpoint(start: Start, people: list[Plain]) -> None:
    store = MemoryStore()
    first = await start(store, rate=0)
    gm = await first.join("gm")
    await long_fight(gm, people, 3)
    before = gm.view
    await gm.do({"do": "hit", "combatant": "orc-1", "damage": 1})
    await first.app.stop()
    second = await start(store, rate=0)
    again = await second.join(token=first.tokens["gm"])
    await again.do({"do": "undo"})
    assert again.view["combatants"] == before["combatants"]
    for _ in range(7):
        await again.do({"do": "undo"})
    assert again.view["combatants"] == {}
    assert (await again.ask({"do": "undo"}))["code"] == "nothing_to_undo"


async def test_undo_goes_back_behind_all_states_that_are_kept(
    start: Start, people: list[Plain], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules.engine.history.KEPT", 3)
    store = MemoryStore()
    hosted = await start(store, rate=0)
    gm = await hosted.join("gm")
    await long_fight(gm, people, 10)
    whole = gm.view
    for _ in range(21):
        await gm.do({"do": "undo"})
    assert gm.view["combatants"] == {}
    await hosted.app.stop()
    again = await (await start(store, rate=0)).join(token=hosted.tokens["gm"])
    for _ in range(21):
        await again.do({"do": "redo"})
    assert again.view["combatants"] == whole["combatants"]


async def test_a_checkpoint_that_cannot_be_read_is_as_none(
    start: Start, people: list[Plain]
) -> None:
    store = MemoryStore()
    hosted = await start(store)
    gm = await hosted.join("gm")
    await long_fight(gm, people, 2)
    record = await store.table("friday")
    assert record is not None
    last = decode((await store.read("friday", 0))[-1])
    await store.keep_checkpoint("friday", Checkpoint(last.position, last.rules, b"\xc1 nonsense"))
    state, _, begun = await load(store, record)
    assert (begun, state.position) == (0, last.position)


async def test_the_same_writer_may_claim_again_and_nobody_else(hosted: Hosted) -> None:
    one, two = await hosted.join("gm"), await hosted.join("gm")
    claim = {"type": "claim", "what": "mirror", "target": "foundry:my-world"}
    await one.say(claim)
    mine = await one.until("mirror")
    assert (mine["yours"], mine["target"]) == (True, "foundry:my-world")
    await two.say(claim)
    assert (await two.until("mirror"))["yours"] is False
    await one.say(claim)
    assert (await one.until("mirror"))["fence"] == mine["fence"]
    await one.socket.close()
    await eventually(lambda: len(hosted.app.tables.peers("friday")) == 1)
    await two.say(claim)
    taken = await two.until("mirror")
    assert taken["yours"] is True
    assert taken["fence"] > mine["fence"]
    player = await hosted.join("player")
    await player.say(claim)
    assert (await player.until("error"))["code"] == "not_allowed"


def test_a_metrics_listener_answers_over_http() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    stop = Metrics().listen(f"127.0.0.1:{port}")
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=SOON) as answer:
            assert b"turnkeeper_tables" in answer.read()
    finally:
        stop()


async def test_what_other_rules_decided_is_kept_and_streams_begin_behind_it(
    start: Start, people: list[Plain]
) -> None:
    store = MemoryStore()
    hosted = await start(store)
    gm = await hosted.join("gm")
    await long_fight(gm, people, 2)
    await gm.do({"do": "hit", "combatant": "orc-1", "damage": 1})
    contents = store._contents("friday")
    contents.entries[:4] = [encode(replace(decode(old), rules=-1)) for old in contents.entries[:4]]
    state, answers, _ = await load(store, contents.record)
    assert state.position == len(contents.entries)
    assert wire.decode(wire.encode(state.streams.gm.view)) == gm.view
    assert state.streams.gm.seq == len(contents.entries) - 4
    assert len(answers.saved(state.position)[gm.welcome["user"]]) == len(contents.entries)
