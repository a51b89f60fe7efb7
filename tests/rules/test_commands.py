"""A command is found from its name: its value says what it is for, a function of that name decides it.

Events and the fields of the state explain themselves too.
"""

from __future__ import annotations

import inspect
import re
from itertools import pairwise
from typing import get_args

import pytest

from rules.engine import decide, history, roster, saves
from rules.model import commands as do
from rules.model import events as ev
from rules.model.encounter import Combatant, Cursor, Declaration, Encounter, Mark, Roll

DECIDED_BY = {
    **decide.HANDLERS,
    **saves.HANDLERS,
    do.Batch: decide.batch,
    do.Undo: history.undo,
    do.Redo: history.redo,
    do.Take: roster.take,
}
COMMANDS = get_args(do.Any_)
RESERVED = {"open": "open_", "return": "return_"}
"""Names on the wire that Python uses itself."""


def tag(command: type) -> str:
    return str(command.__struct_config__.tag)  # type: ignore[attr-defined]


def test_every_command_is_decided_and_nothing_else() -> None:
    assert set(DECIDED_BY) == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS, ids=tag)
def test_the_function_that_decides_a_command_bears_its_name(command: type) -> None:
    name = tag(command)
    assert DECIDED_BY[command].__name__ == RESERVED.get(name, name)


@pytest.mark.parametrize("command", COMMANDS, ids=tag)
def test_a_command_says_in_sentences_what_it_is_for_and_who_may_give_it(command: type) -> None:
    doc = vars(command).get("__doc__") or ""
    assert doc.split("\n\n")[0].strip().endswith("."), "it opens with a sentence"
    assert re.search(r"\bThe (GM|owner)\b", doc), "who may give it"


REFUSES = {c for c in COMMANDS if c is not do.Clock}


@pytest.mark.parametrize("command", sorted(REFUSES, key=tag), ids=tag)
def test_a_command_says_what_it_refuses(command: type) -> None:
    assert "Refused" in (command.__doc__ or "") or "else `" in (command.__doc__ or "")


@pytest.mark.parametrize("event", get_args(ev.Any_), ids=tag)
def test_an_event_says_in_a_sentence_what_has_happened(event: type) -> None:
    assert (vars(event).get("__doc__") or "").split("\n\n")[0].strip().endswith(".")


@pytest.mark.parametrize("value", [Encounter, Combatant, Declaration, Mark, Roll, Cursor])
def test_each_field_of_the_state_is_explained_beside_it_or_above(value: type) -> None:
    """A name that says all (`dead`, `hidden`) needs none; those are named here."""
    lines = inspect.getsource(value).splitlines()
    bare = {
        line.split(":")[0].strip()
        for above, line in pairwise(lines)
        if re.match(r"    \w+: ", line) and "#" not in line and not above.strip().startswith("#")
    }
    assert bare <= {"dead"}
