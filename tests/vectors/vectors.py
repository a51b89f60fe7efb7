"""The tables of worked examples, for any engine that speaks the wire's commands.

Each `tests/vectors/SYSTEM.json` is a list of examples `{"name", "clause", "steps"}`, and so is
`SYSTEM_hand.json`, of what the GM puts right. A step is one of `{"send": command}` (accepted),
`{"refused": command, "code", "clause"}`, `{"advance_until": place}` (advance moment by moment),
`{"stands": place}` (fields of the GM's view: round, phase, at, active; with `of`, of that combatant),
`{"why": [combatant, what], "terms"}` (of the first such entry) and
`{"moments": [{"at", "acts": [[combatant, what]]}]}`: the whole timeline, simultaneous entries together.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

View = dict[str, Any]
Ask = Callable[[dict[str, Any]], Awaitable[tuple[str, str] | None]]
"""Gives a command; answers None, or the code and clause of its refusal."""

STEPS = 60


def examples() -> list[Any]:
    """All examples, as parameters named by system and clause."""
    found = []
    for path in sorted(Path(__file__).parent.glob("*.json")):
        for number, example in enumerate(json.loads(path.read_text("utf-8"))):
            name = f"{path.stem}-{number}-{example['clause']}"
            found.append(pytest.param(example, id=name))
    return found


async def play(example: dict[str, Any], ask: Ask, view: Callable[[], View]) -> None:
    """Plays an example and holds every expectation of it."""
    for number, step in enumerate(example["steps"]):
        where = f"{example['name']}, step {number}"
        if "send" in step:
            assert await ask(step["send"]) is None, where
        elif "refused" in step:
            assert await ask(step["refused"]) == (step["code"], step["clause"]), where
        elif "advance_until" in step:
            await _advance(step["advance_until"], ask, view, where)
        elif "stands" in step:
            shown = view()["combatants"][step["of"]] if "of" in step else view()
            assert _stands(shown, step["stands"]) == step["stands"], where
        elif "why" in step:
            entry = next(
                e for e in view()["timeline"] if [e["combatant"], e["what"]] == step["why"]
            )
            assert entry["why"] == step["terms"], where
        else:
            assert moments(view()) == step["moments"], where


def _stands(view: View, place: View) -> View:
    return {field: view.get(field) for field in place}


async def _advance(place: View, ask: Ask, view: Callable[[], View], where: str) -> None:
    for _ in range(STEPS):
        if _stands(view(), place) == place:
            return
        assert await ask({"do": "advance"}) is None, where
    raise AssertionError(f"{where}: never came to {place}")


def moments(view: View) -> list[View]:
    """The timeline as moments, who acts in one of them in order of the name."""
    slots: dict[int, View] = {}
    for entry in view["timeline"]:
        moment = slots.setdefault(entry["slot"], {"at": entry.get("at"), "acts": []})
        moment["acts"].append([entry["combatant"], entry["what"]])
    return [{"at": m["at"], "acts": sorted(m["acts"])} for m in slots.values()]
