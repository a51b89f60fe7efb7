"""2nd edition: what is taken back after the dice. What is done stays, what is still to come goes."""

from __future__ import annotations

import pytest

from rules.model.errors import Refused
from tests.rules.second_edition import LS, fight, times


def test_c13_of_three_blows_those_that_are_past_stay_and_the_others_go() -> None:
    made = fight(a=times(LS, 3), o=LS).roll(a=1, o=6)
    assert made.now == ["a"]
    made.next().do("cancel", combatant="a", action=0)
    assert [e.id for e in made.order.entries if e.combatant == "a"] == ["a.1.1"]


def test_nothing_is_taken_back_once_all_of_it_is_past() -> None:
    made = fight(a=LS, o=LS).roll(a=1, o=6).next()
    assert made.now == ["o"]
    with pytest.raises(Refused) as refused:
        made.do("cancel", combatant="a", action=0)
    assert (refused.value.code, refused.value.detail.get("field")) == ("illegal_value", "action")
    assert [e.id for e in made.order.entries if e.combatant == "a"] == ["a.1.1"]
