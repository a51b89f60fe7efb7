"""Whatever arrives: no exception escapes, and the table lives on."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.answers import Answers
from protocol.codec import CODECS, BadMessage, Once
from protocol.messages import CommandMessage, Role, ServerCommand
from rules.dice import Rolled
from rules.history import History
from server.deciding import Deciding
from server.request import Accepted, Request
from server.state import State, decode, encode
from server.store import TableRecord

GOLDEN = Path(__file__).parents[1] / "golden" / "client" / "command.json"
COMMANDS = [line["message"]["command"] for line in json.loads(GOLDEN.read_text("utf-8"))]
TRIES = int(os.environ.get("TURNKEEPER_FUZZ", "60"))

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


FIGHT = [
    {"do": "open", "system": "adnd1e"},
    {
        "do": "add",
        "combatants": [
            {"id": "mage", "name": "M", "side": "party", "owner": "ana", "hp": 9},
            {"id": "orc-1", "name": "O", "side": "foes", "hp": 6},
            {"id": "lurker", "name": "L", "side": "foes", "hp": 6, "hidden": True},
        ],
    },
    {"do": "begin"},
]


class Played:
    """A table without sockets: what is decoded is decided, folded, encoded."""

    def __init__(self) -> None:
        record = TableRecord("friday", "Friday", "h", 0.0)
        self.start = State.at(record, History.start())
        self.state = self.start
        self.answers = Answers()
        self.deciding = Deciding("friday", self.answers, Rolled())
        self.log: list[bytes] = []

    def hear(self, frame: str | bytes, role: Role, user: str) -> None:
        try:
            message = CODECS["turnkeeper.v1.json"].decode(frame)
        except BadMessage:
            return
        if isinstance(message, CommandMessage) and not isinstance(message.command, ServerCommand):
            self._give(
                Request(message.command, user=user, role=role, id=message.id, if_seq=message.if_seq)
            )

    def _give(self, request: Request) -> None:
        (outcome,) = self.deciding.decide([request], self.state)
        for codec in CODECS.values():
            assert Once(outcome.reply()).bytes(codec)
        if isinstance(outcome, Accepted):
            for sent in outcome.sent.values():
                for update in sent.updates:
                    assert all(update.bytes(codec) for codec in CODECS.values())
            self.log.append(encode(outcome.entry))
            self.state = outcome.state
        else:
            assert outcome.refused is None or outcome.refused.code != "internal"

    def replayed(self) -> State:
        state = self.start
        for data in self.log:
            state, _ = state.follow(decode(data))
        return state


roles = st.sampled_from([("gm", "boss"), ("gm", "boss"), ("player", "ana"), ("observer", "eve")])


def begun() -> Played:
    played = Played()
    for number, command in enumerate(FIGHT):
        message = {"type": "command", "id": f"start-{number}", "command": command}
        played.hear(msgspec.json.encode(message).decode(), "gm", "boss")
    assert played.state.position == len(FIGHT)
    return played


@settings(
    max_examples=TRIES, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)
@given(st.lists(st.tuples(commands(), roles), max_size=30))
def test_no_command_escapes_and_the_log_leads_to_the_same_state(
    given_commands: list[tuple[dict[str, Any], tuple[Role, str]]],
) -> None:
    played = begun()
    for number, (command, (role, user)) in enumerate(given_commands):
        frame = json.dumps({"type": "command", "id": str(number), "command": command})
        played.hear(frame, role, user)
    again = played.replayed()
    assert again.history.encounter == played.state.history.encounter
    for role in ("gm", "player"):
        assert again.streams.of(role).view == played.state.streams.of(role).view
        assert again.streams.of(role).seq == played.state.streams.of(role).seq


@settings(max_examples=TRIES * 5, deadline=None, database=None)
@given(st.binary(max_size=200) | st.text(max_size=200) | junk.map(json.dumps))
def test_no_frame_escapes(frame: str | bytes) -> None:
    for codec in CODECS.values():
        with suppress(BadMessage):
            codec.decode(frame)
