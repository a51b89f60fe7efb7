"""PROTOCOL.md says what is so: its session really happens, and it leaves nothing out."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from protocol.messages import ErrorCode, FromClient, FromServer, ServerCommand, Tick
from protocol.session import CloseCode
from rules.model import commands
from rules.model.encounter import Phase
from rules.model.events import Any_ as AnyEvent
from rules.projection.combatants import Combatant, Mark
from rules.projection.timeline import Entry
from rules.projection.view import Prompt, View
from tests.protocol.recorded import PAGE, Recorded, session

TEXT = PAGE.read_text("utf-8")
NAMED = set(re.findall(r"`\{?([a-z_]+)", TEXT)) | set(re.findall(r"[{,] ?([a-z_]+)(?=[,}])", TEXT))


def fields(*classes: Any) -> set[str]:
    return {name for cls in classes for name in cls.__struct_encode_fields__}


def tags(*classes: Any) -> set[str]:
    return {str(cls.__struct_config__.tag) for cls in classes}


def test_the_session_of_the_page_really_happens() -> None:
    assert Recorded().play(session()) == session(), "run python -m tests.protocol.recorded"


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(tags(*get_args(FromClient | FromServer)), id="messages"),
        pytest.param(fields(*get_args(FromClient | FromServer), Tick), id="fields of messages"),
        pytest.param(tags(*get_args(commands.Any_), *get_args(ServerCommand)), id="commands"),
        pytest.param(
            fields(*get_args(commands.Any_), *get_args(ServerCommand)), id="fields of commands"
        ),
        pytest.param(tags(*get_args(AnyEvent)), id="events"),
        pytest.param(set(get_args(ErrorCode)), id="error codes"),
        pytest.param(set(get_args(Phase)), id="phases"),
        pytest.param(
            fields(View, Combatant, Entry, Prompt, Mark),
            id="fields of a view",
        ),
    ],
)
def test_nothing_is_left_out(names: set[str]) -> None:
    assert names - NAMED == set()


def test_every_close_code_is_explained() -> None:
    assert {str(int(code)) for code in CloseCode} == set(re.findall(r"(?m)^\| (\d{4}) \|", TEXT))
