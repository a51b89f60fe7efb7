"""AD&D 1e: what runs on into the next round, and what lapses (SEG-C27, SEG-A11, "Also settled")."""

from __future__ import annotations

from typing import Any

import pytest

from rules.model import events as ev
from rules.systems import system_of
from tests.rules.acts import (
    BOW,
    PARLEY,
    SET,
    WAND,
    charge,
    duel,
    item,
    move,
    onwards,
    refused,
    told,
)
from tests.rules.fights import MELEE, SPELL, Fight, spell


def lapsed(made: Fight) -> list[tuple[str, str | None, int | None, str]]:
    events = made.events(ev.Lapsed)
    return [(e.combatant, e.name, e.action, e.clause) for e in events if e.what == "action"]


# --- after something carried -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("casting", "face", "reaction", "places"),
    [
        pytest.param(9, 4, 3, [4, 6], id="die and reaction come before the spell is done, on 4"),
        pytest.param(7, 6, 3, [3, 5], id="reaction counts after something carried, too"),
        pytest.param(9, 4, -2, [6, 8], id="a slow hand is later than the spell"),
    ],
)
def test_a11_shots_begin_on_die_and_reaction_or_when_what_is_carried_is_done(
    casting: int, face: int, reaction: int, places: list[int]
) -> None:
    made = duel(spell(casting), traits={"reaction": reaction}).roll(party=5, foes=1)
    onwards(made, hero=[BOW]).roll(party=face, foes=1)
    assert made.at("hero", "shot") == places


def test_a11_blows_do_not_begin_before_what_is_carried_is_done() -> None:
    made = duel(spell(11)).roll(party=5, foes=1)
    onwards(made, hero=[{**MELEE, "routines": 3}]).roll(party=6, foes=1)
    assert made.at("hero", "completes") == [6]
    assert min(at or 0 for at in made.at("hero", "attack")) == 6


def test_c16_a_new_volley_keeps_two_segments_to_the_last_carried_shot() -> None:
    made = duel({**BOW, "shots": 4}).roll(party=6, foes=1)
    onwards(made, hero=[BOW]).roll(party=1, foes=1)
    assert made.at("hero", "shot") == [2, 4, 6]


def test_c16_what_is_no_volley_follows_one_segment_after_the_last_carried_shot() -> None:
    made = duel({**BOW, "shots": 4}).roll(party=6, foes=1)
    onwards(made, hero=[WAND]).roll(party=1, foes=1)
    assert made.at("hero", "shot", "effect") == [2, 3]


def test_parley_runs_alongside_what_fills_the_round() -> None:
    made = duel(spell(100)).roll(party=4, foes=1)
    onwards(made, hero=[PARLEY]).roll(party=3, foes=1)
    assert made.at("hero", "action") == [3]


# --- what lapses -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act", [spell(2), MELEE, WAND, BOW], ids=["spell", "melee", "device", "shots"]
)
def test_c27_what_had_still_to_begin_lapses_with_its_round_and_is_told(act: dict[str, Any]) -> None:
    made = duel(item(8), act).roll(party=5, foes=1).until(2, phase="declare")
    assert lapsed(made) == [("hero", act.get("name"), 1, "SEG-C27")]
    assert [d.action.act for d in made.who("hero").declared] == ["item"]


def test_c7_so_no_two_spells_begin_in_the_next_round() -> None:
    made = duel(item(8), spell(2)).roll(party=5, foes=1)
    onwards(made, hero=[spell(2)]).roll(party=1, foes=1)
    assert made.at("hero", "effect", "begins") == [3, 3]


def test_c27_what_cannot_begin_any_more_is_noted_with_the_dice() -> None:
    made = duel(item(8), spell(2)).roll(party=5, foes=1)
    assert system_of(made.enc).unplaced(made.enc, made.who("hero")) == [(1, "SEG-C27")]


def test_c27_players_are_told_what_lapses_of_their_own_not_of_the_foes() -> None:
    made = duel(item(8), WAND, owner="ana", foe=[item(9), WAND]).roll(party=5, foes=5)
    made.until(2, phase="declare")
    events = [e for e in made.said if isinstance(e, ev.Lapsed)]
    assert [e.combatant for e in events] == ["hero", "orc"]
    assert [told(made, e) for e in events] == [
        {"event": "lapsed", "combatant": "hero", "what": "action", "action": 1, "name": "wand",
         "clause": "SEG-C27"},
        None,
    ]  # fmt: skip


# --- what follows ----------------------------------------------------------------------------


def test_what_follows_melee_begins_one_segment_after_the_last_own_blow() -> None:
    made = duel({**MELEE, "routines": 3}, item(3)).roll(party=2, foes=4)
    assert made.at("hero", "attack") == [2, 2, 5]
    assert made.at("hero", "begins", "effect") == [6, 9]


def test_what_follows_a_charge_begins_one_segment_after_its_last_blow() -> None:
    made = duel(charge(40), item(1), traits={"routines": 2}).roll(party=3, foes=6)
    assert made.at("hero", "contact", "attack") == [4, 7]
    assert made.at("hero", "begins") == [8]


def test_an_action_of_ones_own_name_takes_its_segments_like_an_item() -> None:
    made = duel({"act": "other", "name": "bind wounds", "segments": 3}, MELEE).roll(party=2, foes=1)
    assert made.at("hero") == [2, 5, 5]
    assert [e.label for e in made.order.entries if e.what == "effect"] == ["bind wounds"]
    refused("bad_message", "SEG-C42", lambda: duel({"act": "other", "segments": 3}))


# --- speed -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("speed", "arrives"), [(120, [2]), (240, [1]), (60, [3])])
def test_a_change_of_speed_counts_for_what_is_left_of_the_way(
    speed: int, arrives: list[int]
) -> None:
    made = duel(move(100)).roll(party=4, foes=1).until(2, phase="declare")
    made.do("change", combatant="hero", set={"traits": {"move": speed}})
    made.declare("orc", PARLEY).next().roll(party=6, foes=1)
    assert made.at("hero", "arrives") == arrives


def test_a_changed_speed_does_not_count_before_the_next_dice() -> None:
    made = duel(move(100)).roll(party=1, foes=1)
    made.do("change", combatant="hero", set={"traits": {"move": 30}})
    assert made.at("hero", "arrives") == [9]


def test_c40_a_charge_lasts_ten_segments_whatever_the_speed() -> None:
    made = duel(charge(200)).roll(party=5, foes=1).until(2, phase="declare")
    made.do("change", combatant="hero", set={"traits": {"move": 60}})
    made.declare("orc", PARLEY).next().roll(party=6, foes=1)
    assert made.at("hero", "contact", "stops") == [4]
    assert [e.what for e in made.order.entries if e.combatant == "hero"] == ["stops"]


def test_the_way_through_three_rounds_at_three_speeds() -> None:
    made = duel(move(200)).roll(party=1, foes=1)  # 120 ft in the first round
    for speed, arrives in ((60, []), (20, [10])):  # 60 ft, then 20 at 2 ft a segment
        made.until(made.enc.round + 1, phase="declare")
        made.do("change", combatant="hero", set={"traits": {"move": speed}})
        made.declare("orc", PARLEY).next().roll(party=6, foes=1)
        assert made.at("hero", "arrives") == arrives


# --- rest ------------------------------------------------------------------------------------


def test_c25_a_spell_of_exactly_one_turn_takes_effect_before_the_rest_is_over() -> None:
    made = duel(MELEE).do("end", outcome="rest").declare("hero", {**SPELL, "turns": 1})
    for _ in range(9):
        made.next()
        assert not made.events(ev.SpellCompleted)
    made.next()
    assert made.enc.phase == "over"
    assert [e.clause for e in made.events(ev.SpellCompleted)] == ["SEG-C37"]
    assert [what for _, what, _, _ in lapsed(made)] == [None, None], "the blows of the fight alone"


def test_what_is_not_finished_with_the_rest_lapses_and_is_told() -> None:
    made = duel(MELEE).do("end", outcome="rest").next().declare("hero", {**SPELL, "turns": 1})
    for _ in range(9):
        made.next()
    assert made.enc.phase == "over"
    assert not made.events(ev.SpellCompleted)
    assert lapsed(made)[-1] == ("hero", "Sleep", 0, "SEG-C27")


def test_a_fight_that_ends_in_rest_leaves_what_has_begun_and_tells_what_lapses() -> None:
    made = duel(spell(7), foe=[PARLEY, MELEE]).roll(party=2, foes=4).until(1, 2)
    made.do("end", outcome="rest")
    assert [d.action.act for d in made.who("hero").declared] == ["spell"]
    assert {(who, index) for who, _, index, _ in lapsed(made)} == {("orc", 0), ("orc", 1)}
    made.next()
    assert len(made.events(ev.SpellCompleted)) == 1


# --- conflicts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act", [BOW, WAND, {"act": "turn_undead"}, MELEE, {"act": "grapple"}, charge(30)]
)
def test_a11_a_carried_charge_is_that_rounds_one_of(act: dict[str, Any]) -> None:
    made = duel(charge(200)).roll(party=5, foes=1).until(2, phase="declare")
    refused("illegal_declaration", "SEG-A11", lambda: made.declare("hero", act))


def test_c36_a_caster_does_not_begin_in_a_charge_either() -> None:
    made = duel(charge(200)).roll(party=5, foes=1).until(2, phase="declare")
    refused("illegal_declaration", "SEG-C36", lambda: made.declare("hero", spell(1)))


@pytest.mark.parametrize(
    "other",
    [spell(1), BOW, MELEE, {"act": "grapple"}, WAND, {"act": "turn_undead"}, move(30), charge(30)],
)
@pytest.mark.parametrize("first", [True, False])
def test_c12_a_set_weapon_stands_alone(other: dict[str, Any], first: bool) -> None:
    refused(
        "illegal_declaration", "SEG-C12", lambda: duel(*([SET, other] if first else [other, SET]))
    )


def test_c12_waiting_talking_and_what_is_fetched_before_go_with_a_set_weapon() -> None:
    assert duel(PARLEY, item(2), SET, {"act": "await"}).who("hero").stated
    refused("illegal_declaration", "SEG-C12", lambda: duel(SET, item(2)))
