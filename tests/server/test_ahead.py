"""An `advance` that was worked out ahead is the one that would have been decided when it came."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.codec import JSON
from rules.model.dice import Dice, NoFaces
from rules.model.errors import Refused
from rules.stretches import Work, whole
from server.table.decider import accept
from server.table.requests import Accepted, Request
from server.table.speculation import Speculation
from server.table.state import State
from tests.server.played import SYSTEMS, Played

MELEE = [{"act": "melee"}]
NEXT: dict[str, Any] = {"do": "advance", "to": "next", "force": True}
ASKED: list[dict[str, Any]] = [
    NEXT, NEXT, NEXT,  # more often than the others, as at a table
    {"do": "advance", "to": "segment"},
    {"do": "advance", "to": "round", "force": True},
    {"do": "roll", "for": "all"},
    {"do": "declare", "combatant": "orc-1", "actions": MELEE},
    {"do": "declare", "combatant": "lurker", "actions": MELEE},
    {"do": "hit", "combatant": "orc-1", "damage": 2},
    {"do": "change", "combatant": "lurker", "set": {"hidden": False}},
    {"do": "change", "combatant": "lurker", "set": {"hidden": True}},
    {"do": "add", "combatants": [{"id": "late", "name": "T"}]},
    {"do": "remove", "combatant": "late"},
    {"do": "undo"}, {"do": "redo"},
]  # fmt: skip


class Seeded:
    """Dice that fall the same way each time."""

    def __init__(self) -> None:
        self._random = random.Random(1)

    def faces(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self._random.randint(1, sides) for _ in range(count))

    def id(self) -> str:
        return f"c{self._random.random()}"


class Watched(Played):
    """Keeps what each role is sent."""

    def ask(self, command: dict[str, Any], number: int) -> list[tuple[str, bytes]]:
        (outcome,) = whole(self.deciding.decide([request(command, f"q{number}")], self.state))
        if not isinstance(outcome, Accepted):
            return []
        self.state = outcome.state
        updates = [
            (stream_role, one) for stream_role, sent in outcome.sent.items() for one in sent.updates
        ]
        return [(stream_role, one.bytes(JSON)) for stream_role, one in updates]


def request(command: dict[str, Any], id: str = "q", user: str = "boss") -> Request:
    frame = {"type": "command", "id": id, "command": command}
    return Request(JSON.decode(JSON.encode(frame)).command, user=user, role="gm", id=id)


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=40, deadline=None)
@given(asked=st.lists(st.tuples(st.sampled_from(ASKED), st.booleans()), min_size=1, max_size=20))
def test_everybody_is_sent_the_same_with_and_without_looking_ahead(
    system: str, asked: list[tuple[dict[str, Any], bool]]
) -> None:
    plain, ahead = Watched.begun(system, Seeded()), Watched.begun(system, Seeded())
    for number, (command, idle) in enumerate(asked):
        assert ahead.ask(command, number) == plain.ask(command, number)
        if idle:
            ahead.deciding.look_ahead(ahead.state)
    assert ahead.state.history.encounter == plain.state.history.encounter


def advanced(system: str = "starfinder") -> Accepted:
    """Somebody has just gone on, and could again."""
    played = Played.begun(system, Seeded())
    rolling = request({"do": "roll", "for": "all"}, "a")
    decisions = whole(played.deciding.decide([rolling], played.state))
    decisions = whole(played.deciding.decide([request(NEXT, "b")], decisions[-1].state))
    assert isinstance(decisions[-1], Accepted)
    return decisions[-1]


def test_the_same_once_more_is_taken_and_nothing_else() -> None:
    last, ahead = advanced(), Speculation(accept)
    ahead.look(last)
    at = last.state
    assert ahead.take(request(NEXT, "another id"), at) is not None
    assert ahead.take(request({"do": "advance", "to": "round"}), at) is None
    assert ahead.take(request(NEXT, user="another game master"), at) is None
    for_somebody = request(NEXT)
    for_somebody.spoken_for = "boss"
    assert ahead.take(for_somebody, at) is None
    elsewhere = Played.begun("starfinder").state
    assert ahead.take(request(NEXT), elsewhere) is None
    ahead.forget()
    assert ahead.take(request(NEXT), at) is None


def test_what_is_refused_ahead_is_refused_when_it_comes() -> None:
    played = Watched.begun("adnd1e", Seeded())
    strict = {"do": "advance", "to": "next"}
    assert played.ask(NEXT, 1), "into the rolls"
    played.deciding.look_ahead(played.state)
    (outcome,) = whole(played.deciding.decide([request(strict)], played.state))
    assert outcome.refused is not None
    assert outcome.refused.code == "waiting"


def failing(error: Exception) -> Speculation:
    """Every command comes to `error`."""

    def decide(request: Request, decided: State, dice: Dice) -> Work[Accepted]:
        raise error
        yield

    return Speculation(decide)


@pytest.mark.parametrize("error", [Refused("stale", "no"), NoFaces("no")], ids=["refused", "dice"])
def test_what_is_refused_or_asks_for_dice_is_not_kept(error: Exception) -> None:
    last, ahead = advanced(), failing(error)
    ahead.look(last)
    assert ahead.take(request(NEXT), last.state) is None


def test_any_other_failure_ahead_is_logged_and_harms_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = Watched.begun("starfinder", Seeded())
    assert played.ask({"do": "roll", "for": "all"}, 1)
    assert played.ask(NEXT, 2)
    monkeypatch.setattr(played.deciding, "_speculation", failing(KeyError("a mistake")))
    logged: list[str] = []
    monkeypatch.setattr(
        "server.table.decider.log.exception", lambda event, **_: logged.append(event)
    )
    played.deciding.look_ahead(played.state)
    assert logged == ["looking ahead failed"]
    assert played.ask(NEXT, 3)
