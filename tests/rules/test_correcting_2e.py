"""AD&D 2e: what the GM puts right after the dice, in an order that is under way."""

from __future__ import annotations

from typing import Any

import pytest

from rules.model.errors import Refused
from rules.model.events import Corrected, SpellLost
from tests.rules.circles import refused
from tests.rules.fights import Fight

LS = {"act": "attack", "weapon": "long sword"}
TWICE = {**LS, "attacks": 2}
Order = list[tuple[int | None, tuple[str, ...]]]


def fought(**dice: tuple[int, dict[str, Any]]) -> Fight:
    """One against each other, each with an own die and an action, individually."""
    fight = Fight("adnd2e", method="individual")
    for name in dice:
        fight.add(name, "party" if name < "m" else "foes")
    fight.do("begin")
    for name, (_, action) in dice.items():
        fight.declare(name, action)
    return fight.next().roll(**{name: die for name, (die, _) in dice.items()})


def why(fight: Fight, id_: str) -> dict[str, int | None]:
    entry = next(e for e in fight.order.entries if e.combatant == id_)
    return {term.term: term.value for term in entry.why}


@pytest.mark.parametrize(
    ("part", "terms"),
    [
        ({"faces": [1]}, {"die": 1, "speed": 5, "corrected": None}),
        ({"total": 6}, {"die": 9, "speed": 5, "corrected": -8}),
        ({"count": 6}, {"die": 9, "speed": 5, "corrected": -8}),
        ({"modifier": -8}, {"die": 9, "speed": 5, "corrected": -8}),
        ({"traits": {"modifier": -8}}, {"die": 9, "speed": 5, "modifier": -8, "corrected": None}),
    ],
)
def test_each_part_of_a_roll_can_be_put_right(
    part: dict[str, Any], terms: dict[str, int | None]
) -> None:  # 2E-C7, 2E-C9
    fight = fought(a=(1, {"act": "move"}), b=(9, LS), orc=(4, LS))
    assert fight.moments() == [(1, ("a",)), (9, ("orc",)), (14, ("b",))]
    fight.do("correct", for_="b", **part)
    assert fight.moments() == [(1, ("a",)), (6, ("b",)), (9, ("orc",))]
    assert why(fight, "b") == terms


def test_whose_total_has_passed_acts_directly_after_the_present_moment() -> None:  # 2E-C9
    fight = fought(a=(1, LS), b=(9, TWICE), orc=(4, LS)).next()
    assert fight.now == ["orc"]
    fight.do("correct", for_="b", faces=[1])
    assert fight.moments() == [(6, ("a",)), (9, ("orc",)), (9, ("b",)), (6, ("b",))]
    assert [e.pass_ for e in fight.order.entries] == [1, 1, 1, 2]
    assert [fight.next().now for _ in range(2)] == [["b"], ["b"]]


def test_at_exactly_the_present_total_it_is_simultaneous() -> None:  # 2E-A1
    fight = fought(a=(1, LS), b=(9, LS), orc=(4, LS)).next()
    fight.do("correct", for_="b", faces=[4])
    assert fight.now == ["b", "orc"]


def test_what_has_begun_keeps_its_times() -> None:  # 2E-C14
    fight = fought(a=(1, TWICE), orc=(4, LS)).next()
    fight.do("correct", for_="a", faces=[10])
    assert fight.moments() == [(6, ("a",)), (9, ("orc",)), (6, ("a",))]
    fight.next().next().next()
    assert fight.enc.phase == "declare"


def test_a_sides_die_moves_all_of_it_that_has_not_begun() -> None:  # 2E-C2
    fight = Fight("adnd2e").add("a").add("b").add("orc", "foes").add("imp", "foes").do("begin")
    fight.declare("a", LS).declare("b", {**LS, "weapon": "dagger"})
    fight.declare("orc", LS).declare("imp", {**LS, "weapon": "dagger"}).next()
    fight.roll(party=2, foes=6)
    assert fight.moments() == [(4, ("b",)), (7, ("a",)), (8, ("imp",)), (11, ("orc",))]
    fight.next().do("correct", for_="side:foes", faces=[1])
    assert fight.now == ["a"]
    assert fight.moments() == [(4, ("b",)), (7, ("a",)), (7, ("imp",)), (7, ("orc",))]
    fight.do("correct", for_="side:foes", faces=[10])
    assert fight.moments() == [(4, ("b",)), (7, ("a",)), (12, ("imp",)), (15, ("orc",))]


def test_of_a_side_the_faces_alone() -> None:  # 2E-C2
    fight = Fight("adnd2e").add("a").add("orc", "foes").do("begin")
    refused("wrong_phase", "2E-C2", lambda: fight.do("correct", for_="a", faces=[3]))
    fight.declare("a", LS).declare("orc", LS).next().roll(party=3)
    fight.do("correct", for_="a", faces=[5])  # the side's die
    refused("illegal_value", "", lambda: fight.do("correct", for_="side:party", total=3))
    fight.roll(foes=4)
    assert fight.moments() == [(9, ("orc",)), (10, ("a",))]


def test_before_all_dice_have_fallen_a_total_counts_when_they_have() -> None:
    fight = Fight("adnd2e").add("a").add("orc", "foes").do("begin")
    fight.declare("a", LS).declare("orc", LS).next().roll(party=3)
    fight.do("correct", for_="a", total=20).roll(foes=4)
    assert fight.moments() == [(9, ("orc",)), (20, ("a",))]
    fight.until(2, phase="declare").declare("a", LS).declare("orc", LS).next()
    fight.roll(party=3, foes=4)
    assert fight.moments() == [(8, ("a",)), (9, ("orc",))]  # the next round has its own dice


def test_the_dice_of_one_side_are_thrown_again() -> None:  # 2E-C2
    fight = fought(a=(1, LS), orc=(4, LS))
    fight.do("roll", for_="orc", again=True, dice=[9])
    assert fight.moments() == [(6, ("a",)), (14, ("orc",))]
    assert fight.events(Corrected)[-1].again
    fight.do("hit", combatant="orc", damage=1)
    refused("wrong_phase", "2E-C2", lambda: fight.do("roll", for_="a", again=True))
    fight.next()
    refused("wrong_phase", "2E-C2", lambda: fight.do("roll", for_="a", again=True))
    fight.do("roll", for_="orc", again=True, dice=[2])  # at the own moment, before it is used
    assert fight.moments() == [(6, ("a",)), (14, ("orc",))]
    assert fight.now == ["orc"]


# --- declared after the dice -----------------------------------------------------------------------


def test_the_gm_changes_a_declaration_after_the_dice_and_players_do_not() -> None:  # 2E-C3
    fight = fought(a=(1, LS), b=(9, LS), orc=(4, LS))
    fight.declare("b", {"act": "attack", "weapon": "dagger"})
    assert fight.moments() == [(6, ("a",)), (9, ("orc",)), (11, ("b",))]
    assert [d.cancelled for d in fight.who("b").declared] == [True, False]


def test_a_new_declaration_whose_total_has_passed_comes_directly_after_the_present() -> None:
    fight = fought(a=(4, LS), b=(9, LS), orc=(8, LS))
    fight.declare("b", {"act": "move", "speed": 2}).declare("orc", {"act": "move"})
    assert fight.moments() == [(9, ("a",)), (9, ("orc",)), (11, ("b",))]


def test_a_spell_that_is_given_up_is_lost() -> None:  # 2E-C24
    fight = fought(a=(4, LS), b=(9, {"act": "spell", "casting_time": 9}), orc=(8, LS))
    fight.declare("b", {"act": "move", "speed": 1})
    assert [(e.combatant, e.clause) for e in fight.events(SpellLost)] == [("b", "2E-C24")]
    assert fight.moments() == [(9, ("a",)), (10, ("b",)), (13, ("orc",))]


def test_what_has_happened_counts_against_a_new_declaration() -> None:  # 2E-C9
    fight = fought(a=(4, TWICE), orc=(8, LS)).next()
    before = fight.enc
    with pytest.raises(Refused) as caught:
        fight.declare("a", {"act": "device", "kind": "wand"})
    assert (caught.value.code, caught.value.clause) == ("wrong_phase", "2E-C3")
    assert caught.value.detail["conflict"] == "2E-C9"
    assert fight.enc is before
    fight.declare("a", {"act": "other"})  # the second blow is given up, the first stays
    assert fight.moments() == [(9, ("a",)), (13, ("orc",)), (13, ("a",))]


@pytest.mark.parametrize("part", [{"faces": [10]}, {"total": 25}, {"traits": {"modifier": 9}}])
def test_whoever_acts_now_goes_on_acting_now(part: dict[str, Any]) -> None:  # 2E-C12
    fight = fought(a=(1, TWICE), orc=(4, LS)).do("correct", for_="a", **part)
    assert fight.now == ["a"]
    assert fight.moments() == [(6, ("a",)), (9, ("orc",)), (6, ("a",))]


def test_dice_that_a_hidden_one_alone_rolled_are_no_roll_of_those_whom_players_see() -> None:
    made = (
        Fight("adnd2e").add("mage").add("spy", "party", hidden=True).add("orc", "foes").do("begin")
    )
    for who in ("mage", "spy", "orc"):
        made.declare(who, {"act": "attack", "speed": 5})
    made.next().do("surprise", combatants=["mage"]).do("roll", for_="side:party", faces=[3])
    with pytest.raises(Refused) as caught:
        made.do("correct", for_="mage", traits={"modifier": 2})
    assert caught.value.code == "wrong_phase"
    made.do("correct", for_="spy", traits={"modifier": 2})
