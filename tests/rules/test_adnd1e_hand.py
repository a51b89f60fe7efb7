"""AD&D 1e: what is taken back, put before something, or comes late (SEG-C15, SEG-C34, SEG-C13, SEG-C9)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.model import events as ev
from tests.rules.acts import BOW, PARLEY, SET, Act, charge, duel, melee, onwards, refused, told
from tests.rules.fights import MELEE, Fight, spell

# --- taking back -----------------------------------------------------------------------------


def test_c15_cancelling_takes_what_is_still_to_come_and_leaves_what_is_done() -> None:
    made = duel({**BOW, "shots": 3}).roll(party=2, foes=6).until(1, 4).next("segment")
    made.do("cancel", combatant="hero", action=0)
    assert made.at("hero") == [2, 4]
    refused("illegal_value", "SEG-C15", lambda: made.do("cancel", combatant="hero", action=0))


@pytest.mark.parametrize(
    "act", [MELEE, {"act": "device"}, PARLEY, BOW], ids=lambda act: str(act["act"])
)
def test_c15_it_is_refused_where_nothing_is_to_come(act: Act) -> None:
    made = duel(act, foe=[MELEE]).roll(party=1, foes=6).until(1, 6)
    refused("illegal_value", "SEG-C15", lambda: made.do("cancel", combatant="hero", action=0))


def test_c15_of_a_charge_that_has_met_the_further_blows_may_be_taken_back() -> None:
    made = duel(charge(40), traits={"routines": 2}).roll(party=3, foes=6).until(1, 4).next()
    assert made.at("hero", "attack") == [7]
    made.do("cancel", combatant="hero", action=0)
    assert made.at("hero") == [3, 4]


def test_c15_whoever_has_done_with_the_present_shot_keeps_it() -> None:
    made = duel(BOW, owner="ana").roll(party=2, foes=2)
    made.do("end_turn", combatant="hero").do("cancel", combatant="hero", action=0)
    assert made.at("hero") == [2]


def test_c15_what_has_not_come_yet_at_the_present_moment_goes() -> None:
    made = duel(MELEE).roll(party=2, foes=2).do("cancel", combatant="hero", action=0)
    assert (made.at("hero"), made.now) == ([], ["orc"])


def test_c15_a_carried_walk_is_taken_back_between_the_rounds() -> None:
    made = duel({"act": "move", "feet": 200}).roll(party=1, foes=1).until(2, phase="declare")
    made.do("cancel", combatant="hero", action=0).declare("hero", MELEE)
    assert made.who("hero").declared[0].cancelled


# --- placed by hand --------------------------------------------------------------------------


def test_c34_a_hit_that_is_put_before_the_completion_in_its_segment_loses_the_spell() -> None:
    made = duel(spell(3)).roll(party=2, foes=6)
    made.next("segment").do("place", combatant="orc", before="hero").next()
    assert (made.enc.cursor.at, made.now) == (5, ["orc"])
    made.do("hit", combatant="hero", damage=1)
    assert [e.clause for e in made.events(ev.SpellLost)] == ["SEG-C34"]


@pytest.mark.parametrize("do", ["hit", "interrupt"])
def test_c34_and_so_does_an_interruption(do: str) -> None:
    made = (
        duel(spell(3)).roll(party=2, foes=5).until(1, 2).do("place", combatant="orc", before="hero")
    )
    made.next().do(do, combatant="hero")
    assert made.events(ev.SpellLost)


def test_a2_without_the_gms_hand_both_resolve_though_a_hidden_caster_comes_after() -> None:
    made = Fight().add("hero").add("mage", "foes", hidden=True).do("begin")
    made.declare("hero", MELEE).declare("mage", spell(3)).next().roll(party=5, foes=2).until(1, 5)
    assert made.now == ["hero"]
    made.do("hit", combatant="mage", damage=1)
    assert not made.events(ev.SpellLost)


def test_a2_with_hit_spoils_a_spell_that_is_told_as_complete_stays_so() -> None:
    made = duel(spell(3), options={"hit_spoils": True}).roll(party=2, foes=5).until(1, 5)
    made.do("place", combatant="hero", before="orc")
    assert made.now == ["hero"]
    made.next()
    assert (made.now, len(made.events(ev.SpellCompleted))) == (["orc"], 1)
    made.do("hit", combatant="hero", damage=1)
    assert not made.events(ev.SpellLost)


# --- who comes late --------------------------------------------------------------------------


def test_c13_a_late_entrant_acts_from_the_next_round_and_is_told_so() -> None:
    made = duel(MELEE).roll(party=2, foes=5).add("late", owner="ana")
    assert [(e.round, e.clause) for e in made.said if isinstance(e, ev.Added)] == [(2, "SEG-C13")]
    refused("wrong_phase", "SEG-C13", lambda: made.declare("late", MELEE))
    assert made.view()["prompts"] == []
    made.until(2, phase="declare")
    assert made.view()["prompts"][0]["combatants"] == ["hero", "late", "orc"]


# --- surprise --------------------------------------------------------------------------------


def ambush(sides: dict[str, int], **single: int) -> Fight:
    made = Fight().add("a").add("b1", "foes").add("b2", "foes")
    return made.do("surprise", sides=sides, combatants=single).do("begin")


def test_c9_single_ones_are_surprised_apart_from_their_side() -> None:
    made = ambush({"foes": 2}, b1=0)
    assert made.view()["prompts"][0]["combatants"] == ["a", "b1"]
    made.declare("a", PARLEY).declare("b1", MELEE)
    refused("illegal_declaration", "SEG-C9", lambda: made.declare("b2", MELEE))


def test_c9_one_alone_is_surprised_for_longer() -> None:
    made = ambush({"foes": 1}, b2=3)
    for segment, asked in ((1, ["a"]), (2, ["a", "b1"]), (3, ["a", "b1"])):
        assert (made.enc.cursor.at, made.view()["prompts"][0]["combatants"]) == (segment, asked)
        for who in asked:
            made.declare(who, PARLEY)
        made.next().next()
    assert (made.enc.round, made.enc.phase) == (1, "declare")


def test_c9_what_is_taken_from_all_is_the_lowest_of_the_sides_never_below_0() -> None:
    made = ambush({"foes": 3, "party": 2}, b1=1, b2=4)
    assert made.view()["prompts"][0]["combatants"] == ["a", "b1"]
    for _ in range(2):
        made.declare("a", PARLEY).declare("b1", PARLEY).next().next()
    assert (made.enc.round, made.enc.phase) == (1, "declare")


def test_c9_naming_the_sides_anew_forgets_single_numbers() -> None:
    made = (
        Fight().add("a").add("b1", "foes").do("surprise", sides={"foes": 2}, combatants={"b1": 0})
    )
    made.do("surprise", sides={"foes": 2}).do("begin")
    assert made.view()["prompts"][0]["combatants"] == ["a"]


@pytest.mark.parametrize(
    ("fields", "code", "clause"),
    [
        ({"combatants": {"hero": 11}}, "illegal_value", "SEG-C9"),
        ({"sides": {"foes": -1}}, "illegal_value", "SEG-C9"),
        ({"combatants": {"nobody": 1}}, "unknown_combatant", ""),
        ({"combatants": ["hero"]}, "bad_message", "SEG-C9"),
        ({"sides": {"foes": 1}, "combatants": {"hero": 1}, "by": ["orc"]}, "bad_message", "SEG-C9"),
    ],
)
def test_c9_what_makes_no_sense_is_refused(fields: dict[str, Any], code: str, clause: str) -> None:
    made = Fight().add("hero").add("orc", "foes")
    refused(code, clause, lambda: made.do("surprise", **fields))


def test_c9_other_systems_know_no_segments_of_surprise() -> None:
    made = Fight("starfinder").add("hero")
    refused("bad_message", "", lambda: made.do("surprise", combatants={"hero": 2}))


@pytest.mark.parametrize(
    ("act", "places"),
    [(MELEE, [4]), (BOW, [4, 6]), (spell(2), [4, 6]), (charge(24), [4, 4]), (PARLEY, [4])],
    ids=lambda value: value["act"] if isinstance(value, dict) else None,
)
def test_c9_in_mid_fight_the_surprised_begin_nothing_before_their_segments_are_over(
    act: Act, places: list[int]
) -> None:
    made = duel(MELEE, traits={"reaction": 3}).roll(party=2, foes=5)
    made.do("surprise", sides={"party": 3})
    onwards(made, hero=[act]).roll(party=1, foes=6)
    assert made.at("hero") == places
    onwards(made, hero=[PARLEY]).roll(party=1, foes=6)
    assert made.at("hero", "action") == [1], "for one round"


def test_c9_in_mid_fight_what_is_under_way_goes_on_and_a_single_one_may_be_aware() -> None:
    made = melee(("a1", [spell(9)]), ("a2", [MELEE]), ("b", [MELEE])).roll(party=2, foes=5)
    made.do("surprise", sides={"party": 5}, combatants={"a2": 0})
    onwards(made, a2=[MELEE], b=[MELEE]).roll(party=2, foes=6)
    assert (made.at("a1", "completes"), made.at("a2")) == ([1], [2])


def test_c9_a_weapon_is_not_set_by_one_who_is_surprised_yet() -> None:
    made = duel(MELEE).roll(party=2, foes=5).do("surprise", combatants={"hero": 4})
    onwards(made, hero=[SET], orc=[charge(24)]).roll(party=1, foes=2)
    assert made.at("hero") == []


def test_c9_neither_in_surprise_segments_nor_in_the_rest() -> None:
    made = ambush({"foes": 2})
    refused("wrong_phase", "SEG-C8", lambda: made.do("surprise", sides={"foes": 1}))
    made = duel(MELEE).do("end", outcome="rest")
    refused("wrong_phase", "SEG-C8", lambda: made.do("surprise", sides={"foes": 1}))


def test_players_read_of_single_numbers_only_of_those_whom_they_see() -> None:
    made = Fight().add("a").add("b").add("lurker", "foes", hidden=True)
    made.do("surprise", sides={"party": 1}, combatants={"b": 0, "lurker": 2})
    assert told(made, made.said[0]) == {
        "event": "surprised",
        "sides": {"party": 1},
        "segments": {"b": 0},
        "clause": "SEG-C9",
    }
