"""AD&D 2nd edition: attacks at one moment and in passes (2E-C11 to 2E-C18), and what is no action."""

from __future__ import annotations

import pytest

from tests.rules.fights import Fight
from tests.rules.second_edition import (
    DAGGER,
    GREAT,
    LS,
    MEDIUM,
    MOVE,
    OWLBEAR,
    RANGER,
    Act,
    cast,
    fight,
    having,
    order,
    refused,
    slow,
    times,
    total,
)


def test_c13_true_multiple_attacks_are_staggered_over_passes_at_the_same_total() -> None:
    made = fight(A=times(LS, 3)).roll(A=2)
    assert [(e.pass_, e.at) for e in made.order.entries] == [(1, 7), (2, 7), (3, 7)]


def test_a3_a_slow_numeric_spell_comes_before_second_attacks() -> None:
    assert order(fight(F=times(DAGGER, 2), W=cast(9)).roll(F=1, W=10)) == "F W F"


def test_a4_a_spell_of_a_round_comes_after_every_pass() -> None:
    assert order(fight(F=times(GREAT, 3), W=slow(rounds=1)).roll(F=10)) == "F F F W"


@pytest.mark.parametrize(
    ("rate", "by_round"),
    [("3/2", [1, 2, 1, 2]), ("5/2", [2, 3, 2, 3]), (2, [2, 2, 2, 2]), ("2", [2, 2, 2, 2])],
)
def test_attack_rates_of_halves_follow_the_round(rate: int | str, by_round: list[int]) -> None:
    made = fight(F=times(LS, rate))
    blows = []
    for _ in by_round:
        blows.append(len(made.roll(F=3).at("F")))
        made.next("round").declare("F", times(LS, rate)).next()
    assert blows == by_round


def test_a_second_weapon_adds_exactly_one_attack_in_the_first_pass() -> None:
    made = fight(R=times(RANGER, 2)).roll(R=4)
    passes = [(e.pass_, e.label, e.at) for e in made.order.entries]
    assert passes == [(1, "long sword", 9), (1, "short sword", 9), (2, "long sword", 9)]


def test_a6_of_two_weapons_the_slower_one_decides_or_the_first() -> None:
    two = {"act": "attack", "forms": [{"weapon": "dagger"}, {"weapon": "long sword"}]}
    assert total(two, 1) == 6
    assert total(two, 1, two_weapons="primary") == 3


def test_a6_the_reason_names_the_reading() -> None:
    [entry, _] = fight(R=RANGER).roll(R=4).order.entries
    assert [(t.clause, t.term, t.value) for t in entry.why[1:]] == [("2E-A6", "speed", 5)]


@pytest.mark.parametrize(
    ("action", "labels"),
    [
        ({**LS, "label": "Excalibur"}, ["Excalibur"]),
        (LS, ["long sword"]),
        ({**RANGER, "label": "both hands"}, ["long sword", "short sword"]),
        ({"act": "attack", "forms": [{"speed": 2}], "label": "whip"}, ["whip"]),
        ({**OWLBEAR, "attacks": 2, "label": "claws"}, ["claws", "claws"]),
        (cast(1), ["Web"]),
        (cast(1, label="over the bridge"), ["over the bridge"]),
        ({"act": "device", "kind": "wand"}, ["wand"]),
        (MOVE, [None]),
    ],
)
def test_an_entry_is_labelled_by_what_it_is_done_with(
    action: Act, labels: list[str | None]
) -> None:
    assert [e.label for e in fight(A=action).roll(A=1).order.entries] == labels


def test_each_form_has_its_own_plus() -> None:
    two = {"act": "attack", "forms": [{"speed": 7, "plus": 4}, {"weapon": "long sword"}]}
    assert total(two, 1) == 6


def test_a_creature_with_a_made_weapon_uses_the_weapons_speed() -> None:
    both = {"act": "attack", "forms": [{"weapon": "dagger"}, {"size": "huge"}]}
    assert total(both, 1) == 3


def test_natural_forms_come_again_in_every_pass() -> None:
    both = {"act": "attack", "attacks": 2, "forms": [{"size": "large"}, {"size": "large"}]}
    assert [(e.pass_, e.at) for e in fight(A=both).roll(A=1).order.entries] == [
        (1, 7), (1, 7), (2, 7), (2, 7),
    ]  # fmt: skip


def test_a_hasted_claw_claw_bite_comes_whole_again_in_pass_two() -> None:
    made = fight(owlbear=having(OWLBEAR, "hasted")).roll(owlbear=3)
    assert [(e.pass_, e.label) for e in made.order.entries] == [
        (1, "claw"), (1, "claw"), (1, "bite"), (2, "claw"), (2, "claw"), (2, "bite"),
    ]  # fmt: skip
    assert made.moments() == [(7, ("owlbear",)), (7, ("owlbear",))]


def test_c11_natural_attacks_may_be_given_by_their_number() -> None:
    assert fight(A=times(MEDIUM, 3)).roll(A=1).at("A") == [4, 4, 4]


@pytest.mark.parametrize("instead", [cast(2), MOVE, slow(rounds=2)])
def test_a11_who_casts_or_moves_instead_has_no_second_pass(instead: Act) -> None:
    made = fight("group", F=instead).roll(party=3)
    assert {e.pass_ for e in made.order.entries} <= {1}


def test_a1_with_ties_by_speed_the_lower_speed_comes_first() -> None:
    made = fight(options={"ties": "speed"}, W=cast(3), orc=LS, imp=times(DAGGER, 2))
    made.roll(W=5, orc=3, imp=6)
    assert made.moments() == [(8, ("imp",)), (8, ("W",)), (8, ("orc",)), (8, ("imp",))]


@pytest.mark.parametrize(
    ("action", "code", "clause"),
    [
        ({"act": "attack"}, "bad_message", "2E-C4"),
        ({**LS, "speed": 4}, "illegal_value", "2E-C4"),
        ({"act": "attack", "weapon": "spork"}, "illegal_value", "2E-C4"),
        ({"act": "attack", "speed": -1}, "illegal_value", "2E-C4"),
        ({**LS, "plus": -1}, "illegal_value", "2E-C4"),
        (times(LS, "7/3"), "illegal_value", "2E-C13"),
        (times(LS, "11/2"), "illegal_value", "2E-C13"),
        (times(LS, 0), "illegal_value", "2E-C13"),
        (times(LS, ["a", "b"]), "bad_message", "2E-C13"),
        ({**RANGER, "plus": 1}, "illegal_value", "2E-C11"),
        ({"act": "attack", "forms": []}, "illegal_value", "2E-C11"),
        ({"act": "attack", "forms": [{}]}, "illegal_value", "2E-C11"),
        ({"act": "attack", "forms": [{"weapon": "spork"}]}, "illegal_value", "2E-C4"),
        ({"act": "attack", "forms": [{"size": "vast"}]}, "illegal_value", "2E-C4"),
        ({"act": "attack", "forms": [{"speed": 99}]}, "illegal_value", "2E-C4"),
        ({"act": "attack", "forms": [{"size": "large", "plus": 1}]}, "illegal_value", "2E-C11"),
        ({"act": "natural"}, "bad_message", "2E-C4"),
        ({"act": "natural", "size": "vast"}, "illegal_value", "2E-C4"),
        (times(MEDIUM, 13), "illegal_value", "2E-C11"),
        (times(MEDIUM, []), "illegal_value", "2E-C11"),
        (times(MEDIUM, "claw"), "bad_message", "2E-C11"),
        ({"act": "spell"}, "bad_message", "2E-C5"),
        ({**cast(3), "rounds": 1}, "illegal_value", "2E-C5"),
        (cast(-1), "illegal_value", "2E-C20"),
        (slow(rounds=0), "illegal_value", "2E-C22"),
        ({"act": "innate", "casting_time": 3}, "illegal_value", "2E-C6"),
        ({"act": "device"}, "bad_message", "2E-C4"),
        ({"act": "device", "kind": "spork"}, "illegal_value", "2E-C4"),
        ({"act": "device", "kind": "scroll"}, "bad_message", "2E-C5"),
        ({"act": "device", "kind": "wand", "casting_time": 1}, "illegal_value", "2E-C5"),
        ({"act": "melee"}, "illegal_value", ""),
    ],
)
def test_what_is_no_action_here_is_refused(action: Act, code: str, clause: str) -> None:
    made = Fight("adnd2e").add("A").do("begin")
    refused(code, clause, lambda: made.declare("A", action))


def test_c9_one_action_a_round_and_movement_beside_it() -> None:
    made = Fight("adnd2e").add("A").do("begin")
    refused("illegal_declaration", "2E-C9", lambda: made.declare("A", LS, cast(1)))
    refused("illegal_declaration", "2E-C9", lambda: made.declare("A", cast(1), cast(2)))
    refused("illegal_declaration", "2E-C24", lambda: made.declare("A", slow(rounds=1), MOVE))
    made.declare("A", MOVE, LS).next().roll(party=2)
    assert [(e.at, e.what) for e in made.order.entries] == [(2, "moves"), (7, "attack")]


def test_traits_and_options_are_checked() -> None:
    made = Fight("adnd2e")
    refused("illegal_value", "2E-C7", lambda: made.add("A", traits={"situations": ["drunk"]}))
    refused("illegal_value", "", lambda: made.add("A", traits={"reaction": 1}))
    refused("illegal_value", "2E-C1", lambda: Fight("adnd2e", method="free"))
    refused("illegal_value", "2E-A7", lambda: Fight("adnd2e", innate=4))
