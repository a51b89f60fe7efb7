"""A command id applies once, and is answered as the first time."""

from __future__ import annotations

import msgspec
import pytest

from protocol.answers import KEPT, Answer, Answers, SavedAnswers
from rules.engine.history import LogEntry
from rules.model.commands import Any_, Change, Hit, Undo
from rules.model.errors import Refused

HIT = Hit("mage", 3)


def entry(
    position: int = 1,
    command: Any_ = HIT,
    by: str | None = "u1",
    id: str | None = "c1",
    gm: str | None = None,
) -> LogEntry:
    return LogEntry(position=position, command=command, events=(), by=by, id=id, gm=gm)


def test_an_unknown_id_has_no_answer() -> None:
    assert Answers().lookup("u1", "c1", HIT) is None


def test_a_known_id_is_answered_as_the_first_time() -> None:
    answers = Answers()
    answers.remember(entry(7), gm=45, player=41)
    answer = answers.lookup("u1", "c1", Hit("mage", 3))
    assert answer is not None
    assert (answer.position, answer.seq("gm"), answer.seq("player")) == (7, 45, 41)
    assert answer.seq("observer") == 41


def test_an_id_names_one_command() -> None:
    answers = Answers()
    answers.remember(entry(), 1, 1)
    with pytest.raises(Refused) as caught:
        answers.lookup("u1", "c1", Hit("mage", 4))
    assert caught.value.code == "id_reused"


def test_an_id_names_a_command_of_its_user() -> None:
    answers = Answers()
    answers.remember(entry(by="u1"), 1, 1)
    assert answers.lookup("u2", "c1", Undo()) is None


def test_the_order_of_fields_does_not_matter() -> None:
    answers = Answers()
    answers.remember(entry(command=Change("a", {"hp": 1, "traits": {"x": 1, "y": 2}})), 1, 1)
    again = Change("a", {"traits": {"y": 2, "x": 1}, "hp": 1})
    assert answers.lookup("u1", "c1", again) is not None


def test_a_command_for_somebody_else_is_the_gms() -> None:
    answers = Answers()
    answers.remember(entry(by="u2", gm="u1"), 1, 1)
    assert answers.lookup("u1", "c1", HIT, "u2") is not None
    assert answers.lookup("u2", "c1", HIT) is None
    for as_ in (None, "u3"):
        with pytest.raises(Refused, match="id"):
            answers.lookup("u1", "c1", HIT, as_)


def test_what_has_no_id_is_not_remembered() -> None:
    answers = Answers()
    answers.remember(entry(id=None), 1, 1)
    answers.remember(entry(by=None), 1, 1)
    assert answers.saved(upto=10) == {}


def test_the_last_ten_thousand_at_least_are_remembered() -> None:
    answers = Answers()
    for n in range(KEPT + 5):
        answers.remember(entry(n, id=f"c{n}"), n, n)
    assert answers.lookup("u1", "c4", HIT) is None
    assert answers.lookup("u1", "c5", HIT) is not None
    assert KEPT > 10_000


def test_what_did_not_become_durable_is_forgotten() -> None:
    answers = Answers()
    for n in (1, 2, 3):
        answers.remember(entry(n, id=f"c{n}"), n, n)
    answers.forget(after=1)
    assert answers.lookup("u1", "c1", HIT) is not None
    assert answers.lookup("u1", "c2", Undo()) is None


def test_answers_are_saved_up_to_a_position_and_loaded_again() -> None:
    answers = Answers()
    answers.remember(entry(1), 5, 4)
    answers.remember(entry(2, id="c2"), 6, 4)
    kept = msgspec.msgpack.decode(msgspec.msgpack.encode(answers.saved(upto=1)), type=SavedAnswers)
    again = Answers(kept)
    assert isinstance(again.lookup("u1", "c1", HIT), Answer)
    assert again.lookup("u1", "c2", HIT) is None
