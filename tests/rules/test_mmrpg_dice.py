"""The Marvel game: d616, Edge and Trouble."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.mmrpg import d616
from tests.rules.circles import refused
from tests.rules.fights import Fight

M = 1


def hero(fight: Fight, id_: str, modifier: int = 0, edge: int = 0, **more: Any) -> Fight:
    return fight.add(id_, "party", traits={"modifier": modifier, "edge": edge}, **more)


def alone(modifier: int = 0, edge: int = 0, *, surprised: bool = False) -> Fight:
    """One character, asked for the roll."""
    fight = hero(Fight("mmrpg"), "a", modifier, edge)
    return fight.do("surprise", combatants=["a"] if surprised else []).do("begin")


# --- d616 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "total", "fantastic"),
    [
        ((4, M, 2), 12, True),
        ((4, 6, 2), 12, False),
        ((1, M, 1), 8, True),
        ((6, M, 6), 18, True),
        ((1, 5, 1), 7, False),
    ],
)
def test_the_m_counts_as_six_and_makes_the_roll_fantastic(
    faces: tuple[int, int, int], total: int, fantastic: bool
) -> None:
    assert (d616.total(faces), d616.is_fantastic(faces)) == (total, fantastic)


def test_only_6_m_6_is_an_ultimate_fantastic() -> None:
    assert d616.is_ultimate((6, M, 6))
    assert not any(d616.is_ultimate(f) for f in ((6, 6, 6), (6, M, 5), (M, M, 6)))


@pytest.mark.parametrize(
    ("faces", "dice"),
    [((4, M, 6), [1]), ((3, 2, 5), [2]), ((6, 6, 2), [0, 1]), ((5, 5, 5), [0, 2, 1]), ((1, 2, 1), [1])],
    ids=["m-always", "the-highest", "ordinary-before-marvel", "left-first", "a-plain-marvel"],
)  # fmt: skip
def test_a5_the_best_die_is_an_ordinary_one_before_an_equal_marvel_die_that_is_not_m(
    faces: tuple[int, int, int], dice: list[int]
) -> None:
    assert d616.best(faces) == dice


@pytest.mark.parametrize(
    ("faces", "die", "face", "better", "kept"),
    [
        ((2, 6, 5), 1, M, True, (2, M, 5)),
        ((2, M, 5), 1, 6, True, (2, M, 5)),
        ((2, M, 5), 1, 6, False, (2, 6, 5)),
        ((2, 6, 5), 1, M, False, (2, 6, 5)),
        ((2, 6, 5), 0, 4, True, (4, 6, 5)),
        ((2, 6, 5), 0, 1, True, (2, 6, 5)),
        ((2, 3, 5), 2, 1, False, (2, 3, 1)),
        ((2, 3, 5), 2, 6, False, (2, 3, 5)),
        ((2, 3, 5), 0, 2, True, (2, 3, 5)),
    ],
)
def test_edge_keeps_the_better_die_and_trouble_the_worse_and_m_beats_a_plain_six(
    faces: tuple[int, int, int], die: int, face: int, better: bool, kept: tuple[int, int, int]
) -> None:
    assert d616.rerolled(faces, die, face, better=better) == kept


# --- Edge and Trouble -------------------------------------------------------------------------


def test_a6_edge_on_the_servers_dice_waits_for_the_player_to_name_the_die() -> None:
    fight = alone(edge=1).do("roll", for_="a", dice=[2, 6, 5])
    assert fight.view()["prompts"] == [{"prompt": "reroll", "combatants": ["a"]}]
    assert fight.view()["combatants"]["a"]["can"] == ["reroll"]
    assert (fight.enc.phase, fight.who("a").initiative) == ("roll", None)
    fight.do("reroll", combatant="a", die=1, dice=[M])
    assert (fight.enc.rolls["a"].faces, fight.who("a").initiative) == ((2, M, 5), 13)
    assert fight.enc.phase == "bonus"


def test_a6_or_to_decline() -> None:
    fight = alone(edge=1).do("roll", for_="a", dice=[2, 6, 5]).do("reroll", combatant="a")
    assert (fight.enc.rolls["a"].faces, fight.enc.phase) == ((2, 6, 5), "act")


def test_edge_keeps_the_old_die_if_the_new_one_is_worse() -> None:
    fight = alone(edge=1).do("roll", for_="a", dice=[2, 6, 5])
    fight.do("reroll", combatant="a", die=0, face=1)
    assert fight.enc.rolls["a"].faces == (2, 6, 5)


def test_each_of_two_edges_is_used_or_declined_separately() -> None:
    fight = alone(edge=2).do("roll", for_="a", dice=[2, 6, 1])
    fight.do("reroll", combatant="a", die=2, dice=[4])
    assert fight.enc.phase == "roll"
    fight.do("reroll", combatant="a", die=0, dice=[5])
    assert (fight.enc.rolls["a"].faces, fight.who("a").initiative) == ((5, 6, 4), 15)


def test_edge_with_dice_rolled_by_hand() -> None:
    fight = alone(edge=1).do("roll", for_="a", faces=[2, 6, 5], rerolls=[{"die": 1, "face": M}])
    assert (fight.enc.rolls["a"].faces, fight.enc.phase) == ((2, M, 5), "bonus")


def test_dice_rolled_by_hand_with_no_word_of_edge_still_ask_for_it() -> None:
    fight = alone(edge=1).do("roll", for_="a", faces=[2, 6, 5])
    assert fight.enc.rolls["a"].pending == 1
    assert alone(edge=1).do("roll", for_="a", faces=[2, 6, 5], rerolls=[]).enc.phase == "act"


def test_the_server_applies_trouble_to_the_best_die() -> None:
    fight = alone(edge=-1).do("roll", for_="a", dice=[3, M, 5, 2])
    assert fight.enc.rolls["a"].faces == (3, 2, 5)
    assert fight.enc.rolls["a"].rerolls == ((1, M, 2),)


def test_troubles_apply_one_by_one_to_the_faces_as_they_are() -> None:
    fight = alone(edge=-2).do("roll", for_="a", dice=[3, M, 5, 2, 1])
    assert fight.enc.rolls["a"].faces == (3, 2, 1)


def test_trouble_with_dice_rolled_by_hand_needs_its_reroll() -> None:
    fight = alone(edge=-1)
    refused("illegal_value", "MM-C19", lambda: fight.do("roll", for_="a", faces=[3, M, 5]))
    fight.do("roll", for_="a", faces=[3, M, 5], rerolls=[{"face": 2}])
    assert fight.enc.rolls["a"].faces == (3, 2, 5)


def test_a5_the_caller_may_name_which_of_equal_best_dice() -> None:
    fight = alone(edge=-1)
    rerolls = [{"die": 1, "face": 3}]
    refused(
        "illegal_value",
        "MM-A5",
        lambda: fight.do("roll", for_="a", faces=[6, 4, 2], rerolls=rerolls),
    )
    fight.do("roll", for_="a", faces=[6, 6, 2], rerolls=rerolls)
    assert fight.enc.rolls["a"].faces == (6, 3, 2)


@pytest.mark.parametrize(
    "rerolls",
    [
        [{"die": 3, "face": 2}],
        [{"die": 1, "face": 7}],
        [{"die": 0, "face": 2}, {"die": 1, "face": 2}],
        [{"face": 2}],
    ],
    ids=["no-such-die", "no-such-face", "one-too-many", "which-die"],
)
def test_rerolls_that_cannot_be_are_refused(rerolls: list[dict[str, int]]) -> None:
    fight = alone(edge=1)
    with pytest.raises(Exception, match="illegal_value"):
        fight.do("roll", for_="a", faces=[2, 6, 5], rerolls=rerolls)


def test_without_edge_there_is_nothing_to_reroll() -> None:
    fight = alone()
    refused(
        "illegal_value",
        "MM-A6",
        lambda: fight.do("roll", for_="a", faces=[2, 6, 5], rerolls=[{"die": 0, "face": 2}]),
    )
    fight.do("roll", for_="a", faces=[2, 6, 5])
    refused("wrong_phase", "MM-A6", lambda: fight.do("reroll", combatant="a", die=0))


def test_going_on_by_force_declines_what_nobody_used() -> None:
    fight = alone(edge=2).do("roll", for_="a", dice=[2, 6, 5]).next(force=True)
    assert (fight.enc.phase, fight.now) == ("act", ["a"])
