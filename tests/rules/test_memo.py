"""What is worked out from a fight holds until more changes than the place of its cursor."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules import memo
from rules.memo import Combatants, while_cursor_moves
from rules.model.encounter import Encounter
from rules.model.sharing import differing
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
        while_cursor_moves(fight.enc, "asked", asked)
        fight.next()
    assert asked.times == 1


def test_a_hit_and_a_new_round_ask_again() -> None:
    fight, asked = begun(), Asked()
    while_cursor_moves(fight.enc, "asked", asked)
    fight.do("hit", combatant="orc", damage=1)
    while_cursor_moves(fight.enc, "asked", asked)
    fight.next("round")
    while_cursor_moves(fight.enc, "asked", asked)
    assert asked.times == 3


def test_who_looks_ahead_and_back_finds_both_answers() -> None:
    fight, asked = begun(), Asked()
    before = fight.enc
    fight.next("round")
    for enc in (before, fight.enc, before, fight.enc):
        while_cursor_moves(enc, "asked", asked)
    assert asked.times == 2


def test_the_lists_of_what_an_answer_may_depend_on_name_each_field_of_an_encounter_once() -> None:
    named = [*memo.DEPENDS_ON, *memo.IN_PART, *memo.MOVES]
    assert sorted(named) == sorted(Encounter.__struct_fields__)


def test_who_has_acted_cannot_be_asked_of_an_answer_that_holds_while_the_cursor_moves() -> None:
    fight = begun()
    answers = []
    for _ in range(3):
        answers.append(while_cursor_moves(fight.enc, "acted", seen_to_change))
        fight.next()
    assert answers == [Encounter().spent, Encounter().spent, Encounter().spent]
    assert any(who.acted for who in fight.enc.combatants.values())


def seen_to_change(enc: Encounter) -> object:
    """What an answer sees of the fields that change while the cursor moves."""
    acted = frozenset(who.id for who in enc.combatants.values() if who.acted)
    return acted | enc.spent | enc.unseen | enc.ended | enc.fallen


@given(st.booleans())
def test_the_switch_turns_everything_off(inner: bool) -> None:
    fight, asked = begun(), Asked()
    with memo.off():
        for _ in range(2):
            while_cursor_moves(fight.enc, "asked", asked)
        assert asked.times == 2
        kept = [memo.once(fight.enc.combatants, "x", (inner,), object) for _ in range(2)]
        assert kept[0] is not kept[1]
    kept = [memo.once(fight.enc.combatants, "x", (inner,), object) for _ in range(2)]
    assert kept[0] is kept[1]


def test_a_fight_that_was_loaded_keeps_its_answers_from_the_first_step_on() -> None:
    fight, asked = begun(), Asked()
    fight.next("round")
    loaded = msgspec.json.decode(msgspec.json.encode(fight.enc), type=Encounter)
    fight.history = replace(fight.history, encounter=loaded)
    fight.next()
    assert isinstance(fight.enc.combatants, Combatants)
    for _ in range(2):
        while_cursor_moves(fight.enc, "asked", asked)
    assert asked.times == 1


@given(st.dictionaries(st.sampled_from("abcd"), st.integers(0, 2)), st.integers(0, 2))
def test_what_differs_is_told_of_the_same_keys_only(old: dict[str, int], value: int) -> None:
    new = {key: old[key] if key == "a" else value for key in old}
    assert differing(old, new) == [key for key in old if old[key] != new[key]]
    assert differing(old, {**new, "e": 1}) is None
    assert differing(old, dict(reversed(new.items()))) is None or len(old) < 2
