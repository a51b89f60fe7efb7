"""AD&D 2nd edition: the answers of the system `adnd2e`, clause by clause (2E-C1 to 2E-C26).

A d10, lowest acts first, rolled anew every round, after the declarations. Which method is used is
an option; when to use which (2E-C10) is advice. What is added to the roll is in `speeds.py` and
`situations.py`, the blows in `passes.py`, the order in `entries.py`, castings of rounds in
`spells.py`, what may be declared in `actions.py`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules.memo import while_cursor_moves
from rules.model import events as ev
from rules.model.commands import RollDice
from rules.model.dice import Dice
from rules.model.encounter import Action, Combatant, Cursor, Declaration, Encounter, Entry, Key
from rules.model.errors import Refused
from rules.systems.adnd2e import actions as declaring
from rules.systems.adnd2e.concentration import (
    completed,
    disturbed,
    dropped,
    falls_there,
    lost,
    may_act,
    passed_over,
)
from rules.systems.adnd2e.entries import (
    ORDERED,
    entries_of,
    first_total,
    own,
    planned,
    roll_of,
    roller,
    then,
)  # fmt: skip
from rules.systems.adnd2e.options import OPTIONS
from rules.systems.adnd2e.situations import SITUATIONS
from rules.systems.adnd2e.spells import casting, due
from rules.systems.adnd2e.weapons import WEAPONS
from rules.systems.kit.declarations import Declaring, carried
from rules.systems.kit.dice_spec import DiceSpec
from rules.systems.kit.fields import Field
from rules.systems.kit.layout import Layout
from rules.systems.kit.shared_rolls import Group, alike, for_all, shares
from rules.systems.kit.system import SIDE

OWN_DIE = DiceSpec(1, 10, "combatant", "2E-C8")
SURPRISING = ("setup", "over", "declare", "roll", "act")


class Adnd2e(Declaring):
    """Everybody acts at the roll plus what the own action and situation add, pass by pass."""

    id = "adnd2e"
    dice = DiceSpec(1, 10, "side", "2E-C2")
    layout = Layout("passes", "initiative")
    options = OPTIONS
    traits = {
        "situations": Field("choices", "2E-C7", choices=tuple(SITUATIONS)),
        "modifier": Field("integer", "2E-C7", min=-20, max=20, default=0),
    }
    actions = declaring.ACTIONS
    situations = SITUATIONS
    weapons = WEAPONS
    commands = ("declare", "cancel", "interrupt")
    declare_clause = "2E-C3"
    fixed_clause = "2E-C3"
    lost_clause = "2E-C24"

    # --- declarations -----------------------------------------------------------------------

    def takes_part(self, enc: Encounter, who: Combatant) -> bool:
        """Surprised combatants cannot act in that round."""
        return super().takes_part(enc, who) and not who.surprised

    def may_declare(self, enc: Encounter, who: Combatant) -> None:
        if not (self._comes_late(enc, who) and self.takes_part(enc, who)):
            super().may_declare(enc, who)

    def _comes_late(self, enc: Encounter, who: Combatant) -> bool:
        """A newcomer may declare after the dice: once, and as long as one of their dice is missing."""
        if enc.phase not in ("roll", "act") or not who.joins == enc.round > 0:
            return False
        return not who.stated or self._die_is_missing(enc, who)

    def _die_is_missing(self, enc: Encounter, who: Combatant) -> bool:
        """Of who has to roll alone: what hidden ones of the side roll says nothing of them."""
        rolls = enc.phase in ("roll", "act") and self.rolls(enc, who)
        return rolls and roll_of(enc, then(enc, who)) is None

    def check(self, enc: Encounter, who: Combatant, actions: Sequence[Action]) -> None:
        declaring.check(enc, who, actions)

    def declared(
        self, enc: Encounter, who: Combatant, actions: Sequence[Action]
    ) -> Sequence[ev.Event]:
        """Another declaration abandons a spell that was begun in an earlier round."""
        running = carried(who)
        abandoned = [i for i, d in enumerate(running) if d.live and actions]
        left = [lost(who, i, "2E-C24") for i in abandoned]
        stand = tuple(replace(d, lost=True) if i in abandoned else d for i, d in enumerate(running))
        fresh = tuple(
            Declaration(action=a, round=enc.round, due=due(a, enc.round)) for a in actions
        )
        told = ev.Declared(
            combatant=who.id,
            actions=tuple(actions),
            declarations=stand + fresh,
            late=self.late(enc),
        )
        return [*left, told]

    def cancelling(self, enc: Encounter, who: Combatant, action: int) -> Sequence[ev.Event]:
        begun = who.declared[action].begun is not None
        return [lost(who, action, "2E-C24")] if begun else ()

    def unplaced(self, enc: Encounter, who: Combatant) -> Sequence[tuple[int, str]]:
        """A total that has passed for a late entrant, or an attack every other round, in the wrong one."""
        if enc.phase not in ORDERED or self._die_is_missing(enc, who):
            return ()
        placed, lines = Counter(e.action for e in own(enc, who)), Counter(planned(enc, who))
        return [
            (i, "2E-C9" if lines[i] or roll_of(enc, then(enc, who)) is None else "2E-C13")
            for i, d in enumerate(who.declared)
            if d.live and d.due is None and placed[i] < max(1, lines[i])
        ]

    def invited(self, enc: Encounter) -> tuple[str, ...]:
        """Late entrants whose total may still be to come: a spell of rounds is, until the end."""
        return tuple(
            id_ for id_, who in enc.combatants.items()
            if not who.stated and self._comes_late(enc, who) and self.takes_part(enc, who)
        )  # fmt: skip

    # --- dice -------------------------------------------------------------------------------

    def dice_of(self, enc: Encounter) -> DiceSpec:
        return OWN_DIE if enc.options.get("method") == "individual" else self.dice

    def rollers(self, enc: Encounter) -> tuple[str, ...]:
        """Each side (2E-C2), or everybody (2E-C8)."""
        if enc.phase not in ("roll", "act"):
            return ()
        return tuple(
            sorted({g[0] for g in while_cursor_moves(enc, "rolling groups", self._rolling)})
        )

    def _rolling(self, enc: Encounter) -> list[Group]:
        """Those who roll, or for whom a side does; several of a creature may share a die that is to fall."""
        rolling = [then(enc, who) for who in enc.combatants.values() if self.rolls(enc, who)]
        ids = list(dict.fromkeys(roller(enc, who) for who in rolling))
        if not (shares(enc) and enc.options.get("method") == "individual"):
            return [(id_,) for id_ in ids]
        rolled = [(id_,) for id_ in ids if id_ in enc.rolls]
        return [*rolled, *alike(enc, (id_ for id_ in ids if id_ not in enc.rolls))]

    def _groups(self, enc: Encounter) -> dict[str, Group]:
        return {id_: group for group in self._rolling(enc) for id_ in group}

    def rolls(self, enc: Encounter, who: Combatant) -> bool:
        """Whoever casts for a round or more has no roll (2E-C21); the side has one all the same."""
        acts = self.takes_part(enc, who) and self.takes_part(enc, then(enc, who))
        if enc.options.get("method") == "individual":
            return acts and not casting(then(enc, who))
        return acts or any(d.live for d in carried(who))

    def roller_of(self, enc: Encounter, for_: str) -> str:
        if for_.startswith(SIDE):
            return for_
        own = roller(enc, then(enc, enc.combatants[for_]))
        if own.startswith(SIDE) or not shares(enc) or enc.phase not in ("roll", "act"):
            return own
        return while_cursor_moves(enc, "groups of rollers", self._groups).get(own, (own,))[0]

    def throw(
        self, enc: Encounter, roller: str, command: RollDice, dice: Dice
    ) -> Sequence[ev.Event]:
        events = super().throw(enc, roller, command, dice)
        who = enc.combatants.get(roller)
        if who is None:
            return events
        rolled = [replace(e, joins=who.joins) for e in events if isinstance(e, ev.Rolled)]
        group = next((g for g in self._rolling(enc) if roller in g), (roller,))
        return [for_all(event, group) for event in rolled]

    # --- the order --------------------------------------------------------------------------

    def ordered(self, enc: Encounter) -> Sequence[Entry]:
        return entries_of(enc)

    def acts(self, enc: Encounter, entry: Entry) -> bool:
        """All at one total is resolved before any of it applies: who falls there still acts."""
        who = enc.combatants.get(entry.combatant)
        return who is not None and may_act(who) and (who.acting or falls_there(enc, entry))

    def initiative(self, enc: Encounter, who: Combatant) -> int | None:
        return next((e.at for e in own(enc, who) if e.at is not None), None)

    def shows_initiative(self, enc: Encounter, who: Combatant) -> bool:
        """Once the first entry is reached."""
        reached = [e for e in own(enc, who)[:1] if e.key <= enc.cursor.key]
        return bool(reached) and enc.phase in ("act", "end")

    def frame(self, enc: Encounter) -> tuple[Any, ...]:
        """What the GM's hand moved, whose initiative is not open yet, and how many of them are reached."""
        firsts = while_cursor_moves(enc, "firsts", _firsts)
        reached = bisect_right(firsts, enc.cursor.key)
        return (*super().frame(enc), enc.placed, firsts, reached)

    # --- the way of the cursor --------------------------------------------------------------

    def joins(self, enc: Encounter) -> int:
        """A late entrant acts if their total is still to come."""
        return enc.round + 1 if enc.phase == "end" else enc.round

    def next(self, enc: Encounter, entries: Sequence[Entry], to: str) -> Cursor:
        following = self._effects(enc, entries) if enc.phase == "end" else None
        return following or super().next(enc, entries, to)

    def closing(self, enc: Encounter, entries: Sequence[Entry]) -> Cursor:
        """The end of the round, with the spells that are due there (2E-C22, 2E-C25)."""
        return self._effects(enc, entries) or super().closing(enc, entries)

    def _effects(self, enc: Encounter, entries: Sequence[Entry]) -> Cursor | None:
        for entry in entries:
            if entry.phase == "end" and entry.key > enc.cursor.key and self.acts(enc, entry):
                return Cursor(round=entry.round, phase="end", key=entry.key)
        return None

    def carry(self, enc: Encounter, who: Combatant, cursor: Cursor) -> tuple[Declaration, ...]:
        """A spell of several rounds is declared for its caster until it is done (2E-C23)."""
        return tuple(
            replace(d, begun=(d.round, 0))
            for d in who.declared
            if d.live and d.due is not None and d.due >= cursor.round
        )

    def arriving(self, enc: Encounter) -> Sequence[ev.Event]:
        return self._completed(enc)

    def leaving(self, enc: Encounter) -> Sequence[ev.Event]:
        """Also the spell of somebody who came into the present moment."""
        return self._completed(enc)

    def _completed(self, enc: Encounter) -> list[ev.SpellCompleted]:
        """The spells that take effect now."""
        if enc.phase not in ORDERED:
            return []
        here = [e for e in self.entries(enc) if e.key == enc.cursor.key and self.acts(enc, e)]
        return completed(enc, here)

    # --- put right by the GM -------------------------------------------------------------------

    def reckoned(self, enc: Encounter, who: Combatant) -> int | None:
        return first_total(self.ahead(enc), who)

    def casts(self, enc: Encounter, d: Declaration) -> bool:
        return d.action.act == "spell"

    def lasts(self, enc: Encounter, who: Combatant, action: int) -> bool:
        d = who.declared[action]
        return d.due is not None and d.due >= enc.round

    # --- harm -------------------------------------------------------------------------------

    def spoil(self, enc: Encounter, who: Combatant, by: str) -> Sequence[ev.Event]:
        return disturbed(enc, who)

    def follows(self, enc: Encounter) -> Sequence[ev.Event]:
        return dropped(enc)

    def end_round(self, enc: Encounter) -> Sequence[ev.Event]:
        """The surprise is over, and so are the spells that it kept from their moment."""
        awake = [replace(c, surprised=False) for c in enc.combatants.values() if c.surprised]
        woken = [self.changed(enc, c, "surprised") for c in awake]
        return [*passed_over(enc), *woken]

    # --- surprise ---------------------------------------------------------------------------

    def surprises(self, enc: Encounter) -> bool:
        return enc.phase in SURPRISING

    def surprise(
        self,
        enc: Encounter,
        sides: dict[str, int] | None,
        combatants: Sequence[str] | None,
        by: Sequence[str] | None,
    ) -> Sequence[ev.Event]:
        """Who is surprised in this round; before the fight, in its first. Nobody: no one is."""
        if not self.surprises(enc):
            raise Refused("wrong_phase", "the round is over", phase=enc.phase)
        if combatants is None or sides is not None:
            raise Refused("bad_message", "say which combatants are surprised", field="combatants")
        return [ev.Surprised(combatants=tuple(combatants))]


def _firsts(enc: Encounter) -> tuple[Key, ...]:
    """Where those first act whose initiative is not open before."""
    unowned = (own(enc, who)[:1] for who in enc.combatants.values() if who.owner is None)
    return tuple(sorted(e.key for first in unowned for e in first))
