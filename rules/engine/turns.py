"""What somebody does, and when: declarations, delay and ready, and the GM's hand in the order.

Each function decides the command of its name for combatants that exist; the system says what may be done.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.engine.moves import completed
from rules.engine.repeating import repeatable
from rules.engine.roster import known
from rules.fold.evolve import evolve_all
from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import Action, Combatant, Encounter
from rules.model.errors import Refused
from rules.redaction.encounter import hidden_of, known_to_players
from rules.systems import system_of
from rules.systems.kit.beside import Side

MOST = 12


def declare_by_player(enc: Encounter, command: do.Declare, dice: Dice) -> list[ev.Event]:
    """The actions of this round; they replace what was declared in it before, not what is carried over."""
    who = known(enc, command.combatant)
    system = system_of(enc)
    system.may_declare(enc, who)
    actions = _named(enc, command)
    system.check(enc, who, actions)
    return repeatable(system.declared(enc, who, actions))


def declare(enc: Encounter, command: do.Declare, dice: Dice) -> list[ev.Event]:
    """The dice bind players to what was declared; the GM puts it right (SEG-C14)."""
    who = known(enc, command.combatant)
    system = system_of(enc)
    if not system.fixed(enc, who):
        return declare_by_player(enc, command, dice)
    return repeatable(system.redeclared(enc, who, _named(enc, command)))


def _named(enc: Encounter, command: do.Declare) -> tuple[Action, ...]:
    """The actions, whose aims are all there."""
    actions = command.actions or ()
    if len(actions) > MOST:
        raise Refused("too_large", f"at most {MOST} actions", field="actions")
    for action in actions:
        for id_ in (action.target, *(action.targets or ())):
            if id_ is not None:
                known(enc, id_)
    return actions


def cancel(enc: Encounter, command: do.Cancel, dice: Dice) -> list[ev.Event]:
    """A declared action is taken back; it stays in the list, so that numbers never move (SEG-C15)."""
    who = known(enc, command.combatant)
    if not 0 <= command.action < len(who.declared):
        raise Refused(
            "illegal_value", f"no action {command.action}", combatant=who.id, field="action"
        )
    return list(system_of(enc).cancelled(enc, who, command.action))


def delay(enc: Encounter, command: do.Delay, dice: Dice) -> list[ev.Event]:
    return list(system_of(enc).delay(enc, known(enc, command.combatant)))


def delay_of_seen(enc: Encounter, command: do.Delay, dice: Dice) -> list[ev.Event]:
    """A player's: their turn goes on while a hidden one has its own."""
    return delay(known_to_players(enc), command, dice)


def return_(enc: Encounter, command: do.Return, dice: Dice) -> list[ev.Event]:
    return list(system_of(enc).return_(enc, known(enc, command.combatant)))


def ready(enc: Encounter, command: do.Ready, dice: Dice) -> list[ev.Event]:
    return list(system_of(enc).ready(enc, known(enc, command.combatant), command.trigger))


def ready_of_seen(enc: Encounter, command: do.Ready, dice: Dice) -> list[ev.Event]:
    return ready(known_to_players(enc), command, dice)


def trigger(enc: Encounter, command: do.Trigger, dice: Dice) -> list[ev.Event]:
    by = None if command.by is None else known(enc, command.by).id
    return list(system_of(enc).trigger(enc, known(enc, command.combatant), by))


def place(enc: Encounter, command: do.Place, dice: Dice) -> list[ev.Event]:
    who, (side, named) = known(enc, command.combatant), _where(command)
    other = None if named is None else known(enc, named)
    if other is who:
        raise Refused("illegal_value", "nobody stands beside themselves", field=side)
    placed = [*system_of(enc).place(enc, who, other, side)]
    return [*placed, *_gone_back(enc, who, placed)]


def _gone_back(enc: Encounter, who: Combatant, placed: Sequence[ev.Event]) -> list[ev.Event]:
    """The cursor goes back to what `who` had still to do, if its new place is before the present moment.

    Without this the cursor would never come there, and a turn would be lost. Refused `illegal_value` where
    others have acted between that place and the present moment: they would act again.
    """
    after = evolve_all(enc, placed)
    entries = system_of(enc).entries(after)
    to_come = _to_come(enc, who)
    passed = [e.key for e in entries if e.id in to_come and e.key < enc.cursor.key]
    if not passed:
        return []
    key = min(passed)
    if any(key < e.key < enc.cursor.key and e.id not in to_come for e in entries):
        raise Refused("illegal_value", "that place has passed", combatant=who.id)
    here = replace(enc.cursor, key=key)
    seen = here if enc.public == enc.cursor and who.id not in hidden_of(enc) else enc.public
    return [completed(enc, ev.Moved(cursor=here, public=seen))]


def _to_come(enc: Encounter, who: Combatant) -> frozenset[str]:
    """The entries of this round that `who` has still to do, those of the present moment too."""
    system, done = system_of(enc), enc.ended | enc.spent
    own = [e for e in system.entries(enc) if e.combatant == who.id and system.acts(enc, e)]
    return frozenset(e.id for e in own if e.key >= enc.cursor.key and e.id not in done)


def _where(command: do.Place) -> tuple[Side, str | None]:
    """On which side of whom; last: after nobody in particular."""
    given = [(command.before, "before"), (command.after, "after"), (command.last, "last")]
    if sum(bool(value) for value, _ in given) != 1:
        raise Refused("bad_message", "one of before, after and last", field="before")
    if command.before is not None:
        return "before", command.before
    return "after", command.after
