"""The questions that every rules system answers, with the answers that most give.

A system is a stateless object: every answer follows from the encounter. A method that makes something
happen returns events; the engine evolves the encounter with them before it asks the next question.
Questions about what not every game has are in `absent.py`, its tables in `tables.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from rules.memo import while_cursor_moves
from rules.model.commands import RollDice
from rules.model.dice import Dice
from rules.model.encounter import Combatant, Cursor, Encounter, Entry, Key
from rules.model.errors import Refused
from rules.model.events import Added, Changed, Ended, Event, Moved
from rules.model.phases import OVER, PhaseTraits
from rules.model.turn_changes import NOTHING, Shift
from rules.systems.kit.absent import Absent
from rules.systems.kit.dice_spec import DiceSpec
from rules.systems.kit.fields import Field

SIDE = "side:"
"""The id of a side that rolls begins with it."""

AFTER_ALL = 11
"""Behind every segment and count of a round."""

TYPED = Field("choice", default="all", choices=("all", "gm"))
REVEAL = Field("boolean", default=False)
FREE = Field("boolean", default=True)
COMMON_OPTIONS = {"typed_dice": TYPED, "reveal": REVEAL, "free_characters": FREE}


class System(Absent):
    """One rules system: it states its `Tables`, and answers `throw`, `ordered`, `first`, `next` at least."""

    # --- phases, and what events say of them ------------------------------------------------

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
        """Asked by `add`, and for who is loaded into a fight: the event of the newcomer `who`."""
        return Added(combatant=who)

    def check_traits(self, traits: dict[str, Any]) -> dict[str, Any]:
        """Asked by `add` and `change`: the traits, or Refused where one is none or does not fit its field."""
        for name, value in traits.items():
            if name not in self.traits:
                raise Refused("illegal_value", f"no such trait here: {name}", field=name)
            self.traits[name].check(name, value)
        return traits

    def retrained(self, who: Combatant, patch: dict[str, Any]) -> Combatant:
        """`who` with the traits after a merge patch, or Refused `illegal_value`."""
        given = self.check_traits({k: v for k, v in patch.items() if v is not None})
        stay = {k: v for k, v in who.traits.items() if k not in patch}
        return replace(who, traits={**stay, **given})

    # --- dice -------------------------------------------------------------------------------

    def dice_of(self, enc: Encounter) -> DiceSpec:
        """Asked for the prompts and at each roll: what a roller throws under the options of this fight."""
        return self.dice

    def rollers(self, enc: Encounter) -> tuple[str, ...]:
        """Asked for the prompts and by `roll`: who rolls in this phase, ids of combatants or `side:NAME`.

        Those too who have rolled already. Of hidden ones nothing is asked here: a player's prompts come from
        an encounter without them.
        """
        return ()

    def roller_of(self, enc: Encounter, for_: str) -> str:
        """Asked by `roll`, `correct` and for views: who rolls for a combatant's id or `side:NAME`."""
        return for_

    def throw(self, enc: Encounter, roller: str, command: RollDice, dice: Dice) -> Sequence[Event]:
        """Asked by `roll`, of one that owes it: a `Rolled` with its typed faces, else with those of `dice`.

        Refused `illegal_value` for faces that no such dice have. Dice fall nowhere else but here.
        """
        raise NotImplementedError

    def forced(self, enc: Encounter, dice: Dice) -> Sequence[Event]:
        """Asked by `advance` with `force`, before each step: decides for those who are waited for."""
        return ()

    def acted_on(self, enc: Encounter, roller: str) -> bool:
        """Asked by `roll` with `again`: whether a moment of theirs has passed, or is being used."""
        here = enc.cursor.key
        theirs = [
            e.key for e in self.entries(enc)
            if e.combatant in enc.combatants and self.roller_of(enc, e.combatant) == roller
        ]  # fmt: skip
        return any(key < here for key in theirs) or (enc.touched and here in theirs)

    # --- the order --------------------------------------------------------------------------

    def entries(self, enc: Encounter) -> tuple[Entry, ...]:
        """Every entry of the current round, ordered by key. Equal keys are one moment."""
        return while_cursor_moves(enc, "entries", self._ordered)

    def _ordered(self, enc: Encounter) -> tuple[Entry, ...]:
        return tuple(self.ordered(enc))

    def ordered(self, enc: Encounter) -> Sequence[Entry]:
        """The entries, sorted by key: worked out of dice and declarations, never stored.

        They do not depend on where in the round the cursor stands: `enc` does not say it. Ids are
        `COMBATANT.ROUND.NUMBER`, each once. A key ends with 0, so that there is room on both sides of it.
        """
        raise NotImplementedError

    def acts(self, enc: Encounter, entry: Entry) -> bool:
        """Asked at each step: whether the cursor stops at the entry. It passes over the others."""
        who = enc.combatants.get(entry.combatant)
        return who is not None and who.acting

    def initiative(self, enc: Encounter, who: Combatant) -> int | None:
        """Asked for every view: the number beside the combatant, None before there is one."""
        return who.initiative

    def shows_initiative(self, enc: Encounter, who: Combatant) -> bool:
        """Asked for players' views and told rolls: whether they see the number of an unowned combatant."""
        return True

    def segment_shown(self, enc: Encounter, side: str) -> int | None:
        """Asked for every view: the segment that a side's faces give it, where they do."""
        return None

    def wraps(self, enc: Encounter, entries: Sequence[Entry]) -> list[str]:
        """Asked for every view whose round has no more moment: who is next, in a circle the first again."""
        return []

    # --- the way of the cursor --------------------------------------------------------------

    def first(self, enc: Encounter) -> Cursor:
        """Asked by `begin`, of a fight without anything of an earlier one: where it begins."""
        raise NotImplementedError

    def next(self, enc: Encounter, entries: Sequence[Entry], to: str) -> Cursor:
        """Asked at each step: where the cursor goes from here, never backwards; `to` is "next" or "segment".

        Asked with all entries for the fight, and with those that players see for their view of it.
        """
        raise NotImplementedError

    def ahead(self, enc: Encounter) -> Encounter:
        """Asked before `next`: the encounter in whose order the cursor looks for its next place."""
        return enc

    def goes_on(self, enc: Encounter) -> bool:
        """Asked after each command in a phase that `rolls`, if no prompt is open: whether it is over."""
        return True

    def move(self, enc: Encounter, cursor: Cursor, public: Cursor) -> Moved:
        """Asked at each step, after `next`: the event that moves the cursor, with what is carried over.

        What follows from the traits of the phases (`opens`, `fixes` …) the engine adds.
        """
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
        """Asked at each step, with `move`: what of the declarations comes to nothing as the cursor goes."""
        return ()

    def arriving(self, enc: Encounter) -> Sequence[Event]:
        """Asked at each step, after `move`: what happens because the cursor has come here."""
        return ()

    def follows(self, enc: Encounter) -> Sequence[Event]:
        """Asked after each command of a running fight: what follows at once, without a command."""
        return ()

    def position(self, cursor: Cursor) -> tuple[int, int, Key]:
        """Asked to compare two cursors of one fight: the later one has the greater answer."""
        if cursor.round == 0 and cursor.running:
            return 0, 1, cursor.key
        return cursor.round, self._numbers[cursor.phase], cursor.key

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {phase: number for number, phase in enumerate(self.phases)}

    def reoptioned(self, enc: Encounter, options: dict[str, Any]) -> Shift:
        """Asked by `options`: how places are called under the `options` that count from now on."""
        return NOTHING

    def expiry(
        self, enc: Encounter, who: Combatant, name: str, rounds: int | None
    ) -> tuple[int, Key] | None:
        """Asked by `mark`: when the effect `name` that `who` gets now ends: just before this place again.

        What is given before a fight begins to count with its first round.
        """
        now = enc.cursor.place if enc.running else (1, ())
        return None if rounds is None else (now[0] + rounds, now[1])

    # --- for everybody ----------------------------------------------------------------------

    def shown(self, enc: Encounter, who: Combatant, acts: bool) -> dict[str, Any]:
        """Asked for every view: what everybody sees of a combatant beside the common fields.

        Like `can`, it depends on the place of the cursor by `acts` alone: whether `who` acts now.
        """
        return {}

    def frame(self, enc: Encounter) -> tuple[Any, ...]:
        """Asked for every view: on what else the looks of those depend who do not act now.

        Beside rolls, places and phase: whose looks depend on something not named here is drawn too late.
        """
        return ()

    def can(self, enc: Encounter, who: Combatant, acts: bool) -> list[str]:
        """Asked for every view: commands that may be given for `who` now; `acts`: it acts at this moment."""
        return []
