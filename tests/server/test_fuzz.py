"""Whatever arrives: no exception escapes, and the table lives on.

`fuzz.py` runs the same properties guided by coverage.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol import value_limits
from protocol.codec import CODECS, MAX_FRAME, BadMessage
from protocol.messages import Role
from server.transport.link_budgets import LinkBudgets
from server.transport.rate_limit import (
    BURST,
    FRAMES,
    RESERVE,
    RESERVE_PER_SECOND,
    TOGETHER,
)
from server.transport.request_head import Head
from tests.server.played import SYSTEMS, Played

GOLDEN = Path(__file__).parents[1] / "golden" / "client" / "command.json"
COMMANDS = [line["message"]["command"] for line in json.loads(GOLDEN.read_text("utf-8"))]
TRIES = int(os.environ.get("TURNKEEPER_FUZZ", "60"))
"""Fights that are tried; 2000 for a thorough run."""

HEADS = [
    b"GET /ws HTTP/1.1\r\n", b"Host: a\r\n", b"Content-Length: 3\r\n", b"content-length:0\r\n",
    b"Transfer-Encoding: chunked\r\n", b"\r\n", b"\n", b"abc",
]  # fmt: skip

ids = st.sampled_from(["mage", "orc-1", "lurker", "nobody", "side:party", "all", "a", "b"])
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | ids,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
fields = st.sampled_from(sorted({field for command in COMMANDS for field in command}))


@st.composite
def commands(draw: Callable[[Any], Any]) -> dict[str, Any]:
    """A command as it should be, with something of it changed."""
    command = dict(draw(st.sampled_from(COMMANDS)))
    for field in draw(st.lists(fields, max_size=2)):
        command[field] = draw(junk)
    for field in ("combatant", "before", "by", "target"):
        if field in command and draw(st.booleans()):
            command[field] = draw(ids)
    return command


roles = st.sampled_from([("gm", "boss"), ("gm", "boss"), ("player", "ana"), ("observer", "eve")])


@settings(
    max_examples=TRIES, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)
@given(st.sampled_from(SYSTEMS), st.lists(st.tuples(commands(), roles), max_size=30))
def test_no_command_escapes_and_the_log_leads_to_the_same_state(
    system: str, given_commands: list[tuple[dict[str, Any], tuple[Role, str]]]
) -> None:
    played = Played.begun(system)
    for number, (command, (role, user)) in enumerate(given_commands):
        frame = json.dumps({"type": "command", "id": str(number), "command": command})
        played.hear(frame, role, user)
    again = played.replayed()
    assert again.history.encounter == played.state.history.encounter
    for role in ("gm", "player"):
        assert again.streams.of(role).view == played.state.streams.of(role).view
        assert again.streams.of(role).seq == played.state.streams.of(role).seq


boxes = st.sampled_from(["[]", "{}", "[0]", '{"a":0}', "\\", '"', ",", "[", "}", "\x91", "\xdf"])
floods = st.tuples(boxes, st.integers(0, 30_000)).map(lambda pair: pair[0] * pair[1])


@settings(max_examples=TRIES, deadline=None, database=None)
@given(floods | st.lists(floods, max_size=3).map("".join), st.sampled_from(sorted(CODECS)))
def test_no_flood_of_values_is_decoded(many: str, name: str) -> None:
    codec = CODECS[name]
    frame = many.encode("latin-1")[:MAX_FRAME]
    held = value_limits.json(frame) if codec.text else value_limits.msgpack(frame)
    with suppress(BadMessage):
        codec.decode(frame)
        assert held == ""


@settings(max_examples=TRIES * 5, deadline=None, database=None)
@given(st.lists(st.sampled_from(HEADS) | st.binary(max_size=20)), st.integers(1, 9))
def test_a_head_is_the_same_however_it_is_cut(pieces: list[bytes], size: int) -> None:
    said = b"".join(pieces)
    whole, cut = Head(), Head()
    kept = whole.take(said)
    parts = [cut.take(said[at : at + size]) for at in range(0, len(said), size)]
    assert b"".join(parts) == kept
    assert cut.refusal("GET") == whole.refusal("GET")


@settings(max_examples=TRIES * 5, deadline=None, database=None)
@given(st.binary(max_size=200) | st.text(max_size=200) | junk.map(json.dumps))
def test_no_frame_escapes(frame: str | bytes) -> None:
    for codec in CODECS.values():
        with suppress(BadMessage):
            codec.decode(frame)


pauses = st.sampled_from([0.0, 0.0, 0.0, 0.0, 0.1]) | st.floats(0, 20)
steps = st.lists(
    st.tuples(st.sampled_from(["come", "go", "send"]), st.integers(0, 400), pauses),
    max_size=15,
)


@settings(max_examples=TRIES * 5, deadline=None, database=None)
@given(steps)
def test_however_connections_come_go_and_send_a_link_has_its_budget_and_no_more(
    taken: list[tuple[str, int, float]],
) -> None:
    budgets, link, now, came, let_through = LinkBudgets(10), ("friday", "i1"), 0.0, 12, 0
    connected = [budgets.join(link, 1000, now) for _ in range(came)]
    for step, number, pause in taken:
        now += pause
        if step == "come":
            connected.append(budgets.join(link, 1000, now))
            came += 1
        elif step == "go":
            if connected:
                connected.pop(number % len(connected))
                budgets.leave(link, now)
        else:
            for one in filter(None, connected[number % 12 :]):
                within = [one.frame(now) for _ in range(160)]
                assert within == sorted(within, reverse=True)
                let_through += sum(within)
    a_second = TOGETHER * FRAMES * 10
    reserves = came * (RESERVE + RESERVE_PER_SECOND * now)
    assert let_through <= a_second * (BURST + now) + reserves
    assert len(budgets) <= 1
