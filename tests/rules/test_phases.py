"""Phases are what their traits say, in whatever order a system has them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.engine.decide import HANDLERS
from rules.engine.history import decide
from rules.fold.old_logs import PHASES
from rules.model import commands as do
from rules.model.dice import Given
from rules.model.errors import Refused
from rules.model.events import Moved
from rules.model.phases import OVER, SETUP
from rules.systems import SYSTEMS
from rules.systems.kit.system import System
from tests.rules.fights import Fight, prompted
from tests.rules.one_die_a_side import OneDieASide, there_is

GOLDEN = Path(__file__).parents[1] / "golden" / "client" / "command.json"
FIGHT = {command.__struct_config__.tag for command in HANDLERS}
OURS = {
    **dict.fromkeys(("mage", "a", "spidey", "orc-1", "doom", "hydra"), "ana"),
    **dict.fromkeys(("b", "c", "orc-2", "sue"), "orc"),
}
each_system = pytest.mark.parametrize(
    "system", [*SYSTEMS.values(), OneDieASide()], ids=lambda s: s.id
)


@pytest.fixture
def fight() -> Iterator[Fight]:
    """Two sides of a system whose phases are roll, act, end, and roll again."""
    with there_is():
        yield Fight(OneDieASide.id).add("ana").add("orc", "foes").do("begin")


def test_a_round_that_opens_with_dice_has_new_ones_each_time(fight: Fight) -> None:
    fight.roll(party=6, foes=2)
    assert fight.moments() == [(6, ("ana",)), (2, ("orc",))]
    fight.next("round")
    assert (fight.enc.round, fight.enc.phase) == (2, "roll")
    assert prompted(fight, "roll") == ["side:party", "side:foes"]
    fight.roll(party=1, foes=4)
    assert fight.moments() == [(4, ("orc",)), (1, ("ana",))]
    assert fight.now == ["orc"]


def test_roll_offs_go_with_the_dice_that_they_were_for(fight: Fight) -> None:
    fight.roll(party=3, foes=3).next("round")
    assert (fight.enc.rolls, fight.enc.ranks, fight.enc.placed) == ({}, {}, {})


def test_dice_end_the_phase_that_waits_for_them(fight: Fight) -> None:
    fight.roll(party=5)
    assert fight.enc.phase == "roll"
    fight.roll(foes=1)
    assert (fight.enc.phase, fight.now) == ("act", ["ana"])


def test_a_move_says_what_it_does(fight: Fight) -> None:
    fight.roll(party=5, foes=1)
    [(fixes, rolls_anew)] = [(e.fixes, e.rolls_anew) for e in fight.said if isinstance(e, Moved)]
    assert (fixes, rolls_anew) == (True, False)
    fight.next("round")
    last = fight.said[-1]
    assert isinstance(last, Moved)
    assert (last.opens, last.rolls_anew, last.fixes) == (True, True, False)


def test_a_newcomer_in_mid_round_comes_late(fight: Fight) -> None:
    fight.roll(party=5, foes=1).add("owl", "third")
    fight.do("roll", for_="side:third", faces=[3])
    assert fight.moments() == [(5, ("ana",)), (3, ("owl",)), (1, ("orc",))]


@pytest.mark.parametrize("phase", ["roll", "act", "end"])
def test_what_a_game_does_not_have_its_system_need_not_answer(fight: Fight, phase: str) -> None:
    """Every command is decided or refused."""
    while fight.enc.phase != phase:
        fight.roll(party=6, foes=2) if fight.enc.phase == "roll" else fight.next()
    done = set()
    for command in commands():
        with suppress(Refused):
            done.add(type(decide(fight.history, command, Given([1] * 20))))
    assert done == {tuple}


def commands() -> Iterator[Any]:
    """One of each kind at least, of those that a fight has, as the golden files have them."""
    for line in json.loads(GOLDEN.read_text("utf-8")):
        if line["message"]["command"]["do"] in FIGHT:
            yield msgspec.convert(_of_ours(line["message"]["command"]), do.Any_)


def _of_ours(value: Any) -> Any:
    """The same with the ids of this fight."""
    if isinstance(value, dict):
        return {key: _of_ours(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_of_ours(one) for one in value]
    return OURS.get(value, value) if isinstance(value, str) else value


@each_system
def test_a_system_begins_before_a_fight_and_ends_behind_it(system: System) -> None:
    assert next(iter(system.phases)) == SETUP
    assert list(system.phases)[-1] == OVER
    idle = [name for name, traits in system.phases.items() if not traits.running]
    assert idle == [SETUP, OVER]


@each_system
def test_what_is_under_way_or_closes_a_round_has_moments(system: System) -> None:
    for traits in system.phases.values():
        assert traits.moments >= max(traits.under_way, traits.closes, traits.prelude)


def test_phases_of_the_systems_that_have_old_logs_do_what_they_did_then() -> None:
    """Those logs are read with one table for all systems."""
    did = ("running", "opens", "rolls_anew", "rolls", "moments", "fixes", "rests")
    for id_ in ("adnd1e", "adnd2e", "starfinder", "mmrpg"):
        for name, traits in SYSTEMS[id_].phases.items():
            now, then = ([getattr(t, d) for d in did] for t in (traits, PHASES[name]))
            assert now == then, (id_, name)
            assert traits.under_way == (name == "act"), (id_, name)
