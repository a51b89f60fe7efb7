"""Undo and redo say what they take back or bring again, and which lines of the log that concerns."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from protocol.streams import Streams
from rules.engine.history import History, LogEntry, decide, fold, retrace
from rules.model import commands as do
from rules.model.dice import Given
from rules.projection.view import Table, view

DECLARE = {"do": "declare", "combatant": "orc", "actions": [{"act": "melee"}]}


class Evening:
    """A game master's stream: `log` is what a client keeps of it, crossed out or not."""

    def __init__(self) -> None:
        self.history = History.start()
        self.streams = Streams.start(Table(id="t", name="T"), "log", 0, self.history)
        self.entries: list[LogEntry] = []
        self.log: list[dict[str, Any]] = []

    def do(self, *commands: dict[str, Any]) -> Evening:
        for command in commands:
            asked: Any = msgspec.convert(command, do.Any_)
            events: Any = decide(self.history, asked, Given(()))
            n = len(self.entries) + 1
            entry = LogEntry(position=n, command=asked, events=events, by="u1", rules=3)
            before, self.history = self.history, fold(self.history, entry)
            self.streams, sent = self.streams.follow(before, entry, self.history)
            self.entries.append(entry)
            for update in sent["gm"].updates:
                self._hear(msgspec.to_builtins(update.message)["events"])
        return self

    def _hear(self, events: list[dict[str, Any]]) -> None:
        for told in events:
            if told["event"] in ("undone", "redone") and (n := told.get("events", 0)):
                stop = len(self.log) - told.get("passed", 0)
                for line in self.log[stop - n : stop]:
                    line["out"] = told["event"] == "undone"
            self.log.append(dict(told))

    @property
    def in_force(self) -> list[str]:
        return [line["event"] for line in self.log if not line.get("out")]

    @property
    def out(self) -> list[str]:
        return [line["event"] for line in self.log if line.get("out")]

    def says(self, role: str = "gm") -> tuple[Any, Any]:
        seen = msgspec.to_builtins(view(self.history, role))
        return seen.get("undo"), seen.get("redo")


def evening() -> Evening:
    people = [{"id": "ana", "kind": "pc", "owner": "u2"}, {"id": "orc", "name": "Orc"}]
    return Evening().do({"do": "open", "system": "adnd1e"}, {"do": "add", "combatants": people})


def test_at_the_beginning_of_a_fight_there_is_nothing_to_say() -> None:
    assert Evening().do({"do": "open", "system": "adnd1e"}).says() == (None, None)


STEPS: list[Any] = [
    pytest.param({"do": "begin"}, {"do": "begin"}, id="begin"),
    pytest.param(
        {"do": "hit", "combatant": "orc", "damage": 1},
        {"do": "hit", "combatant": "orc", "name": "Orc"}, id="hit",
    ),
    pytest.param(
        {"do": "remove", "combatant": "orc"}, {"do": "remove", "combatant": "orc", "name": "Orc"}, id="gone",
    ),
    pytest.param({"do": "add", "combatants": [{}, {}]}, {"do": "add", "count": 2}, id="add"),
    pytest.param(
        {"do": "batch", "commands": [{"do": "heal", "combatant": i, "hp": 1} for i in ("ana", "orc")]},
        {"do": "batch", "of": "heal", "count": 2}, id="batch",
    ),
    pytest.param(
        {"do": "batch", "commands": [{"do": "begin"}, DECLARE]}, {"do": "batch", "count": 2}, id="mixed",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("command", "step"), STEPS)
def test_undo_names_the_newest_command_and_redo_the_one_taken_back(command: Any, step: Any) -> None:
    fight = evening().do(command)
    assert fight.says()[0] == {**step, "by": "u1"}
    undo, redo = fight.do({"do": "undo"}).says()
    assert (undo, redo) == ({"do": "add", "by": "u1", "count": 2}, {**step, "by": "u1"})


def test_a_roll_is_named_by_whose_it_is() -> None:
    fight = evening().do(
        {"do": "begin"}, DECLARE, {"do": "declare", "combatant": "ana", "actions": []}
    )
    fight.do({"do": "advance"}, {"do": "roll", "for": "side:foes", "faces": [3]})
    assert fight.says()[0] == {"do": "roll", "by": "u1", "for": "side:foes"}


def test_players_are_told_nothing_of_it() -> None:
    fight = evening().do({"do": "begin"}, DECLARE)
    assert fight.says("player") == (None, None)
    fight.do({"do": "undo"})
    assert fight.says("player") == (None, None)


def test_what_is_kept_by_name_is_no_step() -> None:
    fight = evening().do({"do": "save", "name": "Party", "what": "party"})
    assert fight.says()[0]["do"] == "add"


def test_after_a_restart_the_log_says_the_same() -> None:
    fight = evening().do({"do": "begin"}, DECLARE, {"do": "undo"})
    again = retrace(fight.entries)
    assert (again.undoes, again.redoes) == (fight.history.undoes, fight.history.redoes)


def test_what_rests_says_the_same() -> None:
    fight = evening().do({"do": "begin"}, DECLARE, {"do": "undo"})
    lean = fight.history.lean
    assert (lean.undoes, lean.redoes) == (fight.history.undoes, fight.history.redoes)


# --- the log ---------------------------------------------------------------------------------------


def test_the_lines_of_what_was_undone_are_crossed_out_and_come_back() -> None:
    fight = evening().do({"do": "begin"}, DECLARE, {"do": "undo"})
    assert fight.out == ["declared"]
    fight.do({"do": "undo"})
    assert fight.out == ["began", "moved", "declared"]
    fight.do({"do": "redo"})
    assert fight.out == ["declared"]
    fight.do({"do": "redo"})
    assert fight.out == []


def test_lines_in_between_stay() -> None:
    kept = {"do": "save", "name": "Party", "what": "party"}
    fight = evening().do({"do": "begin"}, DECLARE, kept, {"do": "undo"})
    assert fight.out == ["declared"]
    assert fight.in_force[-2:] == ["saved", "undone"]


def test_who_comes_later_crosses_out_the_same_lines_of_a_snapshot() -> None:
    fight = evening().do({"do": "begin"}, DECLARE, {"do": "undo"}, {"do": "undo"})
    newcomer = Evening()
    newcomer._hear(list(fight.streams.gm.recent()))
    assert newcomer.out == fight.out


def test_players_are_told_no_number() -> None:
    fight = evening().do({"do": "begin"}, {"do": "mark", "combatant": "ana", "name": "Bane"})
    before = fight.history
    events: Any = decide(before, do.Undo(), Given(()))
    entry = LogEntry(position=len(fight.entries) + 1, command=do.Undo(), events=events, rules=3)
    after = fold(before, entry)
    _, sent = fight.streams.follow(before, entry, after)
    (update,) = [msgspec.to_builtins(u.message) for u in sent["player"].updates]
    assert update["events"] == [{"event": "undone"}]
