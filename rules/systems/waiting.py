"""Delay and ready: to act later than one's place, and to have the later place from then on (SF-C13)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.encounter import Combatant, Encounter, Entry, Key, Term
from rules.errors import Refused
from rules.events import Delayed, Event, Lapsed, Readied, Returned, Triggered
from rules.shift import FAR, Shift
from rules.standing import standing
from rules.systems.base import before
from rules.systems.circle import Circle
from rules.systems.counted import entry_id


class Waiting(Circle):
    """What a circle of turns has to say where its turns can be put off."""

    def counted(self, enc: Encounter, who: Combatant, count: int, modifier: int) -> Key:
        """The place that a count and a total modifier give."""
        raise NotImplementedError

    # --- the own turn ----------------------------------------------------------------------------

    def delay(self, enc: Encounter, who: Combatant) -> Sequence[Event]:
        turn = self._own_turn(enc, who)
        return [Delayed(combatant=who.id, clause="SF-C13", shift=Shift(spent=(turn.id,)))]

    def ready(self, enc: Encounter, who: Combatant, trigger: str) -> Sequence[Event]:
        if not trigger:
            raise Refused("bad_message", "ready needs a trigger", "SF-C13", field="trigger")
        turn = self._own_turn(enc, who)
        shift = Shift(spent=(turn.id,))
        return [Readied(combatant=who.id, trigger=trigger, clause="SF-C13", shift=shift)]

    def _own_turn(self, enc: Encounter, who: Combatant) -> Entry:
        turn = self.turn_now(enc, who)
        if turn is None:
            raise Refused(
                "wrong_phase", "it is not this combatant's turn", "SF-C13", combatant=who.id
            )
        return turn

    def turn_now(self, enc: Encounter, who: Combatant) -> Entry | None:
        if enc.phase not in (self.prelude, "act"):
            return None
        own = [e for e in self._here(enc) if e.combatant == who.id and e.what == "turn"]
        return next((e for e in own if self.acts(enc, e) and e.id not in enc.ended), None)

    # --- coming back -----------------------------------------------------------------------------

    def return_(self, enc: Encounter, who: Combatant) -> Sequence[Event]:
        """Directly after the creature whose turn it is; the count is that creature's (SF-A1)."""
        if not who.delaying:
            raise Refused("wrong_phase", "nobody who delays", "SF-A1", combatant=who.id)
        other = self._whose_turn(enc, "SF-A1")
        beside = self._behind(enc, who, enc.cursor.key)
        spot, count = self._moved(enc, who, other, beside)
        turn = entry_id(enc, who.id)
        shift = Shift(
            entries={**self.seen(enc, who), turn: beside},
            joins={who.id: min(who.joins, enc.round)},
            restored=(turn,),
        )
        return [
            Returned(combatant=who.id, spot=spot, initiative=count, clause="SF-A1", shift=shift)
        ]

    def _behind(self, enc: Encounter, who: Combatant, key: Key) -> Key:
        """Of several who come back at one point, the higher modifier is first (SF-A4)."""
        return (*key[:-1], FAR, -enc.round, -self._modifier(enc, who), 0)

    def _moved(
        self, enc: Encounter, who: Combatant, other: Combatant, beside: Key
    ) -> tuple[Key, int]:
        """The place from now on and its count: beside `other`, or sorted by the modifier."""
        count = other.initiative or 0
        if not enc.options.get("delay_sorts_by_modifier"):
            return beside, count
        return (*self.counted(enc, who, count, self._modifier(enc, who)), 0), count

    def _modifier(self, enc: Encounter, who: Combatant) -> int:
        return self.modifier_of(enc.rolls[who.id])

    def _whose_turn(self, enc: Encounter, clause: str) -> Combatant:
        """Whose turn it is now."""
        for e in self.entries(enc):
            if e.key == enc.cursor.key and e.what == "turn" and e.combatant in enc.combatants:
                return enc.combatants[e.combatant]
        raise Refused("wrong_phase", "it is nobody's turn", clause, phase=enc.phase)

    # --- the trigger -----------------------------------------------------------------------------

    def trigger(self, enc: Encounter, who: Combatant, by: str | None) -> Sequence[Event]:
        """The action comes now; from the next round on the place is before the one who triggered it."""
        if who.readied is None:
            raise Refused("wrong_phase", "nobody who has readied", "SF-A2", combatant=who.id)
        current = self._whose_turn(enc, "SF-A2")
        other = current if by is None else enc.combatants[by]
        if other.id == who.id:
            raise Refused("illegal_value", "nobody triggers himself", "SF-A2", field="by")
        shift = self._action(enc, who)
        if other.spot is None:
            return [Triggered(combatant=who.id, by=other.id, clause="SF-A2", shift=shift)]
        beside = before(other.spot, enc.serial)
        spot, count = self._moved(enc, who, other, beside)
        return [
            Triggered(
                combatant=who.id, by=other.id, spot=spot, initiative=count, clause="SF-A2", shift=shift
            )
        ]  # fmt: skip

    def _action(self, enc: Encounter, who: Combatant) -> Shift:
        """Beside the turn that is over, or in the place of the one that is still to come (SF-A3)."""
        turn, seen = self.turn(enc, who), self.seen(enc, who)
        own = entry_id(enc, who.id)
        if turn is None or turn.id not in enc.spent:
            return Shift(entries={**seen, own: enc.cursor.key}, actions=(own,))
        extra = entry_id(enc, who.id, 2)
        entries = {**seen, own: turn.key, extra: enc.cursor.key}
        return Shift(entries=entries, actions=(extra,))

    def gained(self, entry: Entry) -> Term:
        if entry.what == "action" or -FAR in entry.key:
            return Term("SF-A2", "ready", entry.at)
        return Term("SF-A1", "delay", entry.at)

    # --- what comes to nothing -------------------------------------------------------------------

    def arriving(self, enc: Encounter) -> Sequence[Event]:
        """At the own place a delay is forfeited (SF-A5), a readied action lost."""
        return [
            event for e in self._here(enc) if e.what == "turn" and self.acts(enc, e)
            for event in lapsed(enc.combatants[e.combatant])
        ]  # fmt: skip

    def follows(self, enc: Encounter) -> Sequence[Event]:
        """Who is unable waits no longer; the count stays."""
        forfeit = standing(enc, "forfeit", _forfeit)
        return [*super().follows(enc), *forfeit]

    def can(self, enc: Encounter, who: Combatant, acts: bool) -> list[str]:
        if enc.phase not in (self.prelude, "act"):
            return []
        own = ["delay", "ready"] if acts and self.turn_now(enc, who) else []
        return own + ["return"] * who.delaying + ["trigger"] * (who.readied is not None)


def _forfeit(enc: Encounter) -> list[Event]:
    idle = [c for c in enc.combatants.values() if not c.acting]
    return [event for c in idle for event in lapsed(c)]


def lapsed(who: Combatant) -> list[Event]:
    delay = [Lapsed(combatant=who.id, what="delay", clause="SF-A5")] if who.delaying else []
    ready = [Lapsed(combatant=who.id, what="ready")] if who.readied is not None else []
    return [*delay, *ready]
