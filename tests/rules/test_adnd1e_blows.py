"""AD&D 1e: shots and routines of several blows (SEG-C16, SEG-C19 to SEG-C21, SEG-C33)."""

from __future__ import annotations

import pytest

from rules.systems.adnd1e.routines import blows
from tests.rules.fights import MELEE, Fight
from tests.rules.first_edition import BOW, charge, fight, move

# --- shots ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shots", "face", "reaction", "places"),
    [
        pytest.param(2, 3, 0, [3, 5], id="SEG-C16 bow"),
        pytest.param(3, 6, 0, [6, 8, 10], id="SEG-C16 darts"),
        pytest.param(2, 2, 3, [0, 2], id="SEG-C33 reaction +3"),
        pytest.param(1, 1, 3, [0], id="SEG-A15 never below segment 0"),
        pytest.param(1, 4, -3, [7], id="a slow hand shoots later"),
    ],
)
def test_c16_each_further_shot_comes_two_segments_later(
    shots: int, face: int, reaction: int, places: list[int]
) -> None:
    made = fight({**BOW, "shots": shots}, traits={"reaction": reaction}).roll(party=face, foes=6)
    assert made.at("hero") == places
    assert all(sum(t.value or 0 for t in e.why) == e.at for e in made.order.entries)


def test_a10_shots_past_segment_10_carry_over() -> None:
    made = fight({**BOW, "shots": 4}).roll(party=6, foes=1)
    assert made.at("hero") == [6, 8, 10]
    made.until(2, phase="declare").declare("orc", MELEE).next().roll(party=5, foes=1)
    assert made.at("hero") == [2]


def test_c33_a_reaction_shifts_an_opening_shot_only() -> None:
    made = fight(move(24), BOW, traits={"reaction": 3}).roll(party=4, foes=1)
    assert made.at("hero", "shot") == [6, 8]


# --- routines ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "mine", "other", "his", "places"),
    [
        pytest.param(2, 2, 5, 1, [2, 6], id="two against one, 2 and 5"),
        pytest.param(5, 2, 2, 1, [1, 3], id="two against one, 5 and 2"),
        pytest.param(3, 2, 3, 1, [2, 4], id="two against one, tied"),
        pytest.param(2, 3, 5, 1, [2, 2, 6], id="three against one, 2 and 5"),
        pytest.param(3, 3, 3, 1, [2, 3, 4], id="SEG-A7 three against one, tied"),
        pytest.param(5, 3, 2, 1, [1, 3, 3], id="three against one, later"),
        pytest.param(2, 2, 5, 2, [2, 6], id="two against two, earlier"),
        pytest.param(5, 2, 2, 2, [5, 7], id="two against two, later"),
        pytest.param(3, 2, 3, 2, [3, 4], id="two against two, tied"),
        pytest.param(1, 3, 4, 2, [1, 5, 7], id="SEG-A20 one after each of the opponent's"),
        pytest.param(4, 2, 1, 1, [0, 2], id="SEG-A9 before segment 1 is segment 0"),
        pytest.param(6, 4, 6, 3, [5, 7, 9, 10], id="nothing later than 10"),
    ],
)
def test_c20_c21_routines_stand_before_and_after_the_opponents(
    own: int, mine: int, other: int, his: int, places: list[int]
) -> None:
    assert blows(own, mine, other, his) == places


def test_c19_a_fight_of_two_routines_against_one() -> None:
    made = fight({**MELEE, "routines": 2}).roll(party=2, foes=5)
    assert made.moments() == [(2, ("hero",)), (5, ("orc",)), (6, ("hero",))]


def test_the_opponent_is_the_declared_target_else_the_one_with_most_routines() -> None:
    made = Fight().add("hero").add("orc", "foes").add("ogre", "foes", traits={"routines": 2})
    made.do("begin").declare("hero", {**MELEE, "routines": 2, "target": "orc"})
    made.declare("orc", MELEE).declare("ogre", MELEE).next().roll(party=5, foes=2)
    assert made.at("hero") == [1, 3]
    made.do("undo").do("undo").do("undo")
    made.declare("hero", {**MELEE, "routines": 2}).next().roll(party=5, foes=2)
    assert made.at("hero") == [5, 7]


@pytest.mark.parametrize(("routines", "place"), [(2, 2), (1, 8)])
def test_without_a_target_a_charger_is_the_opponent_only_if_nobody_has_more_routines(
    routines: int, place: int
) -> None:
    made = Fight().add("hero").add("ogre", "foes", traits={"routines": routines}).add("orc", "foes")
    made.do("begin").declare("hero", MELEE).declare("ogre", MELEE)
    made.declare("orc", charge(140, target="hero")).next().roll(party=2, foes=3)
    assert made.at("hero") == [place]
