"""Starfinder, read off its page of rules: counts and their order, durations, joining and leaving."""

from __future__ import annotations

import pytest

from rules.model import events as ev
from rules.model.encounter import END
from tests.rules.circles import counted, gathered, order, refused, rounds, turns
from tests.rules.fights import Fight


def tied(**options: bool) -> Fight:
    """X and Y, both 16, with the same modifier."""
    return gathered("starfinder", options=options, x=4, y=4).do("begin").roll(x=12, y=12)


# --- the count (SF-C1 to SF-C6) ---------------------------------------------------------------


def test_c1_c4_the_d20_and_the_modifier_are_the_count_and_the_highest_is_first() -> None:
    fight = gathered("starfinder", kes=4, obo=2, goblin=3).do("begin")
    fight.roll(kes=12, obo=15, goblin=9)
    assert fight.moments() == [(17, ("obo",)), (16, ("kes",)), (12, ("goblin",))]
    assert {c.id: c.initiative for c in fight.enc.combatants.values()} == {
        "kes": 16, "obo": 17, "goblin": 12,
    }  # fmt: skip


def test_c1_everybody_rolls_before_round_1_and_the_last_roll_starts_it() -> None:
    fight = gathered("starfinder", kes=4, obo=2).do("begin")
    assert fight.enc.phase == "roll"
    assert fight.view()["prompts"] == [
        {
            "prompt": "roll",
            "for": ["kes", "obo"],
            "clause": "SF-C1",
            "dice": {"count": 1, "sides": 20},
        }
    ]
    fight.roll(kes=12)
    assert (fight.enc.phase, fight.enc.round) == ("roll", 0)
    fight.do("roll", for_="all", dice=[15])
    assert (fight.enc.phase, fight.enc.round, fight.now) == ("act", 1, ["obo"])


def test_c2_a_place_says_how_it_came_about() -> None:
    fight = gathered("starfinder", kes=4).do("begin").roll(kes=12)
    (entry,) = fight.view()["timeline"]
    assert entry["at"] == 16
    assert entry["why"] == [
        {"clause": "SF-C2", "term": "die", "value": 12, "faces": [12]},
        {"clause": "SF-C2", "term": "modifier", "value": 4},
    ]


def test_c11_three_rounds_have_the_same_order_and_dice_only_before_the_first() -> None:
    fight = gathered("starfinder", kes=4, obo=2, goblin=3).do("begin")
    fight.roll(kes=12, obo=15, goblin=9)
    same = ["obo", "kes", "goblin"]
    assert rounds(fight, 1, 2, 3) == {1: same, 2: same, 3: same}
    assert len(fight.events(ev.Rolled)) == 3


def test_c11_a_new_combat_rolls_anew() -> None:
    fight = counted(a=20, b=5).do("end").do("begin")
    assert fight.enc.phase == "roll"
    assert all(c.initiative is None for c in fight.enc.combatants.values())
    assert order(fight.roll(a=1, b=2)) == ["b", "a"]


def test_c2_there_is_no_d20_that_shows_21_and_nothing_to_reroll() -> None:
    fight = gathered("starfinder", kes=4).do("begin")
    refused("illegal_value", "SF-C1", lambda: fight.roll(kes=21))
    refused(
        "illegal_value",
        "SF-C11",
        lambda: fight.do("roll", for_="kes", faces=[2], rerolls=[{"die": 0, "face": 3}]),
    )


# --- who cannot act (SF-C12, SF-A10) ----------------------------------------------------------


def test_c12_who_cannot_act_keeps_the_count_and_is_passed_over() -> None:
    fight = counted(a=20, b=15, c=10).do("change", combatant="b", set={"able": False})
    assert rounds(fight, 1, 2) == {1: ["a", "c"], 2: ["a", "c"]}
    assert fight.who("b").initiative == 15
    fight.do("undo").do("change", combatant="b", set={"able": True}).next()
    assert order(fight) == ["a", "b", "c"]


def test_c12_paralysed_for_two_rounds_b_acts_in_the_third_on_the_old_count() -> None:
    fight = counted(a=20, b=15, c=10).do("change", combatant="b", set={"able": False})
    assert turns(fight, 4) == ["a", "c", "a", "c"]
    fight.do("change", combatant="b", set={"able": True}).next()
    assert (fight.enc.round, turns(fight, 3)) == (3, ["a", "b", "c"])
    assert fight.at("b") == [15]


def test_a10_the_place_of_an_unable_one_still_comes_round_for_durations() -> None:
    fight = counted(a=20, b=15, c=10).next().do("mark", combatant="c", name="Haze", rounds=1)
    fight.do("change", combatant="b", set={"able": False})
    assert (fight.now, [m.name for m in fight.who("c").marks]) == (["c"], ["Haze"])
    fight.next()
    assert (fight.now, [m.name for m in fight.who("c").marks]) == (["a"], ["Haze"])
    assert (fight.next().now, fight.who("c").marks) == (["c"], ())


def test_defeat_is_passed_over_too_and_healing_brings_back_the_turn() -> None:
    fight = counted(a=20, b=15, c=10)
    fight.do("change", combatant="b", set={"hp": 3}).do("hit", combatant="b", damage=5)
    assert turns(fight, 3) == ["a", "c", "a"]
    assert fight.do("heal", combatant="b", hp=4).next().now == ["b"]


def test_if_nobody_can_act_the_round_ends_with_nobody_active() -> None:
    fight = counted(a=20, b=15)
    for id_ in ("a", "b"):
        fight.do("change", combatant=id_, set={"able": False})
    assert (fight.enc.round, fight.enc.phase, fight.now) == (1, "end", [])
    assert (fight.next().enc.round, fight.enc.phase) == (2, "end")
    fight.do("change", combatant="b", set={"able": True}).next()
    assert (fight.enc.round, fight.now) == (3, ["b"])


# --- durations --------------------------------------------------------------------------------


def test_a_duration_ends_just_before_the_count_on_which_it_began() -> None:
    fight = counted(a=20, b=15, c=10).next().do("mark", combatant="a", name="Haste", rounds=2)
    held = []
    for _ in range(7):
        held.append((fight.enc.round, fight.now[0], bool(fight.who("a").marks)))
        fight.next()
    assert held == [
        (1, "b", True), (1, "c", True), (2, "a", True), (2, "b", True), (2, "c", True),
        (3, "a", True), (3, "b", False),
    ]  # fmt: skip


def test_it_ends_there_also_if_its_combatant_has_moved_meanwhile() -> None:
    fight = counted(a=20, b=15, c=10).do("mark", combatant="c", name="Haze", rounds=1)
    fight.do("delay", combatant="a").do("return", combatant="a")
    assert turns(fight, 3) == ["b", "a", "c"]
    assert [bool(fight.who("c").marks), fight.next().now, fight.who("c").marks] == [
        True, ["b"], (),
    ]  # fmt: skip


def test_a_tie_rolled_later_leaves_it_with_its_creature() -> None:
    fight = counted(a=20, b=15, c=10).next().do("mark", combatant="c", name="Haze", rounds=1)
    fight.add("d").roll(d=15).roll(b=9, d=3)
    assert turns(fight, 4) == ["b", "d", "c", "a"]
    assert bool(fight.who("c").marks)
    assert (fight.next().now, fight.who("c").marks) == (["b"], ())


def test_undo_brings_an_expired_mark_back() -> None:
    fight = counted(a=20, b=15).do("mark", combatant="b", name="Haze", rounds=1).next().next()
    assert fight.who("b").marks == ()
    assert [m.name for m in fight.do("undo").who("b").marks] == ["Haze"]


# --- the gm's hand, joining and leaving -------------------------------------------------------


def test_place_puts_somebody_before_another() -> None:
    fight = counted(a=20, b=15, c=10).do("place", combatant="c", before="b")
    assert turns(fight, 4) == ["a", "c", "b", "a"]
    assert fight.at("c") == [15]


def test_place_inside_a_tie_settles_it() -> None:
    fight = tied().do("place", combatant="y", before="x")
    assert (fight.enc.phase, order(fight)) == ("act", ["y", "x"])


def test_place_never_gives_a_second_turn() -> None:
    fight = counted(a=20, b=15, c=10).next().do("place", combatant="a", before="c")
    assert turns(fight, 3) == ["b", "c", "b"]
    assert turns(fight, 3) == ["b", "a", "c"]


def test_place_never_takes_a_turn() -> None:
    fight = counted(a=20, b=15, c=10).next().do("place", combatant="c", before="a")
    assert turns(fight, 2) == ["b", "c"]
    assert turns(fight.next(), 3) == ["c", "a", "b"]


def test_a_skipped_turn_counts_as_a_turn_that_ended_also_as_the_first_of_a_round() -> None:
    fight = counted(a=20, b=15, c=10).do("change", combatant="a", set={"able": False})
    assert turns(fight, 2) == ["b", "c"]
    fight.next().do("change", combatant="a", set={"able": True})
    fight.do("place", combatant="a", before="c")
    assert (fight.enc.round, turns(fight, 4)) == (2, ["b", "c", "b", "a"])


def test_placing_whose_turn_it_is_leaves_him_his_turn() -> None:
    fight = counted(a=20, b=15, c=10).do("place", combatant="a", before="c")
    assert turns(fight, 4) == ["a", "b", "c", "b"]
    assert turns(fight, 3) == ["b", "a", "c"]


def test_nobody_is_placed_without_a_roll() -> None:
    fight = counted(a=20, b=15).add("d")
    refused("wrong_phase", "SF-C3", lambda: fight.do("place", combatant="d", before="a"))


@pytest.mark.parametrize(
    ("gone", "then"),
    [("a", ["b", "c", "b"]), ("b", ["c", "a", "c"]), ("c", ["b", "a", "b"])],
    ids=["an-earlier-one", "the-current-one", "the-last-one"],
)
def test_removing_somebody_skips_and_repeats_nobody(gone: str, then: list[str]) -> None:
    fight = counted(a=20, b=15, c=10).next().do("remove", combatant=gone)
    assert turns(fight, 3) == then


def test_removing_the_last_one_in_the_last_ones_turn_goes_to_the_next_round() -> None:
    fight = counted(a=20, b=15).next().do("remove", combatant="b")
    assert (fight.enc.round, fight.now) == (2, ["a"])


def test_a_part_of_a_group_has_its_own_place_directly_behind_it() -> None:
    fight = counted(a=20, c=10).add("orcs", "foes", count=5).roll(orcs=15)
    fight.do("split", combatant="orcs", count=2, id="two")
    assert turns(fight, 5) == ["a", "orcs", "two", "c", "a"]


def test_a_part_of_the_group_whose_turn_it_is_acts_with_it_and_not_again() -> None:
    fight = counted(a=20, c=10).add("orcs", "foes", count=5).roll(orcs=15).next()
    fight.do("split", combatant="orcs", count=2, id="two")
    assert turns(fight, 4) == ["orcs+two", "c", "a", "orcs"]


def test_a_part_of_a_group_that_has_had_its_turn_waits_for_the_next_round() -> None:
    fight = counted(a=20, c=10).add("orcs", "foes", count=5).roll(orcs=15).next().next()
    fight.do("split", combatant="orcs", count=2, id="two")
    assert turns(fight, 4) == ["c", "a", "orcs", "two"]


def test_segment_is_the_same_as_next_here() -> None:
    fight = tied().do("roll", for_="all", faces=[7, 15]).next("segment")
    assert fight.now == ["x"]


def test_advancing_a_round_comes_to_its_first_turn() -> None:
    fight = counted(a=20, b=15, c=10).next().next("round")
    assert (fight.enc.round, fight.now) == (2, ["a"])


def test_the_order_is_the_same_for_any_order_of_insertion() -> None:
    modifiers, rolls = {"a": 2, "b": 2, "c": 6}, {"a": 14, "b": 14, "c": 10}
    for names in (["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]):
        fight = gathered("starfinder", **{n: modifiers[n] for n in names}).do("begin")
        fight.roll(**{n: rolls[n] for n in names}).do("roll", for_="a", faces=[3])
        assert order(fight.roll(b=12)) == ["c", "b", "a"]


def test_the_end_of_a_round_is_behind_every_count() -> None:
    fight = counted(a=20).do("change", combatant="a", set={"able": False}).next()
    assert fight.enc.cursor.key == END
