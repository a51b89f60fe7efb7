"""AD&D 1e: the speed of a movement under way is put right; the rest is covered at the new one (SEG-C30)."""

from __future__ import annotations

import pytest

from rules.model import events as ev
from tests.rules.acts import PARLEY, WAND, charge, duel, move, told
from tests.rules.fights import Fight


def righted(made: Fight, speed: int) -> Fight:
    return made.do("correct", for_="hero", traits={"move": speed})


def next_round(made: Fight, *, party: int, foes: int) -> Fight:
    made.until(made.enc.round + 1, phase="declare").declare("orc", PARLEY).next()
    return made.roll(party=party, foes=foes)


@pytest.mark.parametrize(
    ("speed", "arrives", "feet", "in_the_next_round"),
    [(240, [9], 100, []), (120, [], 84, [2]), (60, [], 60, [7]), (20, [], 44, [])],
)
def test_what_is_left_of_the_way_is_covered_at_the_new_speed(
    speed: int, arrives: list[int], feet: int, in_the_next_round: list[int]
) -> None:  # from segment 4; 36 ft are gone at segment 6
    made = righted(duel(move(100)).roll(party=4, foes=6).next(), speed)
    assert made.now == ["orc"]
    assert made.at("hero", "arrives") == arrives
    assert [e.feet for e in made.order.entries if e.what == "moves"] == [feet]
    if in_the_next_round:
        assert next_round(made, party=6, foes=1).at("hero", "arrives") == in_the_next_round


def test_c31_so_it_is_for_a_movement_of_an_earlier_round() -> None:
    made = duel(move(200)).roll(party=4, foes=1)  # 84 ft in round 1, and 36 up to segment 3
    made = next_round(made, party=6, foes=3)
    assert (made.enc.cursor.at, made.at("hero", "arrives")) == (3, [10])
    assert righted(made, 240).at("hero", "arrives") == [7]


@pytest.mark.parametrize(("speed", "places"), [(240, [2, 4, 5]), (40, [2, 6, 7])])
def test_what_follows_comes_when_the_movement_is_over(speed: int, places: list[int]) -> None:
    made = righted(duel(move(36), WAND).roll(party=2, foes=3).next(), speed)
    assert made.at("hero") == places


@pytest.mark.parametrize(
    ("speed", "what", "at"), [(120, "contact", 9), (240, "contact", 6), (60, "stops", 10)]
)
def test_c40_a_charge_has_ten_segments_whatever_the_speed(speed: int, what: str, at: int) -> None:
    made = righted(duel(charge(200), foe=[WAND]).roll(party=1, foes=3).next(), speed)
    assert made.at("hero", what) == [at]


def test_the_way_already_gone_stays_gone_also_after_further_corrections() -> None:
    made = righted(duel(move(100)).roll(party=4, foes=5).next(), 60)  # 24 ft at segment 5
    righted(made.next("segment"), 240)  # 6 ft more at segment 6
    made.do("correct", for_="orc", traits={"reaction": 1})
    assert made.at("hero", "arrives") == [9]


def test_an_arrival_stays_where_it_was_and_a_place_says_why() -> None:
    made = duel(move(24)).roll(party=1, foes=6).next()
    assert made.enc.cursor.at == 2
    assert righted(made, 12).at("hero", "arrives") == [2]
    (entry,) = [e for e in made.order.entries if e.what == "arrives"]
    assert sum(term.value or 0 for term in entry.why) == 2


def test_players_are_told_that_something_was_put_right() -> None:
    made = righted(duel(move(100), owner="ana").roll(party=4, foes=6).next(), 240)
    (event,) = made.events(ev.Corrected)
    assert told(made, event) == {"event": "corrected", "for": "hero", "what": "traits"}
