"""AD&D 1e in ten segments, read off its page of rules: the dice, and what happens at a moment."""

from __future__ import annotations

from typing import Any

import pytest

from rules.model import events as ev
from tests.rules.fights import MELEE, Fight, spell
from tests.rules.first_edition import charge, fight, refused

# --- the die and the segment ---------------------------------------------------------------------


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


# --- by hand -------------------------------------------------------------------------------------


def test_a_part_of_a_group_does_what_the_group_has_declared_where_the_group_does_it() -> None:
    made = Fight().add("hero").add("orc", "foes", count=4).do("begin").declare("hero", MELEE)
    made.declare("orc", {**MELEE, "routines": 2}).next().roll(party=2, foes=4)
    made.do("split", combatant="orc", count=1, id="one")
    assert made.moments() == [(1, ("orc", "one")), (2, ("hero",)), (3, ("orc", "one"))]
    made.next().do("place", combatant="orc", before="hero")
    made.do("split", combatant="orc", count=1, id="two")
    assert made.moments()[1] == (2, ("orc", "two"))


def test_a_moment_that_comes_again_behind_somebody_placed_begins_no_spell_twice() -> None:
    made = fight(spell(3)).roll(party=2, foes=2).do("place", combatant="orc", before="hero")
    assert (made.now, len(made.events(ev.SpellBegun))) == (["orc"], 1)
    made.next().until(1, 5).do("undo")
    assert (made.now, len(made.events(ev.SpellBegun))) == (["hero"], 1)


# --- segment by segment --------------------------------------------------------------------------


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
