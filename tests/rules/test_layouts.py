"""How a round is laid out is said by its system, and the catalogue tells it to clients."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalogue import catalogue
from rules.systems import SYSTEMS
from tests.protocol.fight import plain
from tests.rules.fights import MELEE, Fight

LAYOUTS: dict[str, dict[str, Any]] = {
    "adnd1e": {"kind": "scale", "unit": "segment", "steps": 10},
    "adnd2e": {"kind": "passes", "unit": "initiative"},
    "starfinder": {"kind": "circle", "unit": "count"},
    "mmrpg": {"kind": "circle", "unit": "score"},
}


@pytest.mark.parametrize(("system", "layout"), LAYOUTS.items())
def test_the_catalogue_says_how_a_round_is_laid_out(system: str, layout: dict[str, Any]) -> None:
    assert plain(catalogue()[system].layout) == layout


def test_every_system_has_a_layout_and_only_a_scale_has_steps() -> None:
    for id_, system in SYSTEMS.items():
        assert (system.layout.kind == "scale") is (system.layout.steps is not None), id_


def test_on_a_scale_advance_to_a_segment_leaves_all_that_is_in_this_one() -> None:  # SEG-C1
    fight = Fight().add("a").add("b").add("orc", "foes").do("begin")
    for one in ("a", "b", "orc"):
        fight.declare(one, MELEE)
    fight.next().roll(party=2, foes=5)
    assert fight.enc.cursor.at == 2
    assert fight.do("advance", to="segment").enc.cursor.at != 2


def test_the_catalogue_says_what_is_particular_to_each_phase() -> None:
    stages = plain(catalogue()["adnd1e"].stages)
    assert stages == {
        "setup": {"part": "before"},
        "declare": {"part": "before", "declares": True},
        "surprise": {"part": "moments", "prelude": True},
        "roll": {"part": "before"},
        "act": {"part": "moments"},
        "end": {"part": "after"},
        "rest": {"part": "after"},
        "over": {"part": "after"},
    }


def test_each_phase_of_a_system_is_in_the_catalogue() -> None:
    for id_, system in catalogue().items():
        assert tuple(system.stages) == system.phases, id_
        assert [stage.part for stage in system.stages.values()].count("moments") > 0, id_
