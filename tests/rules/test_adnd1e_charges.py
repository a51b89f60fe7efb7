"""AD&D 1e: who the opponent is, and what waits for a charge ("Also settled", SEG-A4, SEG-C18, SEG-C19)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.model import events as ev
from rules.systems import system_of
from tests.rules.acts import BOW, PARLEY, SET, Act, charge, duel, item, melee, onwards, refused
from tests.rules.fights import MELEE, Fight, spell


def terms(made: Fight, id_: str) -> list[tuple[str, str, int | None, str | None]]:
    why = next(e.why for e in made.order.entries if e.combatant == id_)
    return [(t.clause, t.term, t.value, t.combatant) for t in why]


def against_two(feet: int) -> Fight:
    """b1 strikes at a, b2 charges at a, who strikes without saying whom."""
    at_a = {"target": "a"}
    return melee(("a", [MELEE]), ("b1", [{**MELEE, **at_a}]), ("b2", [charge(feet, **at_a)]))


# --- the opponent ----------------------------------------------------------------------------


def test_a_charge_that_arrives_in_a_later_round_moves_no_blow() -> None:
    assert against_two(200).roll(party=3, foes=5).at("a") == [3]


def test_a4_a_blow_waits_for_the_contact_of_this_round_and_says_whose_it_is() -> None:
    made = against_two(100).roll(party=1, foes=5)
    assert made.at("a") == made.at("b2", "contact") == [9]
    assert terms(made, "a") == [("SEG-C1", "die", 1, None), ("SEG-A4", "contact", 8, "b2")]


@pytest.mark.parametrize("way", ["cancel", "unable", "removed", "fallen"])
def test_a_blow_is_back_on_its_place_when_the_charge_for_which_it_waited_is_out(way: str) -> None:
    made = against_two(100).roll(party=6, foes=5).until(1, 5)
    assert made.at("a") == [9]
    out = {
        "cancel": {"do_": "cancel", "combatant": "b2", "action": 0},
        "unable": {"do_": "change", "combatant": "b2", "set": {"able": False}},
        "removed": {"do_": "remove", "combatant": "b2"},
        "fallen": {"do_": "hit", "combatant": "b2", "damage": 10},
    }[way]
    made.do(out.pop("do_"), **out)
    assert made.at("a") == [6]
    assert made.next().now == ["a"]


def test_a_blow_whose_place_has_passed_comes_directly_after_the_present_moment() -> None:
    made = against_two(100).roll(party=1, foes=5).until(1, 5)
    assert made.now == ["b1", "b2"]
    made.do("cancel", combatant="b2", action=0)
    assert made.moments() == [(5, ("b1",)), (5, ("a",))]
    assert terms(made, "a") == [("SEG-C1", "die", 1, None), ("SEG-A4", "waited", 4, "b2")]
    assert [(e.combatant, e.charger, e.clause) for e in made.events(ev.Unmet)] == [
        ("a", "b2", "SEG-A4")
    ]
    assert made.next().now == ["a"]
    assert made.next().enc.phase == "end"


def test_what_follows_the_blow_moves_with_it() -> None:
    made = melee(("a", [MELEE, item(2)]), ("b", [charge(100, target="a")])).roll(party=1, foes=5)
    assert made.at("a") == [9, 10]
    made.until(1, 5).do("cancel", combatant="b", action=0)
    assert made.at("a") == [5, 6, 8]


def test_a_charge_that_has_met_and_is_then_out_moves_no_blow_any_more() -> None:
    made = against_two(24).roll(party=1, foes=5).until(1, 5).do("hit", combatant="b2", damage=10)
    assert made.at("a") == [5]
    made.do("remove", combatant="b2")
    assert made.at("a") == [5]
    assert made.next().enc.phase == "end"


def test_c18_nor_do_the_shots_come_back_that_it_has_ended() -> None:
    made = melee(("a", [{**BOW, "shots": 3}]), ("b", [charge(24)])).roll(party=4, foes=5)
    made.until(1, 5).do("remove", combatant="b")
    assert made.at("a") == [4]


def test_c18_the_shots_come_back_of_one_whose_charger_is_gone_before() -> None:
    made = melee(("a", [{**BOW, "shots": 3}]), ("b", [charge(60)])).roll(party=4, foes=5)
    assert made.at("a") == [4, 6]
    made.until(1, 5).do("remove", combatant="b")
    assert made.at("a") == [4, 6, 8]


def test_c18_shots_that_a_contact_ended_do_not_carry_over() -> None:
    made = duel(charge(40, target="orc"), foe=[{**BOW, "shots": 4}]).roll(party=3, foes=6)
    made.until(2, phase="declare")
    assert made.who("orc").declared == ()


@pytest.mark.parametrize(
    ("b1", "b2", "places"),
    [
        pytest.param([MELEE], [{**MELEE, "target": "a2"}], [2, 4], id="who strikes this one"),
        pytest.param([PARLEY], [{**MELEE, "target": "a2"}], [3, 5], id="else who declared melee"),
        pytest.param([PARLEY], [PARLEY], [3, 5], id="else of all who has most routines"),
    ],
)
def test_the_opponent_of_one_who_names_nobody(
    b1: list[Act], b2: list[Act], places: list[int]
) -> None:
    made = melee(
        ("a", [{**MELEE, "routines": 2}]), ("a2", [PARLEY]), ("b1", b1), ("b2", b2),
        b2={"traits": {"routines": 3}},
    ).roll(party=3, foes=3)  # fmt: skip
    assert made.at("a") == places


def test_c19_an_opponent_who_strikes_no_blow_counts_as_if_he_did() -> None:
    made = melee(("a", [{**MELEE, "routines": 2, "target": "b"}]), ("b", [spell(9)]))
    assert made.roll(party=5, foes=2).at("a") == [1, 3]
    assert terms(made, "a") == [("SEG-C1", "die", 5, None), ("SEG-C20", "opponent", -4, "b")]


# --- two who charge at each other ------------------------------------------------------------


def test_two_who_charge_at_each_other_meet_once() -> None:
    made = melee(("a", [charge(120)]), ("b", [charge(120)])).roll(party=1, foes=6)
    assert [(e.combatant, e.what, e.at) for e in made.order.entries] == [
        ("a", "moves", 1),
        ("a", "contact", 5),
        ("b", "attack", 6),
    ]
    assert terms(made, "b") == [("SEG-C1", "die", 6, None), ("SEG-A4", "contact", 0, "a")]


def test_the_other_has_set_out_if_his_die_was_early_enough() -> None:
    made = melee(("a", [charge(120)]), ("b", [charge(200)])).roll(party=1, foes=3)
    assert [(e.combatant, e.what, e.at) for e in made.order.entries] == [
        ("a", "moves", 1),
        ("b", "moves", 3),
        ("a", "contact", 5),
        ("b", "attack", 5),
    ]


def test_the_second_charge_goes_on_if_the_first_is_cancelled() -> None:
    made = melee(("a", [charge(120)]), ("b", [charge(120)])).roll(party=1, foes=2)
    assert made.at("b", "contact", "attack") == [5]
    made.until(1, 2).do("cancel", combatant="a", action=0)
    assert made.at("b", "moves", "contact") == [2, 6]


def test_c40_two_who_would_both_stop_do_not_meet() -> None:
    made = melee(("a", [charge(250)]), ("b", [charge(250)])).roll(party=1, foes=1)
    assert [(e.combatant, e.what, e.at) for e in made.order.entries][2:] == [
        ("a", "stops", 10),
        ("b", "stops", 10),
    ]


# --- set weapons -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("segments", "struck"),
    [
        pytest.param(2, [4], id="in hand on 4, with the contact"),
        pytest.param(3, [], id="in hand too late"),
    ],
)
def test_c12_a_weapon_fetched_in_the_round_is_set_once_it_is_in_hand(
    segments: int, struck: list[int]
) -> None:
    made = duel(charge(40), foe=[item(segments), SET]).roll(party=3, foes=2)
    assert made.at("orc", "attack") == struck
    noted = system_of(made.enc).unplaced(made.enc, made.who("orc"))
    assert noted == ([] if struck else [(1, "SEG-C12")])


def test_c12_a_contact_before_a_carried_action_is_over_meets_no_set_weapon() -> None:
    made = duel({"act": "await"}, foe=[spell(9)]).roll(party=1, foes=5)
    onwards(made, hero=[charge(24)], orc=[SET]).roll(party=2, foes=1)
    assert made.at("hero", "contact") == [2]
    assert made.at("orc", "attack") == []
    assert system_of(made.enc).unplaced(made.enc, made.who("orc")) == [(1, "SEG-C12")]


def test_c12_a_set_weapon_whose_charger_is_out_waits_for_the_next() -> None:
    made = melee(("a", [SET]), ("b1", [charge(40)]), ("b2", [charge(100)])).roll(party=1, foes=2)
    assert made.at("a") == [3]
    made.do("cancel", combatant="b1", action=0)
    assert made.at("a") == [6]
    made.do("cancel", combatant="b2", action=0)
    assert made.at("a") == []
    assert system_of(made.enc).unplaced(made.enc, made.who("a")) == [(0, "SEG-C12")]


def test_c18_shots_lost_to_a_contact_are_noted() -> None:
    made = duel(charge(40, target="orc"), foe=[BOW]).roll(party=3, foes=4)
    assert system_of(made.enc).unplaced(made.enc, made.who("orc")) == [(0, "SEG-C18")]
    assert system_of(made.enc).unplaced(made.enc, made.who("hero")) == []


# --- a target for each blow ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "aims"),
    [
        ({**MELEE, "routines": 3, "targets": ["b1", "b2"]}, ["b1", "b2", "b2"]),
        ({**BOW, "targets": ["b2", "b1"]}, ["b2", "b1"]),
        ({**BOW, "target": "b1"}, ["b1", "b1"]),
    ],
)
def test_each_blow_and_shot_has_its_target_the_last_one_the_rest(act: Act, aims: list[str]) -> None:
    made = melee(("a", [act]), ("b1", [PARLEY]), ("b2", [PARLEY])).roll(party=2, foes=6)
    assert [e.target for e in made.order.entries if e.combatant == "a"] == aims


def test_the_places_follow_from_the_first_target() -> None:
    act = {**MELEE, "routines": 2, "targets": ["b1", "b2"]}
    made = melee(("a", [act]), ("b1", [PARLEY]), ("b2", [MELEE]), b2={"traits": {"routines": 2}})
    assert made.roll(party=5, foes=2).at("a") == [1, 3]


@pytest.mark.parametrize(
    ("act", "clause"),
    [
        pytest.param({**MELEE, "targets": ["orc", "orc"]}, "SEG-C19", id="more targets than blows"),
        pytest.param({**BOW, "targets": ["orc"] * 3}, "SEG-C16", id="more targets than shots"),
        pytest.param(
            {**MELEE, "targets": ["orc"], "target": "orc"}, "SEG-C19", id="target beside it"
        ),
        pytest.param({**MELEE, "targets": []}, "SEG-C19", id="none"),
    ],
)
def test_more_targets_than_blows_or_a_target_beside_them_is_refused(
    act: dict[str, Any], clause: str
) -> None:
    refused("illegal_value", clause, lambda: duel(act))


def test_a_hidden_target_is_not_named_to_players() -> None:
    made = (
        Fight().add("a", owner="ana").add("b").add("c", "foes").add("lurker", "foes", hidden=True)
    )
    made.do("begin").declare("a", {**BOW, "targets": ["lurker", "c"]})
    assert made.view("player")["combatants"]["a"]["declared"][0]["targets"] == ["c"]
