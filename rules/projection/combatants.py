"""Everybody in the fight, as a role sees them: the GM all of all, players all of owned ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules.engine import prompts as asks
from rules.engine.notes import Note, Unplaced
from rules.memo import once_each, while_cursor_moves
from rules.model import encounter as known
from rules.model.encounter import Action, Encounter, Kind
from rules.model.names import stem
from rules.model.sharing import Revised
from rules.projection.differences import Shape
from rules.systems import system_of


class Mark(Shape, frozen=True, kw_only=True):
    """An effect on a combatant, for `rounds` as asked for: it ends in the round `until`."""

    name: str
    rounds: int | None = None
    until: int | None = None
    against: tuple[str, ...] = ()
    by: str | None = None
    clause: str = ""


class Declared(Action, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A declared action; its number, by which it is cancelled, is its place in the list.

    `due`: the round at whose end it takes effect. `notes`: it stands, but comes to no entry.
    """

    round: int
    carried: bool = False
    started: bool = False
    cancelled: bool = False
    lost: bool = False
    done: bool = False
    due: int | None = None
    notes: tuple[Note, ...] = ()


class Seen(Shape, frozen=True, kw_only=True):
    """Somebody who has no owner, as players see it. `rerolls`: how many it may still use or decline.

    `surprise`: the segments for which it is surprised apart from its side (SEG-C9), before round 1.
    """

    id: str
    name: str
    side: str
    kind: Kind
    hidden: bool
    able: bool
    defeated: bool
    count: int
    marks: tuple[Mark, ...]
    owner: str | None = None
    token: str | None = None
    readied: str | None = None
    surprised: bool = False
    delaying: bool = False
    dead: bool = False
    faces: tuple[int, ...] = ()
    fantastic: bool = False
    rerolls: int = 0
    initiative: int | None = None
    reaction: bool | None = None
    creature: str | None = None
    surprise: int | None = None


class Combatant(Seen, frozen=True, kw_only=True):
    """Somebody in the fight. `can`: what may be done for it now.

    `rerolls`: how many it may still use or decline. `hp_max`: hit points unhurt, once it was wounded.
    `last`: what it declared last in this fight. `usual`: what it declares when nothing else is said.
    """

    traits: dict[str, Any]
    declared: tuple[Declared, ...]
    can: tuple[str, ...]
    last: tuple[Action, ...] = ()
    usual: tuple[Action, ...] = ()
    hp: int | None = None
    hp_max: int | None = None
    stated: bool = False
    stable: bool = False


def combatants(
    enc: Encounter, now: tuple[str, ...], notes: Unplaced, *, gm: bool
) -> dict[str, Seen]:
    """Everybody as one who does not act now, which seldom changes; and over it those who do."""
    values = (*while_cursor_moves(enc, "looks", _looks), *system_of(enc).frame(enc), notes)
    noted = dict(notes)

    def one(who: known.Combatant) -> Seen:
        return _one(enc, who, noted.get(who.id, ()), gm)

    everybody = once_each(enc.combatants, ("people", gm), values, one)
    acting = {id_: _acting(enc, everybody[id_]) for id_ in now}
    return Revised(everybody, acting)


def _looks(enc: Encounter) -> tuple[Any, ...]:
    """On what the looks of everybody depend, beside themselves."""
    at = enc.cursor.at if enc.round == 0 else None
    return (
        enc.rolls, enc.ranks, enc.placed, enc.options, enc.basis, enc.phase, at,
        asks.missing_rolls(enc), system_of(enc).ties(enc),
    )  # fmt: skip


def _acting(enc: Encounter, shown: Seen) -> Seen:
    """The looks of one who acts now."""
    who = enc.combatants[shown.id]
    own = system_of(enc).shown(enc, who, True)
    if isinstance(shown, Combatant):
        return replace(shown, can=tuple(asks.may(enc, who, True)), **own)
    return replace(shown, **own) if own else shown


def _one(enc: Encounter, who: known.Combatant, notes: Sequence[Note], gm: bool) -> Seen:
    """One who does not act now."""
    system = system_of(enc)
    roll = enc.rolls.get(who.id)
    owned = gm or who.owner is not None
    open_ = owned or system.shows_initiative(enc, who)
    common: dict[str, Any] = {
        "id": who.id,
        "name": who.name,
        "side": who.side,
        "kind": who.kind,
        "hidden": who.hidden,
        "able": who.able,
        "defeated": who.defeated,
        "count": who.count,
        "creature": who.creature if owned or who.creature == stem(who.name) else None,
        "marks": tuple(_mark(m) for m in who.marks),
        "owner": who.owner,
        "token": who.token,
        "readied": who.readied,
        "surprised": who.surprised,
        "delaying": who.delaying,
        "dead": who.dead,
        "faces": roll.faces if roll else (),
        "fantastic": roll.fantastic if roll else False,
        "rerolls": roll.pending if roll else 0,
        "initiative": system.initiative(enc, who) if open_ else None,
        "surprise": who.surprise if enc.round == 0 else None,
        **system.shown(enc, who, False),
    }
    if not owned:
        return Seen(**common)
    return Combatant(
        **common,
        traits=who.traits,
        declared=tuple(_declared(d, n, notes) for n, d in enumerate(who.declared)),
        can=tuple(asks.may(enc, who, False)),
        last=who.last,
        usual=who.usual,
        hp=who.hp,
        hp_max=who.hp_max,
        stated=who.stated,
        stable=who.stable,
    )


def _mark(mark: known.Mark) -> Mark:
    return Mark(
        name=mark.name,
        rounds=mark.rounds,
        until=None if mark.until is None else mark.until[0],
        against=mark.against,
        by=mark.by,
        clause=mark.clause,
    )


def _declared(declaration: known.Declaration, number: int, notes: Sequence[Note]) -> Declared:
    action = declaration.action
    return Declared(
        **{name: getattr(action, name) for name in action.__struct_fields__},
        round=declaration.round,
        carried=declaration.begun is not None,
        started=declaration.started,
        cancelled=declaration.cancelled,
        lost=declaration.lost,
        done=declaration.done,
        due=declaration.due,
        notes=tuple(Note(n.code, clause=n.clause) for n in notes if n.action == number),
    )
