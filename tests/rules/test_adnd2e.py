"""AD&D 2nd edition, read off its page of rules: worked examples, clauses, readings."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules import events as ev
from rules.catalogue import catalogue
from rules.errors import Refused
from tests.rules.fights import Fight

Act = dict[str, Any]
Moments = list[tuple[int | None, tuple[str, ...]]]

LS: Act = {"act": "attack", "weapon": "long sword"}
DAGGER: Act = {"act": "attack", "weapon": "dagger"}
GREAT: Act = {"act": "attack", "weapon": "two-handed sword"}
MEDIUM: Act = {"act": "natural", "size": "medium"}
OWLBEAR: Act = {"act": "natural", "size": "large", "attacks": ["claw", "claw", "bite"]}
RANGER: Act = {"act": "attack", "forms": [{"weapon": "long sword"}, {"weapon": "short sword"}]}
MOVE: Act = {"act": "move"}


def times(action: Act, attacks: int | str) -> Act:
    return {**action, "attacks": attacks}


def cast(time: int, **more: Any) -> Act:
    return {"act": "spell", "name": "Web", "casting_time": time, **more}


def slow(**time: int) -> Act:
    return {"act": "spell", "name": "Gate", **time}


def fight(
    method: str = "individual", /, *, hp: int = 20, options: Act | None = None, **who: Any
) -> Fight:
    """Declared and ready to roll: each one's action by name; a capital name is of the party."""
    made = Fight("adnd2e", method=method, **(options or {}))
    for name, does in who.items():
        traits = does.get("traits", {}) if isinstance(does, dict) else {}
        made.add(name, "party" if name[0].isupper() else "foes", hp=hp, traits=traits)
    made.do("begin")
    return declared(made, **who)


def declared(made: Fight, **who: Any) -> Fight:
    for name, does in who.items():
        action = {k: v for k, v in does.items() if k != "traits"}
        made.declare(name, *([action] if action else []))
    return made.next()


def having(action: Act, *situations: str, **traits: Any) -> Act:
    """The action of somebody in these situations."""
    return {**action, "traits": {"situations": list(situations), **traits}}


def order(made: Fight) -> str:
    """Who acts, moment by moment; those of one moment joined by +."""
    return " ".join("+".join(names) for _, names in made.moments())


def total(action: Act, die: int, /, *situations: str, **options: Any) -> int | None:
    """The total of one who acts alone."""
    return fight(options=options, A=having(action, *situations)).roll(A=die).at("A")[0]


def walked(made: Fight) -> list[tuple[int | None, list[str]]]:
    """The moments of the round as the cursor meets them."""
    met = []
    while made.enc.phase == "act":
        met.append((made.enc.cursor.at, made.now))
        made.next()
    return met


def refused(code: str, clause: str, act: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    assert (caught.value.code, caught.value.clause) == (code, clause)
    return caught.value


def spells(made: Fight) -> list[tuple[str, str, str]]:
    """What became of spells so far: the event, whose, and its clause."""
    kinds = (ev.SpellCompleted, ev.SpellLost)
    told = [e for entry in made.log for e in entry.events if isinstance(e, kinds)]
    return [(type(e).__name__, e.combatant, e.clause) for e in told]


# --- worked examples -------------------------------------------------------------------------

W = cast(3)
ORC = LS
TOGETHER = fight(F=times(LS, 2), owlbear=OWLBEAR).roll(F=3, owlbear=3)


@pytest.mark.parametrize(
    ("made", "moments"),
    [
        pytest.param(
            fight(F=times(LS, 2), o1=MEDIUM, o2=MEDIUM, o3=MEDIUM).roll(F=3, o1=6, o2=7, o3=9),
            [(8, ("F",)), (9, ("o1",)), (10, ("o2",)), (12, ("o3",)), (8, ("F",))],
            id="2E-C15 F, o1, o2, o3, F",
        ),
        pytest.param(
            fight("group", A=times(LS, 2), b=times(LS, 2)).roll(party=4, foes=6),
            [(9, ("A",)), (11, ("b",)), (9, ("A",)), (11, ("b",))],
            id="2E-C16 and 2E-C18 A, b, A, b",
        ),
        pytest.param(
            fight(F=times(LS, 2), o=MEDIUM).roll(F=9, o=2),
            [(5, ("o",)), (14, ("F",)), (14, ("F",))],
            id="2E-C14 F loses: o, F, F",
        ),
        pytest.param(
            fight(W=slow(rounds=1), F=times(LS, 2), orc=LS).roll(F=2, orc=4),
            [(7, ("F",)), (9, ("orc",)), (7, ("F",)), (None, ("W",))],
            id="2E-C22 F, orc, F, spell",
        ),
        pytest.param(
            fight(W=W, F=GREAT, orc=LS).roll(W=4, F=2, orc=1),
            [(6, ("orc",)), (7, ("W",)), (12, ("F",))],
            id="2E-C20 orc, W, F",
        ),
        pytest.param(
            TOGETHER,
            [(8, ("F",)), (9, ("owlbear",)), (8, ("F",))],
            id="2E-C11 the owlbear's three attacks are one moment",
        ),
        pytest.param(
            fight(R=RANGER, orc=LS).roll(R=4, orc=2),
            [(7, ("orc",)), (9, ("R",))],
            id="2E-A6 the orc before the ranger's two weapons",
        ),
        pytest.param(
            fight(W=W, orc=LS).roll(W=5, orc=3), [(8, ("W", "orc"))], id="2E-A1 both at 8"
        ),
        pytest.param(
            fight(A=times(LS, 3), B=times(LS, 2), c=LS).roll(A=5, B=2, c=9),
            [(7, ("B",)), (10, ("A",)), (14, ("c",)), (7, ("B",)), (10, ("A",)), (10, ("A",))],
            id="2E-C17 B A c, B A, A",
        ),
    ],
)
def test_the_worked_examples(made: Fight, moments: Moments) -> None:
    assert made.moments() == moments


def test_c12_the_owlbear_resolves_three_attacks_at_its_place() -> None:
    entries = [e for e in TOGETHER.order.entries if e.combatant == "owlbear"]
    assert [(e.at, e.pass_, e.label, e.what) for e in entries] == [
        (9, 1, "claw", "attack"), (9, 1, "claw", "attack"), (9, 1, "bite", "attack"),
    ]  # fmt: skip


def test_the_cursor_meets_the_worked_example_in_its_order() -> None:
    made = fight(A=times(LS, 3), B=times(LS, 2), c=LS).roll(A=5, B=2, c=9)
    assert walked(made) == [
        (7, ["B"]), (10, ["A"]), (14, ["c"]), (7, ["B"]), (10, ["A"]), (10, ["A"]),
    ]  # fmt: skip
    assert made.enc.phase == "end"


@pytest.mark.parametrize(
    ("action", "die", "situations", "expected"),
    [
        (DAGGER, 1, ("hasted", "higher_ground"), 0),
        (GREAT, 10, ("foreign_environment",), 26),
        ({**GREAT, "plus": 3}, 1, (), 8),
        ({**DAGGER, "plus": 3}, 1, (), 1),
        ({**LS, "plus": [1, 3]}, 1, (), 5),
        ({"act": "attack", "speed": 4, "plus": 1}, 1, (), 4),
        (LS, 1, ("hasted", "higher_ground", "set_against_charge"), 1),
        ({"act": "attack", "speed": 0}, 1, ("hasted", "set_against_charge"), -3),
    ],
)
def test_total_is_roll_situations_and_speed_without_a_clamp(
    action: Act, die: int, situations: tuple[str, ...], expected: int
) -> None:
    assert total(action, die, *situations) == expected


@pytest.mark.parametrize(
    ("situation", "value"),
    [
        ("hasted", -2), ("slowed", 2), ("higher_ground", -1), ("set_against_charge", -2),
        ("wading", 2), ("slippery", 2), ("deep_water", 4), ("foreign_environment", 6),
        ("hindered", 3), ("waiting", 1),
    ],
)  # fmt: skip
def test_c7_each_situation_is_added_to_the_roll(situation: str, value: int) -> None:
    assert total(LS, 4, situation) == 9 + value


def test_c7_wading_on_slippery_ground_is_one_situation() -> None:
    assert total(LS, 4, "wading", "slippery") == 11
    assert total(LS, 4, "hasted", "hasted") == 7


def test_c7_a_modifier_of_the_table_is_added_to_the_roll() -> None:
    assert fight(A=having(LS, modifier=-3)).roll(A=4).at("A") == [6]


@pytest.mark.parametrize(
    ("weapon", "speed"),
    [
        ("dagger", 2), ("short sword", 3), ("club", 4), ("hand axe", 4), ("quarterstaff", 4),
        ("war hammer", 4), ("long sword", 5), ("scimitar", 5), ("spear", 6), ("sling", 6),
        ("battle axe", 7), ("flail", 7), ("mace", 7), ("short bow", 7), ("long bow", 8),
        ("halberd", 9), ("two-handed sword", 10), ("heavy crossbow", 10), ("Long_Sword", 5),
    ],
)  # fmt: skip
def test_c4_each_weapon_has_its_speed(weapon: str, speed: int) -> None:
    assert total({"act": "attack", "weapon": weapon}, 1) == 1 + speed


@pytest.mark.parametrize(
    ("size", "speed"),
    [("tiny", 0), ("small", 3), ("medium", 3), ("large", 6), ("huge", 9), ("gargantuan", 12)],
)
def test_c4_natural_weapons_are_as_slow_as_their_owner_is_big(size: str, speed: int) -> None:
    assert total({"act": "natural", "size": size}, 1) == 1 + speed


@pytest.mark.parametrize(
    ("action", "speed"),
    [
        ({"act": "breath"}, 1),
        ({"act": "innate"}, 3),
        ({"act": "device", "kind": "potion"}, 4),
        ({"act": "device", "kind": "ring"}, 3),
        ({"act": "device", "kind": "rod"}, 1),
        ({"act": "device", "kind": "staff"}, 2),
        ({"act": "device", "kind": "wand"}, 3),
        ({"act": "device", "kind": "miscellaneous"}, 3),
        ({"act": "device", "kind": "scroll", "casting_time": 7}, 7),
        (cast(6), 6),
        (MOVE, 0),
        ({"act": "move", "speed": 4}, 4),
        ({"act": "other"}, 0),
        ({"act": "other", "speed": 5}, 5),
    ],
)
def test_c9_each_action_has_its_speed(action: Act, speed: int) -> None:
    assert total(action, 1) == 1 + speed


@pytest.mark.parametrize(
    ("action", "what"),
    [
        (LS, "attack"), (MEDIUM, "attack"), (cast(1), "completes"), ({"act": "innate"}, "effect"),
        ({"act": "breath"}, "effect"), ({"act": "device", "kind": "rod"}, "effect"),
        (MOVE, "moves"), ({"act": "other"}, "action"),
    ],
)  # fmt: skip
def test_each_action_is_named_for_what_happens(action: Act, what: str) -> None:
    assert [e.what for e in fight(A=action).roll(A=1).order.entries] == [what]


# --- methods (2E-C1 to 2E-C9) ----------------------------------------------------------------


def test_c1_group_is_the_default() -> None:
    assert Fight("adnd2e").enc.options["method"] == "group"


def test_c2_and_c3_one_roll_a_side_is_modified_for_each_one_by_what_he_does() -> None:
    made = fight("group", A=LS, B=DAGGER, c=GREAT, d=cast(1)).roll(party=3, foes=4)
    assert made.moments() == [(5, ("B", "d")), (8, ("A",)), (14, ("c",))]


def test_c8_everybody_has_a_roll_with_individual_initiative() -> None:
    made = fight(A=LS, B=LS, c=LS)
    assert made.view()["prompts"][0]["for"] == ["A", "B", "c"]
    made.roll(A=1, B=9).do("roll", for_="all", dice=[4])
    assert order(made) == "A c B"


def test_with_standard_speeds_and_casting_times_count_nothing() -> None:
    made = fight("standard", A=GREAT, B=cast(9), c=DAGGER).roll(party=3, foes=4)
    assert made.moments() == [(3, ("A", "B")), (4, ("c",))]


def test_with_standard_second_attacks_and_the_end_of_the_round_are_as_ever() -> None:
    made = fight("standard", A=times(LS, 2), b=LS, c=slow(rounds=1)).roll(party=3, foes=4)
    assert made.moments() == [(3, ("A",)), (4, ("b",)), (3, ("A",)), (None, ("c",))]


def test_with_standard_a_situation_counts_only_if_all_of_the_side_have_it() -> None:
    up = having(LS, "higher_ground")
    assert fight("standard", A=up, B=up, C=LS).roll(party=5).at("A") == [5]
    assert fight("standard", A=up, B=up, C=up).roll(party=5).at("A") == [4]
    assert fight("standard", A=up, B=up, c=LS).roll(party=5, foes=5).at("B") == [4]


def test_individually_a_situation_counts_for_those_who_have_it() -> None:
    up = having(LS, "higher_ground")
    made = fight(A=up, B=up, C=LS).roll(A=5, B=5, C=5)
    assert [made.at(who) for who in "ABC"] == [[9], [9], [10]]


def test_with_standard_hidden_members_do_not_count_for_visible_ones() -> None:
    made = Fight("adnd2e", method="standard").add("A", traits={"situations": ["higher_ground"]})
    made.add("ghost", "party", hidden=True).do("begin")
    declared(made, A=LS, ghost=LS).roll(party=5)
    assert (made.at("A"), made.at("ghost")) == ([4], [5])


def test_with_standard_a_modifier_counts_only_if_all_of_the_side_have_it() -> None:
    quick = having(LS, modifier=-2)
    assert fight("standard", A=quick, B=LS).roll(party=5).at("A") == [5]
    assert fight("standard", A=quick, B=quick).roll(party=5).at("A") == [3]


def test_with_standard_nobody_else_s_missing_modifier_is_his_own() -> None:
    assert fight("standard", A=having(LS, modifier=1), B=LS).roll(party=5).at("A") == [5]


def test_with_standard_whoever_came_before_the_dice_is_involved() -> None:
    made = Fight("adnd2e", method="standard").add("A", traits={"situations": ["hasted"]})
    made.do("begin").add("B").do("declare", combatant="B", actions=[LS])
    assert declared(made, A=LS).roll(party=5).at("A") == [5]


def test_with_standard_those_who_come_late_together_are_involved_together() -> None:
    made = fight("standard", A=DAGGER, b=DAGGER).roll(party=9, foes=9)
    made.add("x", "third", traits={"situations": ["slowed"]}).add("y", "third")
    made.declare("x", LS).declare("y", LS).roll(third=9)
    assert (made.at("x"), made.at("y")) == ([9], [9])


def test_with_standard_somebody_surprised_is_not_involved() -> None:
    made = Fight("adnd2e", method="standard").add("A", traits={"situations": ["hasted"]}).add("B")
    made.do("surprise", combatants=["B"]).do("begin")
    assert declared(made, A=LS).roll(party=5).at("A") == [3]


def test_dice_are_rolled_anew_each_round_and_nothing_carries_over() -> None:
    made = fight(A=DAGGER, b=DAGGER).roll(A=2, b=8)
    assert order(made) == "A b"
    made.next("round")
    assert made.enc.rolls == {}
    declared(made, A=DAGGER, b=DAGGER).roll(A=9, b=1)
    assert order(made) == "b A"


def test_dice_come_after_the_declarations() -> None:
    made = Fight("adnd2e").add("A").add("b", "foes").do("begin")
    assert made.enc.phase == "declare"
    refused("wrong_phase", "2E-C2", lambda: made.roll(party=3))
    refused("waiting", "", made.next)
    declared(made, A=LS, b=LS).roll(party=3)
    refused("wrong_phase", "2E-C3", lambda: made.declare("b", DAGGER))


@pytest.mark.parametrize("faces", [[0], [11], [1, 2], []])
def test_typed_faces_are_one_d10(faces: list[int]) -> None:
    made = fight("group", A=LS)
    refused("illegal_value", "2E-C2", lambda: made.do("roll", for_="side:party", faces=faces))


# --- attacks (2E-C11 to 2E-C18) ---------------------------------------------------------------


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


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "code", "clause"),
    [
        ({"act": "attack"}, "bad_message", "2E-C4"),
        ({**LS, "speed": 4}, "illegal_value", "2E-C4"),
        ({"act": "attack", "weapon": "spork"}, "illegal_value", "2E-C4"),
        ({"act": "attack", "speed": -1}, "illegal_value", "2E-C4"),
        ({**LS, "plus": -1}, "illegal_value", "2E-C4"),
        (times(LS, "7/2"), "illegal_value", "2E-C13"),
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


# --- spells (2E-C19 to 2E-C26) ----------------------------------------------------------------


@pytest.mark.parametrize("innate", [0, 3])
def test_a7_an_innate_ability_adds_its_own_modifier(innate: int) -> None:
    assert total({"act": "innate"}, 1, innate=innate) == 1 + innate


def test_c20_a_spell_takes_effect_at_the_roll_and_its_casting_time() -> None:
    made = fight(W=W, F=GREAT, orc=LS).roll(W=4, F=2, orc=1)
    assert spells(made) == []
    made.next()
    assert made.enc.cursor.at == 7
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]


def test_a8_a_hit_before_the_spells_place_loses_it() -> None:
    made = fight(W=W, F=GREAT, orc=LS).roll(W=4, F=2, orc=1)
    assert made.now == ["orc"]
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellLost", "W", "2E-A8")]
    assert order(made) == "orc F"


@pytest.mark.parametrize("phase", ["declare", "roll"])
def test_a8_a_hit_before_the_dice_is_before_everything(phase: str) -> None:
    made = Fight("adnd2e").add("W").do("begin").declare("W", W)
    if phase == "roll":
        made.next()
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellLost", "W", "2E-A8")]


def test_a9_a_hit_at_exactly_the_spells_total_is_too_late() -> None:
    made = fight(W=cast(3), orc=LS).roll(W=5, orc=3)
    assert made.now == ["W", "orc"]
    made.do("hit", combatant="W", damage=99)
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]
    assert made.now == ["W", "orc"]


def test_a9_also_where_the_lower_speed_strikes_first() -> None:
    made = fight(options={"ties": "speed"}, W=cast(6), orc=LS).roll(W=2, orc=3)
    assert made.now == ["orc"]
    made.do("hit", combatant="W", damage=1).next()
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]


def test_a_hit_after_the_spell_changes_nothing() -> None:
    made = fight(W=cast(1), orc=LS).roll(W=1, orc=9).next()
    assert made.now == ["orc"]
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]


def test_a_hit_at_the_end_is_too_late_for_a_spell_that_was_passed_over() -> None:
    made = fight(W=cast(1), orc=LS).roll(W=9, orc=1)
    made.do("change", combatant="W", set={"able": False}).until(1, None, "end")
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == []


def test_a_hit_does_not_take_away_what_is_no_spell() -> None:
    made = fight(A=LS, orc=DAGGER).roll(A=9, orc=1)
    made.do("hit", combatant="A", damage=1)
    assert spells(made) == []
    assert order(made) == "orc A"


def test_c21_a_caster_of_a_round_has_no_roll() -> None:
    made = fight(W=slow(rounds=1), orc=LS)
    assert made.view()["prompts"][0]["for"] == ["orc"]
    refused("wrong_phase", "2E-C2", lambda: made.roll(W=3))


def test_c21_if_nobody_has_a_roll_the_round_goes_on_to_its_end() -> None:
    made = fight(W=slow(rounds=1))
    assert (made.enc.phase, made.enc.cursor.at) == ("act", None)
    made.next()
    assert (made.enc.phase, made.now) == ("end", ["W"])


def test_c22_a_spell_of_a_round_takes_effect_after_all_other_actions() -> None:
    made = fight(W=slow(rounds=1), F=times(LS, 2), orc=LS).roll(F=2, orc=4)
    assert [at for at, _ in walked(made)] == [7, 9, 7]
    assert (made.enc.phase, made.now) == ("end", ["W"])
    assert spells(made) == [("SpellCompleted", "W", "2E-C22")]
    assert made.next().enc.round == 2


@pytest.mark.parametrize(
    ("time", "begun", "last"),
    [
        ({"rounds": 1}, 1, 1), ({"rounds": 3}, 4, 6), ({"minutes": 10}, 1, 10),
        ({"turns": 1}, 1, 10), ({"turns": 2}, 3, 22), ({"hours": 1}, 2, 61),
    ],
)  # fmt: skip
def test_c25_and_c26_a_spell_takes_effect_at_the_end_of_its_last_round(
    time: dict[str, int], begun: int, last: int
) -> None:
    made = Fight("adnd2e").add("W").do("begin")
    while made.enc.round < begun:
        made.next("round", force=True)
    made.declare("W", slow(**time))
    while not spells(made):
        made.next(force=True)
    assert (made.enc.round, made.enc.phase) == (last, "end")
    assert made.next(force=True).who("W").declared == ()


def test_c23_the_spell_is_declared_for_its_caster_until_it_is_done() -> None:
    made = fight(W=slow(minutes=10), orc=LS).roll(orc=4).next("round")
    assert made.view()["prompts"] == [{"prompt": "declare", "combatants": ["orc"]}]
    [item] = made.view()["combatants"]["W"]["declared"]
    assert item == {
        "act": "spell", "name": "Gate", "minutes": 10, "round": 1, "carried": True, "due": 10,
    }  # fmt: skip


@pytest.mark.parametrize("do", ["hit", "interrupt"])
def test_c24_disturbed_in_the_seventh_round_the_spell_is_lost(do: str) -> None:
    made = fight(W=slow(minutes=10), orc=LS).roll(orc=4)
    while made.enc.round < 7:
        made.next("round", force=True)
    made.do(do, combatant="W", **({"damage": 1} if do == "hit" else {}))
    while made.enc.round < 11:
        made.next("round", force=True)
    assert spells(made) == [("SpellLost", "W", "2E-C24")]


def test_a13_in_the_round_of_completion_too_until_the_effect() -> None:
    made = fight(W=slow(rounds=2), orc=LS).roll(orc=4).next("round").declare("orc", LS).next()
    made.roll(orc=9)
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellLost", "W", "2E-C24")]
    assert made.until(2, None, "end").now == []


def test_a13_at_the_end_of_its_round_the_spell_has_taken_effect() -> None:
    made = fight(W=slow(rounds=1), orc=LS).roll(orc=4).until(1, None, "end")
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellCompleted", "W", "2E-C22")]


def test_c24_a_hit_at_the_end_of_an_earlier_round_disturbs() -> None:
    made = fight(W=slow(rounds=2), orc=LS).roll(orc=4).until(1, None, "end")
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellLost", "W", "2E-C24")]


def test_a5_several_spells_at_the_end_of_a_round_are_one_moment() -> None:
    made = fight(W=slow(rounds=1), X=slow(rounds=1), Y=slow(rounds=2)).next()
    assert (made.enc.phase, made.now) == ("end", ["W", "X"])


def test_another_declaration_abandons_the_spell() -> None:
    made = fight(W=slow(rounds=3)).next("round", force=True)
    made.declare("W", LS)
    assert spells(made) == [("SpellLost", "W", "2E-C24")]
    made.next().roll(W=4)
    assert made.moments() == [(9, ("W",))]


def test_declaring_nothing_else_leaves_the_spell_alone() -> None:
    made = fight(W=slow(rounds=2)).next("round", force=True)
    made.declare("W").until(2, None, "end")
    assert spells(made) == [("SpellCompleted", "W", "2E-C25")]


def test_cancelling_a_spell_that_was_begun_loses_it() -> None:
    made = fight(W=slow(rounds=2)).next("round", force=True)
    made.do("cancel", combatant="W", action=0)
    assert spells(made) == [("SpellLost", "W", "2E-C24")]
    assert made.declare("W").next().enc.phase == "act"
    assert made.order.entries == ()


def test_cancelling_what_is_not_begun_is_no_loss() -> None:
    made = fight(W=cast(3), orc=LS).roll(W=4, orc=1).do("cancel", combatant="W", action=0)
    assert spells(made) == []
    assert order(made) == "orc"


def test_a_caster_who_cannot_act_any_more_is_at_no_spell() -> None:
    made = fight(W=slow(rounds=2), orc=LS).roll(orc=4)
    made.do("change", combatant="W", set={"able": False}).until(1, None, "end")
    assert spells(made) == [("SpellLost", "W", "2E-C24")]


def test_without_concentration_there_is_nothing_to_interrupt() -> None:
    made = fight(A=LS).roll(A=3)
    refused("illegal_value", "", lambda: made.do("interrupt", combatant="A"))


def test_a_numeric_spell_is_interrupted_by_hand_as_by_a_hit() -> None:
    made = fight(W=cast(9), orc=LS).roll(W=9, orc=1).do("interrupt", combatant="W")
    assert spells(made) == [("SpellLost", "W", "2E-A8")]


# --- simultaneous, able, surprised ------------------------------------------------------------


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


# --- late entrants ----------------------------------------------------------------------------


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
    refused("wrong_phase", "2E-C3", lambda: made.declare("C", DAGGER))
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


# --- places, hands, explanations --------------------------------------------------------------


def test_what_happens_after_the_dice_moves_nobody() -> None:
    made = fight(A=LS, b=LS).roll(A=3, b=5)
    made.do("change", combatant="b", set={"traits": {"situations": ["hasted"]}, "side": "party"})
    assert made.moments() == [(8, ("A",)), (10, ("b",))]


def test_every_place_explains_itself_term_by_term() -> None:
    action = having({**LS, "plus": 2}, "hasted", "wading", modifier=1)
    [entry] = fight(A=action).roll(A=7).order.entries
    assert [(t.clause, t.term, t.name, t.value) for t in entry.why] == [
        ("2E-C8", "die", None, 7),
        ("2E-C7", "situation", "hasted", -2),
        ("2E-C7", "situation", "wading", 2),
        ("2E-C7", "modifier", None, 1),
        ("2E-C4", "speed", "long sword", 5),
        ("2E-C4", "plus", None, -2),
    ]
    assert entry.at == 11


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        (LS, "2E-C4"), (MEDIUM, "2E-C4"), ({"act": "breath"}, "2E-C4"), (cast(2), "2E-C20"),
        ({"act": "device", "kind": "rod"}, "2E-C4"), ({"act": "innate"}, "2E-A7"),
        ({"act": "device", "kind": "scroll", "casting_time": 2}, "2E-C5"), (MOVE, "2E-C9"),
    ],
)  # fmt: skip
def test_each_speed_names_its_clause(action: Act, clause: str) -> None:
    [entry] = fight("group", A=action).roll(party=1).order.entries
    assert [t.clause for t in entry.why] == ["2E-C2", clause]


@pytest.mark.parametrize(("rounds", "clause"), [(1, "2E-C22"), (3, "2E-C25")])
def test_a_spell_of_rounds_says_how_many_they_were(rounds: int, clause: str) -> None:
    made = fight(W=slow(rounds=rounds))
    while made.enc.round < rounds:
        made.next("round", force=True)
    [entry] = made.until(rounds, None, "end").order.entries
    assert [(t.clause, t.term, t.value, t.name) for t in entry.why] == [
        (clause, "rounds", rounds, "Gate")
    ]
    assert (entry.id, entry.at, entry.pass_, entry.label) == (f"W.{rounds}.1", None, None, "Gate")


def test_entries_are_numbered_by_combatant_and_round() -> None:
    made = fight(A=times(LS, 2), b=LS).roll(A=1, b=1)
    assert [e.id for e in made.order.entries] == ["A.1.1", "b.1.1", "A.1.2"]


def test_a_place_by_hand_is_one_of_the_reasons() -> None:
    made = fight(A=LS, b=DAGGER, W=slow(rounds=1), c=GREAT).roll(A=3, b=1, c=9)
    made.do("place", combatant="A", before="c").do("place", combatant="W", before="A")
    why = {e.combatant: [(t.term, t.value) for t in e.why] for e in made.order.entries}
    assert why["A"] == [("die", 3), ("speed", 5), ("placed", 11)]
    assert why["W"] == [("placed", 19)]
    assert [(e.combatant, e.at, e.pass_) for e in made.order.entries] == [
        ("b", 3, 1), ("W", 19, 1), ("A", 19, 1), ("c", 19, 1),
    ]  # fmt: skip


def test_put_before_a_second_attack_somebody_is_in_its_pass() -> None:
    made = fight(A=times(LS, 2), b=GREAT).roll(A=1, b=1).do("place", combatant="b", before="A")
    assert [(e.combatant, e.pass_) for e in made.order.entries] == [("b", 1), ("A", 1), ("A", 2)]
    made = fight(A=times(LS, 2), b=GREAT).roll(A=1, b=1).next()
    made.do("place", combatant="b", before="A")
    assert [(e.combatant, e.at, e.pass_) for e in made.order.entries] == [
        ("A", 6, 1), ("b", 6, 2), ("A", 6, 2),
    ]  # fmt: skip


def test_the_gm_puts_a_whole_moment_before_another_by_hand() -> None:
    made = fight(A=LS, owlbear=OWLBEAR, c=GREAT).roll(A=3, owlbear=10, c=10)
    made.do("place", combatant="c", before="owlbear").do("place", combatant="owlbear", before="c")
    assert order(made) == "A owlbear c"
    assert walked(made) == [(8, ["A"]), (16, ["owlbear"]), (16, ["c"])]


def test_initiative_is_the_total_where_the_gm_has_put_somebody() -> None:
    made = fight(A=LS, b=DAGGER, c=GREAT).roll(A=3, b=1, c=9)
    assert made.view()["combatants"]["A"]["initiative"] == 8
    made.do("place", combatant="A", before="c")
    assert made.view()["combatants"]["A"]["initiative"] == 19


def test_the_gm_splits_a_tie_by_hand_and_the_spell_is_no_longer_at_the_same_place() -> None:
    made = fight(A=DAGGER, W=cast(3), orc=LS).roll(A=1, W=5, orc=3)
    made.do("place", combatant="orc", before="W").next()
    assert made.now == ["orc"]
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellLost", "W", "2E-A8")]


def test_the_same_where_ties_go_by_speed() -> None:
    made = fight(options={"ties": "speed"}, A=DAGGER, W=cast(5), orc=LS).roll(A=1, W=3, orc=3)
    made.do("place", combatant="orc", before="W").next()
    made.do("hit", combatant="W", damage=1)
    assert spells(made) == [("SpellLost", "W", "2E-A8")]


def test_a_spell_of_a_round_put_before_a_blow_takes_effect_there() -> None:
    made = fight(W=slow(rounds=1), A=DAGGER, orc=LS).roll(A=1, orc=3)
    made.do("place", combatant="W", before="orc").next()
    assert (made.enc.phase, made.enc.cursor.at, made.now) == ("act", 8, ["W"])
    assert spells(made) == [("SpellCompleted", "W", "2E-C22")]


def test_a_blow_put_before_a_spell_of_a_round_comes_at_the_end() -> None:
    made = fight(W=slow(rounds=1), A=DAGGER, orc=LS).roll(A=1, orc=3)
    made.do("place", combatant="orc", before="W").next()
    assert (made.enc.phase, made.now) == ("end", ["orc"])
    assert (made.next().enc.phase, made.now) == ("end", ["W"])


def test_segment_is_the_next_moment_here() -> None:
    made = fight(A=times(LS, 2), b=LS).roll(A=3, b=3).next("segment")
    assert (made.enc.cursor.at, made.now) == (8, ["A"])


def test_the_turn_ends_when_all_of_the_moment_are_done() -> None:
    made = fight(A=LS, b=LS, c=GREAT).roll(A=3, b=3, c=3)
    made.do("end_turn", combatant="A")
    assert made.now == ["b"]
    assert made.do("end_turn", combatant="b").now == ["c"]
    assert made.do("end_turn", combatant="c").enc.phase == "end"


def test_an_effect_of_one_round_ends_just_before_its_place_comes_again() -> None:
    made = fight(A=LS, b=LS).roll(A=3, b=7).do("mark", combatant="b", name="Bless", rounds=1)
    made.next("round")
    declared(made, A=DAGGER, b=LS).roll(A=1, b=9)
    assert made.who("b").marks
    assert not made.next().who("b").marks


def test_undo_takes_dice_and_spells_back() -> None:
    made = fight(W=cast(1)).roll(W=1)
    assert spells(made) == [("SpellCompleted", "W", "2E-C20")]
    made.do("undo")
    assert (made.enc.phase, made.enc.rolls) == ("roll", {})
    made.roll(W=5)
    assert made.at("W") == [6]


def test_it_does_not_matter_in_which_order_people_came() -> None:
    there = fight(A=LS, b=DAGGER, c=OWLBEAR).roll(A=3, b=6, c=2)
    back = fight(c=OWLBEAR, b=DAGGER, A=LS).roll(A=3, b=6, c=2)
    assert there.order.entries == back.order.entries


def test_there_is_neither_delay_nor_rest() -> None:
    made = fight(A=LS).roll(A=3)
    refused("illegal_declaration", "", lambda: made.do("delay", combatant="A"))
    assert made.do("end", outcome="rest").enc.phase == "over"


# --- what players see -------------------------------------------------------------------------


def seen() -> Fight:
    made = (
        Fight("adnd2e", method="individual").add("A", owner="u1").add("b", "foes").add("c", "foes")
    )
    return declared(made.do("begin"), A=LS, b=DAGGER, c=times(GREAT, 2)).roll(A=3, b=8, c=1)


def test_players_see_an_unowned_entry_from_the_moment_it_is_reached() -> None:
    made = seen()
    assert [e["combatant"] for e in made.view("player")["timeline"]] == ["A"]
    made.next()
    assert [e["combatant"] for e in made.view("player")["timeline"]] == ["A", "b"]


def test_players_see_an_unowned_total_once_its_first_entry_is_reached() -> None:
    made = seen()

    def totals() -> list[int | None]:
        return [who.get("initiative") for who in made.view("player")["combatants"].values()]

    assert totals() == [8, None, None]
    made.next()
    assert totals() == [8, 10, None]
    made.next()
    assert totals() == [8, 10, 11]
    assert [c["initiative"] for c in made.view()["combatants"].values()] == [8, 10, 11]


def test_of_an_unowned_place_players_see_only_the_die() -> None:
    made = seen().next()
    entry = made.view("player")["timeline"][-1]
    assert entry["why"] == [{"clause": "2E-C8", "term": "die", "value": 8}]
    assert entry["pass"] == 1
    assert "label" not in entry


def test_a_hidden_one_never_ties_with_a_visible_one() -> None:
    made = Fight("adnd2e").add("A").add("ghost", "foes", hidden=True).do("begin")
    declared(made, A=LS, ghost=LS).roll(party=3, foes=3)
    assert walked(made) == [(8, ["A"]), (8, ["ghost"])]


def ambush() -> Fight:
    """A party of which the visible one is surprised: its roll is for the hidden one alone."""
    made = Fight("adnd2e").add("A").add("ghost", hidden=True).add("b", "foes").do("begin")
    declared(made, A=LS, ghost=LS, b=DAGGER).do("surprise", combatants=["A"])
    return made.roll(party=1, foes=9)


def test_what_was_rolled_for_hidden_ones_alone_gives_nobody_else_a_place() -> None:
    made = ambush().do("surprise", combatants=[])
    assert order(made) == "ghost b"
    assert "ghost" not in repr(made.view("player"))


def test_a_late_one_whom_players_see_has_the_side_roll_openly() -> None:
    made = Fight("adnd2e").add("A").add("ghost", "foes", hidden=True).add("c", "others").do("begin")
    declared(made, A=LS, ghost=LS, c=LS).roll(party=3, foes=5, others=9)
    made.add("orc", "foes").declare("orc", DAGGER)
    assert [p["for"] for p in made.view("gm")["prompts"]] == [["side:foes"]]
    assert made.view("player")["prompts"] == made.view("gm")["prompts"]
    made.roll(foes=7)
    assert order(made) == "A orc ghost c"
    assert made.view("player")["sides"]["foes"] == {"faces": [7]}
    assert made.view("player")["prompts"] == made.view("gm")["prompts"] == []


def test_the_roll_of_a_late_one_moves_nobody_who_had_a_place_unseen() -> None:
    made = ambush().next().add("C", owner="u").declare("C", DAGGER)
    assert (made.at("ghost"), made.now) == ([6], ["b"])
    made.roll(party=10)
    assert walked(made) == [(11, ["b"]), (12, ["C"])]
    assert made.at("ghost") == [6]


def test_whom_players_see_by_then_keeps_its_place_too() -> None:
    made = ambush().do("change", combatant="ghost", set={"hidden": False})
    made.add("C", owner="u").declare("C", DAGGER).roll(party=10)
    player = made.view("player")
    assert [(e["combatant"], e["at"]) for e in player["timeline"]] == [("ghost", 6), ("C", 12)]
    assert player["combatants"]["ghost"]["initiative"] == 6
    assert player["sides"]["party"] == {"faces": [10]}


def test_before_the_order_begins_one_roll_counts_for_the_whole_side() -> None:
    made = Fight("adnd2e").add("A").add("ghost", "foes", hidden=True).do("begin")
    declared(made, A=LS, ghost=LS).roll(foes=1)
    made.add("orc", "foes").declare("orc", DAGGER).roll(foes=7, party=3)
    assert order(made) == "A orc ghost"
    assert (made.at("orc"), made.at("ghost")) == ([9], [12])


def test_a_late_one_may_think_again_until_there_is_a_roll_that_counts_for_him() -> None:
    """A hidden one's die is none of his: otherwise a refusal would tell of it."""
    made = ambush().add("C", owner="u").declare("C", DAGGER)
    assert "declare" in made.view("player")["combatants"]["C"]["can"]
    assert made.declare("C", GREAT).roll(party=10).at("C") == [20]
    assert "declare" not in made.view("player")["combatants"]["C"]["can"]


def test_one_s_own_roll_counts_though_it_was_made_unseen() -> None:
    made = Fight("adnd2e", method="individual").add("A").add("ghost", "foes", hidden=True)
    declared(made.do("begin"), A=LS, ghost=LS).roll(ghost=4)
    made.do("change", combatant="ghost", set={"hidden": False})
    assert [p["for"] for p in made.view("player")["prompts"]] == [["A"]]


def test_revealed_its_entry_is_seen_although_the_roll_was_for_it_alone() -> None:
    made = ambush().do("change", combatant="ghost", set={"hidden": False})
    assert made.view("player")["active"] == ["ghost"]
    assert made.view("player")["prompts"] == []
    assert made.view("player")["sides"]["party"] == {"faces": [1]}


def test_hidden_casters_of_a_round_come_after_the_visible_ones() -> None:
    made = Fight("adnd2e").add("W", owner="u").add("ghost", "foes", hidden=True).do("begin")
    declared(made, W=slow(rounds=1), ghost=slow(rounds=1)).do("roll", for_="all", dice=[1, 2])
    made.next()
    assert (made.enc.phase, made.now) == ("end", ["W"])
    before = made.view("player")
    assert made.next().now == ["ghost"]
    assert made.view("player") == before
    assert "ghost" not in repr(before)


def test_the_pass_and_the_end_are_on_the_wire() -> None:
    made = fight("group", W=slow(rounds=1), F=times(LS, 2)).roll(party=2)
    lines = [(e["phase"], e.get("at"), e.get("pass"), e["slot"]) for e in made.view()["timeline"]]
    assert lines == [("act", 7, 1, 0), ("act", 7, 2, 1), ("end", None, None, 2)]


def test_the_catalogue_knows_weapons_situations_and_the_d10() -> None:
    known = msgspec.to_builtins(catalogue()["adnd2e"])
    assert known["weapons"]["long_sword"] == {"speed": 5}
    assert known["situations"]["hasted"] == {"value": -2}
    assert (known["dice"]["count"], known["dice"]["sides"]) == (1, 10)
    assert known["options"]["method"]["default"] == "group"
    assert known["surprise"] == "combatants"
