"""AD&D 2nd edition: who is able, surprised, or comes late."""

from __future__ import annotations

import pytest

from tests.rules.fights import Fight
from tests.rules.second_edition import (
    DAGGER,
    GREAT,
    LS,
    cast,
    declared,
    fight,
    having,
    order,
    refused,
    slow,
    spells,
    times,
    walked,
)


def test_who_falls_at_a_moment_still_acts_in_it_but_not_in_the_next_pass() -> None:
    made = fight(A=times(LS, 2), b=times(LS, 2), hp=5).roll(A=3, b=3)
    assert made.now == ["A", "b"]
    made.do("hit", combatant="b", damage=9)
    assert made.now == ["A", "b"]
    assert made.next().now == ["A"]


def test_who_falls_before_his_moment_is_passed_over() -> None:
    made = fight(A=DAGGER, b=LS, c=GREAT, hp=5).roll(A=3, b=3, c=3)
    made.do("hit", combatant="b", damage=9)
    assert made.next().now == ["c"]


def test_somebody_unable_is_passed_over() -> None:
    made = fight(A=DAGGER, b=LS, c=GREAT).roll(A=3, b=3, c=3)
    made.do("change", combatant="b", set={"able": False})
    assert made.next().now == ["c"]


def test_surprised_combatants_cannot_act_in_the_first_round() -> None:
    made = Fight("adnd2e", method="individual").add("A").add("b", "foes")
    made.do("surprise", combatants=["b"]).do("begin")
    assert made.view()["prompts"] == [{"prompt": "declare", "combatants": ["A"]}]
    refused("illegal_declaration", "2E-C3", lambda: made.declare("b", LS))
    declared(made, A=LS).roll(A=9)
    assert order(made) == "A"
    made.next("round")
    assert not made.who("b").surprised
    assert made.view()["prompts"] == [{"prompt": "declare", "combatants": ["A", "b"]}]


@pytest.mark.parametrize("when", ["declare", "roll", "act"])
def test_somebody_surprised_in_a_round_is_passed_over_in_it(when: str) -> None:
    made = Fight("adnd2e", method="individual").add("A").add("b", "foes").do("begin")
    if when == "declare":
        made.do("surprise", combatants=["b"])
        declared(made, A=DAGGER)
    else:
        declared(made, A=DAGGER, b=LS)
    if when == "roll":
        made.do("surprise", combatants=["b"])
    made.do("roll", for_="all", dice=[3, 3] if when == "act" else [3])
    if when == "act":
        made.do("surprise", combatants=["b"])
    assert made.view()["combatants"]["b"]["surprised"] is True
    assert walked(made) == [(5, ["A"])]


def test_surprise_names_combatants_while_the_round_is_going_on() -> None:
    made = Fight("adnd2e").add("A")
    refused("bad_message", "", lambda: made.do("surprise", sides={"party": 2}))
    refused("unknown_combatant", "", lambda: made.do("surprise", combatants=["nobody"]))
    made.do("begin").declare("A", LS).next().roll(party=1).until(1, None, "end")
    refused("wrong_phase", "", lambda: made.do("surprise", combatants=["A"]))


def test_surprise_is_by_combatants_and_not_by_sides() -> None:
    both = {"combatants": ["A"], "sides": {"party": 1}}
    refused("bad_message", "", lambda: Fight("adnd2e").add("A").do("surprise", **both))


def test_surprise_may_be_taken_back() -> None:
    made = Fight("adnd2e").add("A").do("surprise", combatants=["A"]).do("surprise", combatants=[])
    assert not made.who("A").surprised


def test_who_stands_up_again_after_the_dice_owes_no_roll() -> None:
    made = Fight("adnd2e", method="individual").add("A").add("b", "foes", hp=0).do("begin")
    declared(made, A=DAGGER).roll(A=1).do("heal", combatant="b", hp=5)
    assert made.view()["prompts"] == []
    assert walked(made) == [(3, ["A"])]


def test_surprise_does_not_outlast_the_fight() -> None:
    made = Fight("adnd2e").add("A").do("begin").do("surprise", combatants=["A"])
    made.do("end").do("begin")
    assert made.view()["prompts"] == [{"prompt": "declare", "combatants": ["A"]}]


def test_a_late_entrant_acts_if_his_total_is_still_to_come() -> None:
    made = fight(A=LS, b=GREAT).roll(A=3, b=5)
    made.add("C").view()
    refused("waiting", "", made.next)
    made.declare("C", LS).roll(C=6)
    assert walked(made) == [(8, ["A"]), (11, ["C"]), (15, ["b"])]


def test_a_late_entrant_whose_total_has_passed_does_not_act() -> None:
    made = fight(A=LS, b=GREAT).roll(A=3, b=5).next()
    made.add("C").declare("C", LS).roll(C=6)
    assert walked(made) == [(15, ["b"])]
    assert order(made.next("round", force=True)) == ""


def test_a_late_entrant_still_has_the_second_attack_that_is_to_come() -> None:
    made = fight(A=times(LS, 2), b=GREAT).roll(A=3, b=5).next()
    made.add("C").declare("C", times(LS, 2)).roll(C=2)
    assert walked(made) == [(15, ["b"]), (7, ["C"]), (8, ["A"])]


def test_a_late_entrant_at_exactly_the_present_total_acts_now() -> None:
    made = fight(A=LS, b=GREAT).roll(A=3, b=5)
    made.add("W", "party").declare("W", cast(2)).roll(W=6)
    assert made.now == ["A", "W"]
    made.next()
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]


def test_a_late_entrant_shares_the_roll_of_the_side() -> None:
    made = fight("group", A=LS, b=GREAT).roll(party=3, foes=5)
    made.add("C").declare("C", {"act": "attack", "weapon": "halberd"})
    again = {"combatant": "C", "actions": [DAGGER]}
    refused("wrong_phase", "2E-C3", lambda: made.do("declare", role="player", **again))
    assert walked(made) == [(8, ["A"]), (12, ["C"]), (15, ["b"])]


def test_a_side_that_comes_late_rolls_late() -> None:
    made = fight("group", A=LS, b=GREAT).roll(party=3, foes=5)
    made.add("x", "third")
    assert made.view()["prompts"][0]["for"] == ["side:third"]
    refused("waiting", "", made.next)
    made.declare("x", DAGGER).declare("x", LS).roll(third=9)
    assert walked(made) == [(8, ["A"]), (14, ["x"]), (15, ["b"])]


def test_a_late_entrant_moves_nobody_who_has_a_place() -> None:
    up = having(LS, "higher_ground")
    made = fight("standard", A=up, b=LS).roll(party=3, foes=5)
    made.add("C").declare("C", LS)
    assert (made.at("A"), made.at("C")) == ([2], [3])


def test_a_late_entrant_stays_where_he_came_in() -> None:
    made = fight(A=LS, b=GREAT).roll(A=3, b=5).add("C").declare("C", LS).roll(C=6)
    made.do("change", combatant="C", set={"traits": {"situations": ["slowed"]}})
    assert made.at("C") == [11]


def test_who_comes_while_the_dice_fall_may_still_declare() -> None:
    made = fight(A=LS, b=LS).roll(A=3)
    made.add("C").declare("C", DAGGER).roll(b=9, C=1)
    assert order(made) == "C A b"


def test_who_comes_at_the_end_of_a_round_waits_for_the_next() -> None:
    made = fight(A=LS).roll(A=3).until(1, None, "end").add("b", "foes")
    refused("wrong_phase", "2E-C3", lambda: made.declare("b", LS))
    assert made.next().view()["prompts"] == [{"prompt": "declare", "combatants": ["A", "b"]}]


def test_rates_of_late_entrants_count_the_encounters_rounds() -> None:
    made = fight(A=LS).roll(A=3).next("round").declare("A", LS).next().roll(A=3)
    made.add("C").declare("C", times(LS, "3/2")).roll(C=5)
    assert made.at("C") == [10, 10]


def test_a_late_entrant_is_prompted_to_declare_and_only_the_roll_makes_the_fight_wait() -> None:
    made = fight(A=LS, b=GREAT).roll(A=3, b=5).add("C", owner="u")
    for role in ("gm", "player"):
        asked = made.view(role)["prompts"]
        assert [p["prompt"] for p in asked] == ["roll", "declare"]
        assert asked[1]["combatants"] == ["C"]
    refused("waiting", "", made.next)
    made.roll(C=9)
    assert made.view()["prompts"] == [{"prompt": "declare", "combatants": ["C"]}]
    assert made.next().now == ["b"]
    made.declare("C", slow(rounds=1))
    assert made.view()["prompts"] == []


def test_a_late_entrant_on_a_side_that_has_rolled_is_prompted_too() -> None:
    made = fight("group", A=LS, b=GREAT).roll(party=3, foes=5).add("C")
    assert made.view()["prompts"] == [{"prompt": "declare", "combatants": ["C"]}]
    made.declare("C", DAGGER)
    assert (made.view()["prompts"], made.unplaced("C")) == ([], [(0, "2E-C9")])
    assert made.next("round").enc.round == 2


def test_a_late_entrant_who_never_declares_holds_up_nobody() -> None:
    made = fight("group", A=LS, b=GREAT).roll(party=3, foes=5).add("C")
    assert made.next("round").view()["prompts"][0]["combatants"] == ["A", "C", "b"]


def test_who_comes_while_the_dice_fall_is_prompted_and_holds_up_nobody() -> None:
    made = fight("group", A=LS, b=LS).roll(party=3).add("C")
    assert [p["prompt"] for p in made.view()["prompts"]] == ["roll", "declare"]
    made.roll(foes=4)
    assert (made.enc.phase, made.now) == ("act", ["A"])


def test_who_comes_at_the_end_of_a_round_is_not_prompted_in_it() -> None:
    made = fight(A=LS).roll(A=3).until(1, None, "end").add("b", "foes")
    assert made.view()["prompts"] == []


def test_nobody_surprised_or_out_is_prompted() -> None:
    made = fight("group", A=LS).roll(party=3).add("C", able=False)
    assert made.view()["prompts"] == []


def test_of_a_late_entrant_whom_players_do_not_see_they_are_told_nothing() -> None:
    made = fight("group", A=LS, b=GREAT).roll(party=3, foes=5)
    before = made.view("player")
    made.add("ghost", "foes", hidden=True)
    assert made.view()["prompts"] == [{"prompt": "declare", "combatants": ["ghost"]}]
    assert made.view("player") == before


def test_a_late_one_s_attack_whose_total_has_passed_comes_to_no_entry() -> None:
    made = (
        fight("group", A=LS, b=GREAT).roll(party=3, foes=5).add("C").declare("C", times(DAGGER, 2))
    )
    assert made.unplaced("C") == [(0, "2E-C9")]  # the first of two
    assert [e.pass_ for e in made.order.entries if e.combatant == "C"] == [2]


def test_what_comes_to_no_entry_stands_in_that_declaration_of_the_owner_and_the_gm() -> None:
    made = fight("group", A=LS, b=GREAT).roll(party=3, foes=5).add("C", owner="u")
    made.declare("C", DAGGER)
    for role in ("gm", "player"):
        [line] = made.view(role)["combatants"]["C"]["declared"]
        assert line["notes"] == [{"code": "no_entry", "clause": "2E-C9"}]


def test_a_spell_of_rounds_needs_no_total() -> None:
    made = fight("group", A=LS, b=GREAT).roll(party=3, foes=5).add("C").declare("C", slow(rounds=2))
    assert made.unplaced("C") == []


def test_while_the_own_die_is_missing_nothing_is_without_an_entry() -> None:
    made = fight(A=LS, b=GREAT).roll(A=3, b=5).add("C").declare("C", DAGGER)
    assert made.unplaced("C") == []
    assert made.roll(C=1).unplaced("C") == [(0, "2E-C9")]


def test_a_surprised_one_s_action_has_no_entry_though_hidden_ones_roll_for_his_side() -> None:
    for ghost in (True, False):
        made = Fight("adnd2e").add("A", owner="u").add("b", "foes")
        if ghost:
            made.add("ghost", hidden=True)
        made.do("begin").declare("A", LS).declare("b", LS)
        if ghost:
            made.declare("ghost", LS)
        made.do("surprise", combatants=["A"]).next().do("roll", for_="all", dice=[3, 4])
        [line] = made.view("player")["combatants"]["A"]["declared"]
        assert line["notes"] == [{"code": "no_entry", "clause": "2E-C9"}]
