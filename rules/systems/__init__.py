"""The rule systems by id."""

from __future__ import annotations

from rules.model.encounter import Encounter
from rules.model.errors import Refused
from rules.systems.adnd1e import Adnd1e
from rules.systems.adnd2e import Adnd2e
from rules.systems.kit.system import System
from rules.systems.mmrpg import Mmrpg
from rules.systems.starfinder import Starfinder

SYSTEMS: dict[str, System] = {
    system.id: system
    for system in (
        Adnd1e(),
        Adnd2e(),
        Starfinder(),
        Mmrpg(),
    )
}


def system_named(name: str) -> System:
    """The system of that id, or Refused `unknown_system`."""
    if name not in SYSTEMS:
        raise Refused("unknown_system", f"no system {name!r}", systems=list(SYSTEMS))
    return SYSTEMS[name]


def system_of(enc: Encounter) -> System:
    return SYSTEMS[enc.system]
