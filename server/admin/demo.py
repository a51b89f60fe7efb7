"""A fight that is ready to be played: four against the orcs, in the first round's declarations."""

from __future__ import annotations

from rules.model.commands import Add, Any_, Begin, Declare, NewCombatant, Open
from rules.model.encounter import Action
from server.table.table import Table


def _pc(id: str, name: str, hp: int, **traits: int) -> NewCombatant:
    return NewCombatant(id=id, name=name, side="party", kind="pc", hp=hp, traits=traits)


def _orc(id: str, name: str, hidden: bool = False) -> NewCombatant:
    return NewCombatant(id=id, name=name, side="orcs", kind="npc", hp=6, hidden=hidden)


FIGHT: tuple[Any_, ...] = (
    Open(system="adnd1e"),
    Add(
        combatants=(
            _pc("morwen", "Morwen", 14),
            _pc("aldo", "Aldo", 9),
            _pc("brand", "Brand", 31, routines=2),
            _pc("sela", "Sela", 18, reaction=2),
            _orc("orc-1", "Orc with a spear"),
            _orc("orc-2", "Orc with a scar"),
            _orc("orc-3", "Orc behind the door", hidden=True),
        )
    ),
    Begin(),
    Declare(combatant="morwen", actions=(Action("spell", name="Web of Ash", segments=7),)),
    Declare(combatant="aldo", actions=(Action("spell", name="Sleep", segments=3),)),
)
"""The README's fight: a spell of seven segments, and one that a hit may spoil."""


async def fill(table: Table) -> None:
    """Play it at an empty table; one that has a log already is left as it is."""
    if table.stored.position == 0:
        for command in FIGHT:
            await table.play(command)
