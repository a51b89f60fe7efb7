"""AD&D 1e in ten segments, read off its page of rules. Sides are `party` (A) and `foes` (B)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import events as ev
from rules.errors import Refused
from rules.systems.adnd1e.routines import blows
from rules.systems.adnd1e.times import feet_from, finish
from tests.rules.fights import MELEE, SPELL, Fight, spell

BOW: dict[str, Any] = {"act": "missile", "shots": 2}
WAND = {"act": "device", "name": "wand"}


def move(feet: int) -> dict[str, Any]:
    return {"act": "move", "feet": feet}


def charge(feet: int, **more: Any) -> dict[str, Any]:
    return {"act": "charge", "feet": feet, **more}


def fight(*a: dict[str, Any], foe: list[dict[str, Any]] | None = None, **fields: Any) -> Fight:
    """`hero` declares `a` in round 1, against an orc that strikes (or does `foe`)."""
    options = fields.pop("options", {})
    foe_fields = fields.pop("orc", {})
    made = (
        Fight("adnd1e", **options)
        .add("hero", hp=10, **fields)
        .add("orc", "foes", hp=10, **foe_fields)
    )
    made.do("begin").declare("hero", *a)
    return made.declare("orc", *(foe if foe is not None else [MELEE])).next()


def refused(code: str, clause: str, act: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    assert (caught.value.code, caught.value.clause) == (code, clause)
    return caught.value


# --- the die and the segment -----------------------------------------------------------------


def test_c1_each_side_begins_on_the_segment_that_its_die_shows_lower_first() -> None:
    assert fight(MELEE).roll(party=2, foes=5).moments() == [(2, ("hero",)), (5, ("orc",))]


def test_a1_tied_faces_are_one_simultaneous_moment() -> None:
    made = fight(MELEE).roll(party=3, foes=3)
    assert made.moments() == [(3, ("hero", "orc"))]
    assert made.now == ["hero", "orc"]


def test_c13_the_dice_come_after_the_declarations() -> None:
    made = Fight().add("hero").add("orc", "foes").do("begin")
    refused("wrong_phase", "SEG-C1", lambda: made.do("roll", for_="side:party", faces=[3]))
    waiting = refused("waiting", "", made.next)
    assert waiting.detail["prompts"] == [{"prompt": "declare", "combatants": ["hero", "orc"]}]


def test_a19_by_the_book_each_side_acts_on_the_segment_of_the_others_die() -> None:
    made = fight(MELEE, options={"die_names_opponent": True}).roll(party=2, foes=5)
    assert made.moments() == [(2, ("orc",)), (5, ("hero",))]


def test_a19_what_hidden_opponents_alone_rolled_names_no_segment_of_players() -> None:
    made = Fight(die_names_opponent=True).add("hero").add("orc", "foes", hidden=True).do("begin")
    made.declare("hero", MELEE).declare("orc", MELEE).next().roll(party=4, foes=6)
    assert made.moments() == [(4, ("hero",)), (4, ("orc",))]
    made.do("change", combatant="orc", set={"hidden": False})
    assert made.moments() == [(4, ("hero",)), (4, ("orc",))], "it is seen, and moves nobody"


def test_a19_hidden_opponents_beside_others_name_no_segment_either() -> None:
    made = Fight(die_names_opponent=True).add("hero").add("orc", "foes")
    made.add("wolf", "beasts", hidden=True).do("begin")
    for who in ("hero", "orc", "wolf"):
        made.declare(who, MELEE)
    made.next().roll(party=4, foes=6, beasts=1)
    assert made.moments() == [(4, ("orc",)), (4, ("wolf",)), (6, ("hero",))]


def test_more_than_two_sides_each_roll() -> None:
    made = Fight().add("hero").add("orc", "foes").add("wolf", "beasts", kind="npc").do("begin")
    for who in ("hero", "orc", "wolf"):
        made.declare(who, MELEE)
    made.next().roll(party=4, foes=2, beasts=6)
    assert made.moments() == [(2, ("orc",)), (4, ("hero",)), (6, ("wolf",))]


# --- spells ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "casting", "done"),
    [
        pytest.param(5, 7, (2, 2), id="SEG-C37 the source's case"),
        pytest.param(5, 5, (1, 10), id="5 + 5"),
        pytest.param(5, 6, (2, 1), id="5 + 6"),
        pytest.param(1, 9, (1, 10), id="1 + 9"),
        pytest.param(3, 10, (2, 3), id="a casting time of one round"),
        pytest.param(4, 100, (11, 4), id="a casting time of one turn"),
    ],
)
def test_c37_a_spell_completes_its_casting_time_after_it_began(
    face: int, casting: int, done: tuple[int, int]
) -> None:
    assert finish((1, face), casting) == done


@pytest.mark.parametrize("time", [{"rounds": 1}, {"segments": 10}])
def test_a_casting_time_in_rounds_is_ten_segments_each(time: dict[str, int]) -> None:
    made = fight({**SPELL, **time}).roll(party=3, foes=1)
    assert made.order.entries[-1].until == (2, 3)


def test_c37_a_spell_begun_on_5_for_7_segments_completes_on_2_of_the_next_round() -> None:
    made = fight(spell(7)).roll(party=5, foes=1).until(2, phase="declare")
    made.declare("orc", MELEE).next().roll(party=6, foes=1).until(2, 2)
    assert made.now == ["hero"]
    assert made.events(ev.SpellCompleted)[0].combatant == "hero"
    assert sum(t.value or 0 for t in made.order.now[0].why) == 2


@pytest.mark.parametrize(("face", "begins"), [(6, 6), (1, 2)])
def test_c38_after_the_carried_one_another_spell_may_begin(face: int, begins: int) -> None:
    made = fight(spell(7)).roll(party=5, foes=1).until(2, phase="declare")
    made.declare("hero", spell(1)).declare("orc", MELEE).next().roll(party=face, foes=1)
    assert made.at("hero", "completes")[0] == 2
    assert made.at("hero", "begins") == [begins]


@pytest.mark.parametrize(
    ("segment", "lost"),
    [pytest.param(2, True, id="before it begins, SEG-C35"), (7, True), (8, False), (9, False)],
)
def test_c34_a_hit_before_the_completion_loses_the_spell(segment: int, lost: bool) -> None:
    made = fight(spell(3)).roll(party=5, foes=1).until(1, 1)
    while (made.enc.cursor.at or 0) < segment:
        made.next("segment")
    made.do("hit", combatant="hero", damage=1)
    assert bool(made.events(ev.SpellLost)) is lost


@pytest.mark.parametrize(("option", "lost"), [(False, False), (True, True)])
def test_a2_a_hit_in_the_segment_of_completion_leaves_both(option: bool, lost: bool) -> None:
    made = fight(spell(3), options={"hit_spoils": option}).roll(party=5, foes=1).until(1, 8)
    made.do("hit", combatant="hero", damage=1).next()
    assert bool(made.events(ev.SpellLost)) is lost
    assert bool(made.events(ev.SpellCompleted)) is not lost


@pytest.mark.parametrize(
    ("round_", "segment", "lost"), [(1, 10, True), (2, 1, True), (2, 2, False)]
)
def test_c34_a_carried_spell_is_lost_by_a_hit_until_it_completes(
    round_: int, segment: int, lost: bool
) -> None:
    made = fight(spell(7)).roll(party=5, foes=1)
    if round_ == 2:
        made.until(2, phase="declare").declare("orc", MELEE).next().roll(party=6, foes=1)
    while (made.enc.cursor.at or 0) < segment:
        made.next("segment")
    made.do("hit", combatant="hero", damage=1)
    assert bool(made.events(ev.SpellLost)) is lost


def test_a_hit_among_the_declarations_comes_before_everything_in_the_round() -> None:
    made = fight(spell(1)).do("hit", combatant="hero", damage=1)
    assert [e.clause for e in made.events(ev.SpellLost)] == ["SEG-C35"]


def test_a14_a_hit_before_the_first_finishes_loses_the_second_spell_too() -> None:
    made = fight(spell(7)).roll(party=5, foes=1).until(2, phase="declare")
    made.declare("hero", spell(1)).declare("orc", MELEE).next().roll(party=3, foes=1)
    made.do("hit", combatant="hero", damage=1)
    assert [e.action for e in made.events(ev.SpellLost)] == [0, 1]


def test_interrupt_disturbs_a_spell_without_a_hit() -> None:
    made = fight(spell(7)).roll(party=5, foes=1).do("interrupt", combatant="hero")
    assert made.at("hero") == []
    refused("illegal_value", "", lambda: made.do("interrupt", combatant="hero"))


# --- shots -----------------------------------------------------------------------------------


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


# --- routines --------------------------------------------------------------------------------


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


# --- movement and charges --------------------------------------------------------------------


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


# --- what may be declared --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "clause"),
    [
        pytest.param([move(30), spell(1)], "SEG-C36", id="a caster does not move first"),
        pytest.param([{"act": "close", "feet": 20}, MELEE], "SEG-C6", id="close and strike"),
        pytest.param([MELEE, move(30)], "SEG-C6", id="strike and move"),
        pytest.param([spell(1), spell(1)], "SEG-C7", id="two spells"),
        pytest.param([MELEE, WAND], "SEG-C12", id="strike and wand"),
        pytest.param([charge(30), move(30)], "SEG-C12", id="charge and move"),
    ],
)
def test_c12_what_conflicts_is_refused(actions: list[dict[str, Any]], clause: str) -> None:
    refused("illegal_declaration", clause, lambda: fight(*actions))


@pytest.mark.parametrize(
    "actions",
    [
        pytest.param([move(30), WAND], id="SEG-C3"),
        pytest.param([{"act": "parley"}, move(30)], id="SEG-C4"),
        pytest.param([spell(1), move(30)], id="SEG-C5"),
        pytest.param([{"act": "close", "feet": 20}, BOW], id="SEG-C41"),
        pytest.param([move(30), BOW], id="SEG-C2"),
        pytest.param([{"act": "item", "segments": 2}, MELEE], id="SEG-C42"),
    ],
)
def test_c2_what_does_not_conflict_is_accepted(actions: list[dict[str, Any]]) -> None:
    assert fight(*actions).who("hero").stated


def test_a11_carried_movement_is_movement_of_the_round() -> None:
    made = fight(move(100)).roll(party=4, foes=1).until(2, phase="declare")
    refused("illegal_declaration", "SEG-C36", lambda: made.declare("hero", spell(1)))
    refused("illegal_declaration", "SEG-C6", lambda: made.declare("hero", MELEE))
    made.do("cancel", combatant="hero", action=0).declare("hero", MELEE)


def test_a11_what_fills_the_round_leaves_no_time_for_more() -> None:
    made = fight(spell(100)).roll(party=4, foes=1).until(2, phase="declare")
    refused("illegal_declaration", "SEG-A11", lambda: made.declare("hero", MELEE))
    made.declare("hero", {"act": "parley"})


def test_c14_declared_actions_stand_once_the_dice_have_fallen_and_c15_may_be_cancelled() -> None:
    made = fight(MELEE)
    made.declare("hero", BOW).declare("hero", MELEE).roll(party=3)
    refused("wrong_phase", "SEG-C14", lambda: made.declare("hero", BOW))
    made.roll(foes=1)
    bow = {"combatant": "hero", "actions": [BOW]}
    refused("wrong_phase", "SEG-C14", lambda: made.do("declare", role="player", **bow))
    made.do("cancel", combatant="hero", action=0)
    assert made.at("hero") == []
    assert made.view()["combatants"]["hero"]["declared"][0]["cancelled"] is True


@pytest.mark.parametrize(("when", "lost"), [(1, False), (5, True)])
def test_a12_cancelling_a_spell_keeps_it_before_it_begins(when: int, lost: bool) -> None:
    made = fight(spell(3)).roll(party=5, foes=1).until(1, when)
    made.do("cancel", combatant="hero", action=0)
    assert [e.clause for e in made.events(ev.SpellLost)] == (["SEG-A12"] if lost else [])


# --- surprise --------------------------------------------------------------------------------


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


def test_movement_in_a_surprise_segment_goes_on_in_the_next() -> None:
    made = ambush(1, move(36)).next().until(1, phase="declare")
    made.declare("orc", MELEE).next().roll(party=6, foes=6)
    assert made.at("hero", "arrives") == [2]


# --- falling, bleeding, the end --------------------------------------------------------------


def test_falling_lets_the_segment_resolve_and_ends_what_comes_later() -> None:
    made = fight(MELEE, foe=[BOW]).roll(party=2, foes=2).do("hit", combatant="orc", damage=12)
    assert (made.now, made.at("orc")) == (["hero", "orc"], [2])


@pytest.mark.parametrize(
    ("stabilised_in", "lost"), [(None, [0, 1, 2, 3]), (3, [0, 1, 1, 1])], ids=["never", "round 3"]
)
def test_c22_who_fell_in_an_earlier_round_bleeds(
    stabilised_in: int | None, lost: list[int]
) -> None:
    made = fight(MELEE).roll(party=2, foes=1).do("hit", combatant="hero", damage=10)
    seen = []
    for round_ in range(1, 5):
        if round_ > 1:
            made.next("round", force=True).declare("orc", MELEE).next().roll(foes=2)
        if stabilised_in == round_:
            made.do("stabilise", combatant="hero")
        made.until(round_, phase="end")
        seen.append(-(made.who("hero").hp or 0))
    assert seen == lost


def test_c22_what_ends_within_a_round_ends_before_the_bleeding() -> None:
    made = fight(MELEE).roll(party=5, foes=6).do("hit", combatant="hero", damage=12)
    made.do("mark", combatant="hero", name="Bless", rounds=1)
    made.next("round", force=True).declare("orc", MELEE).next().roll(foes=2).until(2, phase="end")
    ended = [type(event) for event in made.log[-1].events]
    assert ended.index(ev.Unmarked) < ended.index(ev.Bled)


def test_a_new_hit_undoes_a_stabilising_and_a18_death_has_a_threshold() -> None:
    made = fight(MELEE, options={"dead_at": -10}).roll(party=2, foes=1)
    made.do("hit", combatant="hero", damage=11).do("stabilise", combatant="hero")
    made.do("hit", combatant="hero", damage=1)
    assert not made.who("hero").stable
    made.do("hit", combatant="hero", damage=8)
    assert made.who("hero").dead
    assert made.events(ev.Died)[0].clause == "SEG-A18"


def test_c23_after_the_combat_comes_a_rest_of_ten_rounds_without_exploring() -> None:
    made = fight(MELEE).roll(party=2, foes=1).do("hit", combatant="orc", damage=10)
    made.until(1, phase="end").do("end", outcome="rest")
    refused("illegal_declaration", "SEG-C24", lambda: made.declare("hero", move(30)))
    made.declare("hero", spell(3)).next()
    assert len(made.events(ev.SpellCompleted)) == 1
    for _ in range(9):
        made.next()
    assert (made.enc.phase, made.who("orc").hp) == ("over", -10)


def test_c23_the_round_ends_before_the_combat_does() -> None:
    made = fight(MELEE).do("hit", combatant="orc", damage=10).roll(party=2).until(1, phase="end")
    made.next().declare("hero", MELEE).do("end", outcome="pursuit")
    assert (made.enc.phase, made.enc.outcome, made.who("orc").hp) == ("over", "pursuit", -1)


def test_who_lay_there_before_the_fight_bleeds_from_its_first_round() -> None:
    made = Fight().add("hero").add("orc", "foes", hp=0).do("begin").declare("hero", MELEE).next()
    made.roll(party=2).until(1, phase="end")
    assert made.who("orc").hp == -1
    made.do("end").do("begin").declare("hero", MELEE).next().roll(party=2).until(1, phase="end")
    assert made.who("orc").hp == -2


# --- by hand ---------------------------------------------------------------------------------


def test_a_part_of_a_group_does_what_the_group_has_declared_where_the_group_does_it() -> None:
    made = Fight().add("hero").add("orc", "foes", count=4).do("begin").declare("hero", MELEE)
    made.declare("orc", {**MELEE, "routines": 2}).next().roll(party=2, foes=4)
    made.do("split", combatant="orc", count=1, id="one")
    assert made.moments() == [(1, ("one", "orc")), (2, ("hero",)), (3, ("one", "orc"))]
    made.next().do("place", combatant="orc", before="hero")
    made.do("split", combatant="orc", count=1, id="two")
    assert made.moments()[1] == (2, ("orc", "two"))


def test_a_moment_that_comes_again_behind_somebody_placed_begins_no_spell_twice() -> None:
    made = fight(spell(3)).roll(party=2, foes=2).do("place", combatant="orc", before="hero")
    assert (made.now, len(made.events(ev.SpellBegun))) == (["orc"], 1)
    made.next().until(1, 5).do("undo")
    assert (made.now, len(made.events(ev.SpellBegun))) == (["hero"], 1)


# --- segment by segment ----------------------------------------------------------------------


def test_a_segment_is_a_moment_for_everybody_with_or_without_an_entry() -> None:
    made = fight(MELEE).roll(party=2, foes=4)
    stood = []
    while made.enc.phase == "act":
        stood.append((made.enc.cursor.at, made.now))
        made.next("segment")
    acting = {2: ["hero"], 4: ["orc"]}
    assert stood == [(at, acting.get(at, [])) for at in range(2, 11)]
    assert made.enc.phase == "end"


def test_a_step_to_the_next_segment_passes_each_moment_that_is_left_of_this_one() -> None:
    made = fight(MELEE).roll(party=3, foes=3).do("place", combatant="orc", before="hero")
    assert made.now == ["orc"]
    made.next("segment")
    assert (made.enc.cursor.at, made.now) == (4, [])
    stood = [e.cursor.key for e in made.said if isinstance(e, ev.Moved)]
    assert [e.combatant for e in made.order.entries if e.key in stood] == ["hero"]


@pytest.mark.parametrize(
    ("act", "what", "then"),
    [
        pytest.param({"act": "turn_undead"}, "effect", 4, id="turning undead"),
        pytest.param({"act": "device"}, "effect", 4, id="a magical device"),
        pytest.param({"act": "parley"}, "action", 3, id="parley runs alongside"),
        pytest.param({"act": "await"}, None, 3, id="waiting takes no time"),
    ],
)
def test_what_follows_an_action_of_one_segment_comes_one_later(
    act: dict[str, Any], what: str | None, then: int
) -> None:
    made = fight(act, {"act": "item", "segments": 1}).roll(party=3, foes=1)
    first = next(e for e in made.order.entries if e.combatant == "hero")
    assert made.at("hero", "begins") == [then]
    if what:
        assert (first.what, first.at) == (what, 3)
        assert [(t.clause, t.term, t.value) for t in first.why] == [("SEG-C1", "die", 3)]


def test_grappling_is_a_blow_on_the_own_segment() -> None:
    made = fight({"act": "grapple"}).roll(party=3, foes=1)
    assert [(e.what, e.at) for e in made.order.entries if e.combatant == "hero"] == [("attack", 3)]


def test_a_set_weapon_says_that_it_waits_for_the_contact() -> None:
    made = fight(charge(40, target="orc"), foe=[{"act": "set_weapon"}]).roll(party=3, foes=1)
    strike = made.order.entries[-1]
    assert (strike.combatant, strike.what) == ("orc", "attack")
    assert [(t.clause, t.term, t.value) for t in strike.why] == [
        ("SEG-C1", "die", 1),
        ("SEG-A4", "contact", 3),
    ]


def test_nobody_charges_so_a_set_weapon_strikes_nobody() -> None:
    assert fight(MELEE, foe=[{"act": "set_weapon"}]).roll(party=3, foes=1).at("orc") == []


# --- rest and staunching ---------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "done_in"), [(1, 1), (2, 2)])
def test_c25_spells_are_cast_in_the_rest(rounds: int, done_in: int) -> None:
    made = fight(MELEE).do("end", outcome="rest")
    assert (made.enc.phase, made.enc.round) == ("rest", 2)
    made.declare("hero", {**SPELL, "segments": 10 * rounds - 1})
    for number in range(1, 3):
        made.next()
        assert len(made.events(ev.SpellCompleted)) == int(number >= done_in)


def test_c25_bleeding_goes_on_in_the_rest_until_it_is_staunched() -> None:
    made = fight(MELEE).roll(party=2, foes=1).do("hit", combatant="orc", damage=10)
    made.do("end", outcome="rest").next().next()
    assert made.who("orc").hp == -2
    made.do("stabilise", combatant="orc").next()
    assert made.who("orc").hp == -2
    assert made.events(ev.Stabilised)[0].clause == "SEG-C25"


@pytest.mark.parametrize("state", ["standing", "stable", "dead"])
def test_only_who_bleeds_can_be_stabilised(state: str) -> None:
    made = fight(MELEE, options={"dead_at": -5})
    if state != "standing":
        made.do("hit", combatant="hero", damage=20 if state == "dead" else 11)
    if state == "stable":
        made.do("stabilise", combatant="hero")
    refused("illegal_value", "", lambda: made.do("stabilise", combatant="hero"))


def test_the_end_is_told_with_its_clause_and_its_outcome() -> None:
    made = fight(MELEE).roll(party=2, foes=1).do("end", outcome="pursuit")
    assert [(e.outcome, e.clause) for e in made.events(ev.Ended)] == [("pursuit", "SEG-C23")]
    refused("wrong_phase", "", made.next)


def test_a_roll_in_the_midst_of_the_order_moves_nobody_who_had_a_place_unseen() -> None:
    made = Fight("adnd1e").add("hero", able=False).add("ghost", hidden=True).add("orc", "foes")
    made.do("begin").declare("ghost", MELEE).declare("orc", MELEE).next().roll(party=2, foes=4)
    made.next().do("change", combatant="hero", set={"able": True}).roll(party=6)
    assert (made.at("ghost"), made.now) == ([2], ["orc"])
    assert made.view("player")["sides"]["party"] == {"faces": [6], "segment": 6}
    assert made.next().enc.phase == "end"
