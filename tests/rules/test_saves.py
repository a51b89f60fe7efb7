"""Parties and prepared fights are kept by name; a running fight is set aside and taken up again.

None of it is a step of undo, and none of it is for players.
"""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.engine.history import History, LogEntry, StateMissing, decide, fold, retrace
from rules.model import commands as do
from rules.model.dice import Rolled
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from tests.rules.fights import Fight


def evening(system: str = "adnd1e") -> Fight:
    """Two characters, of whom one is wounded and blessed, against an orc that lies in wait."""
    fight = Fight(system)
    fight.add("ana", hp=10, owner="u1", traits={}).add("bo", hp=8)
    fight.add("orc", "foes", name="Orc", hp=6, hidden=True)
    fight.do("hit", combatant="ana", damage=4).do("mark", combatant="ana", name="Bless", rounds=3)
    return fight


def running(system: str = "starfinder") -> Fight:
    fight = evening(system).do("begin")
    return fight.do("roll", for_="all", dice=[15, 10, 5]).next()


def refused(fight: Fight, do_: str, /, **fields: Any) -> str:
    with pytest.raises(Refused) as answer:
        fight.do(do_, **fields)
    return answer.value.code


def people(fight: Fight) -> list[tuple[str, int | None]]:
    return [(who.id, who.hp) for who in fight.enc.combatants.values()]


def test_a_party_is_kept_unhurt_and_joins_another_fight() -> None:
    fight = evening().do("save", name="The party", what="party")
    fight.do("open", system="mmrpg", keep="none").do("load", name="The party")
    assert people(fight) == [("ana", 10), ("bo", 8)]
    assert fight.who("ana").owner == "u1"
    assert fight.who("ana").marks == ()
    assert fight.who("ana").hp_max is None


def test_loading_a_party_doubles_nobody_and_heals_nobody_who_is_there() -> None:
    fight = (
        evening()
        .do("save", name="P", what="party")
        .do("remove", combatant="bo")
        .do("load", name="P")
    )
    assert people(fight) == [("ana", 6), ("orc", 6), ("bo", 8)]
    assert refused(fight, "load", name="P") == "illegal_value"
    fight.do("remove", combatant="bo").do(
        "add", combatants=[{"id": "b2", "name": "bo", "kind": "pc"}]
    )
    assert refused(fight, "load", name="P") == "illegal_value", "the same name is the same person"


def test_a_kept_fight_is_opened_with_its_system_and_options_and_the_party_stays() -> None:
    fight = (
        evening("adnd2e")
        .do("options", set={"method": "group"})
        .do("save", name="Bridge", what="fight")
    )
    fight.do("open", system="mmrpg", keep="all").do("remove", combatant="orc").do(
        "load", name="Bridge"
    )
    assert (fight.enc.system, fight.enc.options["method"]) == ("adnd2e", "group")
    assert people(fight) == [("ana", 6), ("bo", 8), ("orc", 6)]
    assert fight.who("orc").hidden


def test_an_id_that_is_taken_is_left_to_who_has_it() -> None:
    fight = evening().do("save", name="Orcs", what="fight").do("open", system="adnd1e", keep="none")
    fight.do("add", combatants=[{"id": "orc", "name": "Orcus", "kind": "pc"}])
    fight.do("load", name="Orcs")
    assert [who.name for who in fight.enc.combatants.values()] == ["Orcus", "Orc"]


def test_loading_a_fight_over_a_running_one_asks_first_and_can_be_undone() -> None:
    fight = running().do("save", name="Orcs", what="fight")
    before = fight.enc
    assert refused(fight, "load", name="Orcs") == "running"
    fight.do("load", name="Orcs", force=True)
    assert fight.enc.phase == "setup"
    assert fight.do("undo").enc == before


@pytest.mark.parametrize("system", ["adnd1e", "adnd2e", "starfinder", "mmrpg"])
def test_a_fight_that_was_set_aside_goes_on_exactly_where_it_was_left(system: str) -> None:
    fight = evening(system).do("begin")
    begun = fight.enc
    fight.do("advance", force=True)
    left, steps = fight.enc, len(fight.history.trail)
    fight.do("set_aside", name="Later")
    assert fight.enc.phase == "setup"
    assert [who.id for who in fight.enc.combatants.values()] == ["ana", "bo"]
    assert refused(fight, "undo") == "nothing_to_undo"
    fight.add("wolf", "foes").do("begin").do("end")
    assert fight.do("take_up", name="Later").enc == left
    assert len(fight.history.trail) == steps
    fight.history = retrace(fight.log)  # undo leads back into it: what a table asks its log for
    assert fight.do("undo").enc == begun
    assert refused(fight, "take_up", name="Later") == "illegal_value", "it is aside no more"


def test_what_is_kept_is_no_step_of_undo_and_leaves_redo_as_it_was() -> None:
    fight = evening().do("undo").do("save", name="P", what="party")
    fight.do("redo")
    assert fight.who("ana").marks
    fight.do("undo").do("undo")
    assert "P" in fight.history.saves
    fight.do("forget", name="P").do("redo")
    assert "P" not in fight.history.saves


def test_names_are_one_list_and_each_refusal_says_why() -> None:
    fight = running().do("save", name="P", what="party")
    assert refused(fight, "set_aside", name="P") == "illegal_value"
    fight.do("set_aside", name="A")
    assert refused(fight, "set_aside", name="B") == "wrong_phase"
    assert refused(fight, "save", name="A", what="party") == "illegal_value"
    assert refused(fight, "save", name="F", what="fight") == "illegal_value", "nobody is left"
    assert refused(fight, "forget", name="C") == "illegal_value"
    assert refused(fight, "load", name="A") == "illegal_value"
    fight.do("begin")
    assert refused(fight, "take_up", name="A") == "running"


def test_fifty_names_are_kept_and_an_old_one_can_be_replaced() -> None:
    fight = evening()
    for number in range(50):
        fight.do("save", name=f"p{number}", what="party")
    assert refused(fight, "save", name="p50", what="party") == "too_large"
    fight.do("heal", combatant="ana", hp=9).do("change", combatant="ana", set={"hp": 20})
    fight.do("save", name="p0", what="party")
    assert fight.history.saves["p0"].combatants[0].hp == 20


def test_the_gm_sees_what_is_kept_and_players_do_not() -> None:
    fight = running().do("save", name="Ambush", what="fight").do("set_aside", name="Cliff")
    kept = fight.view()["kept"]
    assert kept["Ambush"] == {"what": "fight", "system": "starfinder", "count": 1}
    assert kept["Cliff"] == {"what": "aside", "system": "starfinder", "count": 3, "round": 1}
    assert {"load", "take_up", "forget"} <= set(fight.view()["can"])
    assert "kept" not in fight.view("player")


@pytest.mark.parametrize(
    ("steps", "hp_max"),
    [
        ([("hit", {"damage": 4})], 10),
        ([("hit", {"damage": 4}), ("hit", {"damage": 9})], 10),
        ([("hit", {"damage": 0})], None),
        ([("change", {"set": {"hp": 7}})], None),
        ([("hit", {"damage": 4}), ("change", {"set": {"hp": 7}})], 10),
        ([("hit", {"damage": 4}), ("change", {"set": {"hp": 12}})], None),
        ([("change", {"set": {"hp_max": 14}})], 14),
    ],
)
def test_the_first_wound_remembers_how_many_hit_points_there_were(
    steps: list[tuple[str, dict[str, Any]]], hp_max: int | None
) -> None:
    """What is typed before a fight is no wound."""
    fight = Fight().add("ana", hp=10)
    for do_, fields in steps:
        fight.do(do_, combatant="ana", **fields)
    assert fight.who("ana").hp_max == hp_max


def test_what_a_gm_types_in_a_fight_is_a_wound() -> None:
    fight = Fight().add("ana", hp=10).do("begin").do("change", combatant="ana", set={"hp": 3})
    assert fight.who("ana").hp_max == 10


NAMES = st.sampled_from(["A", "B"])
STEPS = st.lists(
    st.builds(do.Keep, name=NAMES, what=st.just("party"))
    | st.builds(do.Load, name=NAMES)
    | st.builds(do.Forget, name=NAMES)
    | st.builds(do.SetAside, name=NAMES)
    | st.builds(do.TakeUp, name=NAMES)
    | st.integers(1, 9).map(lambda every: do.Clock(every=every))
    | st.sampled_from([do.Undo(), do.Redo(), do.Open(system="mmrpg"), do.Begin(), do.End()]),
    max_size=60,
)


@given(STEPS, st.integers(2, 5), st.randoms(use_true_random=False))
def test_with_few_states_and_from_the_log_alone_it_is_the_same(
    steps: list[Any], few: int, random: Random
) -> None:
    """Where a state is not kept the log has it, however far back a fight was set aside."""
    person = do.NewCombatant(id="ana", kind="pc", hp=3)
    plain, lean, log = History.start(), History.start(), []
    for step in (do.Add(combatants=(person,)), *steps):
        try:
            events: Any = decide(plain, step, Rolled())
        except Refused:
            continue
        entry = LogEntry(position=plain.position + 1, command=step, events=events, rules=2)
        plain = fold(plain, entry)
        with patch("rules.engine.history.KEPT", few):
            if random.random() < 0.2:  # a table that was put away keeps the last state alone
                lean = replace(lean, states={lean.trail.last: lean.encounter})
            try:
                lean = fold(lean, entry)
            except StateMissing:
                lean = fold(retrace(log), entry)
        log.append(entry)
        assert (lean.encounter, lean.way, lean.saves) == (plain.encounter, plain.way, plain.saves)
    again = retrace(log)
    assert (again.encounter, again.way, again.saves) == (plain.encounter, plain.way, plain.saves)


def test_a_snapshot_of_a_history_brings_back_what_is_kept() -> None:
    fight = running().do("save", name="P", what="party").do("set_aside", name="A")
    data = msgspec.msgpack.encode(fight.history)
    back = msgspec.msgpack.decode(data, type=History)
    assert (back.saves, back.way) == (fight.history.saves, fight.history.way)
    assert isinstance(back.encounter, Encounter)
