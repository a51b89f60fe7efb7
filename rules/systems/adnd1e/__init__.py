"""AD&D 1e in ten segments: the answers of the system `adnd1e`, clause by clause (SEG-C1 to SEG-C42).

Declarations and their conflicts are in `actions.py`, places in `plan.py`, arithmetic in `times.py` and
`routines.py`, surprise segments in `surprise.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules import events as ev
from rules.encounter import Action, Combatant, Cursor, Declaration, Encounter, Entry
from rules.errors import Refused
from rules.order import at, behind
from rules.systems.adnd1e import surprise
from rules.systems.adnd1e.actions import ACTIONS, EXPLORES, check_conflicts
from rules.systems.adnd1e.entries import entries_of, people_of
from rules.systems.adnd1e.plan import chain
from rules.systems.adnd1e.side import segment_of
from rules.systems.adnd1e.times import LAST, Time
from rules.systems.base import DiceSpec
from rules.systems.declared import Declaring, carried
from rules.systems.fields import Field, check_action

REST_ROUNDS = 10


class Adnd1e(Declaring):
    """A round is ten segments; each side acts from the segment that its d6 shows."""

    id = "adnd1e"
    dice = DiceSpec(1, 6, "side", "SEG-C1")
    options = {
        "hit_spoils": Field("boolean", "SEG-A2", default=False),
        "no_multi_shot": Field("boolean", "SEG-A5", default=False, changes="next_round"),
        "strict_casting": Field("boolean", "SEG-A6", default=False, changes="next_fight"),
        "dead_at": Field("integer", "SEG-A18", min=-100, max=0),
        "die_names_opponent": Field("boolean", "SEG-A19", default=False, changes="next_round"),
    }
    traits = {
        "reaction": Field("integer", "SEG-C33", min=-3, max=3, default=0),
        "move": Field("integer", "SEG-C30", min=10, max=1200, default=120),
        "routines": Field("integer", "SEG-C19", min=1, max=12, default=1),
    }
    actions = ACTIONS
    phases = ("setup", "declare", "surprise", "roll", "act", "end", "rest", "over")
    commands = ("declare", "cancel", "stabilise")
    surprise_by = "sides"
    rests = True
    segments = True
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
        until = chain(enc, enc.combatants, replace(who, declared=carried(who))).busy_until
        ends = (enc.round, enc.cursor.at or LAST) if enc.round == 0 else (enc.round, LAST)
        timely = all(a.act in ("parley", "await") for a in actions)
        if until is not None and until > ends and not timely:
            raise Refused(
                "illegal_declaration", "what is under way fills the round", "SEG-A11",
                combatant=who.id, until=list(until),
            )  # fmt: skip

    def cancelling(self, enc: Encounter, who: Combatant, action: int) -> Sequence[ev.Event]:
        d = who.declared[action]
        if d.action.act == "spell" and d.started:
            return [
                ev.SpellLost(combatant=who.id, action=action, name=d.action.name, clause="SEG-A12")
            ]
        return ()

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
        surprised = surprise.surprised_for(enc) if enc.round == 0 else {}
        return (*super().frame(enc), tuple(surprised.items()))

    def segment_shown(self, enc: Encounter, side: str) -> int | None:
        return segment_of(enc, side, openly=True)

    # --- the way of the cursor --------------------------------------------------------------

    def first(self, enc: Encounter) -> Cursor:
        return surprise.following(enc, 0)

    def next(self, enc: Encounter, entries: Sequence[Entry], to: str) -> Cursor:
        cursor = enc.cursor
        segment = cursor.at or 0
        if cursor.phase == "rest":
            done = enc.rested + 1 >= REST_ROUNDS
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
        moment = self.moment(enc, entries, enc.cursor)
        if moment is not None and moment.at is not None and moment.at <= now + 1:
            return moment
        if now >= LAST:
            return self.closing(enc, entries)
        return replace(enc.cursor, key=(now + 1,), at=now + 1)

    def carry(self, enc: Encounter, who: Combatant, cursor: Cursor) -> tuple[Declaration, ...]:
        """Unfinished actions run on, unless cancelled (SEG-C27); the fallen one's are gone."""
        if who.defeated or who.downed:
            return ()
        people = people_of(enc)
        line = chain(enc, people, people.get(who.id, who))
        here = (enc.round, enc.cursor.at or 1) if enc.round == 0 else (enc.round, LAST)
        lasting = {s.action for s in line.steps if s.time > here and s.what != "moves"}
        lasting |= {i for i, start in line.starts.items() if start > here}
        kept = []
        for index, d in enumerate(who.declared):
            if d.live and index in lasting and d.action.act not in ("flee", "parley", "await"):
                kept.append(replace(d, begun=line.starts[index]))
        return tuple(kept)

    def arriving(self, enc: Encounter) -> Sequence[ev.Event]:
        if enc.phase not in ("act", "surprise"):
            return ()
        happening = [e for e in at(self.entries(enc), enc.cursor.key) if self.acts(enc, e)]
        return [event for e in happening for event in self._arrival(enc, e)]

    def _arrival(self, enc: Encounter, entry: Entry) -> Sequence[ev.Event]:
        assert entry.action is not None
        who, index = entry.combatant, entry.action
        d = enc.combatants[who].declared[index]
        action = d.action
        if d.done or (d.started and entry.what == "begins"):
            return ()  # the moment was there before: somebody was placed before it
        if action.act == "spell" and entry.what == "begins":
            return [ev.SpellBegun(combatant=who, action=index, name=action.name)]
        if (
            action.act == "spell"
            and entry.what == "completes"
            and not enc.options.get("hit_spoils")
        ):
            return [_completed(who, index, action)]
        if entry.what in ("arrives", "contact"):
            clause = "SEG-A3" if entry.what == "arrives" else "SEG-C39"
            return [ev.Arrived(combatant=who, action=index, clause=clause)]
        if entry.what == "stops":
            return [ev.Stopped(combatant=who, action=index, clause="SEG-C40")]
        return ()

    def leaving(self, enc: Encounter) -> Sequence[ev.Event]:
        """With `hit_spoils` a spell is complete when its segment has passed without a hit (SEG-A2).

        So is one whose segment began under that option, though it was taken back meanwhile.
        """
        if enc.phase == "rest":
            return self._cast_in_rest(enc)
        if enc.phase not in ("act", "surprise"):
            return ()
        return [
            _completed(e.combatant, e.action, d.action)
            for e in at(self.entries(enc), enc.cursor.key)
            if e.what == "completes" and e.action is not None
            and (d := enc.combatants[e.combatant].declared[e.action]).live
        ]  # fmt: skip

    def _cast_in_rest(self, enc: Encounter) -> list[ev.Event]:
        done: list[ev.Event] = []
        for who in enc.combatants.values():
            for step in chain(enc, enc.combatants, who).steps:
                d = who.declared[step.action]
                if d.live and step.what == "completes" and step.time <= (enc.round, LAST):
                    done.append(_completed(who.id, step.action, d.action))
        return done

    # --- put right by the GM ---------------------------------------------------------------

    corrects = ("faces", "total", "count", "traits")

    def reckoned(self, enc: Encounter, who: Combatant) -> int | None:
        return segment_of(enc, who.side, veiled=who.veiled)

    def possible(self, place: int) -> None:
        if not 0 <= place <= LAST:
            raise Refused("illegal_value", f"segments are 0 to {LAST}", "SEG-C1", field="total")

    def lasts(self, enc: Encounter, who: Combatant, action: int) -> bool:
        people = people_of(enc)
        steps = chain(enc, people, people.get(who.id, who)).steps
        return any(s.action == action and s.time > (enc.round, LAST) for s in steps)

    def follows(self, enc: Encounter) -> Sequence[ev.Event]:
        """What came into the present moment by a correction begins, or is done, at once."""
        return self.arriving(enc) if enc.earlier is not None else ()

    # --- harm -------------------------------------------------------------------------------

    def spoil(self, enc: Encounter, who: Combatant, by: str) -> Sequence[ev.Event]:
        """Any hit before a spell completes loses it (SEG-C34), even before its casting (SEG-C35)."""
        completions = self._completions(enc, who)
        lost: list[ev.Event] = []
        for index, d in enumerate(who.declared):
            if d.live and d.action.act == "spell" and self._before(enc, completions.get(index)):
                clause = "SEG-C34" if d.started else "SEG-C35"
                name = d.action.name
                lost.append(ev.SpellLost(combatant=who.id, action=index, name=name, clause=clause))
        return lost

    def _completions(self, enc: Encounter, who: Combatant) -> dict[int, Time]:
        people = people_of(enc)
        steps = chain(enc, people, people.get(who.id, who)).steps
        return {s.action: s.time for s in steps if s.what == "completes"}

    def _before(self, enc: Encounter, completion: Time | None) -> bool:
        """Whether now is before the completion; a spell whose place is not known yet is to come."""
        if completion is None or enc.phase in ("declare", "roll", "rest"):
            return True
        now = (enc.round, LAST + 1 if enc.phase == "end" else enc.cursor.at or 0)
        return now < completion or (now == completion and bool(enc.options.get("hit_spoils")))

    def end_round(self, enc: Encounter) -> Sequence[ev.Event]:
        """Whoever fell in an earlier round and is not stabilised loses 1 hp (SEG-C22)."""
        events: list[ev.Event] = []
        for who in enc.combatants.values():
            if (
                who.fell is None
                or who.fell[0] >= enc.round
                or who.stable
                or who.dead
                or who.hp is None
            ):
                continue
            events.append(ev.Bled(combatant=who.id, hp=who.hp - 1, clause="SEG-C22"))
            threshold = enc.options.get("dead_at")
            if threshold is not None and who.hp - 1 <= threshold:
                events.append(ev.Died(combatant=who.id, clause="SEG-A18"))
        return events

    # --- surprise ---------------------------------------------------------------------------

    def surprises(self, enc: Encounter) -> bool:
        return enc.phase in ("setup", "over")

    def surprise(self, enc: Encounter, sides: dict[str, int] | None, combatants: Sequence[str] | None,
                 by: Sequence[str] | None) -> Sequence[ev.Event]:  # fmt: skip
        if not self.surprises(enc):
            raise Refused(
                "wrong_phase", "surprise is found out before the fight", "SEG-C8", phase=enc.phase
            )
        if sides is None or combatants is not None or by is not None:
            raise Refused(
                "bad_message",
                "say for how many segments each side is surprised",
                "SEG-C9",
                field="sides",
            )
        present = {who.side for who in enc.combatants.values()}
        for side, n in sides.items():
            if side not in present or not 0 <= n <= LAST:
                raise Refused(
                    "illegal_value", f"{side}: {n} segments of surprise", "SEG-C9", field="sides"
                )
        return [ev.Surprised(sides=sides, clause="SEG-C9")]


def _completed(who: str, index: int, action: Action) -> ev.SpellCompleted:
    return ev.SpellCompleted(combatant=who, action=index, name=action.name, clause="SEG-C37")
