"""Who is in the fight: opening it, adding, changing, removing, splitting, surprising."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from rules.engine.creatures import creature_of, creature_renamed, part_of, singled
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import BEFORE, Action, Combatant, Encounter
from rules.model.errors import Refused, code_of_invalid
from rules.systems import system_named, system_of
from rules.systems.kit.fields import check_action, check_settings
from rules.systems.kit.system import COMMON_OPTIONS, System

MOST = 500
"""A group counts once. Larger fights of older versions load, and nobody can be added to them."""
MOST_USUAL = 12
MOST_TRAITS = 4_096  # bytes


def known(enc: Encounter, id_: str) -> Combatant:
    """The combatant, or Refused `unknown_combatant`."""
    who = enc.combatants.get(id_)
    if who is None:
        raise Refused("unknown_combatant", f"no combatant {id_!r}", combatant=id_)
    return who


def open_(enc: Encounter, command: do.Open, dice: Dice) -> list[ev.Event]:
    if enc.running and not command.force:
        raise Refused("running", "a fight is going on: it would be put aside", phase=enc.phase)
    system = system_named(command.system)
    options = check_settings(system.options | COMMON_OPTIONS, command.options)
    as_kept = unhurt if command.unhurt else rested
    kept = tuple(
        as_kept(who, system) for who in enc.combatants.values() if _stays(who, command.keep)
    )
    if len(kept) > MOST:
        raise Refused(
            "too_large", f"a fight has {MOST} combatants at most", field="keep", most=MOST
        )
    return [ev.Opened(system=system.id, options=options, combatants=kept, forced=enc.running)]


def _stays(who: Combatant, keep: str) -> bool:
    if keep == "pcs":
        return who.kind == "pc"
    return keep == "all" or (keep == "owned" and who.owner is not None)


def rested(who: Combatant, system: System) -> Combatant:
    """The person without the fight; what the new system does not know of them is left behind."""
    traits = {k: v for k, v in who.traits.items() if k in system.traits}
    marks = tuple(m for m in who.marks if m.until is None)
    usual = tuple(replace(a, target=None, targets=None) for a in who.usual if _knows(system, a))
    return Combatant(
        id=who.id, name=who.name, side=who.side, kind=who.kind, owner=who.owner, token=who.token,
        hidden=who.hidden, veiled=who.hidden, able=who.able, count=who.count, hp=who.hp, hp_max=who.hp_max,
        dead=who.dead, stable=who.stable, traits=traits, marks=marks, fell=BEFORE if who.fell else None,
        usual=usual, creature=who.creature,
    )  # fmt: skip


def _knows(system: System, action: Action) -> bool:
    try:
        check_action(system.actions, action)
    except Refused:
        return False
    return True


def unhurt(who: Combatant, system: System) -> Combatant:
    """`rested`, with full hit points and without effects."""
    whole = rested(who, system)
    hp = who.hp if who.hp_max is None else who.hp_max
    return replace(whole, hp=hp, hp_max=None, dead=False, stable=False, fell=None, marks=())


def add(enc: Encounter, command: do.Add, dice: Dice) -> list[ev.Event]:
    if not command.combatants:
        raise Refused("illegal_value", "nobody to add", field="combatants")
    room(enc, sum(new.copies or 1 for new in command.combatants))
    events: list[ev.Event] = []
    taken = set(enc.combatants)
    for new in singled(command.combatants, _names(enc)):
        who = _made(enc, new, dice)
        if who.id in taken:
            raise Refused(
                "illegal_value", f"there is a combatant {who.id!r} already", combatant=who.id
            )
        taken.add(who.id)
        events.append(system_of(enc).arrival(enc, who))
    return events


def _names(enc: Encounter) -> list[str]:
    return [who.name for who in enc.combatants.values()]


def room(enc: Encounter, more: int) -> None:
    if len(enc.combatants) + more > MOST:
        raise Refused("too_large", f"a fight has {MOST} combatants at most", most=MOST)


def _made(enc: Encounter, new: do.NewCombatant, dice: Dice) -> Combatant:
    id_ = new.id or dice.id()
    system = system_of(enc)
    down = new.hp is not None and new.hp <= 0
    return Combatant(
        id=id_, name=new.name or id_, side=new.side or default_side(new.kind), kind=new.kind,
        owner=new.owner or None, token=new.token, hidden=new.hidden, veiled=new.hidden, able=new.able,
        count=new.count, hp=new.hp, hp_max=new.hp_max, traits=_traits(system, new.traits),
        usual=_usual(system, new.usual), creature=creature_of(new), joins=system.joins(enc),
        fell=system.now(enc) if down else None,
    )  # fmt: skip


def default_side(kind: str) -> str:
    return "foes" if kind == "npc" else "party"


def _traits(system: System, traits: dict[str, Any]) -> dict[str, Any]:
    if len(msgspec.json.encode(traits)) > MOST_TRAITS:
        raise Refused("too_large", "too many traits", field="traits")
    return system.check_traits(traits)


def _usual(system: System, usual: tuple[Action, ...]) -> tuple[Action, ...]:
    """Actions that the system knows; whether they may be combined is found out when they are declared."""
    if len(usual) > MOST_USUAL:
        raise Refused("too_large", f"at most {MOST_USUAL} actions", field="usual", most=MOST_USUAL)
    for action in usual:
        check_action(system.actions, action)
    return usual


SETTABLE = (
    "name", "side", "kind", "owner", "token", "hidden", "able", "count", "hp", "hp_max", "traits", "usual",
    "creature",
)  # fmt: skip


def change(enc: Encounter, command: do.Change, dice: Dice) -> list[ev.Event]:
    """The merge patch `set`, checked like a newcomer's description."""
    who = known(enc, command.combatant)
    for name in command.set:
        if name not in SETTABLE:
            raise Refused("illegal_value", f"{name} cannot be set", field=name)
    now = {f: getattr(who, f) for f in SETTABLE}
    now |= {"traits": dict(who.traits), "usual": msgspec.to_builtins(who.usual)}
    try:
        wanted = msgspec.convert(_merged(now, command.set), do.NewCombatant)
    except msgspec.ValidationError as error:
        raise Refused(code_of_invalid(str(error)), str(error), combatant=who.id) from None
    changed = _changed(enc, who, wanted)
    fields = tuple(f for f in SETTABLE if getattr(changed, f) != getattr(who, f))
    return [system_of(enc).changed(enc, changed, *fields)] if fields else []


def _merged(value: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    merged = dict(value)
    for name, new in patch.items():
        if isinstance(new, dict) and isinstance(merged.get(name), dict):
            merged[name] = _merged(merged[name], new)
        else:
            merged[name] = new
    return {k: v for k, v in merged.items() if v is not None}


def _changed(enc: Encounter, who: Combatant, wanted: do.NewCombatant) -> Combatant:
    hp = wanted.hp
    standing = hp is None or hp > 0
    falls = not standing and not who.defeated
    fell = system_of(enc).now(enc) if falls else (None if standing else who.fell)
    return replace(
        who, name=wanted.name or who.id, side=wanted.side or default_side(wanted.kind), kind=wanted.kind,
        owner=wanted.owner or None, token=wanted.token, hidden=wanted.hidden, able=wanted.able,
        count=wanted.count, hp=hp, hp_max=_whole(enc, who, wanted),
        traits=_traits(system_of(enc), wanted.traits), usual=_usual(system_of(enc), wanted.usual),
        creature=creature_renamed(who, wanted), fell=fell,
        downed=fell if falls else who.downed, dead=who.dead and not standing,
        stable=who.stable and not standing,
    )  # fmt: skip


def _whole(enc: Encounter, who: Combatant, wanted: do.NewCombatant) -> int | None:
    """How many hit points it has unhurt: what is typed before a fight is no wound."""
    if wanted.hp_max != who.hp_max or wanted.hp is None or who.hp is None:
        return wanted.hp_max
    if who.hp_max is None:
        return who.hp if wanted.hp < who.hp and enc.running else None
    return who.hp_max if wanted.hp < who.hp_max else None


def take(enc: Encounter, command: do.Take, role: str, user: str | None) -> tuple[ev.Event, ...]:
    """Whoever asks plays the character from now on; that it is free is checked by their permission."""
    if role == "gm" or user is None:
        raise Refused("not_allowed", "a player takes a character; a GM gives one with `change`")
    who = replace(known(enc, command.combatant), owner=user)
    return (system_of(enc).changed(enc, who, "owner"),)


def remove(enc: Encounter, command: do.Remove, dice: Dice) -> list[ev.Event]:
    return [ev.Removed(combatant=known(enc, command.combatant).id, wholly=True)]


def split(enc: Encounter, command: do.Split, dice: Dice) -> list[ev.Event]:
    """`count` of a group become a combatant of their own, at the group's place (MM-A11)."""
    who = known(enc, command.combatant)
    if not 1 <= command.count < who.count:
        raise Refused(
            "illegal_value", f"a part of {who.count} is 1 to {who.count - 1}", field="count"
        )
    room(enc, 1)
    id_ = command.id or dice.id()
    if id_ in enc.combatants:
        raise Refused("illegal_value", f"there is a combatant {id_!r} already", combatant=id_)
    part = part_of(who, _names(enc))
    part = replace(part, id=id_, name=command.name or part.name, count=command.count, token=None)
    rest = replace(who, count=who.count - command.count)
    events: list[ev.Event] = [system_of(enc).changed(enc, rest, "count")]
    return [*events, *system_of(enc).part(enc, who, part)]


def surprise(enc: Encounter, command: do.Surprise, dice: Dice) -> list[ev.Event]:
    for id_ in (*(command.combatants or ()), *(command.by or ())):
        known(enc, id_)
    system, singles = system_of(enc), command.combatants
    if isinstance(singles, dict) and command.by is None:
        return list(system.surprise_for(enc, command.sides, singles))
    return list(
        system.surprise(enc, command.sides, None if singles is None else tuple(singles), command.by)
    )
