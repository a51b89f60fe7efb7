"""AD&D 1e: what may be declared together, and cancelled (SEG-C2, SEG-C12 to SEG-C15)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.model import events as ev
from tests.rules.fights import MELEE, spell
from tests.rules.first_edition import BOW, WAND, charge, fight, move, refused


@pytest.mark.parametrize(
    ("actions", "clause"),
    [
        pytest.param([move(30), spell(1)], "SEG-C36", id="a caster does not move first"),
        pytest.param([{"act": "close", "feet": 20}, MELEE], "SEG-C6", id="close and strike"),
        pytest.param([MELEE, move(30)], "SEG-C6", id="strike and move"),
        pytest.param([spell(1), spell(1)], "SEG-C7", id="two spells"),
        pytest.param([MELEE, WAND], "SEG-C12", id="strike and wand"),
        pytest.param([charge(30), move(30)], "SEG-C12", id="charge and move"),
    ],
)
def test_c12_what_conflicts_is_refused(actions: list[dict[str, Any]], clause: str) -> None:
    refused("illegal_declaration", clause, lambda: fight(*actions))


@pytest.mark.parametrize(
    "actions",
    [
        pytest.param([move(30), WAND], id="SEG-C3"),
        pytest.param([{"act": "parley"}, move(30)], id="SEG-C4"),
        pytest.param([spell(1), move(30)], id="SEG-C5"),
        pytest.param([{"act": "close", "feet": 20}, BOW], id="SEG-C41"),
        pytest.param([move(30), BOW], id="SEG-C2"),
        pytest.param([{"act": "item", "segments": 2}, MELEE], id="SEG-C42"),
    ],
)
def test_c2_what_does_not_conflict_is_accepted(actions: list[dict[str, Any]]) -> None:
    assert fight(*actions).who("hero").stated


def test_a11_carried_movement_is_movement_of_the_round() -> None:
    made = fight(move(100)).roll(party=4, foes=1).until(2, phase="declare")
    refused("illegal_declaration", "SEG-C36", lambda: made.declare("hero", spell(1)))
    refused("illegal_declaration", "SEG-C6", lambda: made.declare("hero", MELEE))
    made.do("cancel", combatant="hero", action=0).declare("hero", MELEE)


def test_a11_what_fills_the_round_leaves_no_time_for_more() -> None:
    made = fight(spell(100)).roll(party=4, foes=1).until(2, phase="declare")
    refused("illegal_declaration", "SEG-A11", lambda: made.declare("hero", MELEE))
    made.declare("hero", {"act": "parley"})


def test_c14_declared_actions_stand_once_the_dice_have_fallen_and_c15_may_be_cancelled() -> None:
    made = fight(MELEE)
    made.declare("hero", BOW).declare("hero", MELEE).roll(party=3)
    bow = {"combatant": "hero", "actions": [BOW]}
    refused("wrong_phase", "SEG-C14", lambda: made.do("declare", role="player", **bow))
    made.roll(foes=1)
    refused("wrong_phase", "SEG-C14", lambda: made.do("declare", role="player", **bow))
    made.do("cancel", combatant="hero", action=0)
    assert made.at("hero") == []
    assert made.view()["combatants"]["hero"]["declared"][0]["cancelled"] is True


@pytest.mark.parametrize(("when", "lost"), [(1, False), (5, True)])
def test_a12_cancelling_a_spell_keeps_it_before_it_begins(when: int, lost: bool) -> None:
    made = fight(spell(3)).roll(party=5, foes=1).until(1, when)
    made.do("cancel", combatant="hero", action=0)
    assert [e.clause for e in made.events(ev.SpellLost)] == (["SEG-A12"] if lost else [])
