"""AD&D 1e: movement, charges and what waits for them (SEG-C30, SEG-C31, SEG-C39, SEG-C40)."""

from __future__ import annotations

import pytest

from rules.model import events as ev
from rules.systems.adnd1e.times import feet_from
from tests.rules.fights import MELEE, spell
from tests.rules.first_edition import BOW, WAND, charge, fight, move


@pytest.mark.parametrize(("face", "feet"), [(1, 120), (2, 108), (3, 96), (4, 84), (5, 72), (6, 60)])
def test_c30_movement_begun_later_covers_less(face: int, feet: int) -> None:
    assert feet_from(face, 120) == feet
    made = fight(move(500)).roll(party=face, foes=1)
    assert [e.feet for e in made.order.entries if e.what == "moves"] == [feet]


def test_c31_movement_under_way_resumes_on_segment_1() -> None:
    made = fight(move(100)).roll(party=4, foes=1).until(2, phase="declare")
    made.declare("orc", MELEE).next().roll(party=6, foes=1)
    assert made.at("hero", "arrives") == [2]


def test_c3_move_then_fire_a_wand() -> None:
    made = fight(move(36), WAND).roll(party=2, foes=1)
    assert made.at("hero") == [2, 4, 5]


def test_c5_movement_after_a_finished_spell() -> None:
    made = fight(spell(3), move(200)).roll(party=1, foes=6)
    assert made.at("hero") == [1, 4, 4]
    assert made.order.entries[2].feet == 84


def test_c39_a_charge_that_has_not_arrived_resumes_whatever_the_die_says() -> None:
    made = fight(charge(150), traits={"move": 90}).roll(party=5, foes=1).until(2, phase="declare")
    made.declare("orc", {"act": "parley"}).next().roll(party=6, foes=6)
    assert made.at("hero", "contact") == [3]


def test_c40_a_charge_stops_where_its_distance_is_used_up() -> None:
    made = fight(charge(250)).roll(party=1, foes=1)
    assert made.at("hero") == [1, 10]
    made.until(1, 10)
    assert [e.clause for e in made.events(ev.Stopped)] == ["SEG-C40"]


def test_c18_the_shots_behind_a_contact_are_lost() -> None:
    made = fight(charge(40, target="orc"), foe=[BOW], traits={"move": 120}).roll(party=3, foes=4)
    assert made.at("hero", "contact") == [4]
    assert made.at("orc") == [4]
    made.do("cancel", combatant="hero", action=0)
    assert made.at("orc") == [4, 6]


@pytest.mark.parametrize(("foes", "place"), [(2, 4), (6, 6)])
def test_a_defenders_blow_at_a_charger_waits_for_the_contact(foes: int, place: int) -> None:
    made = fight(charge(40, target="orc")).roll(party=3, foes=foes)
    assert (made.at("hero", "contact"), made.at("orc")) == ([4], [place])


def test_c12_a_set_weapon_strikes_at_the_contact() -> None:
    made = fight(charge(40, target="orc"), foe=[{"act": "set_weapon"}]).roll(party=3, foes=1)
    assert made.moments()[-1] == (4, ("hero", "orc"))


def test_a_chargers_further_routines_wait_for_the_contact() -> None:
    made = fight(charge(40, target="orc"), traits={"routines": 2}).roll(party=3, foes=1)
    assert made.at("hero", "contact", "attack") == [4, 4]


def test_c42_a_potion_costs_its_segments_and_its_onset() -> None:
    made = fight({"act": "item", "segments": 1, "onset": 4}, MELEE).roll(party=3, foes=1)
    assert made.at("hero", "effect") == [8]
    assert made.at("hero", "attack") == [4]
