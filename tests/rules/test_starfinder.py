"""Starfinder, read off its page of rules: counts, ties, the surprise round, delay and ready."""

from __future__ import annotations

import pytest

from rules import events as ev
from rules.encounter import END
from tests.rules.circles import counted, gathered, order, refused, rounds, turns
from tests.rules.fights import Fight

SORTED = {"delay_sorts_by_modifier": True}
AGREED = {"ties_by_agreement": True}


def tied(**options: bool) -> Fight:
    """X and Y, both 16, with the same modifier."""
    return gathered("starfinder", options=options, x=4, y=4).do("begin").roll(x=12, y=12)


# --- the count (SF-C1 to SF-C6) ----------------------------------------------------------------


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


# --- ties (SF-C7 to SF-C10, SF-A8, SF-A9) --------------------------------------------------------


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


def test_c10_without_the_gms_permission_nobody_settles() -> None:
    fight = tied()
    refused("illegal_value", "SF-C10", lambda: fight.do("settle", order=["y", "x"]))
    assert "settle" not in fight.view()["can"]


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


# --- who cannot act (SF-C12, SF-A10) -------------------------------------------------------------


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
    fight.do("change", combatant="b", set={"able": False}).next()
    assert [m.name for m in fight.who("c").marks] == ["Haze"]
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
    fight.next()
    assert (fight.enc.round, fight.enc.phase, fight.now) == (1, "end", [])
    assert (fight.next().enc.round, fight.enc.phase) == (2, "end")
    fight.do("change", combatant="b", set={"able": True}).next()
    assert (fight.enc.round, fight.now) == (3, ["b"])


# --- late entrants (SF-C14, SF-C15, SF-A7) -------------------------------------------------------


def entering(face: int, modifier: int = 2) -> Fight:
    """A20 B14 C8; D enters in round 2, in B's turn."""
    fight = counted(a=20, b=14, c=8)
    turns(fight, 5)
    return fight.add("d", traits={"modifier": modifier}).roll(d=face)


def test_c15_a_late_entrant_acts_in_this_round_if_the_place_is_still_to_come() -> None:
    fight = entering(9)
    assert (fight.enc.round, turns(fight, 3)) == (2, ["b", "d", "c"])
    assert fight.who("d").initiative == 11


def test_a7_else_the_first_turn_is_in_the_next_round() -> None:
    fight = entering(19)
    assert turns(fight, 2) == ["b", "c"]
    assert (fight.next().enc.round, turns(fight, 4)) == (3, ["d", "a", "b", "c"])


@pytest.mark.parametrize(
    ("modifier", "round_2"),
    [(-2, ["b", "d", "c"]), (2, ["b", "c"])],
    ids=["losing-the-tie", "winning-the-tie"],
)
def test_a7_on_the_count_of_the_present_turn_the_modifiers_decide(
    modifier: int, round_2: list[str]
) -> None:
    assert turns(entering(14 - modifier, modifier), len(round_2)) == round_2


@pytest.mark.parametrize(
    ("b", "d", "round_2", "round_3"),
    [
        (9, 3, ["b", "d", "c"], ["a", "b", "d", "c"]),
        (3, 9, ["b", "c"], ["a", "d", "b", "c"]),
    ],
    ids=["losing-the-roll-off", "winning-the-roll-off"],
)
@pytest.mark.parametrize("first", ["b", "d"])
def test_a7_or_a_roll_off_with_the_one_whose_turn_it_is(
    b: int, d: int, round_2: list[str], round_3: list[str], first: str
) -> None:
    fight = entering(14, 0)
    refused("waiting", "", fight.next)
    for id_ in (first, "d" if first == "b" else "b"):
        fight.roll(**{id_: b if id_ == "b" else d})
    assert (fight.now, turns(fight, len(round_2))) == (["b"], round_2)
    fight.next()
    assert turns(fight, 4) == round_3


def test_a7_a_late_entrant_rolls_against_the_standing_faces_of_those_who_rolled_off() -> None:
    fight = tied().do("roll", for_="all", faces=[7, 15]).add("z", traits={"modifier": 4})
    fight.roll(z=12)
    assert fight.view()["prompts"] == [{"prompt": "tie", "combatants": ["z", "y", "x"]}]
    assert [id_ for id_, c in fight.view()["combatants"].items() if "roll" in c["can"]] == ["z"]
    refused("wrong_phase", "SF-C1", lambda: fight.roll(x=20))
    assert order(fight.roll(z=9)) == ["y", "z", "x"]


def test_a8_and_again_where_the_new_face_equals_a_standing_one() -> None:
    fight = tied().do("roll", for_="all", faces=[7, 15]).add("z", traits={"modifier": 4})
    fight.roll(z=12).roll(z=7)
    assert fight.now == ["y"]
    assert order(fight.roll(x=4, z=16)) == ["y", "z", "x"]


def test_a_tie_that_loses_its_other_half_is_none() -> None:
    fight = entering(8, 0)
    refused("waiting", "", fight.next)
    fight.do("remove", combatant="c")
    assert turns(fight, 2) == ["b", "d"]


def test_c14_a_pending_roll_makes_advance_wait() -> None:
    fight = counted(a=20, b=14).add("d")
    error = refused("waiting", "", fight.next)
    assert error.detail["prompts"][0]["for"] == ["d"]


def test_a_turn_that_ended_while_a_roll_was_owed_passes_once_it_is_in() -> None:
    fight = counted(a=20, b=14).add("d").do("end_turn", combatant="a")
    assert fight.now == []
    assert fight.roll(d=17).now == ["d"]


# --- the surprise round --------------------------------------------------------------------------


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


# --- reactions -----------------------------------------------------------------------------------


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


# --- delay (SF-C13, SF-A1, SF-A3 to SF-A6) -------------------------------------------------------


def test_a1_who_delays_comes_back_directly_after_the_creature_whose_turn_ends() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a")
    assert fight.now == ["b"]
    fight.do("return", combatant="a")
    assert turns(fight, 3) == ["b", "a", "c"]
    assert fight.who("a").initiative == 15
    assert (fight.next().enc.round, turns(fight, 3)) == (2, ["b", "a", "c"])


def test_a1_a_count_gained_by_delay_is_placed_and_says_so() -> None:
    fight = counted(a=20, b=15).do("delay", combatant="a").do("return", combatant="a")
    entry = fight.view()["timeline"][1]
    assert (entry["combatant"], entry["at"]) == ("a", 15)
    assert entry["why"] == [{"clause": "SF-A1", "term": "delay", "value": 15}]


def test_a1_the_option_sorts_equal_counts_by_modifier_from_the_next_round_on() -> None:
    fight = gathered("starfinder", options=SORTED, a=5, b=0, c=0).do("begin")
    fight.roll(a=15, b=15, c=10).do("delay", combatant="a").do("return", combatant="a")
    assert turns(fight, 3) == ["b", "a", "c"]
    assert (fight.next().enc.round, turns(fight, 3)) == (2, ["a", "b", "c"])


def test_a3_a_delay_never_gives_a_second_turn() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a").next().do("return", combatant="a")
    assert rounds(fight, 1, 2) == {1: ["c", "a"], 2: ["b", "c", "a"]}


def test_a4_of_several_at_one_point_the_higher_modifier_is_first() -> None:
    fight = gathered("starfinder", a=1, b=5, c=0).do("begin").roll(a=19, b=14, c=10)
    fight.do("delay", combatant="a").do("delay", combatant="b")
    fight.do("return", combatant="a").do("return", combatant="b")
    assert turns(fight, 3) == ["c", "b", "a"]


def test_a4_then_a_roll_off() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a").do("delay", combatant="b")
    fight.do("return", combatant="a").do("return", combatant="b")
    refused("waiting", "", fight.next)
    fight.do("roll", for_="all", faces=[3, 12])
    assert turns(fight, 3) == ["c", "b", "a"]
    assert (fight.next().enc.round, turns(fight, 3)) == (2, ["c", "b", "a"])


def test_a1_who_comes_back_later_at_the_same_point_is_closest_to_it() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a").do("return", combatant="a")
    turns(fight, 5)
    assert (fight.enc.round, fight.now) == (2, ["a"])
    fight.next().do("delay", combatant="c")
    assert (fight.enc.round, fight.now) == (3, ["b"])
    fight.do("return", combatant="c")
    assert turns(fight, 3) == ["b", "c", "a"]


def test_a5_a_delay_never_used_is_forfeited_when_the_old_place_comes_round() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a")
    assert turns(fight, 3) == ["b", "c", "a"]
    assert (fight.enc.round, fight.who("a").delaying, fight.who("a").initiative) == (2, False, 20)
    assert [(e.combatant, e.what, e.clause) for e in fight.events(ev.Lapsed)] == [
        ("a", "delay", "SF-A5")
    ]
    assert fight.do("delay", combatant="a").now == ["b"]


def test_a_delay_used_in_the_next_round_before_the_old_place_is_that_rounds_turn() -> None:
    fight = counted(e=25, a=20, b=15).next().do("delay", combatant="a")
    assert turns(fight, 2) == ["b", "e"]
    fight.do("return", combatant="a")
    assert (fight.enc.round, turns(fight, 3)) == (2, ["e", "a", "b"])
    assert (fight.next().enc.round, turns(fight, 3)) == (3, ["e", "a", "b"])


def test_a6_a_delay_out_of_the_surprise_round_is_one_turn_only() -> None:
    fight = surprised().do("delay", combatant="a")
    assert (fight.enc.phase, fight.now) == ("surprise", ["b"])
    fight.do("return", combatant="a")
    assert turns(fight, 2) == ["b", "a"]
    fight.next().roll(c=20, d=11)
    assert turns(fight, 5) == ["c", "d", "b", "a", "c"]


def test_a_delay_from_the_surprise_round_into_round_1_is_the_turn_of_round_1() -> None:
    fight = surprised().do("delay", combatant="a").next().roll(c=20, d=11)
    fight.do("return", combatant="a")
    assert (fight.enc.round, turns(fight, 4)) == (1, ["c", "a", "d", "b"])
    assert turns(fight.next(), 4) == ["c", "a", "d", "b"]


def test_unable_while_delaying_the_delay_ends_and_the_count_stays() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a")
    fight.do("change", combatant="a", set={"able": False})
    assert (fight.who("a").delaying, fight.who("a").initiative) == (False, 20)
    fight.do("change", combatant="a", set={"able": True})
    refused("wrong_phase", "SF-A1", lambda: fight.do("return", combatant="a"))
    assert turns(fight, 3) == ["b", "c", "a"]


def test_only_whose_turn_it_is_delays_or_readies() -> None:
    fight = counted(a=20, b=15)
    refused("wrong_phase", "SF-C13", lambda: fight.do("delay", combatant="b"))
    refused("wrong_phase", "SF-C13", lambda: fight.do("ready", combatant="b", trigger="x"))
    refused("bad_message", "SF-C13", lambda: fight.do("ready", combatant="a", trigger=""))
    refused("wrong_phase", "SF-A1", lambda: fight.do("return", combatant="a"))
    refused("wrong_phase", "SF-A2", lambda: fight.do("trigger", combatant="a"))


def test_what_may_be_done_is_said() -> None:
    fight = counted(a=20, b=15)
    assert fight.view()["combatants"]["a"]["can"] == ["delay", "ready", "end_turn"]
    fight.do("delay", combatant="a")
    assert fight.view()["combatants"]["a"]["can"] == ["return"]
    fight.do("ready", combatant="b", trigger="the door opens")
    assert fight.view()["combatants"]["b"]["can"] == ["trigger"]


# --- ready (SF-A2) -------------------------------------------------------------------------------


def triggered(**options: bool) -> Fight:
    """A20 has readied; C10 triggers it in C's turn."""
    fight = counted(options=options, a=20, b=15, c=10)
    fight.do("ready", combatant="a", trigger="c moves").next()
    return fight.do("trigger", combatant="a", by="c")


def test_a2_the_readied_action_comes_with_the_moment_that_triggers_it() -> None:
    fight = triggered()
    assert fight.now == ["a", "c"]
    shown = [(e["combatant"], e["what"], e["at"]) for e in fight.view()["timeline"]]
    assert shown == [("a", "turn", 20), ("b", "turn", 15), ("a", "action", 10), ("c", "turn", 10)]
    assert fight.view()["cursor"] == {"from": 2, "to": 4}


def test_a2_from_the_next_round_on_the_place_is_directly_before_who_triggered_it() -> None:
    fight = triggered()
    assert fight.who("a").initiative == 10
    assert (fight.next().enc.round, turns(fight, 4)) == (2, ["b", "a", "c", "b"])


def test_a2_one_advance_ends_both() -> None:
    assert triggered().next().enc.round == 2


def test_a2_or_each_ends_the_own_part() -> None:
    fight = triggered().do("end_turn", combatant="a")
    assert fight.now == ["c"]
    assert fight.do("end_turn", combatant="c").now == ["b"]


def test_a2_the_option_sorts_by_modifier_here_too() -> None:
    fight = gathered("starfinder", options=SORTED, a=0, b=0, c=4).do("begin")
    fight.roll(a=20, b=15, c=6).do("ready", combatant="a", trigger="c moves").next()
    fight.do("trigger", combatant="a").next()
    assert turns(fight, 3) == ["b", "c", "a"]


def test_a_ready_triggered_in_the_next_round_before_the_old_place_is_that_rounds_turn() -> None:
    fight = counted(e=25, a=20, b=15).next().do("ready", combatant="a", trigger="e moves").next()
    assert (fight.enc.round, fight.do("trigger", combatant="a").now) == (2, ["a", "e"])
    assert turns(fight, 4) == ["a+e", "b", "a", "e"]


def test_a_ready_not_triggered_by_the_next_turn_is_lost() -> None:
    fight = counted(a=20, b=15).do("ready", combatant="a", trigger="x").next()
    assert (fight.now, fight.who("a").readied) == (["a"], None)
    refused("wrong_phase", "SF-A2", lambda: fight.do("trigger", combatant="a"))


def test_several_readied_actions_come_in_one_moment() -> None:
    fight = counted(a=20, b=15, c=10).do("ready", combatant="a", trigger="x")
    fight.do("ready", combatant="b", trigger="x")
    fight.do("trigger", combatant="a").do("trigger", combatant="b")
    assert fight.now == ["a", "b", "c"]
    assert turns(fight.next(), 3) == ["a", "b", "c"]


def test_nobody_triggers_the_own_action() -> None:
    fight = counted(a=20, b=15).do("ready", combatant="a", trigger="x")
    refused("illegal_value", "SF-A2", lambda: fight.do("trigger", combatant="a", by="a"))


# --- placed ones and newcomers -------------------------------------------------------------------


def placed_behind() -> Fight:
    """B15, A15 (after a delay), C10; in B's turn of round 2."""
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a").do("return", combatant="a")
    turns(fight, 4)
    return fight


@pytest.mark.parametrize(
    ("face", "modifier", "expected"),
    [(12, 3, ["d", "b", "a", "c"]), (18, -3, ["b", "a", "d", "c"])],
    ids=["higher-modifier", "lower-modifier"],
)
def test_a_newcomer_is_compared_with_the_unplaced_one(
    face: int, modifier: int, expected: list[str]
) -> None:
    assert order_in_next_round(placed_behind().add("d", traits={"modifier": modifier}), face) == (
        expected
    )


@pytest.mark.parametrize(
    ("b", "d", "expected"),
    [(9, 3, ["b", "a", "d", "c"]), (3, 9, ["d", "b", "a", "c"])],
    ids=["loses", "wins"],
)
def test_and_the_placed_one_stays_beside_the_creature_it_followed(
    b: int, d: int, expected: list[str]
) -> None:
    fight = placed_behind().add("d").roll(d=15)
    assert fight.view()["prompts"][0]["combatants"] == ["b", "d"]
    assert turns(fight.roll(b=b, d=d), 1) == ["b"]
    assert rounds(fight, 3)[3] == expected


@pytest.mark.parametrize(
    ("c", "d", "expected"),
    [(9, 3, ["b", "a", "c", "d"]), (3, 9, ["b", "d", "a", "c"])],
    ids=["loses", "wins"],
)
def test_so_does_the_one_before_who_triggered_it(c: int, d: int, expected: list[str]) -> None:
    fight = triggered().next().add("d").roll(d=10).roll(c=c, d=d)
    assert rounds(fight, 3)[3] == expected


def order_in_next_round(fight: Fight, face: int) -> list[str]:
    fight.roll(d=face)
    return rounds(fight, 3)[3]


# --- durations -----------------------------------------------------------------------------------


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


# --- the gm's hand, joining and leaving ----------------------------------------------------------


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
    assert turns(fight, 3) == ["", "b", "c"]
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


# --- what players see ----------------------------------------------------------------------------


def test_a_hidden_one_never_ties_with_a_visible_one_and_comes_after() -> None:
    fight = gathered("starfinder", a=4).add("lurker", "foes", hidden=True, traits={"modifier": 4})
    fight.do("begin").roll(lurker=12, a=12)
    assert (fight.enc.phase, order(fight)) == ("act", ["a", "lurker"])


def test_hiding_in_the_midst_of_a_tie_ends_it() -> None:
    fight = gathered("starfinder", a=4, b=4).do("begin").roll(a=12, b=12)
    fight.do("change", combatant="a", set={"hidden": True})
    assert (fight.enc.phase, order(fight), fight.view("player")["active"]) == (
        "act",
        ["b", "a"],
        ["b"],
    )


def test_so_does_revealing_one_of_two_hidden_ones() -> None:
    fight = Fight("starfinder").add("a")
    fight.add("x", "foes", hidden=True).add("y", "foes", hidden=True).do("begin")
    fight.roll(a=5, x=12, y=12).do("change", combatant="y", set={"hidden": False})
    assert (fight.enc.phase, order(fight)) == ("act", ["y", "x", "a"])


def test_players_stay_at_the_last_turn_that_they_see_while_a_hidden_one_acts() -> None:
    fight = gathered("starfinder", a=0, b=0).add("lurker", "foes", hidden=True).do("begin")
    fight.roll(a=20, b=10, lurker=15).next()
    assert fight.now == ["lurker"]
    seen = fight.view("player")
    assert (seen["active"], seen["at"], seen["next"]) == (["a"], 20, ["b"])
    assert [e["combatant"] for e in seen["timeline"]] == ["a", "b"]
    assert fight.next().view("player")["active"] == ["b"]


def test_a_surprise_round_of_hidden_ones_alone_is_no_phase_for_players() -> None:
    fight = gathered("starfinder", a=0).add("lurker", "foes", hidden=True)
    fight.do("surprise", combatants=["a"]).do("begin")
    assert fight.view("player")["prompts"][0]["for"] == ["a"]
    fight.roll(a=5, lurker=15)
    assert (fight.enc.phase, fight.view("player")["phase"]) == ("surprise", "roll")
    assert (fight.next().enc.phase, fight.view("player")["phase"]) == ("act", "roll")
    assert fight.next().view("player")["active"] == ["a"]


def test_hidden_ones_who_are_surprised_give_those_whom_players_see_no_surprise_round() -> None:
    fight = gathered("starfinder", a=0, b=0).add("lurker", "foes", hidden=True)
    fight.do("surprise", combatants=["lurker"]).do("begin").roll(a=5, b=3, lurker=20)
    assert (fight.enc.round, fight.now, fight.view("player")["phase"]) == (1, ["lurker"], "roll")
    assert fight.next().view("player")["active"] == ["a"]


def test_of_hidden_ones_those_aware_act_before_those_surprised_have_rolled() -> None:
    fight = gathered("starfinder", a=0).add("x", "foes", hidden=True).add("y", "foes", hidden=True)
    fight.do("surprise", combatants=["y"]).do("begin").roll(a=5, x=3)
    assert (fight.enc.phase, fight.now) == ("surprise", ["x"])
    assert (fight.next().enc.phase, fight.view("player")["phase"]) == ("roll", "roll")
    assert turns(fight.roll(y=20), 3) == ["y", "a", "x"]


def test_the_surprise_round_goes_on_when_the_only_surprised_one_leaves() -> None:
    fight = gathered("starfinder", a=0, b=0, c=0).do("surprise", combatants=["c"]).do("begin")
    fight.roll(a=9, b=5).do("remove", combatant="c")
    assert (fight.enc.phase, turns(fight, 2)) == ("surprise", ["a", "b"])


def test_nobody_is_seen_at_a_turn_again_that_the_fight_has_passed() -> None:
    fight = counted(a=20, b=15).add("lurker", "foes", hidden=True).roll(lurker=10)
    fight.do("change", combatant="b", set={"able": False}).next()
    assert fight.now == ["lurker"]
    fight.do("change", combatant="b", set={"able": True})
    assert fight.view("player")["active"] == ["a"]


def test_next_up_goes_round_the_circle() -> None:
    fight = counted(a=20, b=15).next()
    assert fight.view()["next"] == ["a"]
