"""Everybody rolls once, then turns go round in a circle: what Starfinder and the Marvel game share.

Entries of a round have their combatant's spot as key, or the place that they were given for this round
(`encounter.placed`). An entry that is `spent` has no turn to come, so that nobody ever gets a second one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from rules.commands import Correct, RollDice
from rules.dice import Dice
from rules.earlier import known_place
from rules.encounter import END, Combatant, Cursor, Encounter, Entry, Key, Phase, Roll, Term
from rules.errors import Refused
from rules.events import Added, Event, Moved, Placed, Rolled, Settled
from rules.evolve import evolve_all
from rules.order import at, behind, span
from rules.people import kept_each
from rules.redaction.encounter import hidden_of
from rules.shift import FAR, Shift
from rules.standing import standing
from rules.systems.base import Side, beside, named, typed
from rules.systems.counted import FIRST, Counted, entry_id
from rules.systems.recounting import gained, recounted
from rules.systems.ties import is_placed

REST = Cursor(round=0, phase="roll", key=END)  # who was surprised rolls after the first moments


class Circle(Counted):
    """The common answers; `prelude` is the phase of those who act before round 1."""

    prelude: Phase
    modifier_clause: str
    fantastic_clause = ""

    def begins(self, enc: Encounter, who: Combatant) -> bool:
        """Whether `who` acts in the round before the first."""
        raise NotImplementedError

    # --- the order -----------------------------------------------------------------------------

    def ordered(self, enc: Encounter) -> Sequence[Entry]:
        if enc.phase not in (self.prelude, "act", "end"):
            return ()
        values = (enc.rolls, enc.ranks, enc.placed, enc.inserted, enc.options, enc.round)
        name = ("turns", enc.phase, enc.round % 2)
        turns = kept_each(enc.combatants, name, values, partial(self._turns, enc))
        entries = [
            e
            for id_, own in turns.items()
            if self._takes_part(enc, enc.combatants[id_])
            for e in own
        ]
        return sorted(entries, key=lambda e: (e.key, e.what != "action", e.combatant))

    def _turns(self, enc: Encounter, who: Combatant) -> list[Entry]:
        """The turn of `who`, and a readied action beside it, with their reasons."""
        if who.spot is None:
            return []
        return [replace(e, why=self.why(enc, e)) for e in turns_of(enc, who)]

    def _takes_part(self, enc: Encounter, who: Combatant) -> bool:
        if who.spot is None or who.joins > enc.round:
            return False
        given = entry_id(enc, who.id) in enc.placed  # it has begun, whatever became of its roll
        return enc.phase != self.prelude or given or self.begins(enc, who)

    def why(self, enc: Encounter, entry: Entry) -> tuple[Term, ...]:
        """Dice and modifier add up to the count; a count gained otherwise says how."""
        roll = enc.rolls[entry.combatant]
        who = enc.combatants[entry.combatant]
        put_right = roll.corrected is not None and entry.what == "turn" and not gained(enc, who)
        placed = who.by_hand and entry.key == who.spot
        if entry.at != roll.total and not (placed or put_right):
            return (self.gained(entry),)
        modifier = self.modifier_of(roll)
        terms = [self.thrown(roll), Term(self.modifier_clause, "modifier", modifier)]
        if roll.corrected is not None:
            count = (entry.at or 0) if put_right else roll.total
            rest = count - self.pips(roll) - modifier
            terms.append(Term("", "corrected", rest or None))
        if roll.fantastic:
            terms.append(Term(self.fantastic_clause, "fantastic"))
        if ranks := enc.ranks.get(entry.combatant):
            terms.append(Term(self.tie_clause, "roll_off", faces=ranks))
        if self.agreed(enc, entry.key):
            terms.append(Term(self.agreed_clause, "agreement"))
        if is_placed(entry.key) and not put_right:
            moved = (entry.at or 0) - roll.total
            terms.append(Term("", "placed", moved or None))
        return tuple(terms)

    def gained(self, entry: Entry) -> Term:
        """How a count came that is not the roll's."""
        return Term("", "placed", entry.at)

    def thrown(self, roll: Roll) -> Term:
        """The dice as a term."""
        raise NotImplementedError

    def acts(self, enc: Encounter, entry: Entry) -> bool:
        return super().acts(enc, entry) and entry.id not in enc.spent

    def places(self, enc: Encounter) -> bool:
        return any(who.spot is not None for who in enc.combatants.values())

    def place(
        self, enc: Encounter, who: Combatant, other: Combatant | None, side: Side
    ) -> Sequence[Event]:
        """The place beside `other` with its count, from now on; a turn that is over stays over."""
        if who.spot is None or (other is not None and other.spot is None):
            raise Refused("wrong_phase", "no place without a roll", self.count_clause)
        anchor, at_its = self._anchor(enc, who, other, side)
        spot = beside(anchor.spot or (), at_its, enc.serial)
        placed = Placed(
            combatant=who.id,
            key=spot,
            initiative=anchor.initiative,
            shift=Shift(entries=self.pins(enc, who, spot)),
            **named(side, other),
        )
        return [self._joined(enc, placed, [who.id])]

    def _anchor(
        self, enc: Encounter, who: Combatant, other: Combatant | None, side: Side
    ) -> tuple[Combatant, Side]:
        """Beside whom, and on which side: whoever is seen takes no count from a hidden one."""
        there = sorted((c for c in enc.combatants.values() if c.spot), key=lambda c: c.spot or ())
        seen = [c for c in there if c is not who and (who.hidden or not c.hidden)]
        if other is None:
            if not seen:
                raise Refused("illegal_value", "there is nobody else", field="last")
            return seen[-1], "after"
        if other in seen:
            return other, side
        earlier = [c for c in seen if (c.spot or ()) < (other.spot or ())]
        if side == "before":
            return (earlier[-1], "after") if earlier else (other, side)
        later = seen[len(earlier) :]
        return (later[0], "before") if later else (other, side)

    def pins(self, enc: Encounter, who: Combatant, spot: Key) -> dict[str, Key]:
        """Where the turn of this round stands once `who` moves to `spot`.

        A turn that is over, or going on, stays where it was; so does one that would be missed.
        """
        turn = self.turn(enc, who)
        if turn is None:
            return self.seen(enc, who)
        over = turn.id in enc.spent or turn.key == enc.cursor.key
        here = turn.key if over or spot <= enc.cursor.key else spot
        return {**self.seen(enc, who), turn.id: here}

    def seen(self, enc: Encounter, who: Combatant) -> dict[str, Key]:
        """Where players, who may be a round behind, see the turn of `who`: there it stays."""
        if (enc.public.round, enc.public.phase) == (enc.round, enc.phase):
            return {}
        turn = self.turn(enc.at_public, who)
        return {} if turn is None else {turn.id: turn.key}

    def turn(self, enc: Encounter, who: Combatant) -> Entry | None:
        """The turn of `who` in this round."""
        moments = enc.phase in (self.prelude, "act", "end")
        return turns_of(enc, who)[0] if moments and self._takes_part(enc, who) else None

    def part(self, enc: Encounter, who: Combatant, part: Combatant) -> Sequence[Event]:
        """A part of a group has the group's roll, and its place directly behind it."""
        if any(who.id in tie.open for tie in self.tied(enc)):
            raise Refused("wrong_phase", "its tie comes first", self.tie_clause, combatant=who.id)
        added = Added(combatant=replace(part, spot=None, initiative=None))
        roll = enc.rolls.get(who.id)
        if roll is None or who.spot is None:
            return [added, *([Rolled(roller=part.id, roll=roll)] if roll else [])]
        spot = (*who.spot[:-1], FAR, -enc.round, -FAR, -enc.serial, 0)
        shift, joins = self._parted(enc, who, part)
        rolled = Rolled(
            roller=part.id, roll=roll, spots={part.id: spot}, initiative=who.initiative, joins=joins,
            clause=self.count_clause, shift=shift,
        )  # fmt: skip
        return [added, rolled]

    def _parted(self, enc: Encounter, who: Combatant, part: Combatant) -> tuple[Shift, int]:
        """It acts with the group if that is acting now, and not again if the group has."""
        turn = self.turn(enc, who)
        if turn is None:
            return Shift(), who.joins
        id_ = entry_id(enc, part.id)
        if turn.id in enc.spent:
            return Shift(spent=(id_,)), who.joins
        return Shift(entries={id_: turn.key} if turn.key == enc.cursor.key else {}), who.joins

    # --- put right by the GM -------------------------------------------------------------------

    def corrected(self, enc: Encounter, roller: str, what: str, command: Correct,
                  dice: Dice) -> Sequence[Event]:  # fmt: skip
        old = enc.combatants[roller]
        who = self.retrained(old, command.traits) if command.traits is not None else old
        return [recounted(self, enc, who, self.righted(enc, who, command, dice), what)]

    def rolled(self, enc: Encounter, who: Combatant, roll: Roll) -> Event:
        """A choice that was left open by a correction changes a place that is there already."""
        if who.spot is None:
            return super().rolled(enc, who, roll)
        return recounted(self, enc, who, roll, "faces")

    def righted(self, enc: Encounter, who: Combatant, command: Correct, dice: Dice) -> Roll:
        """The roll of `who` with one part of it put right; all else of it stays."""
        roll = enc.rolls[who.id]
        modifier, added = self.modifier_of(roll), 0
        if command.faces is not None:
            roll = self.shown_anew(roll, typed(self.dice, command.faces))
        elif command.traits is not None:
            before = enc.combatants[who.id].traits.get("modifier", 0)
            modifier += who.traits.get("modifier", 0) - before
            added = roll.corrected or 0
        elif command.modifier is not None:
            modifier = command.modifier
        else:
            wanted = command.total if command.total is not None else command.count or 0
            added = wanted - self.pips(roll) - modifier
        return replace(roll, total=self.pips(roll) + modifier + added, corrected=added)

    def shown_anew(self, roll: Roll, faces: tuple[int, ...]) -> Roll:
        """The roll with other faces."""
        return replace(roll, faces=faces)

    def thrown_again(
        self, enc: Encounter, roller: str, command: RollDice, dice: Dice
    ) -> Sequence[Event]:
        who = enc.combatants[roller]
        roll = self.cast(enc, who, command, dice)
        return [recounted(self, enc, who, roll, "faces", again=True)]

    def acted_on(self, enc: Encounter, roller: str) -> bool:
        """A round counts as acted on, also for those who were passed over in it."""
        who = enc.combatants[roller]
        over = enc.round > max(1, who.joins) or entry_id(enc, roller) in enc.spent
        return who.acted or over or super().acted_on(enc, roller)

    # --- the way of the cursor -----------------------------------------------------------------

    def first(self, enc: Encounter) -> Cursor:
        return FIRST

    def next(self, enc: Encounter, entries: Sequence[Entry], to: str) -> Cursor:
        cursor = enc.cursor
        if cursor == FIRST:
            ahead = replace(enc, cursor=Cursor(round=0, phase=self.prelude))
            opening = self._stand(ahead, self.entries(ahead))
            return opening or self._opened(enc)
        if cursor.phase == self.prelude:
            return self._stand(enc, entries) or self._opened(enc)
        if cursor.phase == "act" and (there := self._stand(enc, entries)):
            return there
        return self._round(enc, cursor.round + 1)

    def _stand(self, enc: Encounter, entries: Sequence[Entry]) -> Cursor | None:
        """The next place of this round at which somebody acts."""
        cursor = enc.cursor
        for e in behind(entries, cursor.key):
            if self.acts(enc, e):
                return replace(cursor, key=e.key, at=e.at)
        return None

    def _opened(self, enc: Encounter) -> Cursor:
        """After the first moments: those who were surprised roll, if there are any."""
        late = any(self.waits(enc, c) for c in enc.combatants.values() if c.id not in enc.rolls)
        return REST if late else self._round(enc, 1)

    def _round(self, enc: Encounter, round_: int) -> Cursor:
        """The first who is able in that round; else this one ends, with nobody."""
        ahead = replace(enc, cursor=Cursor(round=round_, phase="act"))
        there = self._stand(ahead, self.entries(ahead))
        ended = enc.round if enc.phase == "act" else round_
        return there or Cursor(round=ended, phase="end", key=END)

    def wraps(self, enc: Encounter, entries: Sequence[Entry]) -> list[str]:
        if enc.phase not in (self.prelude, "act", "end"):
            return []
        there = replace(enc, cursor=self.next(enc, entries, "next"))
        here = [e for e in at(self.entries(there), there.cursor.key) if self.acts(there, e)]
        return list(dict.fromkeys(e.combatant for e in here))

    def goes_on(self, enc: Encounter) -> bool:
        return any(c.spot is not None for c in enc.combatants.values())

    def move(self, enc: Encounter, cursor: Cursor, public: Cursor) -> Moved:
        """With the entries that are passed: each turn comes once, also if its combatant is moved."""
        hidden = self._acted(enc, hidden=True) if hidden_of(enc) else []
        return Moved(
            cursor=cursor,
            public=public,
            spent=self._passed(enc, cursor),
            unseen=self._unseen(enc, public),
            acted=(*hidden, *self.shows(enc, public).acted),
        )

    def _passed(self, enc: Encounter, cursor: Cursor) -> tuple[str, ...]:
        """What lies between here and there, skipped turns too: they count as turns that ended."""
        passed = self.entries(enc)
        if (cursor.round, cursor.phase) == (enc.round, enc.phase):
            passed = passed[: span(passed, cursor.key)[0]]
        else:
            there = self.entries(replace(enc, cursor=cursor))
            passed += there[: span(there, cursor.key)[0]]
        return tuple(dict.fromkeys(e.id for e in passed if e.id not in enc.spent))

    def shows(self, enc: Encounter, public: Cursor) -> Moved:
        acted = []
        if public != enc.public:
            acted = self._acted(enc.at_public, hidden=False)
        return Moved(cursor=enc.cursor, public=public, acted=tuple(acted))

    def _acted(self, enc: Encounter, *, hidden: bool) -> list[str]:
        """Who acts at the moment that passes, for the first time or surprised until now."""
        here = [enc.combatants[e.combatant] for e in self._here(enc)]
        new = [c for c in here if (c.surprised or not c.acted) and c.hidden == hidden]
        return list(dict.fromkeys(c.id for c in new if c.acting and not c.delaying))

    def _here(self, enc: Encounter) -> Sequence[Entry]:
        return at(self.entries(enc), enc.cursor.key)

    def _unseen(self, enc: Encounter, public: Cursor) -> tuple[str, ...]:
        """Turns that go on for players, because what comes next is not for them to see."""
        if public != enc.cursor:
            return ()
        here = [(e.id, enc.combatants[e.combatant]) for e in self._here(enc)]
        return tuple(id_ for id_, c in here if not c.delaying and c.readied is None)

    def follows(self, enc: Encounter) -> Sequence[Event]:
        """Who is hidden is tied with nobody that is seen; whose tie is gone takes part."""
        apart = self.apart(enc)
        return [*apart, *self._untied(evolve_all(enc, apart))]

    def _untied(self, enc: Encounter) -> list[Event]:
        """A newcomer's tie is over because the other one left: he takes part if his place is to come."""
        if enc.phase != "act":
            return []
        late = standing(enc, "late", _late)
        waiting = {id_ for tie in self.tied(enc) for id_ in tie.open} if late else set()
        return [
            Settled(order=(c.id,), clause=self.late_clause, shift=Shift(joins={c.id: enc.round}))
            for c in late
            if c.id not in waiting and (c.spot or ()) > enc.cursor.key
        ]


def _late(enc: Encounter) -> list[Combatant]:
    """Who has a place and takes part from the next round on."""
    return [c for c in enc.combatants.values() if c.joins == enc.round + 1 and c.spot]


def turns_of(enc: Encounter, who: Combatant) -> list[Entry]:
    """The turn of this round, and a readied action that came beside it."""
    ids = [entry_id(enc, who.id), entry_id(enc, who.id, 2)]
    return [_entry(enc, who, id_) for id_ in ids[:1] + [i for i in ids[1:] if i in enc.placed]]


def _entry(enc: Encounter, who: Combatant, id_: str) -> Entry:
    """A place given for this round has the count of that place."""
    given = enc.placed.get(id_)
    key = given if given is not None else who.spot or ()
    return Entry(
        id=id_, round=enc.round, phase="act" if enc.phase == "end" else enc.phase, key=key,
        combatant=who.id, what="action" if id_ in enc.inserted else "turn",
        at=who.initiative if given in (None, who.spot) else -known_place(key)[0],
    )  # fmt: skip
