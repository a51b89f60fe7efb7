"""A moment whose last actor cannot act any more, or is moved away, leads on to the next one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.rules.acts import melee
from tests.rules.circles import counted, gathered, turns
from tests.rules.fights import MELEE, Fight
from tests.rules.second_edition import DAGGER, cast, fight

M = 1
OUT = {"able": False}


def starfinder() -> Fight:
    """A20 B15 C10, in a's turn."""
    return counted(a=20, b=15, c=10)


def marvel() -> Fight:
    """A and B are Fantastic; a's turn in the bonus round."""
    made = gathered("mmrpg", options={"delay_and_ready": True}, a=0, b=0, c=0).do("begin")
    return made.roll(a=[6, M, 6], b=[5, M, 5], c=[4, 3, 4])


def second_edition() -> Fight:
    """A at 3, b at 8, c at 11, each alone."""
    return fight(a=DAGGER, b=DAGGER, c=DAGGER).roll(a=1, b=6, c=9)


@pytest.mark.parametrize("begun", [starfinder, marvel, second_edition])
@pytest.mark.parametrize(
    "do",
    [
        lambda made: made.do("change", combatant="a", set=OUT),
        lambda made: made.do("remove", combatant="a"),
    ],
    ids=["unable", "removed"],
)
def test_who_cannot_act_any_more_leaves_the_moment_to_the_next_one(
    begun: Callable[[], Fight], do: Callable[[Fight], Fight]
) -> None:
    made = begun()
    assert made.now == ["a"]
    assert do(made).now == ["b"]
    assert made.enc.phase in ("act", "bonus")


@pytest.mark.parametrize("begun", [starfinder, marvel])
def test_who_falls_in_the_own_turn_of_a_circle_has_no_more_of_it(
    begun: Callable[[], Fight],
) -> None:  # SF-C12
    made = begun().do("change", combatant="a", set={"hp": 3})
    assert made.do("hit", combatant="a", damage=2).now == ["a"]
    assert made.do("hit", combatant="a", damage=2).now == ["b"]


def test_2e_who_falls_at_a_total_still_acts_there() -> (
    None
):  # all at one total is resolved together
    made = second_edition().do("hit", combatant="a", damage=99)
    assert made.now == ["a"]
    assert made.next().now == ["b"]


def test_2e_who_is_surprised_at_the_own_moment_does_nothing_there() -> None:
    assert second_edition().do("surprise", combatants=["a"]).now == ["b"]


def test_c20_who_delays_in_the_bonus_round_and_is_surprised_has_no_turn_in_it_any_more() -> None:
    made = marvel().do("delay", combatant="a").do("surprise", combatants=["a"], by=["c"])
    made.do("return", combatant="a")
    assert made.now == ["b"]
    assert (made.next().enc.phase, turns(made, 3)) == ("act", ["b", "a", "c"])


def test_c20_so_does_who_waits_with_a_readied_action() -> None:
    made = (
        marvel().do("ready", combatant="a", trigger="x").do("surprise", combatants=["a"], by=["c"])
    )
    made.do("trigger", combatant="a")
    assert made.now == ["b"]
    assert (made.next().enc.phase, turns(made, 3)) == ("act", ["a", "b", "c"])


def test_2e_somebody_unable_is_put_before_the_present_moment_and_nothing_goes_back() -> None:
    made = second_edition().next()
    assert made.now == ["b"]
    made.do("correct", for_="c", modifier=4).do("change", combatant="c", set=OUT)
    assert made.do("place", combatant="c", before="b").now == ["b"]


def test_2e_a_moment_that_a_correction_moves_away_leads_on() -> None:
    made = second_edition().do("correct", for_="a", total=9)
    assert (made.now, made.at("a")) == (["a"], [3]), "what is going on keeps its place"
    assert made.next().now == ["b"]


def test_1e_a_segment_without_an_entry_is_a_moment_where_the_game_master_steps_to_it() -> None:
    made = melee(("a", [MELEE]), ("b", [MELEE])).roll(party=2, foes=5).next("segment")
    assert (made.enc.cursor.at, made.now) == (3, [])
    made.do("change", combatant="b", set={"name": "Orc"})
    assert (made.enc.cursor.at, made.now) == (3, [])


def test_1e_who_is_removed_at_the_own_segment_leaves_it_to_the_next_one() -> None:
    made = melee(("a", [MELEE]), ("b", [MELEE]), ("b2", [MELEE])).roll(party=2, foes=5)
    assert made.do("remove", combatant="a").now == ["b", "b2"]


def test_an_emptied_moment_waits_for_a_newcomers_die_and_leads_on_after_it() -> None:
    made = fight(a=DAGGER, b=cast(9)).roll(a=1, b=6).add("late", hp=3)
    assert made.do("change", combatant="a", set=OUT).now == []
    assert made.roll(late=1).now == ["b"]
