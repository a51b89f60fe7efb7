"""Everybody rolls once, then turns go round in a circle: what Starfinder and the Marvel game share.

A combatant's `spot` is its place in the circle: the smaller key is first. Entries of a round have their
combatant's spot as key, or the place that they were given for this round (`encounter.placed`). An entry
that is `spent` has no turn to come, so that nobody ever gets a second one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from rules.commands import RollDice
from rules.dice import Dice
from rules.encounter import END, Combatant, Cursor, Encounter, Entry, Key, Phase, Roll, Term
from rules.errors import Refused
from rules.events import Added, Event, Moved, Placed, Rolled, RolledOff, Settled
from rules.evolve import evolve, with_one
from rules.shift import FAR, Shift
from rules.systems.base import DiceSpec, System, before, typed
from rules.systems.ties import AGREED, Tie, is_placed, ties

FIRST = Cursor(round=0, phase="roll", key=())
REST = Cursor(round=0, phase="roll", key=END)  # who was surprised rolls after the first moments


class Circle(System):
    """The common answers; `prelude` is the phase of those who act before round 1."""

    prelude: Phase
    count_clause: str  # the roll is the count
    modifier_clause: str
    tie_clause: str
    late_clause: str
    moved_clause: str  # a place that somebody has by other means than the roll

    # --- what the rolls are --------------------------------------------------------------------

    def cast(self, enc: Encounter, who: Combatant, command: RollDice, dice: Dice) -> Roll:
        """The dice of `who`, typed or the server's."""
        raise NotImplementedError

    def base(self, enc: Encounter, who: Combatant, roll: Roll) -> Key:
        """The place that the roll gives, before any roll-off."""
        raise NotImplementedError

    def again(self, enc: Encounter, who: Combatant, faces: Sequence[int]) -> tuple[int, int]:
        """A roll-off: its total, and its rank (the greater is first)."""
        raise NotImplementedError

    def begins(self, enc: Encounter, who: Combatant) -> bool:
        """Whether `who` acts in the round before the first."""
        raise NotImplementedError

    def waits(self, enc: Encounter, who: Combatant) -> bool:
        """Whether `who` rolls only after the round before the first."""
        return False

    def rollers(self, enc: Encounter) -> tuple[str, ...]:
        if enc.phase in ("setup", "over"):
            return ()
        people = enc.combatants.values()
        return tuple(c.id for c in people if not c.defeated and not self.waits(enc, c))

    def throw(self, enc: Encounter, roller: str, command: RollDice, dice: Dice) -> Sequence[Event]:
        who = enc.combatants[roller]
        return [self.rolled(enc, who, self.cast(enc, who, command, dice))]

    def rolled(self, enc: Encounter, who: Combatant, roll: Roll) -> Rolled:
        """The roll and the place that it gives; a roll with a choice left gives none yet."""
        if roll.pending:
            return Rolled(roller=who.id, roll=roll, clause=self.count_clause)
        spot = (*self.base(enc, who, roll), 0)
        there = with_one(enc, replace(who, spot=spot))
        tied = any(who.id in tie.open for tie in self.tied(there))
        return Rolled(
            roller=who.id, roll=roll, spots={who.id: spot}, initiative=roll.total,
            joins=self._joining(enc, spot, tied=tied),
            clause=self.count_clause if enc.phase == "roll" else self.late_clause,
        )  # fmt: skip

    def _joining(self, enc: Encounter, spot: Key, *, tied: bool = False) -> int:
        """The first round of somebody who gets a place now: this one, if the place is still to come."""
        if enc.cursor == FIRST:
            return 0
        comes = enc.phase == "act" and spot > enc.cursor.key and not tied
        return enc.round if comes else enc.round + 1

    # --- ties ----------------------------------------------------------------------------------

    def tied(self, enc: Encounter) -> list[Tie]:
        return ties({c.id: c.spot for c in enc.combatants.values() if c.spot is not None})

    def ties(self, enc: Encounter) -> tuple[tuple[str, ...], ...]:
        return tuple(tie.members for tie in self.tied(enc))

    def throwing(self, enc: Encounter, tie: tuple[str, ...]) -> tuple[str, ...]:
        found = self._found(enc, tie)
        return () if found.agree else found.open

    def _found(self, enc: Encounter, members: tuple[str, ...]) -> Tie:
        return next(tie for tie in self.tied(enc) if tie.members == members)

    def roll_off(self, enc: Encounter, tie: tuple[str, ...], rolling: Sequence[str],
                 faces: Sequence[tuple[int, ...]] | None, dice: Dice) -> Sequence[Event]:  # fmt: skip
        found = self._found(enc, tie)
        spec = DiceSpec(self.tie_dice, self.dice.sides, "combatant", self.tie_clause)
        thrown = {
            id_: typed(spec, faces[i] if faces else dice.faces(spec.count, spec.sides))
            for i, id_ in enumerate(rolling)
        }
        again = {id_: self.again(enc, enc.combatants[id_], f) for id_, f in thrown.items()}
        spots = {id_: (*found.prefix, -rank, 0) for id_, (_, rank) in again.items()}
        event = RolledOff(
            faces=thrown, spots=spots, totals={id_: total for id_, (total, _) in again.items()},
            clause=self.tie_clause, shift=Shift(entries=_along(enc, spots), renamed=self._renamed(enc, found, spots)),
        )  # fmt: skip
        return [self._joined(enc, event, tie)]

    def _renamed(
        self, enc: Encounter, tie: Tie, spots: Mapping[str, Key]
    ) -> tuple[tuple[Key, Key], ...]:
        """Who holds the place already takes along what stands beside it, and the moment itself."""
        if enc.cursor == FIRST:
            return ()
        old = {id_: enc.combatants[id_].spot or () for id_ in tie.open}
        held = [id_ for id_ in tie.open if enc.combatants[id_].joins <= enc.round]
        alone = [id_ for id_ in held if sum(old[id_] == old[i] for i in held) == 1]
        return tuple((old[id_][:-1], spots[id_][:-1]) for id_ in alone if id_ in spots)

    def _joined(
        self, enc: Encounter, event: RolledOff | Settled | Placed, concerned: Iterable[str]
    ) -> Event:
        """The event, with the first round of newcomers whose place it fixes."""
        after = evolve(enc, event)
        waiting = {id_ for tie in self.tied(after) for id_ in tie.open}
        joins = {}
        for id_ in concerned:
            who = after.combatants[id_]
            if enc.phase == "act" and who.joins > enc.round and who.spot and id_ not in waiting:
                joins[id_] = self._joining(after, who.spot)
        return replace(event, shift=replace(event.shift, joins=joins)) if joins else event

    def settle(self, enc: Encounter, order: tuple[str, ...]) -> Sequence[Event]:
        for tie in self.tied(enc):
            if set(tie.members) == set(order) and self.agrees(enc, tie.members):
                return [self._joined(enc, self.agreement(enc, tie, order), order)]
        groups = [list(tie.members) for tie in self.tied(enc)]
        raise Refused(
            "illegal_value", "that is no tie", self.tie_clause, field="order", ties=groups
        )

    def agreement(self, enc: Encounter, tie: Tie, order: Sequence[str]) -> Settled:
        """The tie in the order that was agreed on."""
        spots = {id_: (*tie.prefix, AGREED + i, 0) for i, id_ in enumerate(order)}
        renamed = self._renamed(enc, tie, spots)
        return Settled(
            order=tuple(order), spots=spots, clause=self.tie_clause, shift=Shift(renamed=renamed)
        )

    def forced(self, enc: Encounter, dice: Dice) -> Sequence[Event]:
        """Ties are rolled off; who has not rolled at all is left out until he does."""
        events: list[Event] = []
        while found := self.tied(enc):
            tie = found[0]
            step = self.roll_off(enc, tie.members, tie.open, None, dice)
            events += step
            for event in step:
                enc = evolve(enc, event)
        return events

    # --- the order -----------------------------------------------------------------------------

    def entries(self, enc: Encounter) -> Sequence[Entry]:
        if enc.phase not in (self.prelude, "act", "end"):
            return ()
        turns = [
            e for c in enc.combatants.values() if self._takes_part(enc, c) for e in turns_of(enc, c)
        ]
        explained = [replace(e, why=self.why(enc, e)) for e in turns]
        return sorted(explained, key=lambda e: (e.key, e.what != "action", e.combatant))

    def _takes_part(self, enc: Encounter, who: Combatant) -> bool:
        if who.spot is None or who.joins > enc.round:
            return False
        return enc.phase != self.prelude or self.begins(enc, who)

    def why(self, enc: Encounter, entry: Entry) -> tuple[Term, ...]:
        """Dice and modifier add up to the count; a count that came otherwise says so."""
        roll = enc.rolls[entry.combatant]
        if entry.at != roll.total:
            return (Term(self.moved_clause, "placed", entry.at),)
        thrown = self.thrown(roll)
        terms = [thrown, Term(self.modifier_clause, "modifier", roll.total - (thrown.value or 0))]
        if ranks := enc.ranks.get(entry.combatant):
            terms.append(Term(self.tie_clause, "roll_off", faces=ranks))
        if is_placed(entry.key):
            terms.append(Term(self.moved_clause, "placed"))
        return tuple(terms)

    def thrown(self, roll: Roll) -> Term:
        """The dice as a term."""
        raise NotImplementedError

    def acts(self, enc: Encounter, entry: Entry) -> bool:
        return super().acts(enc, entry) and entry.id not in enc.spent

    def place(self, enc: Encounter, who: Combatant, other: Combatant) -> Sequence[Event]:
        if who.spot is None or other.spot is None:
            raise Refused("wrong_phase", "no place without a roll", self.count_clause)
        spot = before(other.spot, enc.serial)
        placed = Placed(
            combatant=who.id,
            before=other.id,
            key=spot,
            shift=Shift(entries=self.pins(enc, who, spot)),
        )
        return [self._joined(enc, placed, [who.id])]

    def pins(self, enc: Encounter, who: Combatant, spot: Key) -> dict[str, Key]:
        """Where the turn of this round stands once `who` moves to `spot`.

        A turn that is over, or going on, stays where it was; so does one that would be missed.
        """
        turn = self.turn(enc, who)
        if turn is None:
            return {}
        over = turn.id in enc.spent or turn.key == enc.cursor.key
        return {turn.id: turn.key if over or spot <= enc.cursor.key else spot}

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
        for e in entries:
            if e.key > cursor.key and self.acts(enc, e):
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
        at = [e for e in self.entries(there) if e.key == there.cursor.key and self.acts(there, e)]
        return list(dict.fromkeys(e.combatant for e in at))

    def goes_on(self, enc: Encounter) -> bool:
        return any(c.spot is not None for c in enc.combatants.values())

    def move(self, enc: Encounter, cursor: Cursor, public: Cursor) -> Moved:
        """With the entries that are passed: each turn comes once, also if its combatant is moved."""
        same = (cursor.round, cursor.phase) == (enc.round, enc.phase)
        passed = [
            e for e in self.entries(enc)
            if e.id not in enc.spent and (not same or e.key < cursor.key)
        ]  # fmt: skip
        acted = [*self._acted(enc, hidden=True), *self.shows(enc, public).acted]
        return Moved(
            cursor=cursor,
            public=public,
            spent=tuple(e.id for e in passed),
            unseen=self._unseen(enc, public),
            acted=tuple(acted),
        )

    def shows(self, enc: Encounter, public: Cursor) -> Moved:
        acted = []
        if public != enc.public:
            acted = self._acted(replace(enc, cursor=enc.public), hidden=False)
        return Moved(cursor=enc.cursor, public=public, acted=tuple(acted))

    def _acted(self, enc: Encounter, *, hidden: bool) -> list[str]:
        """Who acts at the moment that passes, for the first time or surprised until now."""
        here = [enc.combatants[e.combatant] for e in self._here(enc)]
        acting = [c for c in here if c.hidden == hidden and c.acting and not c.delaying]
        return list(dict.fromkeys(c.id for c in acting if c.surprised or not c.acted))

    def _here(self, enc: Encounter) -> list[Entry]:
        return [e for e in self.entries(enc) if e.key == enc.cursor.key]

    def _unseen(self, enc: Encounter, public: Cursor) -> tuple[str, ...]:
        """Turns that go on for players, because what comes next is not for them to see."""
        if public != enc.cursor:
            return ()
        here = [(e.id, enc.combatants[e.combatant]) for e in self._here(enc)]
        return tuple(id_ for id_, c in here if not c.delaying and c.readied is None)

    def follows(self, enc: Encounter) -> Sequence[Event]:
        """A newcomer's tie is over because the other one left: he takes part if his place is to come."""
        if enc.phase != "act":
            return ()
        waiting = {id_ for tie in self.tied(enc) for id_ in tie.open}
        return [
            Settled(order=(c.id,), clause=self.late_clause, shift=Shift(joins={c.id: enc.round}))
            for c in enc.combatants.values()
            if c.joins == enc.round + 1 and c.id not in waiting and c.spot and c.spot > enc.cursor.key
        ]  # fmt: skip


def _along(enc: Encounter, spots: Mapping[str, Key]) -> dict[str, Key]:
    """Turns of this round that stand at the place which their combatants leave for `spots`."""
    turns = {entry_id(enc, id_): id_ for id_ in spots}
    return {
        turn: spots[id_]
        for turn, id_ in turns.items()
        if turn in enc.placed and enc.placed[turn] == enc.combatants[id_].spot
    }


def entry_id(enc: Encounter, combatant: str, n: int = 1) -> str:
    return f"{combatant}.{enc.round}.{n}"


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
        at=who.initiative if given in (None, who.spot) else -key[0],
    )  # fmt: skip
