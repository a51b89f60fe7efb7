"""Keeping parties and fights by name, and setting a fight aside: see `rules/model/saves.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.engine.roster import rested, room, unhurt
from rules.engine.trail import Aside
from rules.fold.evolve import evolve_all
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import Combatant, Encounter
from rules.model.errors import Refused
from rules.model.saves import Forgotten, LeftAside, Save, Saved, TakenUp
from rules.systems import system_named, system_of
from rules.systems.kit.fields import check_settings
from rules.systems.kit.system import COMMON_OPTIONS

MOST = 50
"""Names at one table."""


class Kept(Struct, frozen=True):
    """What a table keeps by name: `saves`, and fights that were set aside."""

    saves: Mapping[str, Save] = {}
    aside: Mapping[str, Aside] = {}

    def __contains__(self, name: str) -> bool:
        return name in self.saves or name in self.aside

    def __len__(self) -> int:
        return len(self.saves) + len(self.aside)


def save(enc: Encounter, kept: Kept, command: do.Keep, dice: Dice) -> list[ev.Event]:
    party = command.what == "party"
    if command.name in kept.aside:
        raise _bad_name("a fight is set aside under that name")
    _place_for(kept, command.name)
    system = system_of(enc)
    people = tuple(
        unhurt(who, system) for who in enc.combatants.values() if (who.kind == "pc") == party
    )
    if not people:
        raise Refused("illegal_value", "there is nobody to keep", field="what")
    options = {} if party else enc.options
    found = Save(what=command.what, system=system.id, options=options, combatants=people)
    return [] if kept.saves.get(command.name) == found else [Saved(command.name, found)]


def load(enc: Encounter, kept: Kept, command: do.Load, dice: Dice) -> list[ev.Event]:
    found = kept.saves.get(command.name)
    if found is None:
        raise _bad_name("nothing is kept under that name")
    if found.what == "party":
        there = {who.name for who in enc.combatants.values() if who.kind == "pc"}
        absent = [c for c in found.combatants if c.id not in enc.combatants and c.name not in there]
        if not absent:
            raise Refused("illegal_value", "everybody is here already", field="name")
        return _arriving(enc, absent, dice)
    if enc.running and not command.force:
        raise Refused("running", "a fight is going on: it would be put aside", phase=enc.phase)
    opened = _opened(enc, found.system, found.options, forced=enc.running)
    return [opened, *_arriving(evolve_all(enc, [opened]), found.combatants, dice)]


def forget(enc: Encounter, kept: Kept, command: do.Forget, dice: Dice) -> list[ev.Event]:
    if command.name not in kept:
        raise _bad_name("nothing is kept under that name")
    return [Forgotten(command.name)]


def set_aside(enc: Encounter, kept: Kept, command: do.SetAside, dice: Dice) -> list[ev.Event]:
    if not enc.running:
        raise Refused("wrong_phase", "no fight is going on", phase=enc.phase)
    if command.name in kept:
        raise _bad_name("that name is taken")
    _place_for(kept, command.name)
    left = LeftAside(command.name, enc.system, enc.round, len(enc.combatants))
    return [left, _opened(enc, enc.system, enc.options)]


def take_up(enc: Encounter, kept: Kept, command: do.TakeUp, dice: Dice) -> list[ev.Event]:
    if command.name not in kept.aside:
        raise _bad_name("no fight is set aside under that name")
    if enc.running:
        raise Refused("running", "a fight is going on: set it aside first", phase=enc.phase)
    return [TakenUp(command.name)]


HANDLERS: dict[type, Any] = {
    do.Keep: save, do.Load: load, do.Forget: forget, do.SetAside: set_aside, do.TakeUp: take_up,
}  # fmt: skip
"""Each of (encounter, kept, command, dice) to events."""


def may(enc: Encounter, kept: Kept) -> list[str]:
    """The GM's buttons for what is kept."""
    allowed = ["save"] if enc.combatants else []
    allowed += ["load"] if kept.saves else []
    if enc.running:
        allowed += ["set_aside"]
    elif kept.aside:
        allowed += ["take_up"]
    return allowed + ["forget"] * bool(len(kept))


def _opened(
    enc: Encounter, system_id: str, options: dict[str, Any], forced: bool = False
) -> ev.Opened:
    """A fight with the players' characters as they are."""
    system = system_named(system_id)
    people = tuple(rested(who, system) for who in enc.combatants.values() if who.kind == "pc")
    checked = check_settings(system.options | COMMON_OPTIONS, options)
    return ev.Opened(system=system.id, options=checked, combatants=people, forced=forced)


def _arriving(
    enc: Encounter, people: list[Combatant] | tuple[Combatant, ...], dice: Dice
) -> list[ev.Event]:
    """An id that somebody else has by now is not taken from them."""
    room(enc, len(people))
    system = system_of(enc)
    joins = system.joins(enc)
    return [
        system.arrival(
            enc,
            replace(
                rested(who, system),
                id=dice.id() if who.id in enc.combatants else who.id,
                joins=joins,
            ),
        )
        for who in people
    ]


def _place_for(kept: Kept, name: str) -> None:
    if name not in kept and len(kept) >= MOST:
        raise Refused("too_large", f"{MOST} names at most", field="name", most=MOST)


def _bad_name(why: str) -> Refused:
    return Refused("illegal_value", why, field="name")
