"""Starfinder, the surprise round and reactions."""

from __future__ import annotations

import pytest

from tests.rules.circles import counted, gathered, order, refused, turns
from tests.rules.fights import Fight

# --- the surprise round -----------------------------------------------------------------------


def surprised(*, c: int = 22, d: int = 11) -> Fight:
    """A18 and B9 are aware, C and D are not; in the surprise round."""
    fight = gathered("starfinder", a=0, b=0, c=0, d=0)
    return fight.do("surprise", combatants=["c", "d"]).do("begin").roll(a=18, b=9)


def test_only_those_aware_act_in_the_surprise_round_and_the_surprised_roll_after_it() -> None:
    fight = surprised()
    assert (fight.enc.phase, fight.enc.round, order(fight)) == ("surprise", 0, ["a", "b"])
    assert turns(fight, 2) == ["a", "b"]
    assert fight.next().enc.phase == "roll"
    assert fight.view()["prompts"][0]["for"] == ["c", "d"]
    fight.do("roll", for_="c", faces=[20]).do("roll", for_="d", dice=[11])
    assert (fight.enc.round, fight.moments()) == (
        1, [(20, ("c",)), (18, ("a",)), (11, ("d",)), (9, ("b",))],
    )  # fmt: skip


@pytest.mark.parametrize("unaware", [[], ["a", "b"]], ids=["nobody", "everybody"])
def test_nobody_or_everybody_surprised_is_no_surprise_round(unaware: list[str]) -> None:
    fight = gathered("starfinder", a=0, b=0).do("surprise", combatants=unaware).do("begin")
    assert fight.roll(a=18, b=9).enc.cursor.place == (1, (-18, 0, 0, 0))


def test_forced_on_without_any_roll_the_surprised_are_asked_with_the_others() -> None:
    fight = gathered("starfinder", a=0, c=0).do("surprise", combatants=["c"]).do("begin")
    assert fight.view()["prompts"][0]["for"] == ["a"]
    assert fight.next(force=True).view()["prompts"][0]["for"] == ["a", "c"]


def test_surprise_is_taken_back_by_naming_nobody() -> None:
    fight = gathered("starfinder", a=0, b=0).do("surprise", combatants=["a"])
    fight.do("surprise", combatants=[]).do("begin").roll(a=18, b=9)
    assert fight.enc.phase == "act"


def test_a_surprised_one_is_flat_footed_until_he_has_acted() -> None:
    fight = surprised()
    turns(fight, 3)
    fight.roll(c=20, d=11)
    assert (fight.now, fight.who("c").surprised) == (["c"], True)
    fight.next()
    assert (fight.who("c").surprised, fight.who("d").surprised) == (False, True)
    assert fight.view()["combatants"]["d"]["surprised"] is True


def test_surprise_comes_before_the_fight_or_not_at_all() -> None:
    fight = counted(a=20, b=10)
    refused("wrong_phase", "", lambda: fight.do("surprise", combatants=["b"]))
    refused("bad_message", "", lambda: fight.do("surprise", sides={"party": 1}))


def test_whoever_enters_during_the_surprise_round_acts_from_round_1() -> None:
    fight = surprised().add("e").roll(e=15)
    assert turns(fight, 2) == ["a", "b"]
    fight.next().roll(c=20, d=11)
    assert turns(fight, 5) == ["c", "a", "e", "d", "b"]


def test_advancing_a_round_stops_where_the_surprised_have_to_roll() -> None:
    fight = surprised().next("round")
    assert (fight.enc.phase, fight.enc.round) == ("roll", 0)
    refused("waiting", "", lambda: fight.next("round"))


# --- reactions --------------------------------------------------------------------------------


def reactions(fight: Fight) -> dict[str, bool]:
    return {id_: shown["reaction"] for id_, shown in fight.view()["combatants"].items()}


def test_nobody_has_a_reaction_before_his_first_turn() -> None:
    fight = counted(a=20, b=10)
    assert reactions(fight) == {"a": True, "b": False}
    assert reactions(fight.next()) == {"a": True, "b": True}


def test_one_reaction_a_round_and_it_is_back_at_the_start_of_the_own_turn() -> None:
    fight = counted(a=20, b=10).next().do("mark", combatant="a", name="no_reaction")
    assert reactions(fight) == {"a": False, "b": True}
    assert reactions(fight.next()) == {"a": True, "b": True}


def test_who_delays_regains_it_at_the_original_turn() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a").next()
    fight.do("mark", combatant="a", name="no_reaction").do("return", combatant="a")
    assert (fight.next().now, reactions(fight)["a"]) == (["a"], False)
    assert (fight.next().now, reactions(fight)["a"]) == (["b"], True)
