"""Starfinder, equal counts: modifiers, roll-offs, agreements."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circles import counted, gathered, order, refused, rounds
from tests.rules.fights import Fight, prompted

AGREED = {"ties_by_agreement": True}


def tied(**options: bool) -> Fight:
    """X and Y, both 16, with the same modifier."""
    return gathered("starfinder", options=options, x=4, y=4).do("begin").roll(x=12, y=12)


def test_c7_of_equal_counts_the_higher_total_modifier_is_first() -> None:
    fight = gathered("starfinder", y=2, x=6).do("begin").roll(x=10, y=14)
    assert fight.moments() == [(16, ("x",)), (16, ("y",))]


def test_a11_a_bonus_used_on_the_roll_is_part_of_the_total_modifier() -> None:
    fight = gathered("starfinder", x=2, y=4)
    fight.do("change", combatant="x", set={"traits": {"modifier": 6}}).do("begin").roll(x=10)
    fight.do("change", combatant="x", set={"traits": {"modifier": 2}}).roll(y=12)
    assert fight.moments() == [(16, ("x",)), (16, ("y",))]


def test_c8_still_equal_ones_roll_off_and_the_higher_is_first() -> None:
    fight = tied()
    assert fight.enc.phase == "roll"
    assert fight.view()["prompts"] == [{"prompt": "tie", "combatants": ["x", "y"]}]
    fight.do("roll", for_="all", faces=[7, 15])
    assert fight.moments() == [(16, ("y",)), (16, ("x",))]
    assert fight.view()["timeline"][0]["why"][-1] == {
        "clause": "SF-C8", "term": "roll_off", "faces": [15],
    }  # fmt: skip


def test_a8_an_equal_roll_off_is_repeated() -> None:
    fight = tied().do("roll", for_="all", faces=[9, 9])
    assert fight.enc.phase == "roll"
    assert order(fight.do("roll", for_="all", faces=[3, 18])) == ["y", "x"]


def test_a8_only_those_still_tied_repeat() -> None:
    fight = gathered("starfinder", x=4, y=4, z=4).do("begin").roll(x=12, y=12, z=12)
    fight.do("roll", for_="all", dice=[9, 17, 9])
    assert fight.view()["prompts"] == [{"prompt": "tie", "combatants": ["x", "z"]}]
    refused("wrong_phase", "SF-C1", lambda: fight.roll(y=3))
    assert order(fight.roll(x=2).roll(z=5)) == ["y", "z", "x"]


def test_c8_each_may_roll_off_alone_and_waits_for_the_other() -> None:
    fight = tied().roll(y=8)
    assert fight.enc.phase == "roll"
    assert fight.view()["combatants"]["x"]["can"] == ["roll"]
    assert fight.view()["combatants"]["y"]["can"] == []
    assert order(fight.roll(x=9)) == ["x", "y"]


def test_c10_a9_at_any_table_the_gm_may_settle_a_tie_that_waits_for_its_roll_off() -> None:
    fight = tied()
    assert "settle" in fight.view()["can"]
    assert order(fight.do("settle", order=["y", "x"])) == ["y", "x"]
    assert fight.view()["timeline"][0]["why"][-1] == {"clause": "SF-C10", "term": "agreement"}


def test_a9_also_after_one_of_them_has_rolled() -> None:
    assert order(tied().roll(x=20).do("settle", order=["y", "x"])) == ["y", "x"]


def test_a9_but_no_later() -> None:
    fight = tied().do("roll", for_="all", faces=[7, 15])
    assert "settle" not in fight.view()["can"]
    refused("illegal_value", "SF-C8", lambda: fight.do("settle", order=["x", "y"]))


def test_a9_and_not_where_the_modifiers_decide() -> None:
    fight = gathered("starfinder", x=6, y=2).do("begin").roll(x=10, y=14)
    refused("illegal_value", "SF-C8", lambda: fight.do("settle", order=["y", "x"]))


def tied_late() -> Fight:
    """B15 and D15 with the same modifier; D has come in B's turn, in round 1."""
    return counted(a=20, b=15, c=10).next().add("d").roll(d=15)


@pytest.mark.parametrize(
    ("agreed", "round_1", "round_2"),
    [
        (["b", "d"], ["b", "d", "c"], ["a", "b", "d", "c"]),
        (["d", "b"], ["b", "c"], ["a", "d", "b", "c"]),
    ],
    ids=["behind", "before"],
)
def test_a7_a9_a_newcomer_may_be_settled_and_acts_if_the_place_is_still_to_come(
    agreed: list[str], round_1: list[str], round_2: list[str]
) -> None:
    fight = tied_late().do("settle", order=agreed)
    assert rounds(fight, 1, 2) == {1: round_1, 2: round_2}


@pytest.mark.parametrize("now", ["x", "y"])
def test_a7_a9_among_those_who_rolled_off_nobody_loses_the_turn_or_has_two(now: str) -> None:
    fight = tied().do("roll", for_="all", faces=[15, 7])
    if now == "y":
        fight.next()
    fight.add("z", traits={"modifier": 4}).roll(z=12).do("settle", order=["z", "y", "x"])
    assert fight.now == [now]
    assert rounds(fight, 1, 2) == {1: ["x", "y"] if now == "x" else ["y"], 2: ["z", "y", "x"]}


def agreeing(**people: int) -> Fight:
    """All of them on 16, at a table where they agree."""
    fight = gathered("starfinder", options=AGREED, **people).do("begin")
    return fight.roll(**{name: 16 - modifier for name, modifier in people.items()})


def test_c8_a_roll_off_by_hand_counts_where_they_might_agree() -> None:
    fight = agreeing(x=4, y=4)
    assert fight.view()["combatants"]["x"]["can"] == ["roll"]
    fight.roll(x=7)
    assert (fight.enc.phase, fight.view()["combatants"]["x"]["can"]) == ("roll", [])
    assert order(fight.roll(y=15)) == ["y", "x"]
    assert fight.view()["timeline"][0]["why"][-1] == {
        "clause": "SF-C8", "term": "roll_off", "faces": [15],
    }  # fmt: skip


def test_a9_the_dice_decide_among_all_who_are_tied_whatever_their_modifiers() -> None:
    assert order(agreeing(x=6, y=2).roll(x=3).roll(y=4)) == ["y", "x"]


def test_a9_all_does_not_begin_it() -> None:
    fight = agreeing(x=4, y=4)
    refused("wrong_phase", "SF-C1", lambda: fight.do("roll", for_="all", faces=[7, 15]))
    refused("wrong_phase", "SF-C1", lambda: fight.do("roll", for_="side:party", faces=[7, 15]))
    fight.roll(x=7)
    assert order(fight.do("roll", for_="all", dice=[15])) == ["y", "x"]


def test_a8_equal_ones_repeat_here_too() -> None:
    fight = agreeing(x=4, y=4, z=4).roll(x=9, y=9, z=12)
    assert fight.view()["prompts"] == [{"prompt": "tie", "combatants": ["x", "y"]}]
    assert order(fight.roll(x=3).roll(y=18)) == ["z", "y", "x"]


def test_a9_a_roll_off_that_has_begun_may_still_be_settled() -> None:
    assert order(agreeing(x=4, y=4, z=4).roll(x=20).do("settle", order=["z", "y", "x"])) == [
        "z", "y", "x",
    ]  # fmt: skip


def test_a9_force_rolls_off_the_rest() -> None:
    fight = agreeing(x=4, y=4).roll(x=7)
    assert order(fight.do("advance", force=True, dice=[15])) == ["y", "x"]


def test_a7_a_newcomer_rolls_against_what_was_rolled_by_hand() -> None:
    fight = agreeing(x=4, y=4).roll(x=7).roll(y=15).add("z", traits={"modifier": 4}).roll(z=12)
    assert fight.view()["prompts"][0]["prompt"] == "tie"
    assert order(fight.roll(z=9)) == ["y", "z", "x"]


@pytest.mark.parametrize(
    ("x", "y", "modifiers"), [(12, 12, (4, 4)), (10, 14, (6, 2))], ids=["equal", "unlike"]
)
def test_c10_a9_with_it_equal_counts_wait_for_the_agreement(
    x: int, y: int, modifiers: tuple[int, int]
) -> None:
    fight = gathered("starfinder", options=AGREED, x=modifiers[0], y=modifiers[1]).do("begin")
    fight.roll(x=x, y=y)
    assert fight.enc.phase == "roll"
    assert "settle" in fight.view()["can"]
    assert "roll" not in fight.view()["can"]
    assert order(fight.do("settle", order=["y", "x"])) == ["y", "x"]


def test_c10_an_agreement_is_a_reason_for_the_place() -> None:
    fight = gathered("starfinder", options=AGREED, x=4, y=4).do("begin").roll(x=12, y=12)
    fight.do("settle", order=["y", "x"])
    assert fight.view()["timeline"][0]["why"][-1] == {"clause": "SF-C10", "term": "agreement"}


def test_a9_force_falls_back_to_the_modifiers_and_then_to_a_roll_off() -> None:
    fight = gathered("starfinder", options=AGREED, x=2, y=6, z=2).do("begin")
    fight.roll(x=14, y=10, z=14)
    fight.do("advance", force=True, dice=[4, 11])
    assert (fight.enc.phase, order(fight)) == ("act", ["y", "z", "x"])
    assert fight.view()["prompts"] == []


def test_a9_an_agreement_names_all_who_are_tied() -> None:
    fight = gathered("starfinder", options=AGREED, x=4, y=4, z=0).do("begin")
    fight.roll(x=12, y=12, z=5)
    for wrong in (["x"], ["x", "z"], ["x", "y", "z"]):
        refused("illegal_value", "SF-C8", lambda wrong=wrong: fight.do("settle", order=wrong))


def test_a_forced_advance_rolls_off_what_is_tied_and_leaves_out_who_has_not_rolled() -> None:
    fight = gathered("starfinder", x=4, y=4, z=4).do("begin").roll(x=12, y=12)
    fight.do("advance", force=True, dice=[3, 8])
    assert (fight.enc.phase, order(fight)) == ("act", ["y", "x"])
    refused("waiting", "", fight.next)
    assert order(fight.roll(z=1)) == ["y", "x", "z"]


def test_a_tie_that_modifiers_settle_takes_nobodys_turn_away() -> None:  # SF-C7
    """Orc acts in Bo's turn and ties with Ana: before Bo in the next round, but her turn is still to come."""
    fight = Fight("starfinder", ties_by_agreement=True, delay_sorts_by_modifier=True)
    for name, modifier in {"orc": 0, "bo": 0, "imp": 0, "ana": 1}.items():
        fight.add(name, traits={"modifier": modifier})
    fight.do("begin").roll(orc=13, bo=9, imp=2, ana=1).do("settle", order=["imp", "ana"])
    fight.do("place", combatant="bo", before="imp").do("place", combatant="imp", after="orc")
    fight.do("ready", combatant="orc", trigger="x").next()
    assert fight.now == ["bo"]
    fight.do("trigger", combatant="orc", by="bo").next(force=True)
    assert fight.now == ["ana"]
    assert rounds(fight, 2) == {2: ["imp", "ana", "orc", "bo"]}


@pytest.mark.parametrize(
    "deed", [{"do_": "place", "before": "a"}, {"do_": "split", "count": 1, "id": "d"}]
)
def test_c10_what_the_gm_does_with_one_of_those_who_agreed_opens_no_tie_again(
    deed: dict[str, Any],
) -> None:
    fight = Fight("starfinder", ties_by_agreement=True)
    for id_ in ("a", "b", "c"):
        fight.add(id_, count=3)
    fight.do("begin").roll(a=9, b=9, c=9).do("settle", order=["a", "b", "c"])
    fight.do(deed["do_"], combatant="c", **{k: v for k, v in deed.items() if k != "do_"})
    assert prompted(fight, "tie") == []


def test_mm_c10_who_is_placed_beside_one_of_those_who_agreed_opens_no_tie_again() -> None:
    fight = Fight("mmrpg")
    for id_ in ("a", "b", "c"):
        fight.add(id_)
    fight.do("begin").roll(a=[3, 3, 3], b=[3, 3, 3], c=[3, 3, 3]).do(
        "settle", order=["a", "b", "c"]
    )
    fight.do("place", combatant="c", before="b")
    assert [e.combatant for e in fight.order.entries] == ["a", "c", "b"]
    assert prompted(fight, "tie") == []
