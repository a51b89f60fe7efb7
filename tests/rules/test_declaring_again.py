"""As last round, and as usual: declarations that are not spelled out."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.model.errors import Refused
from tests.rules.circles import refused
from tests.rules.fights import MELEE, Fight, spell

AT_ORC = {"act": "melee", "target": "orc"}


def second_round() -> Fight:
    """The mage cast in round 1, the fighter hit the orc, and the orc hit somebody."""
    fight = (
        Fight().add("mage", owner="u1").add("fighter", owner="u2").add("orc", "foes").do("begin")
    )
    fight.declare("mage", spell(1)).declare("fighter", AT_ORC).declare("orc", MELEE)
    return fight.next().roll(party=2, foes=5).until(2, phase="declare")


def shown(fight: Fight, id_: str, field: str, role: str = "gm") -> Any:
    return fight.view(role)["combatants"][id_].get(field)


def test_again_declares_what_was_declared_last() -> None:  # SEG-C2
    fight = second_round().do("declare", combatant="mage", again=True)
    (declared,) = fight.who("mage").declared
    assert msgspec.to_builtins(declared.action) == spell(1)
    assert declared.round == 2


def test_last_outlives_a_round_in_which_nothing_was_done() -> None:
    fight = second_round().declare("mage").declare("fighter").declare("orc").next()
    fight.roll(party=2, foes=5).until(3, phase="declare").do("declare", combatant="orc", again=True)
    assert [d.action.act for d in fight.who("orc").declared] == ["melee"]


def test_all_who_are_left_declare_again_in_one_step_of_undo() -> None:
    fight = second_round()
    before = fight.enc
    again = [
        {"do": "declare", "combatant": id_, "again": True} for id_ in ("mage", "fighter", "orc")
    ]
    fight.do("batch", commands=again)
    assert all(who.stated for who in fight.enc.combatants.values())
    assert fight.do("undo").enc == before


def test_the_view_shows_what_was_declared_last() -> None:
    fight = second_round()
    assert shown(fight, "mage", "last") == [spell(1)]
    assert shown(fight, "orc", "last") == [MELEE]


def test_players_read_it_of_combatants_with_an_owner_alone() -> None:
    fight = second_round()
    assert shown(fight, "fighter", "last", "player") == [AT_ORC]
    assert shown(fight, "orc", "last", "player") is None


def test_players_read_no_aim_that_is_hidden_by_now_and_declare_what_they_read() -> None:
    fight = second_round().do("change", combatant="orc", set={"hidden": True})
    assert shown(fight, "fighter", "last", "player") == [MELEE]
    fight.do("declare", role="player", combatant="fighter", again=True)
    assert fight.who("fighter").declared[0].action.target is None


def test_an_aim_that_has_left_is_named_in_the_refusal() -> None:
    fight = second_round().do("remove", combatant="orc")
    refusal = refused(
        "unknown_combatant", "", lambda: fight.do("declare", combatant="fighter", again=True)
    )
    assert refusal.detail["combatant"] == "orc"


def test_a_new_fight_knows_nothing_of_the_last_one() -> None:
    fight = second_round().do("end").do("begin")
    assert fight.who("mage").last == ()


@pytest.mark.parametrize("way", ["again", "usual"])
def test_where_there_is_nothing_to_repeat_it_is_refused(way: str) -> None:
    fight = Fight().add("a").add("b", "foes").do("begin")
    refusal = refused(
        "illegal_value", "", lambda: fight.do("declare", combatant="a", **{way: True})
    )
    assert refusal.detail == {"field": way, "combatant": "a"}


@pytest.mark.parametrize(
    "given", [{}, {"again": True, "usual": True}, {"actions": [], "again": True}]
)
def test_it_is_said_in_exactly_one_way(given: dict[str, Any]) -> None:
    fight = second_round()
    refused("bad_message", "", lambda: fight.do("declare", combatant="mage", **given))


def test_to_do_nothing_is_a_declaration_and_leaves_the_last_one() -> None:
    fight = second_round().declare("orc")
    assert (fight.who("orc").stated, len(fight.who("orc").last)) == (True, 1)


def test_a_batch_names_the_one_that_cannot_by_index_and_combatant() -> None:
    fight = second_round().add("late", "foes")
    before = fight.enc
    again = [{"do": "declare", "combatant": id_, "again": True} for id_ in ("orc", "late")]
    with pytest.raises(Refused) as caught:
        fight.do("batch", commands=again)
    assert caught.value.detail == {"field": "again", "combatant": "late", "index": 1}
    assert fight.enc == before


# --- usual actions -------------------------------------------------------------------------------


def usual_orc() -> Fight:
    return Fight().add("ana", owner="u1").add("orc", "foes", usual=[MELEE])


def test_a_usual_action_is_declared_by_one_word() -> None:
    fight = usual_orc().do("begin").do("declare", combatant="orc", usual=True)
    assert [d.action.act for d in fight.who("orc").declared] == ["melee"]


def test_it_is_set_and_cleared_by_change() -> None:
    fight = usual_orc().do("change", combatant="ana", set={"usual": [spell(2)]})
    assert shown(fight, "ana", "usual") == [spell(2)]
    fight.do("change", combatant="ana", set={"usual": None})
    assert shown(fight, "ana", "usual") is None


def test_other_changes_leave_it() -> None:
    fight = usual_orc().do("change", combatant="orc", set={"hp": 5})
    assert shown(fight, "orc", "usual") == [MELEE]


def test_an_action_that_the_system_does_not_know_is_refused() -> None:
    refused("illegal_value", "", lambda: Fight().add("a", usual=[{"act": "sing"}]))
    refused("too_large", "", lambda: Fight().add("a", usual=[MELEE] * 13))


def test_players_see_it_of_combatants_with_an_owner_alone() -> None:
    fight = usual_orc().do("change", combatant="ana", set={"usual": [MELEE]})
    assert shown(fight, "orc", "usual", "player") is None
    assert shown(fight, "ana", "usual", "player") == [MELEE]


def test_it_is_kept_with_who_is_kept_without_its_aim() -> None:
    fight = usual_orc().do("change", combatant="ana", set={"usual": [AT_ORC]})
    fight.do("open", system="adnd1e", keep="pcs")
    assert shown(fight, "ana", "usual") == [MELEE]


def test_another_system_keeps_what_it_knows() -> None:
    fight = usual_orc().do("open", system="starfinder", keep="all")
    assert shown(fight, "orc", "usual") is None


@pytest.mark.parametrize("gone", [{"do_": "remove"}, {"do_": "change", "set": {"hidden": True}}])
@pytest.mark.parametrize("way", ["again", "usual"])
def test_to_a_player_an_aim_that_is_gone_and_one_that_hides_are_the_same(
    gone: Any, way: str
) -> None:
    fight = second_round().do("change", combatant="fighter", set={"usual": [AT_ORC]})
    fight.do(gone["do_"], combatant="orc", **{k: v for k, v in gone.items() if k != "do_"})
    fight.do("declare", role="player", combatant="fighter", **{way: True})
    assert fight.who("fighter").declared[0].action.target is None
    assert shown(fight, "fighter", "usual", "player") == [MELEE]
