"""Who is removed leaves nothing behind: whoever comes by the same id is somebody new."""

from __future__ import annotations

from typing import Any

import pytest

from rules.fold.evolve import evolve_all
from rules.model import events as ev
from rules.model.encounter import Encounter
from tests.rules.circles import counted, gathered, order, turns
from tests.rules.fights import MELEE, Fight

CIRCLES = ("starfinder", "mmrpg")


def again(fight: Fight, id_: str, **more: Any) -> Fight:
    """Out, and somebody new by the same id."""
    return fight.do("remove", combatant=id_).add(id_, **more)


def traces(enc: Encounter, id_: str) -> list[str]:
    """Where anything is left of the id, `basis` aside."""
    ids = {
        "rolls": list(enc.rolls),
        "ranks": list(enc.ranks),
        "placed": [i.partition(".")[0] for i in enc.placed],
        "spent": [i.partition(".")[0] for i in enc.spent],
        "ended": [i.partition(".")[0] for i in enc.ended],
        "unseen": [i.partition(".")[0] for i in enc.unseen],
        "inserted": [i.partition(".")[0] for i in enc.inserted],
        "fallen": [i for i, _ in enc.fallen],
        "marks": [
            i for c in enc.combatants.values() for m in c.marks for i in (*m.against, m.by or "")
        ],
    }
    return [name for name, found in ids.items() if id_ in found]


def test_sf_a1_a_namesake_of_one_who_came_back_from_a_delay_acts_at_the_own_place() -> None:
    fight = counted(a=20, b=15, c=10).do("delay", combatant="a").do("return", combatant="a")
    again(fight, "a").roll(a=2)
    assert turns(fight, 3) == ["b", "c", "a"]
    assert turns(fight.next(), 3) == ["b", "c", "a"]


def test_sf_c14_a_namesake_of_one_who_has_acted_acts_if_the_place_is_still_to_come() -> None:
    fight = counted(a=20, b=15).next()
    again(fight, "a").roll(a=2)
    assert turns(fight, 4) == ["b", "a", "b", "a"]


def test_sf_a2_a_namesake_has_nothing_of_a_readied_action() -> None:
    fight = counted(a=20, b=15, c=10).do("ready", combatant="a", trigger="x")
    fight.do("trigger", combatant="a")
    again(fight, "a").roll(a=12)
    assert [(e.combatant, e.what) for e in fight.order.entries] == [
        ("b", "turn"), ("a", "turn"), ("c", "turn"),
    ]  # fmt: skip
    assert turns(fight, 4) == ["b", "a", "c", "b"]


def test_sf_c8_a_namesake_has_no_rank_of_a_roll_off() -> None:
    fight = gathered("starfinder", x=4, y=4).do("begin").roll(x=12, y=12)
    fight.do("roll", for_="all", faces=[7, 15])
    again(fight, "x", traits={"modifier": 4}).roll(x=3)
    assert [t.term for t in fight.order.entries[-1].why] == ["die", "modifier"]


def test_a_namesake_of_one_who_is_surprised_leaves_the_surprise_round_to_those_aware() -> None:
    fight = gathered("starfinder", a=0, b=0, c=0).do("surprise", combatants=["c"]).do("begin")
    again(fight.roll(a=9, b=5), "c")
    assert (fight.enc.phase, order(fight)) == ("surprise", ["a", "b"])
    assert turns(fight.roll(c=20), 5) == ["a", "b", "c", "a", "b"]


def surprising(*victims: str) -> Fight:
    """Sue has Edge against the victims."""
    fight = gathered("mmrpg", sue=0, ben=0, doom=0, imp=0).do("begin")
    fight.roll(sue=[6, 5, 6], ben=[5, 5, 5], doom=[4, 4, 4], imp=[3, 3, 3])
    return fight.do("surprise", combatants=list(victims), by=["sue"])


def test_mm_c21_the_edge_forgets_a_victim_who_is_removed() -> None:
    fight = surprising("doom", "imp").do("remove", combatant="doom")
    assert [m.against for m in fight.who("sue").marks] == [("imp",)]
    assert fight.do("remove", combatant="imp").who("sue").marks == ()


def test_mm_c21_and_there_is_no_edge_against_a_namesake() -> None:
    assert again(surprising("doom"), "doom").who("sue").marks == ()


def test_mm_c10_a_namesake_has_no_place_of_an_agreement() -> None:
    fight = gathered("mmrpg", p=3, q=3).do("begin").roll(p=[3, 4, 3], q=[3, 4, 3])
    fight.do("settle", order=["q", "p"])
    again(fight, "p", traits={"modifier": 3}).roll(p=[3, 4, 3])
    assert fight.view()["prompts"] == [{"prompt": "tie", "combatants": ["p", "q"]}]


@pytest.mark.parametrize("system", ["adnd1e", "adnd2e"])
def test_seg_c13_a_namesake_has_no_place_that_the_gm_gave(system: str) -> None:
    blow = MELEE if system == "adnd1e" else {"act": "attack", "speed": 5}
    fight = Fight(system).add("a").add("b").add("orc", "foes").do("begin")
    for who in ("a", "b", "orc"):
        fight.declare(who, blow)
    fight.next().roll(party=4, foes=2).do("place", combatant="a", before="orc")
    assert traces(fight.enc, "a") == ["placed"]
    assert traces(again(fight, "a").enc, "a") == []
    assert order(fight) == ["orc", "b"]


@pytest.mark.parametrize("system", CIRCLES)
def test_nothing_is_left_of_one_who_is_gone(system: str) -> None:
    face = {"starfinder": 12, "mmrpg": [3, 4, 3]}[system]
    fight = gathered(system, x=4, y=4).do("begin").roll(x=face, y=face)
    fight.do("roll", for_="all", dice=[2, 5, 1, 2, 3, 4]).do("place", combatant="x", before="y")
    fight.do("mark", combatant="y", name="Haze", rounds=1).do("end_turn", combatant="y")
    assert {"rolls", "ranks", "placed"} <= {*traces(fight.enc, "x")}
    assert traces(fight.do("remove", combatant="x").enc, "x") == []


def test_an_older_log_keeps_what_it_kept() -> None:
    fight = counted(a=20, b=15).next()
    after = evolve_all(fight.enc, [ev.Removed(combatant="a")])
    assert traces(after, "a") == ["spent"]
