"""A table without sockets: what is decoded is decided, folded, logged and encoded."""

from __future__ import annotations

from typing import Any

import msgspec

from protocol.answers import Answers
from protocol.codec import CODECS, BadMessage, Outgoing
from protocol.messages import CommandMessage, Role, ServerCommand
from rules.engine.history import History
from rules.model.dice import Dice, Rolled
from rules.stretches import whole
from server.ops.config import Settings
from server.store.contract import TableRecord
from server.table.decider import Decider
from server.table.log_budget import LogBudget
from server.table.requests import Accepted, Request
from server.table.state import State, decode, encode

SYSTEMS = ("adnd1e", "adnd2e", "mmrpg", "starfinder")


def start(system: str) -> list[dict[str, Any]]:
    """The commands of a fight that has begun: a mage of Ana's, an orc, and one who is hidden."""
    people = [
        {"id": "mage", "name": "M", "side": "party", "owner": "ana", "hp": 9},
        {"id": "orc-1", "name": "O", "side": "foes", "hp": 6},
        {"id": "lurker", "name": "L", "side": "foes", "hp": 6, "hidden": True},
    ]
    return [
        {"do": "open", "system": system},
        {"do": "add", "combatants": people},
        {"do": "begin"},
    ]


class Played:
    """No frame that it hears may raise, nor may any be answered by the server's own mistake."""

    def __init__(self, dice: Dice | None = None) -> None:
        record = TableRecord("friday", "Friday", "h", 0.0)
        self.start = State.at(record, History.start())
        self.state = self.start
        self.answers = Answers()
        self.deciding = Decider(
            "friday", self.answers, dice or Rolled(), LogBudget(Settings(rate=0))
        )
        self.log: list[bytes] = []

    @classmethod
    def begun(cls, system: str, dice: Dice | None = None) -> Played:
        played = cls(dice)
        commands = start(system)
        for number, command in enumerate(commands):
            message = {"type": "command", "id": f"start-{number}", "command": command}
            played.hear(msgspec.json.encode(message).decode(), "gm", "boss")
        assert played.state.position == len(commands)
        return played

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
        (outcome,) = whole(self.deciding.decide([request], self.state))
        for codec in CODECS.values():
            assert Outgoing(outcome.reply()).bytes(codec)
        if isinstance(outcome, Accepted):
            for sent in outcome.sent.values():
                for update in sent.updates:
                    assert all(update.bytes(codec) for codec in CODECS.values())
            self.log.append(encode(outcome.entry))
            self.state = outcome.state
        else:
            assert outcome.refused is None or outcome.refused.code != "internal"

    def replayed(self) -> State:
        """What the log alone leads to."""
        state = self.start
        for data in self.log:
            state, _ = state.follow(decode(data))
        return state
