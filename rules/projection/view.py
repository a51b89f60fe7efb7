"""What a role may see. Each view is built for its role; nothing is deleted from a bigger one.

The GM's is made of the encounter, the players' of the encounter as they know it: without hidden
combatants, at the place where players stand. `events.py` does the same for what is told.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any, Literal

from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from rules.engine import prompts as asks
from rules.engine import saves
from rules.engine.history import History
from rules.engine.notes import Unplaced, unplaced
from rules.engine.steps import Step
from rules.engine.timeline import Timeline, active, arrange, reached, timeline
from rules.memo import once, while_cursor_moves
from rules.model.encounter import Encounter
from rules.model.encounter import Entry as Place
from rules.model.phases import Phase
from rules.projection.combatants import Seen, combatants
from rules.projection.differences import Shape
from rules.projection.timeline import Line, lines
from rules.redaction.encounter import known_to_players
from rules.systems import system_of
from rules.systems.kit.system import SIDE, System


class Table(Shape, frozen=True, kw_only=True):
    id: str
    name: str


class Dice(Shape, frozen=True, kw_only=True):
    count: int
    sides: int


class Prompt(Shape, frozen=True, kw_only=True):
    """What the fight waits for: of `combatants`, or for a roll of the rollers in `for`."""

    prompt: Literal["declare", "roll", "tie", "reroll"]
    combatants: tuple[str, ...] = ()
    for_: tuple[str, ...] = field(name="for", default=())
    clause: str = ""
    dice: Dice | None = None


class Range(Shape, frozen=True, kw_only=True):
    """Half-open: from `from` up to, without, `to`."""

    from_: int = field(name="from")
    to: int


class Side(Shape, frozen=True, kw_only=True):
    """The dice of a side, and the segment that they give it."""

    faces: tuple[int, ...]
    segment: int | None = None


class Clock(Shape, frozen=True, kw_only=True):
    """Segments tick by themselves, `every` so many seconds."""

    every: float


class Kept(Shape, frozen=True, kw_only=True):
    """What the table keeps under a name: a party, a prepared fight, or one set aside (in that round)."""

    what: Literal["party", "fight", "aside"]
    system: str
    count: int
    round: int | None = None


class View(Shape, frozen=True, kw_only=True):
    """The fight as a role sees it. `cursor` is the range of `timeline` that happens now.

    `options_next`: all options as they will be from the next round on, if others. For GMs are `kept`,
    by name, and what `undo` would take back and `redo` bring again.
    """

    system: str
    options: dict[str, Any]
    prompts: tuple[Prompt, ...]
    options_next: dict[str, Any] = {}
    sides: dict[str, Side] = {}
    surprise: dict[str, int] = {}
    clock: Clock | None = None
    outcome: str | None = None
    rested: int | UnsetType = UNSET
    round: int
    phase: Phase
    active: tuple[str, ...]
    cursor: Range
    next: tuple[str, ...]
    at: int | None = None
    timeline: tuple[Line, ...]
    combatants: dict[str, Seen]
    can: tuple[str, ...]
    kept: dict[str, Kept] = {}
    undo: Step | None = None
    redo: Step | None = None
    table: Table


NOWHERE = Table(id="", name="")


def view(history: History, role: str, table: Table = NOWHERE) -> View:
    """The view of "gm" or "player" (observers share the latter) at `table`."""
    enc = history.encounter
    if role == "gm":
        can = (*asks.gm_may(enc, history.can_undo, history.can_redo), *saves.may(enc, history.kept))
        notes = unplaced(enc, gm=True)
        whole = _fight(enc, timeline(enc), notes, can, _kept(history), table, gm=True)
        return replace(whole, undo=history.undoes, redo=history.redoes)
    seen = known_to_players(enc)
    order = arrange(reached(enc), seen)
    can = asks.players_may(seen)
    return _fight(seen, order, unplaced(enc, gm=False), can, {}, table, gm=False)


def _fight(
    enc: Encounter,
    order: Timeline,
    notes: Unplaced,
    can: tuple[str, ...],
    kept: dict[str, Kept],
    table: Table,
    *,
    gm: bool,
) -> View:
    """`enc` is what the role knows, `order` what it sees of the order, `notes` what is not in it."""
    moment = once(
        enc.combatants, "moment", (enc, order.entries, order.start), lambda: _moment(enc, order)
    )
    return View(
        **while_cursor_moves(enc, ("frame", gm), partial(_frame, gm=gm)),
        **moment,
        timeline=lines(enc, order.entries, gm=gm),
        combatants=combatants(enc, moment["active"], notes, gm=gm),
        can=can,
        kept=kept,
        table=table,
    )


def _kept(history: History) -> dict[str, Kept]:
    """Made anew only when something was kept or forgotten."""
    values = (history.saves, history.way.aside)
    return once(history.encounter.combatants, "kept", values, lambda: _shelf(history))


def _shelf(history: History) -> dict[str, Kept]:
    saved = {
        name: Kept(what=save.what, system=save.system, count=len(save.combatants))
        for name, save in history.saves.items()
    }
    aside = {
        name: Kept(what="aside", system=left.system, count=left.count, round=left.round)
        for name, left in history.way.aside.items()
    }
    return saved | aside


def _moment(enc: Encounter, order: Timeline) -> dict[str, Any]:
    """Where the fight stands; without anybody hidden it is the same for all."""
    cursor = enc.cursor
    return {
        "round": cursor.round,
        "phase": cursor.phase,
        "active": tuple(active(enc, order.now)),
        "cursor": Range(from_=order.start, to=order.stop),
        "next": _coming(enc, system_of(enc), order),
        "at": cursor.at,
    }


def _frame(enc: Encounter, *, gm: bool) -> dict[str, Any]:
    """What a move of the cursor leaves alone."""
    return {
        "system": enc.system,
        "options": enc.options,
        "prompts": tuple(_prompts(enc, gm)),
        "options_next": enc.options_next,
        "sides": _sides(enc, system_of(enc)),
        "surprise": dict(enc.surprise) if enc.round == 0 else {},
        "clock": None if enc.clock is None else Clock(every=enc.clock),
        "outcome": enc.outcome,
        "rested": enc.rested if system_of(enc).phase_of(enc).rests else UNSET,
    }


def _coming(enc: Encounter, system: System, order: Timeline) -> tuple[str, ...]:
    """Who acts at the next moment of the role's own order."""
    if not enc.running:
        return ()
    coming: list[Place] = []
    for entry in islice(order.entries, order.stop, None):
        if coming and entry.key != coming[0].key:
            break
        if system.acts(enc, entry):
            coming.append(entry)
    if not coming:
        return tuple(system.wraps(enc, order.entries))
    return tuple(dict.fromkeys(e.combatant for e in coming))


def _sides(enc: Encounter, system: System) -> dict[str, Side]:
    shown: dict[str, Side] = {}
    for side in dict.fromkeys(who.side for who in enc.combatants.values()):
        roll = enc.rolls.get(SIDE + side)
        if roll is not None:
            shown[side] = Side(faces=roll.faces, segment=system.segment_shown(enc, side))
    return shown


def _prompts(enc: Encounter, gm: bool) -> list[Prompt]:
    """Whether an unowned one has declared is not for players."""
    shown = []
    for prompt in asks.prompts(enc):
        of = prompt.of
        if prompt.kind == "declare" and not gm:
            of = tuple(i for i in of if enc.combatants[i].owner is not None)
        if of:
            shown.append(_prompt(prompt, of))
    return shown


def _prompt(prompt: asks.Prompt, of: tuple[str, ...]) -> Prompt:
    kind: Any = prompt.kind
    dice = prompt.dice
    return Prompt(
        prompt=kind,
        combatants=() if kind == "roll" else of,
        for_=of if kind == "roll" else (),
        clause=prompt.clause,
        dice=None if dice is None else Dice(count=dice.count, sides=dice.sides),
    )
