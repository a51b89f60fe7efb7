"""decide(encounter, command, dice) -> events, in stretches, or Refused. The one door into the rules.

Each family of commands has a file of its own; here they only meet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.engine import (  # fmt: skip
    advance,
    corrections,
    damage,
    effects,
    options,
    rolls,
    roster,
    turns,
)
from rules.engine.repeating import spelled_out
from rules.fold.evolve import evolve_all
from rules.model import commands as do
from rules.model.dice import Dice
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from rules.model.events import Event
from rules.redaction.encounter import known_to, known_to_players
from rules.stretches import Work

Events = tuple[Event, ...]
Handler = Callable[[Encounter, Any, Dice], list[Event] | Work[list[Event]]]
"""What a command makes happen: at once, or in stretches where it may take long."""

HANDLERS: dict[type, Handler] = {
    do.Open: roster.open_, do.Options: options.options,
    do.Add: roster.add, do.Change: roster.change, do.Remove: roster.remove,
    do.Split: roster.split, do.Surprise: roster.surprise,
    do.Declare: turns.declare, do.Cancel: turns.cancel,
    do.RollDice: rolls.roll, do.Reroll: rolls.reroll, do.Settle: rolls.settle,
    do.Begin: advance.begin, do.Advance: advance.advance, do.EndTurn: advance.end_turn, do.End: advance.end,
    do.Delay: turns.delay, do.Return: turns.return_, do.Ready: turns.ready, do.Trigger: turns.trigger,
    do.Hit: damage.hit, do.Heal: damage.heal, do.Stabilise: damage.stabilise, do.Interrupt: damage.interrupt,
    do.Correct: corrections.correct, do.Place: turns.place,
    do.MarkIt: effects.mark, do.Unmark: effects.unmark, do.Clock: advance.clock,
}  # fmt: skip


def seen_first(handler: Handler) -> Handler:
    """Refuses first what would be refused if only those were there whom players see."""

    def ask(enc: Encounter, command: Any, dice: Dice) -> Work[list[Event]]:
        yield from _done(handler(known_to_players(enc), command, dice))
        return (yield from _done(handler(enc, command, dice)))

    return ask


OF_PLAYERS: dict[type, Handler] = HANDLERS | {
    do.Declare: seen_first(turns.declare_by_player), do.Cancel: seen_first(turns.cancel),
    do.RollDice: rolls.roll_of_seen, do.EndTurn: advance.end_turn_of_seen,
    do.Delay: turns.delay_of_seen, do.Ready: turns.ready_of_seen,
}  # fmt: skip
"""What players ask for concerns nobody whom they do not see, and the moment at which they stand."""


def decide(enc: Encounter, command: do.Any_, dice: Dice, role: str = "gm") -> Work[Events]:
    """What the command makes happen. `undo` and `redo` are the history's: see `history.decide`."""
    if isinstance(command, do.Batch):
        return (yield from batch(enc, command, dice))
    if isinstance(command, do.Declare):
        command = spelled_out(known_to(enc, role), command)
    handlers = HANDLERS if role == "gm" else OF_PLAYERS
    handler = handlers.get(type(command))
    if handler is None:
        raise Refused("bad_message", f"{type(command).__name__} is no command of a fight")
    events = yield from _done(handler(enc, command, dice))
    if isinstance(command, do.Declare) and evolve_all(enc, events) == enc:
        return ()  # it is declared already
    return (*events, *advance.follow(enc, events))


def _done(made: list[Event] | Work[list[Event]]) -> Work[list[Event]]:
    return made if isinstance(made, list) else (yield from made)


def batch(enc: Encounter, command: do.Batch, dice: Dice) -> Work[Events]:
    """All or none: a refusal of one, with its `index` and combatant, refuses the whole."""
    done: list[Event] = []
    for index, single in enumerate(command.commands):
        try:
            events = yield from decide(enc, single, dice)
        except Refused as refused:
            refused.detail["index"] = index
            if of := getattr(single, "combatant", None):
                refused.detail.setdefault("combatant", of)
            raise
        enc = evolve_all(enc, events)
        done.extend(events)
        yield
    return tuple(done)
