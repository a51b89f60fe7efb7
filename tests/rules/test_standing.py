"""What is worked out from a fight holds until more changes than the place of its cursor."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.encounter import Encounter
from rules.people import People, differing
from rules.standing import standing
from tests.rules.fights import Fight


class Asked:
    """An answer that counts how often it was worked out."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, enc: Encounter) -> int:
        self.times += 1
        return self.times


def begun() -> Fight:
    fight = Fight("starfinder").add("ana").add("ben").add("orc", "foes", hp=9)
    return fight.do("begin").roll(ana=15, ben=10, orc=5)


def test_a_move_of_the_cursor_within_a_round_changes_no_answer() -> None:
    fight, asked = begun(), Asked()
    for _ in range(3):
        standing(fight.enc, "asked", asked)
        fight.next()
    assert asked.times == 1


def test_a_hit_and_a_new_round_ask_again() -> None:
    fight, asked = begun(), Asked()
    standing(fight.enc, "asked", asked)
    fight.do("hit", combatant="orc", damage=1)
    standing(fight.enc, "asked", asked)
    fight.next("round")
    standing(fight.enc, "asked", asked)
    assert asked.times == 3


def test_who_looks_ahead_and_back_finds_both_answers() -> None:
    fight, asked = begun(), Asked()
    before = fight.enc
    fight.next("round")
    for enc in (before, fight.enc, before, fight.enc):
        standing(enc, "asked", asked)
    assert asked.times == 2


def test_a_fight_that_was_loaded_keeps_its_answers_from_the_first_step_on() -> None:
    fight, asked = begun(), Asked()
    fight.next("round")
    loaded = msgspec.json.decode(msgspec.json.encode(fight.enc), type=Encounter)
    fight.history = replace(fight.history, encounter=loaded)
    fight.next()
    assert isinstance(fight.enc.combatants, People)
    for _ in range(2):
        standing(fight.enc, "asked", asked)
    assert asked.times == 1


@given(st.dictionaries(st.sampled_from("abcd"), st.integers(0, 2)), st.integers(0, 2))
def test_what_differs_is_told_of_the_same_keys_only(old: dict[str, int], value: int) -> None:
    new = {key: old[key] if key == "a" else value for key in old}
    assert differing(old, new) == [key for key in old if old[key] != new[key]]
    assert differing(old, {**new, "e": 1}) is None
    assert differing(old, dict(reversed(new.items()))) is None or len(old) < 2
