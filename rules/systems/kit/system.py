"""The questions that a rules system answers, with the answers that most give.

A system is a stateless object: every answer follows from the encounter. A method that makes something
happen returns events; `decide` evolves the encounter with them before it asks the next question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules.memo import while_cursor_moves
from rules.model.commands import Correct, RollDice
from rules.model.dice import Dice
from rules.model.encounter import Action, Combatant, Cursor, Encounter, Entry, Key
from rules.model.errors import Refused
from rules.model.events import Added, Changed, Ended, Event, Moved
from rules.model.phases import OVER, PhaseTraits
from rules.systems.kit.beside import Side
from rules.systems.kit.dice_spec import DiceSpec
from rules.systems.kit.fields import ActionKind, Field, check_action
from rules.systems.kit.layout import Layout

SIDE = "side:"
AFTER_ALL = 11


TYPED = Field("choice", default="all", choices=("all", "gm"))
REVEAL = Field("boolean", default=False)
COMMON_OPTIONS = {"typed_dice": TYPED, "reveal": REVEAL}


class System:
    """The common answers."""

    id: str
    dice: DiceSpec
    options: dict[str, Field] = {}
    traits: dict[str, Field] = {}
    actions: dict[str, ActionKind] = {}
    situations: dict[str, int] = {}
    weapons: dict[str, int] = {}
    phases: Mapping[str, PhaseTraits] = {}  # by name, in the order in which a round has them
    commands: tuple[str, ...] = ()  # of those that not every system has
    layout: Layout
    surprise_by = "combatants"
    cancel_clause = ""
    corrects: tuple[str, ...] = ()  # parts of a roll that the GM may put right
    tie_dice = 1  # faces of one roll-off
    hides_places = False  # places come from declarations: an unowned one's are open once reached

    # --- phases -----------------------------------------------------------------------------

    def phase_of(self, where: Encounter | Cursor) -> PhaseTraits:
        """The traits of the phase in which a fight or a cursor stands."""
        return self.phases[where.phase]

    def now(self, enc: Encounter) -> tuple[int, int]:
        """(round, segment or count) of what happens now; -1 is before, 11 after everything in the round."""
        at = enc.cursor.at
        return enc.round, AFTER_ALL if self.phase_of(enc).closes else -1 if at is None else at

    def late(self, enc: Encounter) -> bool:
        """For `Rolled` and `Declared`: whether the order of the round is under way."""
        return self.phase_of(enc).under_way

    def changed(self, enc: Encounter, who: Combatant, *fields: str) -> Changed:
        """The event of what is now `who`, of whom these fields are set.

        Hiding and revealing move nobody once places are fixed for the round.
        """
        fixed = enc.combatants[who.id].spot is not None or self.phase_of(enc).moments
        who = who if fixed else replace(who, veiled=who.hidden)
        return Changed(combatant=who, fields=fields)

    # --- who takes part ---------------------------------------------------------------------

    def joins(self, enc: Encounter) -> int:
        """Asked by `add`: the first round in which a combatant who enters now may act."""
        return enc.round

    def arrival(self, enc: Encounter, who: Combatant) -> Event:
        """The event of the newcomer `who`."""
        return Added(combatant=who)

    def check_traits(self, traits: dict[str, Any]) -> dict[str, Any]:
        for name, value in traits.items():
            if name not in self.traits:
                raise Refused("illegal_value", f"no such trait here: {name}", field=name)
            self.traits[name].check(name, value)
        return traits

    # --- declarations -----------------------------------------------------------------------

    def owes(self, enc: Encounter) -> tuple[str, ...]:
        """Asked for the prompts: ids of those who must declare before `advance` goes on without force."""
        return ()

    def invited(self, enc: Encounter) -> tuple[str, ...]:
        """Asked for the prompts: ids of those who may still declare; nobody waits for them."""
        return ()

    def may_declare(self, enc: Encounter, who: Combatant) -> None:
        """Refused where declarations are not open to `who` now."""
        raise Refused("wrong_phase", f"{self.id} has no declarations")

    def check(self, enc: Encounter, who: Combatant, actions: Sequence[Action]) -> None:
        """Refused `illegal_declaration` where the actions conflict."""
        for action in actions:
            check_action(self.actions, action)

    def declared(self, enc: Encounter, who: Combatant,
                 actions: Sequence[Action]) -> Sequence[Event]:  # fmt: skip
        """The declaration, checked already, as events."""
        raise NotImplementedError

    def fixed(self, enc: Encounter, who: Combatant) -> bool:
        """Whether the dice have fallen on what `who` has declared: only the GM changes it now."""
        return False

    def redeclared(
        self, enc: Encounter, who: Combatant, actions: Sequence[Action]
    ) -> Sequence[Event]:
        """What the GM says after the dice, in place of what has not happened."""
        raise NotImplementedError

    def cancelled(self, enc: Encounter, who: Combatant, action: int) -> Sequence[Event]:
        """That action is taken back, or Refused where nothing of it is to come."""
        raise NotImplementedError

    def unplaced(self, enc: Encounter, who: Combatant) -> Sequence[tuple[int, str]]:
        """What `who` has declared and what comes to no entry as things stand: index and clause of each.

        A part counts too (a shot that is lost). Before the order is known it is empty.
        """
        return ()

    # --- dice -------------------------------------------------------------------------------

    def dice_of(self, enc: Encounter) -> DiceSpec:
        """Asked for the prompts and at each roll: what a roller throws under the options of this fight."""
        return self.dice

    def rollers(self, enc: Encounter) -> tuple[str, ...]:
        """Asked for the prompts and by `roll`: who rolls in this phase, ids of combatants or `side:NAME`."""
        return ()

    def roller_of(self, enc: Encounter, for_: str) -> str:
        """The roller that is meant by a combatant's id or `side:NAME`."""
        return for_

    def throw(self, enc: Encounter, roller: str, command: RollDice, dice: Dice) -> Sequence[Event]:
        """Asked by `roll`, of one that owes it: events with its typed faces, else the server's."""
        raise NotImplementedError

    def reroll(self, enc: Encounter, who: Combatant, die: int | None, face: int | None,
               dice: Dice) -> Sequence[Event]:  # fmt: skip
        raise Refused("wrong_phase", f"{self.id} has no rerolls")

    def ties(self, enc: Encounter) -> tuple[tuple[str, ...], ...]:
        """Asked for the prompts and by `roll`: groups of ids whose order is still open."""
        return ()

    def roll_off(self, enc: Encounter, tie: tuple[str, ...], rolling: Sequence[str],
                 faces: Sequence[tuple[int, ...]] | None, dice: Dice) -> Sequence[Event]:  # fmt: skip
        """One roll more for `rolling`, who are all or some of the tie; `faces` stand beside them."""
        raise NotImplementedError

    def throwing(
        self, enc: Encounter, tie: tuple[str, ...], *, named: bool = False
    ) -> tuple[str, ...]:
        """Those of the tie whose roll-off is still missing.

        Where an agreement is waited for it is nobody, until a roll is asked for somebody who is `named`.
        """
        return tie

    def agrees(self, enc: Encounter, tie: tuple[str, ...]) -> bool:
        """Whether the tie may be settled by an agreement, or by the GM's word."""
        return True

    def settle(self, enc: Encounter, order: tuple[str, ...]) -> Sequence[Event]:
        raise Refused("illegal_value", "nothing is to be settled")

    def forced(self, enc: Encounter, dice: Dice) -> Sequence[Event]:
        """Asked by `advance` with `force`, before each step: decides for those who are waited for."""
        return ()

    # --- dice that are put right --------------------------------------------------------------

    def corrected(self, enc: Encounter, roller: str, what: str, command: Correct,
                  dice: Dice) -> Sequence[Event]:  # fmt: skip
        """Asked by `correct`, of a roller that has rolled: `what`, one of `corrects`, becomes another."""
        raise Refused("illegal_value", f"{self.id}: dice stay as they fell", self.dice.clause)

    def thrown_again(
        self, enc: Encounter, roller: str, command: RollDice, dice: Dice
    ) -> Sequence[Event]:
        """Asked by `roll` with `again`, if nobody acted on it: the new dice of `roller`."""
        raise Refused("wrong_phase", f"{self.id}: dice stay as they fell", self.dice.clause)

    def acted_on(self, enc: Encounter, roller: str) -> bool:
        """Whether a moment of theirs has passed, or something was done at the present one."""
        here = enc.cursor.key
        theirs = [
            e.key for e in self.entries(enc)
            if e.combatant in enc.combatants and self.roller_of(enc, e.combatant) == roller
        ]  # fmt: skip
        return any(key < here for key in theirs) or (enc.touched and here in theirs)

    def retrained(self, who: Combatant, patch: dict[str, Any]) -> Combatant:
        """`who` with the traits after a merge patch, or Refused `illegal_value`."""
        given = self.check_traits({k: v for k, v in patch.items() if v is not None})
        stay = {k: v for k, v in who.traits.items() if k not in patch}
        return replace(who, traits={**stay, **given})

    # --- the order --------------------------------------------------------------------------

    def entries(self, enc: Encounter) -> tuple[Entry, ...]:
        """Every entry of the current round, ordered by key. Equal keys are one moment."""
        return while_cursor_moves(enc, "entries", self._ordered)

    def _ordered(self, enc: Encounter) -> tuple[Entry, ...]:
        return tuple(self.ordered(enc))

    def ordered(self, enc: Encounter) -> Sequence[Entry]:
        """The entries, worked out. They do not depend on where in the round the cursor stands."""
        raise NotImplementedError

    def acts(self, enc: Encounter, entry: Entry) -> bool:
        """Asked at each step: whether the cursor stops at the entry. It passes over the others."""
        who = enc.combatants.get(entry.combatant)
        return who is not None and who.acting

    def initiative(self, enc: Encounter, who: Combatant) -> int | None:
        """Asked for every view: the number beside the combatant, None before there is one."""
        return who.initiative

    def places(self, enc: Encounter) -> bool:
        """Asked for the view's `can`: whether there is an order, so that `place` may be given."""
        return False

    def place(
        self, enc: Encounter, who: Combatant, other: Combatant | None, side: Side
    ) -> Sequence[Event]:
        """The events that put `who` directly before or after `other` or, without one, after all others.

        Asked by `place`. What `who` had still to do keeps its entry; if that comes before the present
        moment, the engine moves the cursor back to it, so that no turn is lost. Refused: `wrong_phase`,
        `illegal_value`.
        """
        raise Refused("wrong_phase", f"{self.id} has no places by hand", phase=enc.phase)

    def part(self, enc: Encounter, who: Combatant, part: Combatant) -> Sequence[Event]:
        """Asked by `split`: events by which `part` joins with the roll and the place of the group `who`."""
        return [Added(combatant=part)]

    def shows_initiative(self, enc: Encounter, who: Combatant) -> bool:
        """Whether players see the initiative of an unowned combatant."""
        return True

    def segment_shown(self, enc: Encounter, side: str) -> int | None:
        """The segment that is shown beside a side's faces, where they give it one."""
        return None

    def wraps(self, enc: Encounter, entries: Sequence[Entry]) -> list[str]:
        """Who is next when the round has no more moment: in a circle, the first again."""
        return []

    # --- the way of the cursor --------------------------------------------------------------

    def first(self, enc: Encounter) -> Cursor:
        """Asked by `begin`, of a fight without anything of an earlier one: the first moment."""
        raise NotImplementedError

    def next(self, enc: Encounter, entries: Sequence[Entry], to: str) -> Cursor:
        """Where the cursor goes from here, never backwards; `to` is "next" or "segment".

        Asked with all entries for the fight, and with those that players see for their view of it.
        """
        raise NotImplementedError

    def ahead(self, enc: Encounter) -> Encounter:
        """The encounter in whose order the cursor looks for its next place."""
        return enc

    def goes_on(self, enc: Encounter) -> bool:
        """Asked after each command in a phase that `rolls`, if no prompt is open: whether it is over."""
        return True

    def move(self, enc: Encounter, cursor: Cursor, public: Cursor) -> Moved:
        """Asked at each step, after `next`: the event that moves the cursor, and carries over."""
        return Moved(cursor=cursor, public=public)

    def shows(self, enc: Encounter, public: Cursor) -> Moved:
        """Asked after each command that lets players see a later moment: the event that moves theirs."""
        return Moved(cursor=enc.cursor, public=public)

    def ending(self, enc: Encounter, outcome: str | None) -> tuple[Ended, Cursor]:
        """Asked by `end`: the event of it, and where the cursor goes."""
        return Ended(outcome=outcome), Cursor(round=enc.round, phase=OVER)

    def leaving(self, enc: Encounter) -> Sequence[Event]:
        """Asked at each step, before `next`: what happens as the present moment passes."""
        return ()

    def lapsing(self, enc: Encounter, cursor: Cursor) -> Sequence[Event]:
        """What of the declarations comes to nothing because the cursor goes to `cursor`."""
        return ()

    def arriving(self, enc: Encounter) -> Sequence[Event]:
        """Asked at each step, after `move`: what happens because the cursor has come here."""
        return ()

    def follows(self, enc: Encounter) -> Sequence[Event]:
        """Asked after each command of a running fight: what follows at once, without a command."""
        return ()

    def position(self, cursor: Cursor) -> tuple[int, int, Key]:
        """Puts cursors of one fight in order."""
        if cursor.round == 0 and cursor.running:
            return 0, 1, cursor.key
        return cursor.round, list(self.phases).index(cursor.phase), cursor.key

    def expiry(
        self, enc: Encounter, who: Combatant, name: str, rounds: int | None
    ) -> tuple[int, Key] | None:
        """When the mark `name` that `who` gets now ends: just before this place comes again.

        What is given before a fight begins to count with its first round.
        """
        now = enc.cursor.place if enc.running else (1, ())
        return None if rounds is None else (now[0] + rounds, now[1])

    # --- harm -------------------------------------------------------------------------------

    def stabilised(self, enc: Encounter) -> str:
        """Asked by `stabilise`: the clause by which somebody who is down bleeds no longer now."""
        return ""

    def spoil(self, enc: Encounter, who: Combatant, by: str) -> Sequence[Event]:
        """Asked by `hit` and `interrupt` (`by`), now: what it does to what `who` is doing."""
        return ()

    # --- turns of a circle ------------------------------------------------------------------

    def delay(self, enc: Encounter, who: Combatant) -> Sequence[Event]:
        raise Refused("illegal_declaration", f"{self.id} has no delay")

    def return_(self, enc: Encounter, who: Combatant) -> Sequence[Event]:
        raise Refused("illegal_declaration", f"{self.id} has no delay")

    def ready(self, enc: Encounter, who: Combatant, trigger: str) -> Sequence[Event]:
        raise Refused("illegal_declaration", f"{self.id} has no ready")

    def trigger(self, enc: Encounter, who: Combatant, by: str | None) -> Sequence[Event]:
        raise Refused("illegal_declaration", f"{self.id} has no ready")

    def surprises(self, enc: Encounter) -> bool:
        """Whether it may be said now who is surprised."""
        return False

    def surprise(self, enc: Encounter, sides: dict[str, int] | None, combatants: Sequence[str] | None,
                 by: Sequence[str] | None) -> Sequence[Event]:  # fmt: skip
        raise Refused("wrong_phase", f"{self.id} has no surprise", phase=enc.phase)

    def surprise_for(self, enc: Encounter, sides: dict[str, int] | None,
                     combatants: dict[str, int]) -> Sequence[Event]:  # fmt: skip
        raise Refused("bad_message", "name those who are surprised", field="combatants")

    # --- for everybody ----------------------------------------------------------------------

    def shown(self, enc: Encounter, who: Combatant, acts: bool) -> dict[str, Any]:
        """What everybody sees of a combatant in this system beside the common fields.

        Like `can`, it depends on the place of the cursor by `acts` alone: whether `who` acts now.
        """
        return {}

    def frame(self, enc: Encounter) -> tuple[Any, ...]:
        """On what else the looks of those depend who do not act now, beside rolls, places and phase."""
        return ()

    def can(self, enc: Encounter, who: Combatant, acts: bool) -> list[str]:
        """Asked for every view: commands that may be given for `who` now; `acts`: it acts at this moment."""
        return []

    def end_round(self, enc: Encounter) -> Sequence[Event]:
        """Asked once when a round is over, the last of a fight too: what its end does (bleeding)."""
        return ()
