"""What is kept because nothing that it depends on has changed changes no byte that anybody is sent."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import memo
from tests.server.played import SYSTEMS
from tests.server.test_ahead import ASKED, Seeded, Watched

MARKED: list[dict[str, Any]] = [
    {"do": "mark", "combatant": who, "name": name, "rounds": rounds}
    for who, name, rounds in (
        ("orc-1", "Bane", 1),
        ("lurker", "Unseen", 2),
        ("mage", "Haste", None),
    )
]


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=40, deadline=None)
@given(asked=st.lists(st.sampled_from([*ASKED, *MARKED]), min_size=1, max_size=25))
def test_everybody_is_sent_the_same_with_the_memo_and_without(
    system: str, asked: list[dict[str, Any]]
) -> None:
    sent = []
    for way in (nullcontext(), memo.off()):
        with way:
            watched = Watched.begun(system, Seeded())
            updates = [watched.ask(command, number) for number, command in enumerate(asked)]
            sent.append((updates, watched.state.history.encounter))
    assert sent[0] == sent[1]
