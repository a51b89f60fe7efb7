"""AD&D 1e: when a spell begins and completes, and what loses it (SEG-C34 to SEG-C38)."""

from __future__ import annotations

import pytest

from rules.model import events as ev
from rules.systems.adnd1e.times import finish
from tests.rules.fights import MELEE, SPELL, spell
from tests.rules.first_edition import fight, refused


@pytest.mark.parametrize(
    ("face", "casting", "done"),
    [
        pytest.param(5, 7, (2, 2), id="SEG-C37 the source's case"),
        pytest.param(5, 5, (1, 10), id="5 + 5"),
        pytest.param(5, 6, (2, 1), id="5 + 6"),
        pytest.param(1, 9, (1, 10), id="1 + 9"),
        pytest.param(3, 10, (2, 3), id="a casting time of one round"),
        pytest.param(4, 100, (11, 4), id="a casting time of one turn"),
    ],
)
def test_c37_a_spell_completes_its_casting_time_after_it_began(
    face: int, casting: int, done: tuple[int, int]
) -> None:
    assert finish((1, face), casting) == done


@pytest.mark.parametrize("time", [{"rounds": 1}, {"segments": 10}])
def test_a_casting_time_in_rounds_is_ten_segments_each(time: dict[str, int]) -> None:
    made = fight({**SPELL, **time}).roll(party=3, foes=1)
    assert made.order.entries[-1].until == (2, 3)


def test_c37_a_spell_begun_on_5_for_7_segments_completes_on_2_of_the_next_round() -> None:
    made = fight(spell(7)).roll(party=5, foes=1).until(2, phase="declare")
    made.declare("orc", MELEE).next().roll(party=6, foes=1).until(2, 2)
    assert made.now == ["hero"]
    assert made.events(ev.SpellCompleted)[0].combatant == "hero"
    assert sum(t.value or 0 for t in made.order.now[0].why) == 2


@pytest.mark.parametrize(("face", "begins"), [(6, 6), (1, 2)])
def test_c38_after_the_carried_one_another_spell_may_begin(face: int, begins: int) -> None:
    made = fight(spell(7)).roll(party=5, foes=1).until(2, phase="declare")
    made.declare("hero", spell(1)).declare("orc", MELEE).next().roll(party=face, foes=1)
    assert made.at("hero", "completes")[0] == 2
    assert made.at("hero", "begins") == [begins]


@pytest.mark.parametrize(
    ("segment", "lost"),
    [pytest.param(2, True, id="before it begins, SEG-C35"), (7, True), (8, False), (9, False)],
)
def test_c34_a_hit_before_the_completion_loses_the_spell(segment: int, lost: bool) -> None:
    made = fight(spell(3)).roll(party=5, foes=1).until(1, 1)
    while (made.enc.cursor.at or 0) < segment:
        made.next("segment")
    made.do("hit", combatant="hero", damage=1)
    assert bool(made.events(ev.SpellLost)) is lost


@pytest.mark.parametrize(("option", "lost"), [(False, False), (True, True)])
def test_a2_a_hit_in_the_segment_of_completion_leaves_both(option: bool, lost: bool) -> None:
    made = fight(spell(3), options={"hit_spoils": option}).roll(party=5, foes=1).until(1, 8)
    made.do("hit", combatant="hero", damage=1).next()
    assert bool(made.events(ev.SpellLost)) is lost
    assert bool(made.events(ev.SpellCompleted)) is not lost


@pytest.mark.parametrize(
    ("round_", "segment", "lost"), [(1, 10, True), (2, 1, True), (2, 2, False)]
)
def test_c34_a_carried_spell_is_lost_by_a_hit_until_it_completes(
    round_: int, segment: int, lost: bool
) -> None:
    made = fight(spell(7)).roll(party=5, foes=1)
    if round_ == 2:
        made.until(2, phase="declare").declare("orc", MELEE).next().roll(party=6, foes=1)
    while (made.enc.cursor.at or 0) < segment:
        made.next("segment")
    made.do("hit", combatant="hero", damage=1)
    assert bool(made.events(ev.SpellLost)) is lost


def test_a_hit_among_the_declarations_comes_before_everything_in_the_round() -> None:
    made = fight(spell(1)).do("hit", combatant="hero", damage=1)
    assert [e.clause for e in made.events(ev.SpellLost)] == ["SEG-C35"]


def test_a14_a_hit_before_the_first_finishes_loses_the_second_spell_too() -> None:
    made = fight(spell(7)).roll(party=5, foes=1).until(2, phase="declare")
    made.declare("hero", spell(1)).declare("orc", MELEE).next().roll(party=3, foes=1)
    made.do("hit", combatant="hero", damage=1)
    assert [e.action for e in made.events(ev.SpellLost)] == [0, 1]


def test_interrupt_disturbs_a_spell_without_a_hit() -> None:
    made = fight(spell(7)).roll(party=5, foes=1).do("interrupt", combatant="hero")
    assert made.at("hero") == []
    refused("illegal_value", "", lambda: made.do("interrupt", combatant="hero"))
