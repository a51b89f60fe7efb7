"""AD&D 1e in ten segments: the answers of the system `adnd1e`, clause by clause (SEG-C1 to SEG-C42).

What may be declared is in `actions.py` and `conflicts.py`. `plan.py` makes a chain of each one's actions
(`movement`, `charges`, `blows`, `shots`, `spells`), `entries.py` the order of what still stands; arithmetic
is in `times.py` and `routines.py`. What becomes of it: `carrying`, `cancelling`, `completing`, `harm`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules.fold.evolve import evolve_all
from rules.model import events as ev
from rules.model.encounter import Action, Combatant, Cursor, Declaration, Encounter, Entry
from rules.model.errors import Refused
from rules.model.ordering import at, behind
from rules.model.phases import PhaseTraits
from rules.systems.adnd1e import carrying, completing, surprise
from rules.systems.adnd1e.actions import ACTIONS, EXPLORES
from rules.systems.adnd1e.cancelling import cancelled
from rules.systems.adnd1e.conflicts import check_conflicts
from rules.systems.adnd1e.entries import entries_of, plan
from rules.systems.adnd1e.harm import bleeding
from rules.systems.adnd1e.plan import chain
from rules.systems.adnd1e.side import segment_of
from rules.systems.adnd1e.times import LAST
from rules.systems.adnd1e.waiting import in_vain
from rules.systems.kit.declarations import Declaring, carried
from rules.systems.kit.dice_spec import DiceSpec
from rules.systems.kit.fields import Field, check_action
from rules.systems.kit.layout import Layout
from rules.systems.kit.phases import ACT, DECLARE, END_OF_ROUND, OVER, ROLL, SETUP


class Adnd1e(Declaring):
    """A round is ten segments; each side acts from the segment that its d6 shows."""

    id = "adnd1e"
    dice = DiceSpec(1, 6, "side", "SEG-C1")
    options = {
        "hit_spoils": Field("boolean", "SEG-A2", default=False),
        "no_multi_shot": Field("boolean", "SEG-A5", default=False, changes="next_round"),
        "strict_casting": Field("boolean", "SEG-A6", default=False, changes="next_round"),
        "dead_at": Field("integer", "SEG-A18", min=-100, max=0),
        "die_names_opponent": Field("boolean", "SEG-A19", default=False, changes="next_round"),
    }
    traits = {
        "reaction": Field("integer", "SEG-C33", min=-3, max=3, default=0),
        "move": Field("integer", "SEG-C30", min=10, max=1200, default=120),
        "routines": Field("integer", "SEG-C19", min=1, max=12, default=1),
    }
    actions = ACTIONS
    phases = {
        "setup": SETUP, "declare": DECLARE,
        "surprise": PhaseTraits(moments=True, fixes=True, prelude=True),
        "roll": ROLL, "act": ACT, "end": END_OF_ROUND,
        "rest": PhaseTraits(opens=True, rolls_anew=True, rests=True), "over": OVER,
    }  # fmt: skip
    commands = ("declare", "cancel", "stabilise")
    layout = Layout("scale", "segment", LAST)
    surprise_by = "sides"
    declare_clause = "SEG-C9"
    fixed_clause = "SEG-C14"
    lost_clause = "SEG-A12"
    cancel_clause = "SEG-C15"

    # --- declarations -----------------------------------------------------------------------

    def takes_part(self, enc: Encounter, who: Combatant) -> bool:
        if not super().takes_part(enc, who):
            return False
        return enc.round > 0 or surprise.unsurprised(enc, who, enc.cursor.at or 1)

    def check(self, enc: Encounter, who: Combatant, actions: Sequence[Action]) -> None:
        for action in actions:
            check_action(self.actions, action)
            if enc.phase == "rest" and action.act in EXPLORES:
                raise Refused("illegal_declaration", "no exploring in that rest", "SEG-C24")
        check_conflicts(who, actions, carried(who))
        self._can_begin(enc, who, actions)

    def _can_begin(self, enc: Encounter, who: Combatant, actions: Sequence[Action]) -> None:
        """What runs beyond this round leaves no time for anything that takes some (SEG-A11)."""
        until = chain(enc, enc.combatants, replace(who, declared=carried(who), wakes=None)).floor
        ends = (enc.round, enc.cursor.at or LAST) if enc.round == 0 else (enc.round, LAST)
        timely = all(a.act in ("parley", "await") for a in actions)
        if until is not None and until > ends and not timely:
            raise Refused(
                "illegal_declaration", "what is under way fills the round", "SEG-A11",
                combatant=who.id, until=list(until),
            )  # fmt: skip

    def cancelled(self, enc: Encounter, who: Combatant, action: int) -> Sequence[ev.Event]:
        return cancelled(enc, self.entries(enc), who, action)

    def unplaced(self, enc: Encounter, who: Combatant) -> Sequence[tuple[int, str]]:
        return carrying.unplaced(enc, who)

    def may_declare(self, enc: Encounter, who: Combatant) -> None:
        if who.joins > enc.round:
            raise Refused(
                "wrong_phase", "declares and acts from the next round on", "SEG-C13", phase=enc.phase,
                combatant=who.id, round=who.joins,
            )  # fmt: skip
        super().may_declare(enc, who)

    def arrival(self, enc: Encounter, who: Combatant) -> ev.Event:
        late = who.joins > enc.round
        return (
            ev.Added(combatant=who, round=who.joins, clause="SEG-C13")
            if late
            else ev.Added(combatant=who)
        )

    # --- the order --------------------------------------------------------------------------

    def ordered(self, enc: Encounter) -> Sequence[Entry]:
        return entries_of(enc)

    def acts(self, enc: Encounter, entry: Entry) -> bool:
        """What stands in the order happens: also what falls in the segment of its actor's fall."""
        return entry.combatant in enc.combatants

    def initiative(self, enc: Encounter, who: Combatant) -> int | None:
        return (
            segment_of(enc, who.side, openly=not who.veiled, veiled=who.veiled)
            if enc.round > 0
            else None
        )

    def frame(self, enc: Encounter) -> tuple[Any, ...]:
        """In round 0: who is surprised for how long."""
        if enc.round > 0:
            return super().frame(enc)
        sides = surprise.surprised_for(enc)
        singles = tuple(surprise.single(enc, who, sides) for who in enc.combatants.values())
        return (*super().frame(enc), tuple(sides.items()), singles)

    def segment_shown(self, enc: Encounter, side: str) -> int | None:
        return segment_of(enc, side, openly=True)

    # --- the way of the cursor --------------------------------------------------------------

    def first(self, enc: Encounter) -> Cursor:
        return surprise.following(enc, 0)

    def next(self, enc: Encounter, entries: Sequence[Entry], to: str) -> Cursor:
        cursor = enc.cursor
        segment = cursor.at or 0
        if cursor.phase == "rest":
            done = completing.ends_rest(enc)
            return Cursor(round=enc.round + (not done), phase="over" if done else "rest")
        if cursor.round == 0 and cursor.phase == "declare":
            start = replace(cursor, phase="surprise", key=(segment, 1))
            return self._in_surprise(enc, entries, start) or start
        if cursor.phase == "surprise":
            return self._in_surprise(enc, entries, cursor) or surprise.following(enc, segment)
        if cursor.phase == "act" and to == "segment" and cursor.at is not None:
            return self._segment(enc, entries, cursor.at)
        return super().next(enc, entries, to)

    def _in_surprise(
        self, enc: Encounter, entries: Sequence[Entry], after: Cursor
    ) -> Cursor | None:
        for entry in behind(entries, after.key):
            if self.acts(enc, entry):
                return replace(after, key=entry.key)
        return None

    def _segment(self, enc: Encounter, entries: Sequence[Entry], now: int) -> Cursor:
        """What is left of this segment, else the next one, with or without an entry."""
        moment = self.to_moment(enc, entries, enc.cursor)
        if moment is not None and moment.at is not None and moment.at <= now + 1:
            return moment
        if now >= LAST:
            return self.closing(enc, entries)
        return replace(enc.cursor, key=(now + 1,), at=now + 1)

    def ending(self, enc: Encounter, outcome: str | None) -> tuple[ev.Ended, Cursor]:
        """The fight is over: then comes rest, pursuit, or nothing (SEG-C23)."""
        ended, over = super().ending(enc, outcome)
        rest = Cursor(round=enc.round + 1, phase="rest")
        return replace(ended, clause="SEG-C23"), rest if outcome == "rest" else over

    def carry(self, enc: Encounter, who: Combatant, cursor: Cursor) -> tuple[Declaration, ...]:
        return carrying.carry(enc, who, cursor)

    def lapsing(self, enc: Encounter, cursor: Cursor) -> Sequence[ev.Event]:
        return carrying.lapsing(enc, cursor)

    def arriving(self, enc: Encounter) -> Sequence[ev.Event]:
        if enc.phase not in ("act", "surprise"):
            return ()
        happening = [e for e in at(self.entries(enc), enc.cursor.key) if self.acts(enc, e)]
        return [event for e in happening for event in completing.arrival(enc, e)]

    def leaving(self, enc: Encounter) -> Sequence[ev.Event]:
        return completing.leaving(enc, self.entries(enc))

    def follows(self, enc: Encounter) -> Sequence[ev.Event]:
        """Who waits for a charge that does not come any more waits no longer (SEG-A4). What came into the
        present moment by a correction begins, or is done, at once.
        """
        unmet = self._unmet(enc)
        if enc.earlier is None:
            return unmet
        return [*unmet, *self.arriving(evolve_all(enc, unmet))]

    def _unmet(self, enc: Encounter) -> list[ev.Event]:
        if enc.phase != "act":
            return []
        key = enc.cursor.key
        return [
            ev.Unmet(combatant=who, action=action, charger=charger, key=key, clause="SEG-A4")
            for who, action, charger in in_vain(enc)
        ]

    # --- put right by the GM ---------------------------------------------------------------

    corrects = ("faces", "total", "count", "traits")

    def reckoned(self, enc: Encounter, who: Combatant) -> int | None:
        return segment_of(enc, who.side, veiled=who.veiled)

    def possible(self, place: int) -> None:
        if not 0 <= place <= LAST:
            raise Refused("illegal_value", f"segments are 0 to {LAST}", "SEG-C1", field="total")

    def lasts(self, enc: Encounter, who: Combatant, action: int) -> bool:
        line = plan(enc).get(who.id)
        steps = line.steps if line else ()
        return any(s.action == action and s.time > (enc.round, LAST) for s in steps)

    # --- harm -------------------------------------------------------------------------------

    def stabilised(self, enc: Encounter) -> str:
        return "SEG-C25" if enc.phase == "rest" else "SEG-C22"

    def spoil(self, enc: Encounter, who: Combatant, by: str) -> Sequence[ev.Event]:
        return completing.spoil(enc, self.entries(enc), who)

    def end_round(self, enc: Encounter) -> Sequence[ev.Event]:
        return bleeding(enc)

    # --- surprise ---------------------------------------------------------------------------

    def surprises(self, enc: Encounter) -> bool:
        return surprise.open_to_change(enc)

    def surprise(self, enc: Encounter, sides: dict[str, int] | None, combatants: Sequence[str] | None,
                 by: Sequence[str] | None) -> Sequence[ev.Event]:  # fmt: skip
        if sides is None or combatants is not None or by is not None:
            raise Refused(
                "bad_message",
                "say for how many segments each side is surprised",
                "SEG-C9",
                field="sides",
            )
        return self.surprise_for(enc, sides, {})

    def surprise_for(self, enc: Encounter, sides: dict[str, int] | None,
                     combatants: dict[str, int]) -> Sequence[ev.Event]:  # fmt: skip
        if not self.surprises(enc):
            raise Refused(
                "wrong_phase", "surprise is not found out in surprise segments, nor in the rest", "SEG-C8",
                phase=enc.phase,
            )  # fmt: skip
        return [surprise.said(enc, sides or {}, combatants)]
