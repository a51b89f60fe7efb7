"""AD&D 1e: segments of surprise (SEG-C9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fights import MELEE, Fight, spell
from tests.rules.first_edition import BOW, move, refused


def ambush(segments: int, *actions: dict[str, Any], **options: Any) -> Fight:
    made = Fight("adnd1e", **options).add("hero").add("orc", "foes", hp=10)
    return made.do("surprise", sides={"foes": segments}).do("begin").declare("hero", *actions)


def test_c9_each_surprise_segment_has_its_own_declarations() -> None:
    made = ambush(2, BOW).next()
    assert (made.enc.phase, made.enc.cursor.at, made.at("hero")) == ("surprise", 1, [1, 1])
    refused("wrong_phase", "SEG-C14", lambda: made.declare("orc", MELEE))
    made.next()
    assert (made.enc.phase, made.enc.cursor.at) == ("declare", 2)
    refused("illegal_declaration", "SEG-C9", lambda: made.declare("orc", MELEE))
    assert made.declare("hero", BOW).next().at("hero") == [2, 2]
    made.next()
    assert (made.enc.round, made.enc.phase) == (1, "declare")


def test_surprise_of_both_sides_cancels_to_the_difference() -> None:
    made = Fight().add("hero").add("orc", "foes").do("surprise", sides={"foes": 3, "party": 2})
    made.do("begin").declare("hero", MELEE).next().next()
    assert (made.enc.round, made.enc.phase) == (1, "declare")


def test_a5_one_shot_a_surprise_segment_with_no_multi_shot() -> None:
    assert ambush(2, BOW, no_multi_shot=True).next().at("hero") == [1]


@pytest.mark.parametrize(
    ("n", "strict", "place"),
    [(1, False, (0, 1)), (2, False, (0, 2)), (3, False, (1, 1)), (5, False, (1, 3)),
     (1, True, (0, 2)), (2, True, (1, 1)), (5, True, (1, 4))],
)  # fmt: skip
def test_a6_casting_in_surprise_segments(n: int, strict: bool, place: tuple[int, int]) -> None:
    made = ambush(2, spell(n), strict_casting=strict).next()
    assert made.order.entries[0].until == place


@pytest.mark.parametrize(("strict", "segment"), [(False, 3), (True, 4)])
def test_a6_a_spell_begun_in_surprise_keeps_its_reading_whatever_the_table_chooses_then(
    strict: bool, segment: int
) -> None:
    made = ambush(2, spell(5), strict_casting=strict).next()
    made.do("options", set={"strict_casting": not strict}).until(1, phase="declare")
    assert made.enc.options["strict_casting"] is not strict
    made.declare("orc", MELEE).next().roll(party=6, foes=6)
    assert made.at("hero", "completes") == [segment]
    made.do("options", set={"strict_casting": strict})
    assert made.at("hero", "completes") == [segment]


def test_movement_in_a_surprise_segment_goes_on_in_the_next() -> None:
    made = ambush(1, move(36)).next().until(1, phase="declare")
    made.declare("orc", MELEE).next().roll(party=6, foes=6)
    assert made.at("hero", "arrives") == [2]


def test_c9_single_numbers_stand_beside_those_whom_they_are_for_until_round_1() -> None:
    made = Fight().add("hero").add("orc", "foes").add("imp", "foes")
    made.add("lurker", "foes", hidden=True)
    made.do("surprise", sides={"foes": 2}, combatants={"orc": 0, "lurker": 3})

    def numbers(role: str) -> dict[str, int]:
        people = made.view(role)["combatants"]
        return {id_: who["surprise"] for id_, who in people.items() if "surprise" in who}

    told = ({"orc": 0, "lurker": 3}, {"orc": 0})
    assert (numbers("gm"), numbers("player")) == told
    made.do("begin")
    assert (numbers("gm"), numbers("player")) == told
    assert made.view("player")["surprise"] == {"foes": 2}
    made.next("round", force=True)
    assert (made.enc.round, numbers("gm"), numbers("player")) == (1, {}, {})


def test_other_systems_show_no_such_number() -> None:
    made = Fight("starfinder").add("a").do("surprise", combatants=["a"])
    assert "surprise" not in made.view()["combatants"]["a"]
