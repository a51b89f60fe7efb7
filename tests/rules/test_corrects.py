"""The catalogue says what of a roll may be put right: that is accepted, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.catalogue import catalogue
from rules.model.errors import Refused
from tests.rules.fights import MELEE, Fight
from tests.rules.second_edition import LS

PARTS: dict[str, Any] = {"total": 3, "modifier": 2, "count": 3}
ROLLED: dict[str, tuple[list[int], dict[str, Any]]] = {
    "adnd1e": ([4], MELEE), "adnd2e": ([4], LS), "starfinder": ([4], {}), "mmrpg": ([4, 4, 4], {}),
}  # fmt: skip
CORRECTS = {
    "adnd1e": (["faces", "total", "count", "traits"], ["faces"], ["reaction", "move", "routines"]),
    "adnd2e": (
        ["faces", "total", "modifier", "count", "traits"], ["faces"], ["situations", "modifier"],
    ),
    "starfinder": (["faces", "total", "modifier", "count", "traits"], [], ["modifier"]),
    "mmrpg": (["faces", "total", "modifier", "count", "traits"], [], ["modifier", "edge"]),
}  # fmt: skip


def rolled(system: str) -> Fight:
    faces, action = ROLLED[system]
    made = Fight(system).add("a", owner="ana").add("b", "foes").do("begin")
    if action:
        made.declare("a", action).declare("b", action).next()
    return made.do("roll", for_="a", faces=faces).do("roll", for_="b", faces=faces)


@pytest.mark.parametrize("system", CORRECTS)
def test_the_catalogue_names_the_parts_and_the_traits(system: str) -> None:
    combatant, side, traits = CORRECTS[system]
    known = msgspec.json.decode(msgspec.json.encode(catalogue()[system].corrects))
    assert known == {"combatant": combatant, "side": side, "traits": traits}


@pytest.mark.parametrize("system", CORRECTS)
@pytest.mark.parametrize("part", ["faces", "total", "modifier", "count"])
def test_a_part_is_accepted_where_the_catalogue_names_it(system: str, part: str) -> None:
    value = PARTS.get(part, ROLLED[system][0])
    assert accepts(rolled(system), "a", part, value) == (part in CORRECTS[system][0])
    on_side = accepts(rolled(system), "side:party", part, value)
    assert on_side == (part in CORRECTS[system][1])


@pytest.mark.parametrize("system", CORRECTS)
def test_a_trait_is_accepted_where_the_catalogue_names_it(system: str) -> None:
    traits = {"reaction": 1, "move": 30, "routines": 2, "modifier": 1, "edge": 1, "situations": []}
    for trait, value in traits.items():
        accepted = accepts(rolled(system), "a", "traits", {trait: value})
        assert accepted == (trait in CORRECTS[system][2])


def accepts(made: Fight, for_: str, part: str, value: Any) -> bool:
    try:
        made.do("correct", for_=for_, dice=[1, 1], **{part: value})
    except Refused:
        return False
    return True
