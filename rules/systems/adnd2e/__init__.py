"""AD&D 2nd edition: the answers of the system `adnd2e`, clause by clause (2E-C1 to 2E-C26).

A d10, lowest acts first, rolled anew every round, after the declarations. Which method is used is
an option; when to use which (2E-C10) is advice. What is added to the roll is in `speeds.py` and
`situations.py`, the blows in `passes.py`, the order in `entries.py`, castings of rounds in
`spells.py`, what may be declared in `actions.py`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules import events as ev
from rules.commands import RollDice
from rules.dice import Dice
from rules.encounter import Action, Combatant, Cursor, Declaration, Encounter, Entry, Key
from rules.errors import Refused
from rules.standing import standing
from rules.systems.adnd2e import actions as declaring
from rules.systems.adnd2e.entries import entries_of, own, roll_of, roller, then
from rules.systems.adnd2e.situations import SITUATIONS
from rules.systems.adnd2e.speeds import INNATE, WEAPONS
from rules.systems.adnd2e.spells import casting, due, long
from rules.systems.base import SIDE, DiceSpec
from rules.systems.declared import Declaring, carried
from rules.systems.fields import Field

SURPRISING = ("setup", "over", "declare", "roll", "act")


class Adnd2e(Declaring):
    """Everybody acts at the roll plus what the own action and situation add, pass by pass."""

    id = "adnd2e"
    dice = DiceSpec(1, 10, "side", "2E-C2")
    options = {
        "method": Field(
            "choice",
            "2E-C1",
            default="group",
            choices=("standard", "group", "individual"),
            changes="next_round",
        ),
        "ties": Field(
            "choice",
            "2E-A1",
            default="simultaneous",
            choices=("simultaneous", "speed"),
            changes="next_round",
        ),
        "two_weapons": Field(
            "choice", "2E-A6", default="slower", choices=("slower", "primary"), changes="next_round"
        ),
        "innate": Field(
            "integer", "2E-A7", default=INNATE, min=0, max=INNATE, changes="next_round"
        ),
    }
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

    # --- declarations -----------------------------------------------------------------------

    def takes_part(self, enc: Encounter, who: Combatant) -> bool:
        """Surprised combatants cannot act in that round."""
        return super().takes_part(enc, who) and not who.surprised

    def may_declare(self, enc: Encounter, who: Combatant) -> None:
        if not (self._comes_late(enc, who) and self.takes_part(enc, who)):
            super().may_declare(enc, who)

    def _comes_late(self, enc: Encounter, who: Combatant) -> bool:
        """A newcomer may declare after the dice: once, and as long as a die of his is missing."""
        if enc.phase not in ("roll", "act") or not who.joins == enc.round > 0:
            return False
        rolls = self.roller_of(enc, who.id) in self.rollers(enc)
        return not who.stated or (rolls and roll_of(enc, then(enc, who)) is None)

    def check(self, enc: Encounter, who: Combatant, actions: Sequence[Action]) -> None:
        declaring.check(who, actions)

    def declared(
        self, enc: Encounter, who: Combatant, actions: Sequence[Action]
    ) -> Sequence[ev.Event]:
        """Another declaration abandons a spell that was begun in an earlier round."""
        running = carried(who)
        abandoned = [i for i, d in enumerate(running) if d.live and actions]
        lost = [_lost(who, i, "2E-C24") for i in abandoned]
        stand = tuple(replace(d, lost=True) if i in abandoned else d for i, d in enumerate(running))
        fresh = tuple(
            Declaration(action=a, round=enc.round, due=due(a, enc.round)) for a in actions
        )
        told = ev.Declared(combatant=who.id, actions=tuple(actions), declarations=stand + fresh)
        return [*lost, told]

    def cancelling(self, enc: Encounter, who: Combatant, action: int) -> Sequence[ev.Event]:
        begun = who.declared[action].begun is not None
        return [_lost(who, action, "2E-C24")] if begun else ()

    # --- dice -------------------------------------------------------------------------------

    def rollers(self, enc: Encounter) -> tuple[str, ...]:
        """Each side (2E-C2), or everybody (2E-C8)."""
        if enc.phase not in ("roll", "act"):
            return ()
        rolling = [then(enc, who) for who in enc.combatants.values() if self.rolls(enc, who)]
        return tuple(sorted({roller(enc, who) for who in rolling}))

    def rolls(self, enc: Encounter, who: Combatant) -> bool:
        """Whoever casts for a round or more has no roll (2E-C21); the side has one all the same."""
        acts = self.takes_part(enc, who) and self.takes_part(enc, then(enc, who))
        if enc.options.get("method") == "individual":
            return acts and not casting(then(enc, who))
        return acts or any(d.live for d in carried(who))

    def roller_of(self, enc: Encounter, for_: str) -> str:
        return for_ if for_.startswith(SIDE) else roller(enc, then(enc, enc.combatants[for_]))

    def throw(
        self, enc: Encounter, roller: str, command: RollDice, dice: Dice
    ) -> Sequence[ev.Event]:
        events = super().throw(enc, roller, command, dice)
        who = enc.combatants.get(roller)
        if who is None:
            return events
        return [
            replace(e, joins=who.joins, clause="2E-C8") for e in events if isinstance(e, ev.Rolled)
        ]

    # --- the order --------------------------------------------------------------------------

    def ordered(self, enc: Encounter) -> Sequence[Entry]:
        return entries_of(enc)

    def acts(self, enc: Encounter, entry: Entry) -> bool:
        """All at one total is resolved before any of it applies: who falls there still acts."""
        who = enc.combatants.get(entry.combatant)
        if who is None or not who.able or who.surprised:
            return False
        return who.acting or (who.id, entry.key) in enc.fallen

    def initiative(self, enc: Encounter, who: Combatant) -> int | None:
        return next((e.at for e in own(enc, who) if e.at is not None), None)

    def shows_initiative(self, enc: Encounter, who: Combatant) -> bool:
        """Once the first entry is reached."""
        reached = [e for e in own(enc, who)[:1] if e.key <= enc.cursor.key]
        return bool(reached) and enc.phase in ("act", "end")

    def frame(self, enc: Encounter) -> tuple[Any, ...]:
        """What the GM's hand moved, and how many have been reached whose initiative is not open yet."""
        reached = bisect_right(standing(enc, "firsts", _firsts), enc.cursor.key)
        return (*super().frame(enc), enc.placed, reached)

    # --- the way of the cursor --------------------------------------------------------------

    def joins(self, enc: Encounter) -> int:
        """A late entrant acts if his total is still to come."""
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

    def _completed(self, enc: Encounter) -> list[ev.Event]:
        """The spells that take effect now: a hit at exactly their total is too late (2E-A9)."""
        if enc.phase not in ("act", "end"):
            return []
        here = [e for e in entries_of(enc) if e.key == enc.cursor.key and self.acts(enc, e)]
        return [_completion(enc, e) for e in here if e.what == "completes" and _live(enc, e)]

    # --- harm -------------------------------------------------------------------------------

    def spoil(self, enc: Encounter, who: Combatant, by: str) -> Sequence[ev.Event]:
        """Disturbed before its effect a spell is lost (2E-C24, 2E-A8, 2E-A13)."""
        places = {e.action: e.key for e in own(enc, who)}
        return [
            _lost(who, i, "2E-C24" if long(d) else "2E-A8")
            for i, d in enumerate(who.declared)
            if d.live and d.action.act == "spell" and self._to_come(enc, d, places.get(i))
        ]

    def _to_come(self, enc: Encounter, d: Declaration, place: Key | None) -> bool:
        """Whether now is before the effect. What happens before the dice is before everything."""
        if long(d) or enc.phase != "act":
            return enc.phase != "end" or (d.due or 0) > enc.round
        return place is None or _total(enc, enc.cursor.key) < _total(enc, place)

    def end_round(self, enc: Encounter) -> Sequence[ev.Event]:
        """The surprise is over; a caster who cannot act any more is at no spell."""
        awake = [replace(c, surprised=False) for c in enc.combatants.values() if c.surprised]
        lost = [
            _lost(who, i, "2E-C24")
            for who in enc.combatants.values() if not who.acting
            for i, d in enumerate(who.declared) if d.live and long(d)
        ]  # fmt: skip
        return [*(ev.Changed(combatant=c, fields=("surprised",)) for c in awake), *lost]

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


def _total(enc: Encounter, key: Key) -> Key:
    """The place as far as it tells earlier from later: neither speed nor hiding splits a total."""
    fixed = 4 if enc.options.get("ties") == "speed" else 3
    return key[:2] + key[fixed:]


def _live(enc: Encounter, entry: Entry) -> bool:
    return enc.combatants[entry.combatant].declared[entry.action or 0].live


def _completion(enc: Encounter, entry: Entry) -> ev.SpellCompleted:
    index = entry.action or 0
    d = enc.combatants[entry.combatant].declared[index]
    clause = "2E-C20" if not long(d) else "2E-C22" if d.due == d.round else "2E-C25"
    return ev.SpellCompleted(
        combatant=entry.combatant, action=index, name=d.action.name, clause=clause
    )


def _lost(who: Combatant, index: int, clause: str) -> ev.SpellLost:
    name = who.declared[index].action.name
    return ev.SpellLost(combatant=who.id, action=index, name=name, clause=clause)


def _firsts(enc: Encounter) -> list[Key]:
    """Where those first act whose initiative is not open before."""
    unowned = (own(enc, who)[:1] for who in enc.combatants.values() if who.owner is None)
    return sorted(e.key for first in unowned for e in first)
