"""One connection, from hello to goodbye."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.codec import BadMessage
from protocol.messages import (
    CatalogueRequest,
    Claim,
    CommandMessage,
    Error,
    Hello,
    Invite,
    Ping,
    Pong,
    Resume,
    Role,
    Snapshot,
    Update,
    Welcome,
)
from protocol.session import (
    Authenticate,
    ClaimTarget,
    Close,
    CloseCode,
    Instruction,
    RunCommand,
    Send,
    SendCatalogue,
    Session,
)
from protocol.streams import Streams
from rules.model.commands import Undo
from tests.protocol.fight import Table

HELLO = Hello("token", name="Ana")
UNDO = CommandMessage("c1", Undo())


def joined(role: Role = "gm") -> Session:
    session = Session()
    session.feed(HELLO)
    session.admit("u1", role, Table().streams, "0.1.0", "s1")
    return session


def code(instruction: Instruction) -> Any:
    assert isinstance(instruction, Send)
    assert isinstance(instruction.message, Error)
    return instruction.message.code


def test_hello_is_authenticated() -> None:
    assert Session().feed(HELLO) == (Authenticate(HELLO),)


@pytest.mark.parametrize("message", [UNDO, Ping(1), CatalogueRequest()])
def test_before_hello_only_hello_is_heard(message: Any) -> None:
    said, closed = Session().feed(message)
    assert code(said) == "bad_message"
    assert closed == Close(CloseCode.VIOLATION)


def test_who_says_nothing_is_sent_away() -> None:
    said, closed = Session().late()
    assert code(said) == "bad_message"
    assert closed == Close(CloseCode.NO_HELLO)


def test_who_said_hello_in_time_stays() -> None:
    session = Session()
    session.feed(HELLO)
    assert session.late() == ()


def test_a_wrong_token_opens_nothing() -> None:
    session = Session()
    session.feed(HELLO)
    said, closed = session.reject()
    assert code(said) == "unauthorized"
    assert closed == Close(CloseCode.UNAUTHORIZED)
    assert session.member is None


def test_one_hello_is_enough() -> None:
    (said,) = joined().feed(HELLO)
    assert code(said) == "bad_message"


def test_a_ping_is_answered_with_its_own_time() -> None:
    assert joined().feed(Ping(12.5)) == (Send(Pong(12.5)),)


def test_a_command_goes_to_the_table_under_the_own_name() -> None:
    assert joined("player").feed(UNDO) == (RunCommand("u1", "player", "u1", UNDO),)


def test_a_gm_may_speak_for_a_player() -> None:
    asked = CommandMessage("c1", Undo(), as_="u2")
    assert joined("gm").feed(asked) == (RunCommand("u1", "gm", "u2", asked),)


@pytest.mark.parametrize("role", ["player", "observer"])
@pytest.mark.parametrize(
    "asked", [CommandMessage("c1", Undo(), as_="u2"), CommandMessage("c1", Invite("gm"))]
)
def test_nobody_else_may(role: Role, asked: CommandMessage) -> None:
    (said,) = joined(role).feed(asked)
    assert said == Send(Error("not_allowed", "only a GM may do this", {}, "c1"))


def test_only_a_gm_may_write_into_a_foreign_world() -> None:
    claim = Claim("mirror", "foundry:my-world")
    assert joined("gm").feed(claim) == (ClaimTarget(claim),)
    (said,) = joined("player").feed(claim)
    assert code(said) == "not_allowed"


def test_anybody_may_ask_for_the_catalogue() -> None:
    assert joined("observer").feed(CatalogueRequest()) == (SendCatalogue(),)


def test_ten_bad_messages_in_a_row_end_the_connection() -> None:
    session = joined()
    bad = BadMessage("bad_message", "nonsense", at="type")
    for _ in range(9):
        assert session.refuse(bad) == (Send(Error("bad_message", "nonsense", {"at": "type"})),)
    assert session.refuse(bad)[1:] == (Close(CloseCode.VIOLATION),)


@pytest.mark.parametrize(
    "flawed",
    [
        BadMessage("bad_message", "no such command", "c7", at="command"),
        BadMessage("illegal_value", "a text of 501 characters"),
        BadMessage("too_large", "a frame of 70000 bytes"),
    ],
)
def test_a_message_with_a_mistake_in_it_is_a_message(flawed: BadMessage) -> None:
    session = joined()
    for _ in range(30):
        assert len(session.refuse(flawed)) == 1


def test_a_bad_hello_counts_as_a_bad_frame() -> None:
    session = Session()
    flawed = BadMessage("illegal_value", "a text of 501 characters")
    for _ in range(9):
        assert len(session.refuse(flawed)) == 1
    assert session.refuse(flawed)[1:] == (Close(CloseCode.VIOLATION),)


def test_a_hello_too_many_counts_as_a_bad_frame() -> None:
    session = joined()
    for _ in range(9):
        assert code(session.feed(Hello("token"))[0]) == "bad_message"
    assert session.feed(Hello("token"))[1:] == (Close(CloseCode.VIOLATION),)


def test_a_good_message_forgives_the_bad_ones_before() -> None:
    session = joined()
    bad = BadMessage("bad_message", "nonsense")
    for _ in range(30):
        assert len(session.refuse(bad)) == 1
        session.feed(Ping())


def newcomer(streams: Streams, resume: Resume | None) -> list[Any]:
    session = Session()
    session.feed(Hello("token", resume=resume))
    said = session.admit("u1", "gm", streams, "0.1.0", "s1")
    return [once.message for once in said]


def test_a_newcomer_is_welcomed_with_a_snapshot() -> None:
    table = Table().add("orc", "foes")
    welcome, snapshot = newcomer(table.streams, None)
    assert isinstance(welcome, Welcome)
    assert (welcome.user, welcome.role, welcome.seq, welcome.resumed) == ("u1", "gm", 2, False)
    assert welcome.table == "friday"
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.seq, list(snapshot.view.combatants)) == (2, ["orc"])


def test_who_comes_back_gets_what_was_missed() -> None:
    table = Table().add("orc", "foes").add("mage")
    welcome, *missed = newcomer(table.streams, Resume(table.streams.epoch("gm"), 1))
    assert isinstance(welcome, Welcome)
    assert welcome.resumed
    assert all(isinstance(update, Update) for update in missed)
    assert [update.seq for update in missed] == [2, 3]


def test_who_missed_nothing_gets_nothing() -> None:
    streams = Table().streams
    (welcome,) = newcomer(streams, Resume(streams.epoch("gm"), 1))
    assert isinstance(welcome, Welcome)
    assert welcome.resumed


@pytest.mark.parametrize("resume", [Resume("another", 0), Resume("", 1)])
def test_another_history_cannot_be_resumed(resume: Resume) -> None:
    welcome, snapshot = newcomer(Table().streams, resume)
    assert isinstance(welcome, Welcome)
    assert not welcome.resumed
    assert isinstance(snapshot, Snapshot)


def test_who_knows_more_than_the_stream_gets_a_snapshot() -> None:
    streams = Table().streams
    _, snapshot = newcomer(streams, Resume(streams.epoch("gm"), 5))
    assert isinstance(snapshot, Snapshot)
