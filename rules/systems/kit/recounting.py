"""A count that is put right in a circle of turns: nobody acts twice in the round, and nobody is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rules.fold.combatants import with_one
from rules.model.earlier import directly_after
from rules.model.encounter import Combatant, Encounter, Gain, Key, Roll
from rules.model.events import Corrected
from rules.model.turn_changes import FAR, Shift, both
from rules.systems.kit.individual_rolls import FIRST
from rules.systems.kit.ties import is_placed
from rules.systems.kit.turn import entry_id, staying

if TYPE_CHECKING:
    from rules.systems.kit.turn_circle import Circle


def recounted(
    system: Circle, enc: Encounter, who: Combatant, roll: Roll, what: str, *, again: bool = False
) -> Corrected:
    """`who`, with what was put right of the traits, has that roll; the place follows from it.

    A place gained by a delay, a readied action or by hand stays, unless it is the count that is put right.
    """
    old, roll = enc.combatants[who.id], replace(roll, corrected=roll.corrected or 0)
    event = Corrected(
        roller=who.id, what=what, roll=roll, person=None if who == old else who, again=again,
        joins=old.joins, clause=system.count_clause,
    )  # fmt: skip
    if roll.pending:
        return event
    if old.spot is not None and gained(enc, old) and what != "count":
        return replace(event, initiative=old.initiative)
    place = system.base(enc, who, roll)
    unmoved = old.spot is not None and old.spot[: len(place)] == place
    spot = old.spot if unmoved and old.spot is not None else (*place, 0)
    after = with_one(
        replace(enc, rolls={**enc.rolls, who.id: roll}),
        replace(who, spot=spot, initiative=roll.total),
    )
    shift, joins = this_round(system, enc, after, after.combatants[who.id], again=again)
    if old.gained:
        shift = replace(shift, gained={who.id: ""})
    return replace(event, spots={who.id: spot}, initiative=roll.total, joins=joins, shift=shift)


def gained(enc: Encounter, who: Combatant) -> bool:
    """Whether the place came by something else than the roll."""
    roll = enc.rolls.get(who.id)
    placed = who.spot is not None and is_placed(who.spot)
    return placed or (roll is not None and who.initiative != roll.total)


def this_round(
    system: Circle, enc: Encounter, after: Encounter, who: Combatant, *, again: bool
) -> tuple[Shift, int]:
    """What becomes of the turn of this round, and the first round of `who`."""
    old, joins = enc.combatants[who.id], who.joins
    if enc.cursor == FIRST or enc.phase not in (system.prelude, "act"):
        return Shift(), joins
    if enc.phase == "act" and joins > enc.round:
        return Shift(), system.joining(after, who, who.spot or ())
    id_, turn = entry_id(enc, who.id), system.turn(enc, old)
    if turn is None:  # it had none in this round; with a Fantastic it may get one
        comes = system.turn(after, who) is not None
        return Shift(entries={id_: _comes(enc, who)} if comes else {}), joins
    over = id_ in enc.spent or turn.key <= enc.cursor.key
    if over and not (again and turn.key == enc.cursor.key != who.spot):
        return _stands(system, enc, old, turn.key, who.initiative), joins
    open_ = [tie for tie in system.tied(after) if who.id in tie.waiting]
    if any(enc.cursor.key[: len(tie.prefix)] == tie.prefix for tie in open_):
        return _stands(system, enc, old, _after_now(enc, who), who.initiative), joins
    key = _comes(enc, who)
    waits = bool(open_) and key == who.spot and enc.phase == "act"
    return _stands(system, enc, old, key, who.initiative), enc.round + 1 if waits else joins


def _stands(system: Circle, enc: Encounter, who: Combatant, key: Key, count: int | None) -> Shift:
    """The turn of this round comes at `key`; directly after the present moment with its count.

    Whoever has seen no moment of this round yet sees it with its own, `count`.
    """
    turn = system.turn(enc, who)
    if turn is not None and key == turn.key:
        return both(system.seen(enc, who), staying(enc, turn))
    now = enc.cursor if who.hidden else enc.public
    there = (now.round, now.phase) == (enc.round, enc.phase) and now.at is not None
    at = now.at if there else count
    gains = {} if FAR not in key else {entry_id(enc, who.id): Gain("", at)}
    stands = Shift(entries={entry_id(enc, who.id): key}, gains=gains)
    return both(system.seen(enc, who), stands)


def _comes(enc: Encounter, who: Combatant) -> Key:
    """The new place, or directly after the present moment."""
    return directly_after(enc.cursor.key, _seen(enc, who), who.spot or (), enc.serial)


def _after_now(enc: Encounter, who: Combatant) -> Key:
    """Directly after the present moment: the tie with who acts there counts from the next round."""
    seen = _seen(enc, who) or enc.cursor.key
    return directly_after(enc.cursor.key, seen, seen, enc.serial)


def _seen(enc: Encounter, who: Combatant) -> Key:
    """Where those stand in this round who see `who`."""
    if who.hidden:
        return enc.cursor.key
    there = (enc.public.round, enc.public.phase) == (enc.round, enc.phase)
    return enc.public.key if there else ()
