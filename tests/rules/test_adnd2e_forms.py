"""AD&D 2nd edition: rates, weapons of the table, forms of attack at one moment, haste and slowness."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalogue import catalogue
from rules.model.errors import Refused
from tests.rules.fights import Fight
from tests.rules.second_edition import (
    GREAT,
    LS,
    MEDIUM,
    MOVE,
    OWLBEAR,
    Act,
    cast,
    declared,
    fight,
    having,
    refused,
    times,
    total,
    walked,
)

BREATH: Act = {"act": "breath"}
GAZE: Act = {"act": "innate", "name": "gaze"}

# --- rates (2E-C13) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rate", "odd", "even"),
    [
        ("1/2", 0, 1), ("1", 1, 1), ("3/2", 1, 2), ("2", 2, 2), ("5/2", 2, 3), ("3", 3, 3),
        ("7/2", 3, 4), ("4", 4, 4), ("9/2", 4, 5), ("5", 5, 5), ("2/1", 2, 2), (8, 8, 8),
    ],
)  # fmt: skip
def test_c13_every_rate_of_the_books(rate: int | str, odd: int, even: int) -> None:
    made = fight(F=times(LS, rate)).roll(F=3)
    assert len(made.at("F")) == odd
    made.next("round")
    assert len(declared(made, F=times(LS, rate)).roll(F=3).at("F")) == even


def test_c13_with_a_rate_of_halves_the_blows_are_staggered() -> None:
    made = fight(F=times(LS, "7/2"), o=MEDIUM).roll(F=1, o=1)
    assert made.moments() == [(4, ("o",)), (6, ("F",)), (6, ("F",)), (6, ("F",))]


def test_c13_one_attack_every_other_round_comes_to_no_entry_in_the_first() -> None:
    made = fight(F=times(LS, "1/2"), o=MEDIUM).roll(F=3, o=1)
    assert made.unplaced("F") == [(0, "2E-C13")]
    assert made.unplaced("o") == []
    assert "F" not in made.view("player")["active"]


# --- weapons (2E-C4) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "speed"),
    [
        ("knife", 2), ("dart", 2), ("javelin", 4), ("broad sword", 5), ("bastard sword", 6),
        ("composite short bow", 6), ("horseman's mace", 6), ("footman's mace", 7), ("trident", 7),
        ("morning star", 7), ("light crossbow", 7), ("composite long bow", 7), ("whip", 8),
        ("heavy lance", 8), ("khopesh", 9), ("voulge", 10), ("awl pike", 13),
    ],
)  # fmt: skip
def test_c4_common_weapons_have_the_speed_of_the_books(weapon: str, speed: int) -> None:
    assert total({"act": "attack", "weapon": weapon}, 1) == 1 + speed


def katana(name: str, **more: Any) -> Act:
    return {"act": "attack", "weapon": name, **more}


@pytest.mark.parametrize("written", ["Katana", "katana", "KATANA"])
def test_c4_a_table_has_weapons_of_its_own(written: str) -> None:
    assert total(katana(written), 1, weapons={"Katana": 4}) == 5
    assert total(katana(written, plus=1), 1, weapons={"Katana": 4}) == 4


def test_c4_the_table_s_speed_counts_for_a_weapon_of_the_books_too() -> None:
    assert total(LS, 1, weapons={"Long Sword": 4}) == 5


def test_a6_a_table_s_own_weapon_is_a_form_as_others_are() -> None:
    two = {"act": "attack", "forms": [{"weapon": "katana"}, {"weapon": "dagger"}]}
    assert total(two, 1, weapons={"Katana": 4}) == 5


def test_c4_without_the_option_such_a_weapon_is_not_known() -> None:
    made = Fight("adnd2e").add("A").do("begin")
    refused("illegal_value", "2E-C4", lambda: made.declare("A", katana("katana")))


@pytest.mark.parametrize(
    ("weapons", "code"),
    [
        ({"katana": -1}, "illegal_value"),
        ({"katana": 51}, "illegal_value"),
        ({"katana": "4"}, "bad_message"),
        ({"katana": True}, "bad_message"),
        ({"katana": 4.5}, "bad_message"),
        ({"": 4}, "illegal_value"),
        ({"+1": 4}, "illegal_value"),
        ({"katana": 4, "Kat-ana": 5}, "illegal_value"),
        ({"k" * 61: 4}, "illegal_value"),
        ({"kat\u0000ana": 4}, "illegal_value"),
        (["katana"], "bad_message"),
        ({"a" + chr(0x3400 + n): 4 for n in range(101)}, "too_large"),
    ],
)
def test_c4_a_table_s_weapons_are_checked(weapons: Any, code: str) -> None:
    refused(code, "2E-C4", lambda: Fight("adnd2e", weapons=weapons))


def test_the_catalogue_and_the_view_show_a_table_s_weapons() -> None:
    field = catalogue()["adnd2e"].options["weapons"]
    assert (field.type, field.min, field.max) == ("speeds", 0, 50)
    view = Fight("adnd2e", weapons={"Katana": 4}).view("player")
    assert view["options"]["weapons"] == {"Katana": 4}


# --- forms of attack at one moment (2E-C11, 2E-C12) --------------------------------------------


def both(*actions: Act, traits: Act | None = None, **options: Any) -> Fight:
    made = Fight("adnd2e", method="individual", **options).add("A", traits=traits or {})
    return made.do("begin").declare("A", *actions).next().roll(A=1)


@pytest.mark.parametrize(
    ("actions", "at"),
    [
        ((OWLBEAR, BREATH), 7), ((BREATH, GAZE), 4), ((OWLBEAR, GAZE), 7), ((LS, GAZE), 6),
        ((LS, OWLBEAR), 6), ((MEDIUM, GAZE, BREATH), 4),
    ],
)  # fmt: skip
def test_c11_different_forms_of_attack_are_one_moment_at_the_slower_speed(
    actions: tuple[Act, ...], at: int
) -> None:
    made = both(*actions)
    assert walked(made) == [(at, ["A"])]


def test_a6_or_the_first_one_decides() -> None:
    assert walked(both(BREATH, OWLBEAR, two_weapons="primary")) == [(2, ["A"])]


def test_c12_the_moment_explains_itself() -> None:
    why = [[(t.clause, t.term, t.value) for t in e.why] for e in both(GAZE, LS).order.entries]
    assert why == [[("2E-C8", "die", 1), ("2E-A6", "speed", 5)]] * 2


def test_c11_blows_of_one_weapon_are_staggered_as_ever() -> None:
    made = both(times(LS, 2), GAZE)
    assert [(e.pass_, e.what) for e in made.order.entries] == [
        (1, "attack"), (1, "effect"), (2, "attack"),
    ]  # fmt: skip


def test_c11_a_form_that_is_cancelled_afterwards_moves_nothing() -> None:
    made = fight(b=GREAT).add("A").declare("A", LS, GAZE).roll(b=3, A=9)
    made.do("cancel", combatant="A", action=0)
    assert made.at("A") == [14]


@pytest.mark.parametrize(
    "actions",
    [
        (LS, cast(1)),
        (LS, {"act": "device", "kind": "wand"}),
        (LS, GREAT),
        (GAZE, GAZE),
        (MEDIUM, OWLBEAR),
    ],
)
def test_c9_what_is_no_other_form_of_attack_is_one_action_too_many(
    actions: tuple[Act, ...],
) -> None:
    made = Fight("adnd2e").add("A").do("begin")
    with pytest.raises(Refused) as caught:
        made.declare("A", *actions)
    assert (caught.value.code, caught.value.clause) == ("illegal_declaration", "2E-C9")


# --- haste and slowness (2E-C7) ----------------------------------------------------------------


@pytest.mark.parametrize(("pace", "value"), [("hasted", -2), ("slowed", 2)])
@pytest.mark.parametrize(("action", "speed"), [(LS, 5), (MEDIUM, 3), (MOVE, 0)])
def test_c7_haste_and_slowness_change_attacks_natural_weapons_and_movement(
    pace: str, value: int, action: Act, speed: int
) -> None:
    assert total(action, 9, pace) == 9 + speed + value


@pytest.mark.parametrize("pace", ["hasted", "slowed"])
@pytest.mark.parametrize(
    ("action", "speed"),
    [
        (cast(1), 1), (GAZE, 3), (BREATH, 1), ({"act": "device", "kind": "wand"}, 3),
        ({"act": "device", "kind": "scroll", "casting_time": 4}, 4), ({"act": "other"}, 0),
    ],
)  # fmt: skip
def test_c7_never_a_spell_an_ability_a_breath_a_device_or_anything_else(
    pace: str, action: Act, speed: int
) -> None:
    assert total(action, 9, pace) == 9 + speed


def test_c7_with_standard_a_haste_of_the_whole_side_does_not_count_for_its_casters() -> None:
    made = fight("standard", A=having(LS, "hasted"), W=having(cast(4), "hasted")).roll(party=9)
    assert (made.at("A"), made.at("W")) == ([7], [9])


def test_a6_at_a_joint_moment_haste_quickens_the_blow_and_not_the_gaze() -> None:
    assert walked(both(LS, GAZE, traits={"situations": ["hasted"]})) == [(4, ["A"])]
    assert walked(both({**LS, "plus": 4}, GAZE, traits={"situations": ["hasted"]})) == [(4, ["A"])]


def test_c7_attacks_are_what_is_declared_haste_included() -> None:
    assert fight(A=having(times(LS, 2), "hasted")).roll(A=9).at("A") == [12, 12]


def test_c7_of_a_hasted_creature_only_natural_weapons_come_again() -> None:
    made = both(OWLBEAR, GAZE, traits={"situations": ["hasted"]})
    assert [(e.pass_, e.what) for e in made.order.entries] == [
        *[(1, "attack")] * 3, (1, "effect"), *[(2, "attack")] * 3,
    ]  # fmt: skip
