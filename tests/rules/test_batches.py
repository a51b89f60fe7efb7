"""Many at once: sixteen declarations, hits, heals and effects are one command and one step of undo."""

from __future__ import annotations

from typing import Any

import pytest

from rules.model.errors import Refused
from rules.projection.cuts import chunks
from tests.rules.fights import MELEE, Fight

PEOPLE = [f"p{n}" for n in range(16)]


def sixteen(system: str = "adnd1e") -> Fight:
    fight = Fight(system)
    for n, id_ in enumerate(PEOPLE):
        fight.add(id_, "party" if n < 4 else "foes", hp=10)
    return fight.do("begin")


def on_all(do: str, **fields: Any) -> list[dict[str, Any]]:
    return [{"do": do, "combatant": id_, **fields} for id_ in PEOPLE]


@pytest.mark.parametrize(
    "commands",
    [
        pytest.param(on_all("declare", actions=[MELEE]), id="declare"),
        pytest.param(on_all("hit", damage=3), id="hit"),
        pytest.param(on_all("heal", hp=3), id="heal"),
        pytest.param(on_all("mark", name="Bless", rounds=6), id="mark"),
        pytest.param(on_all("change", set={"usual": [MELEE]}), id="change"),
    ],
)
def test_sixteen_are_one_command_one_piece_and_one_step_of_undo(commands: list[Any]) -> None:
    fight = sixteen()
    before = fight.history
    fight.do("batch", commands=commands)
    assert fight.enc != before.encounter
    assert len(chunks(before, fight.log[-1], fight.history)) == 1
    assert fight.do("undo").enc == before.encounter


def test_a_refusal_names_index_and_combatant_and_nothing_has_happened() -> None:
    fight = sixteen()
    before = fight.enc
    commands = on_all("declare", actions=[MELEE])
    commands[7]["actions"] = [{"act": "sing"}]
    with pytest.raises(Refused) as caught:
        fight.do("batch", commands=commands)
    assert (caught.value.detail["index"], caught.value.detail["combatant"]) == (7, "p7")
    assert fight.enc == before


def test_five_hundred_fit() -> None:
    fight = Fight()
    fight.do("add", combatants=[{"id": f"g{n}", "side": "foes"} for n in range(500)]).do("begin")
    declare = [{"do": "declare", "combatant": f"g{n}", "actions": [MELEE]} for n in range(500)]
    fight.do("batch", commands=declare)
    assert all(who.stated for who in fight.enc.combatants.values())
