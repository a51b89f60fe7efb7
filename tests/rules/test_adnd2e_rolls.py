"""AD&D 2nd edition: worked examples, what is added to the roll, methods (2E-C1 to 2E-C10)."""

from __future__ import annotations

import pytest

from rules.model import events as ev
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
    Moments,
    cast,
    declared,
    fight,
    having,
    order,
    refused,
    slow,
    times,
    total,
    walked,
)

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
    dagger = {"combatant": "b", "actions": [DAGGER]}
    refused("wrong_phase", "2E-C3", lambda: made.do("declare", role="player", **dagger))


@pytest.mark.parametrize("faces", [[0], [11], [1, 2], []])
def test_typed_faces_are_one_d10(faces: list[int]) -> None:
    made = fight("group", A=LS)
    refused("illegal_value", "2E-C2", lambda: made.do("roll", for_="side:party", faces=faces))


@pytest.mark.parametrize(
    ("method", "clause"), [("standard", "2E-C2"), ("group", "2E-C2"), ("individual", "2E-C8")]
)
def test_the_prompt_to_roll_names_the_clause_of_its_method(method: str, clause: str) -> None:
    made = fight(method, A=LS)
    [asked] = made.view()["prompts"]
    assert (asked["prompt"], asked["clause"]) == ("roll", clause)
    roller = asked["for"][0]
    refused("illegal_value", clause, lambda: made.do("roll", for_=roller, faces=[11]))
    [rolled, *_] = made.do("roll", for_=roller, faces=[4]).events(ev.Rolled)
    assert rolled.clause == clause
