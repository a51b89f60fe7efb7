"""Delay and ready: to act later than one's place, and to have the later place from then on (SF-C13)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.memo import while_cursor_moves
from rules.model.encounter import Combatant, Encounter, Entry, Gain, Key, Term
from rules.model.errors import Refused
from rules.model.events import Delayed, Event, Lapsed, Readied, Returned, Triggered
from rules.model.turn_changes import FAR, Shift, both
from rules.systems.kit.beside import before
from rules.systems.kit.turn import entry_id, staying
from rules.systems.kit.turn_circle import Circle


class InPlay(Struct, frozen=True):
    """The count in play `at` this moment, and the place beside which somebody comes in, with its `count`.

    `spot` is that of `whose` turn it is, else of the last turn that players saw (not `acting`); without
    one the own place stays.
    """

    whose: str
    at: int | None
    count: int | None
    spot: Key | None
    acting: bool


class Waiting(Circle):
    """What a circle of turns has to say where its turns can be put off."""

    def puts_off(self, enc: Encounter) -> bool:
        """Whether this table knows delay and ready."""
        return True

    def from_now_on(self, enc: Encounter, who: Combatant, beside: Key, count: int) -> Key:
        """The place that was gained, from the next round on."""
        return beside

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
        if not self.puts_off(enc):
            why = f"{self.id} has no delay and no ready, but as an option"
            raise Refused("illegal_declaration", why, field="delay_and_ready")
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
        """Directly after the creature whose turn it is; the count is the one in play (SF-A1, SF-A2)."""
        if not who.delaying:
            raise Refused("wrong_phase", "nobody who delays", "SF-A1", combatant=who.id)
        play = self._in_play(enc, who, "SF-A1")
        turn = entry_id(enc, who.id)
        spot = who.spot or () if play.spot is None else self._behind(enc, who, play.spot)
        shift = Shift(
            entries={turn: self._behind(enc, who, enc.cursor.key)},
            gains={turn: Gain("delay", play.at)},
            gained={} if play.spot is None else {who.id: "delay"},
            joins={who.id: min(who.joins, enc.round)},
            restored=(turn,),
        )
        return [
            Returned(
                combatant=who.id, spot=self._gained(enc, who, spot, play), initiative=play.count,
                clause="SF-A1", shift=both(self.seen(enc, who), shift),
            )
        ]  # fmt: skip

    def _behind(self, enc: Encounter, who: Combatant, key: Key) -> Key:
        """Of several who come back at one point, the higher modifier is first (SF-A4)."""
        return (*key[:-1], FAR, -enc.round, -self.modifier_of(enc.rolls[who.id]), 0)

    def _gained(self, enc: Encounter, who: Combatant, beside: Key, play: InPlay) -> Key:
        return beside if play.spot is None else self.from_now_on(enc, who, beside, play.count or 0)

    # --- the count in play -----------------------------------------------------------------------

    def _in_play(self, enc: Encounter, who: Combatant, clause: str) -> InPlay:
        """What `who` comes in beside: whose turn it is, or in a hidden one's turn what players saw last."""
        turns = [e for e in self._here(enc) if e.what == "turn"]
        if not turns:
            raise Refused("wrong_phase", "it is nobody's turn", clause, phase=enc.phase)
        others = [e for e in turns if e.combatant != who.id]
        if not others:
            return _own(who, who.id)
        current = min(others, key=lambda e: (e.id in enc.spent, enc.combatants[e.combatant].hidden))
        other = enc.combatants[current.combatant]
        if other.hidden:
            return self._seen_last(enc, who, other.id)
        return InPlay(other.id, current.at, other.initiative, other.spot, acting=True)

    def _seen_last(self, enc: Encounter, who: Combatant, whose: str) -> InPlay:
        public = enc.at_public
        if public.phase not in (self.prelude, "act"):
            return _own(who, whose)
        there = [enc.combatants[e.combatant] for e in self._here(public)]
        seen = [c for c in there if not c.hidden]
        others = [c for c in seen if c.id != who.id]
        if others:
            last = others[-1]
            return InPlay(whose, last.initiative, last.initiative, last.spot, acting=False)
        if seen:
            return _own(who, whose)
        at = public.cursor.at  # whoever acted there has gone, or hides
        return InPlay(whose, at, at, public.cursor.key, acting=False)

    # --- the trigger -----------------------------------------------------------------------------

    def trigger(self, enc: Encounter, who: Combatant, by: str | None) -> Sequence[Event]:
        """The action comes now; from the next round on the place is beside the count in play (SF-A2)."""
        if who.readied is None:
            raise Refused("wrong_phase", "nobody who has readied", "SF-A2", combatant=who.id)
        play = self._in_play(enc, who, "SF-A2")
        cause = by or play.whose
        if cause == who.id:
            raise Refused("illegal_value", "nobody triggers themselves", "SF-A2", field="by")
        shift = self._action(enc, who, play)
        if play.spot is None:
            return [Triggered(combatant=who.id, by=cause, clause="SF-A2", shift=shift)]
        beside = before(play.spot, enc.serial) if play.acting else _after(enc, play.spot)
        return [
            Triggered(
                combatant=who.id, by=cause, spot=self._gained(enc, who, beside, play),
                initiative=play.count, clause="SF-A2", shift=replace(shift, gained={who.id: "ready"}),
            )
        ]  # fmt: skip

    def _action(self, enc: Encounter, who: Combatant, play: InPlay) -> Shift:
        """Beside the turn that is over, or in the place of the one that is still to come (SF-A3)."""
        turn, stays = self.turn(enc, who), self.seen(enc, who)
        action = entry_id(enc, who.id)
        if turn is not None and turn.id in enc.spent:
            stays, action = both(stays, staying(enc, turn)), entry_id(enc, who.id, 2)
        shift = Shift(
            entries={action: enc.cursor.key},
            gains={action: Gain("ready", play.at)},
            actions=(action,),
            at=None if play.at == enc.cursor.at else play.at,
        )
        return both(stays, shift)

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
        forfeit = while_cursor_moves(enc, "forfeit", _forfeit)
        return [*super().follows(enc), *forfeit]

    def can(self, enc: Encounter, who: Combatant, acts: bool) -> list[str]:
        if enc.phase not in (self.prelude, "act"):
            return []
        offered = acts and self.puts_off(enc) and self.turn_now(enc, who)
        own = ["delay", "ready"] if offered else []
        return own + ["return"] * who.delaying + ["trigger"] * (who.readied is not None)


def _own(who: Combatant, whose: str) -> InPlay:
    """Nobody else's turn was seen: the own place and count stay."""
    return InPlay(whose, who.initiative, who.initiative, None, acting=False)


def _after(enc: Encounter, key: Key) -> Key:
    """Directly behind the last turn that players saw, before whoever comes back there."""
    return (*key[:-1], FAR, -enc.round, -FAR, enc.serial, 0)


def _forfeit(enc: Encounter) -> list[Event]:
    idle = [c for c in enc.combatants.values() if not c.acting]
    return [event for c in idle for event in lapsed(c)]


def lapsed(who: Combatant) -> list[Event]:
    delay = [Lapsed(combatant=who.id, what="delay", clause="SF-A5")] if who.delaying else []
    ready = [Lapsed(combatant=who.id, what="ready")] if who.readied is not None else []
    return [*delay, *ready]
