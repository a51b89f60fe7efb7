"""AD&D 2nd edition: places, the GM's hand in them, and what explains them."""

from __future__ import annotations

import pytest

from tests.rules.second_edition import (
    DAGGER,
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
    order,
    refused,
    slow,
    spells,
    times,
    walked,
)


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


def test_who_is_placed_later_in_the_own_moment_leaves_no_empty_one() -> None:
    made = fight(f=DAGGER, o=DAGGER, p=DAGGER).roll(f=1, o=6, p=9)
    made.do("place", combatant="f", before="p")
    assert (made.enc.cursor.at, made.now) == (8, ["o"])
    assert walked(made) == [(8, ["o"]), (11, ["f"]), (11, ["p"])]


def test_whoever_else_acts_at_the_moment_stays_in_it() -> None:
    made = fight(f=DAGGER, g=DAGGER, p=DAGGER).roll(f=1, g=1, p=9)
    assert made.do("place", combatant="f", before="p").now == ["g"]


def test_what_is_cancelled_at_its_moment_leaves_no_empty_one() -> None:
    made = fight(f=DAGGER, o=LS).roll(f=1, o=6).do("cancel", combatant="f", action=0)
    assert made.now == ["o"]
    assert made.do("cancel", combatant="o", action=0).enc.phase == "end"
