"""AD&D 1e: who falls and bleeds, the end of a fight and the rest after it (SEG-C22 to SEG-C25)."""

from __future__ import annotations

import pytest

from rules.model import events as ev
from tests.rules.fights import MELEE, SPELL, Fight, spell
from tests.rules.first_edition import BOW, fight, move, refused

# --- falling, bleeding, the end ------------------------------------------------------------------


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


# --- rest and staunching -------------------------------------------------------------------------


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
