"""What each role is told of an event, and where the wire cuts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.engine.advance import ticking
from rules.engine.history import History, LogEntry, fold
from rules.projection.cuts import Chunk, chunks
from rules.projection.events import tell
from rules.projection.view import view
from tests.rules.fights import MELEE, Fight, spell

Told = dict[str, Any]
"""What is told, as on the wire."""


def before_last(made: Fight) -> History:
    history = History.start()
    for entry in made.log[:-1]:
        history = fold(history, entry)
    return history


def told_of(piece: Chunk, role: str) -> list[Told]:
    sight = view(piece.after, role)
    after = piece.after.encounter
    told = [tell(event, piece.before, after, role, sight) for event in piece.events]
    plain: list[Told] = msgspec.json.decode(msgspec.json.encode([said for said in told if said]))
    return plain


def pieces(made: Fight, role: str) -> list[list[Told]]:
    """What the role is told of the last command, piece by piece; pieces that tell nothing are left out."""
    entry: LogEntry = made.log[-1]
    told = [told_of(piece, role) for piece in chunks(before_last(made), entry, made.history)]
    return [piece for piece in told if piece]


def told(made: Fight, role: str = "player") -> list[Told]:
    return [event for piece in pieces(made, role) for event in piece]


def fight() -> Fight:
    made = Fight().add("mage", owner="ana", hp=12).add("orc", "foes", hp=6)
    return made.add("lurker", "shadow", kind="npc", hidden=True, hp=6)


HIT = [
    ("mage", {"event": "hit", "combatant": "mage", "damage": 2, "hp": 10}),
    ("orc", {"event": "hit", "combatant": "orc"}),
    ("lurker", None),
]


@pytest.mark.parametrize(("who", "shown"), HIT)
def test_of_a_hit_players_learn_the_damage_of_their_own_alone(who: str, shown: Told | None) -> None:
    made = fight().do("hit", combatant=who, damage=2)
    assert told(made) == ([shown] if shown else [])
    assert told(made, "gm")[0]["damage"] == 2


@pytest.mark.parametrize(
    ("who", "change", "shown"),
    [
        ("lurker", {"hidden": False}, [{"event": "added", "combatant": "lurker"}]),
        ("orc", {"hidden": True}, [{"event": "removed", "combatant": "orc"}]),
        ("lurker", {"name": "Shade"}, []),
        ("orc", {"hp": 3}, []),
        ("orc", {"hp": 3, "name": "Ork"}, [{"event": "changed", "combatant": "orc", "fields": ["name"]}]),
        ("mage", {"hp": 3}, [{"event": "changed", "combatant": "mage", "fields": ["hp"]}]),
    ],
)  # fmt: skip
def test_hiding_is_a_removal_and_revealing_an_arrival(
    who: str, change: dict[str, Any], shown: list[Told]
) -> None:
    made = fight().do("change", combatant=who, set=change)
    assert told(made) == shown
    (whole,) = told(made, "gm")
    assert (whole["event"], set(whole["fields"])) == ("changed", set(change))


def test_what_an_unowned_one_declares_is_not_told() -> None:
    made = fight().do("begin").declare("orc", MELEE)
    assert told(made) == []
    assert list(told(made, "gm")[0]["actions"]) == [MELEE]
    made.do("cancel", combatant="orc", action=0)
    assert told(made) == []
    assert list(told(made.declare("mage", spell(1)))[0]["actions"]) == [spell(1)]


def test_of_an_unowned_ones_spell_only_that_it_is_lost_is_told() -> None:
    made = fight().do("begin").declare("orc", spell(3)).do("hit", combatant="orc", damage=1)
    assert told(made)[-1] == {"event": "spell_lost", "combatant": "orc", "clause": "SEG-C35"}
    assert told(made, "gm")[-1]["name"] == "Sleep"


def test_surprise_is_told_of_the_sides_that_are_seen() -> None:
    made = fight().do("surprise", sides={"shadow": 1})
    assert told(made) == []
    assert told(made.do("surprise", sides={"shadow": 1, "foes": 2}))[0]["sides"] == {"foes": 2}


def test_a_removal_is_told_of_whom_players_saw() -> None:
    assert told(fight().do("remove", combatant="orc")) == [{"event": "removed", "combatant": "orc"}]
    assert told(fight().do("remove", combatant="lurker")) == []


def test_an_undo_names_no_position() -> None:
    made = fight().do("hit", combatant="mage", damage=2).do("undo")
    assert told(made) == [{"event": "undone"}]
    assert told(made.do("redo"), "gm") == [{"event": "redone"}]


def test_the_own_effect_and_each_moment_are_pieces_of_their_own() -> None:
    made = fight().do("begin").declare("mage", spell(1)).declare("orc", MELEE)
    made.declare("lurker", MELEE).next().roll(party=3, foes=5, shadow=1)
    assert [[e["event"] for e in piece] for piece in pieces(made, "gm")] == [["rolled"], ["moved"]]
    made.next()
    assert [[e["event"] for e in piece] for piece in pieces(made, "gm")] == [
        ["moved", "spell_begun"]
    ]
    moved, begun = told(made)
    assert moved == {"event": "moved", "round": 1, "phase": "act", "at": 3, "combatants": ["mage"]}
    assert begun["combatant"] == "mage"


def test_a_round_that_is_skipped_is_told_moment_by_moment() -> None:
    made = fight().do("begin").declare("mage", MELEE).declare("orc", MELEE).declare("lurker", MELEE)
    made.next().roll(party=3, foes=5, shadow=6).next("round")
    where = [(p[0].get("phase"), p[0].get("at")) for p in pieces(made, "player")]
    assert where == [("act", 5), ("end", None), ("declare", None)]


def test_an_effect_that_ends_on_the_way_is_a_piece_of_its_own() -> None:
    made = fight().do("mark", combatant="mage", name="Bless", rounds=1).do("begin")
    for who in ("mage", "orc", "lurker"):
        made.declare(who, MELEE)
    made.next().roll(party=3, foes=5, shadow=6).until(1, phase="end").next()
    first, second = pieces(made, "player")
    assert [(e["combatant"], e["name"], e["expired"]) for e in first] == [("mage", "Bless", True)]
    assert [e["event"] for e in second] == ["moved"]


def test_effects_that_end_at_one_place_are_one_piece() -> None:
    made = fight()
    for who, name, rounds in (("mage", "Bless", 1), ("orc", "Bane", 1), ("mage", "Aid", 2)):
        made.do("mark", combatant=who, name=name, rounds=rounds)
    made.do("begin")
    for who in ("mage", "orc", "lurker"):
        made.declare(who, MELEE)
    made.next().roll(party=3, foes=5, shadow=6).until(1, phase="end").next()
    ended = [[e["name"] for e in p if e["event"] == "unmarked"] for p in pieces(made, "player")]
    assert ended == [["Bless", "Bane"], []]


def test_effects_that_end_with_the_fight_are_one_piece() -> None:
    made = fight()
    for number in range(1, 4):
        made.do("mark", combatant="mage", name=f"Aid {number}", rounds=number)
    made.do("begin").do("end")
    ended = [[e["name"] for e in p if e["event"] == "unmarked"] for p in pieces(made, "player")]
    assert ended == [["Aid 1", "Aid 2", "Aid 3"], [], []]


def test_the_end_of_a_round_is_a_piece_of_its_own() -> None:
    made = fight().do("remove", combatant="lurker").do("hit", combatant="orc", damage=7)
    made.do("begin").declare("mage", MELEE).next().roll(party=3).do("end_turn", combatant="mage")
    said = [[e["event"] for e in piece] for piece in pieces(made, "player")]
    assert said == [["acted"], ["bled"], ["moved"]]


def test_what_is_timed_ends_with_the_fight() -> None:
    made = fight().do("begin").do("mark", combatant="mage", name="Bless", rounds=9).do("end")
    assert [e["event"] for e in told(made)] == ["unmarked", "ended", "moved"]
    assert made.who("mage").marks == ()
    made.do("mark", combatant="mage", name="Aid", rounds=2).do("begin")
    assert [m.name for m in made.who("mage").marks] == ["Aid"]


@pytest.mark.parametrize(
    ("phase", "runs"), [("setup", False), ("declare", False), ("roll", False), ("act", True), ("end", False)]
)  # fmt: skip
def test_the_clock_runs_while_nobody_has_to_decide_anything(phase: str, runs: bool) -> None:
    made = fight().do("remove", combatant="lurker").do("clock", every=2.0)
    steps = {
        "declare": lambda: made.do("begin"),
        "roll": lambda: made.declare("mage", MELEE).declare("orc", MELEE).next(),
        "act": lambda: made.roll(party=3, foes=5),
        "end": lambda: made.until(1, phase="end"),
    }
    for name, step in steps.items():
        if made.enc.phase == phase:
            break
        step()
        assert made.enc.phase == name
    assert ticking(made.enc) is runs
    assert not ticking(made.do("clock", every=None).enc)
