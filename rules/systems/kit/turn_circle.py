"""Everybody rolls once, then turns go round in a circle: what Starfinder and the Marvel game share.

Entries of a round have their combatant's spot as key, or the place that they were given for this round
(`encounter.placed`). An entry that is `spent` has no turn to come, so that nobody ever gets a second one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from rules.fold.evolve import evolve_all
from rules.memo import once_each, while_cursor_moves
from rules.model.commands import Correct, RollDice
from rules.model.dice import Dice
from rules.model.encounter import END, Combatant, Cursor, Encounter, Entry, Roll, Term
from rules.model.events import Event, Moved, Settled
from rules.model.names import reading_order
from rules.model.ordering import at, behind, span
from rules.model.turn_changes import Shift
from rules.redaction.encounter import hidden_of
from rules.systems.kit.dice_spec import typed
from rules.systems.kit.individual_rolls import FIRST
from rules.systems.kit.recounting import gained, recounted
from rules.systems.kit.revealing import Revealing
from rules.systems.kit.shared_rolls import shares
from rules.systems.kit.ties import is_placed
from rules.systems.kit.turn import entry_id, how_gained, turns_of

GAINED = {"delay": "SF-A1", "ready": "SF-A2"}
"""The clause of a count that is not the roll's, by how it was gained."""

REST = Cursor(round=0, phase="roll", key=END)  # who was surprised rolls after the first moments


class Circle(Revealing):
    """The common answers."""

    corrects: tuple[str, ...] = ("faces", "total", "modifier", "count", "traits")
    modifier_clause: str

    # --- the order -----------------------------------------------------------------------------

    def ordered(self, enc: Encounter) -> Sequence[Entry]:
        if enc.phase not in (self.prelude, "act", "end"):
            return ()
        values = (enc.rolls, enc.ranks, enc.placed, enc.gains, enc.inserted, enc.options, enc.round)
        name = ("turns", enc.phase, enc.round % 2)
        turns = once_each(enc.combatants, name, values, partial(self._turns, enc))
        entries = [
            e
            for id_, own in turns.items()
            if self.takes_part(enc, enc.combatants[id_])
            for e in own
        ]
        actions = {id_: n for n, id_ in enumerate(enc.inserted)}
        last = len(actions)
        people = enc.combatants
        return sorted(
            entries,
            key=lambda e: (e.key, actions.get(e.id, last), reading_order(people[e.combatant])),
        )

    def _turns(self, enc: Encounter, who: Combatant) -> list[Entry]:
        """The turn of `who`, and a readied action beside it, with their reasons."""
        if who.spot is None:
            return []
        return [replace(e, why=self.why(enc, e)) for e in turns_of(enc, who)]

    def why(self, enc: Encounter, entry: Entry) -> tuple[Term, ...]:
        """Dice, modifier and the GM's hand add up to the count; a count gained otherwise says how."""
        roll, how = enc.rolls[entry.combatant], how_gained(enc, entry)
        if how in GAINED:
            return (Term(GAINED[how], how, entry.at),)
        rolled = entry.id in enc.gains or not gained(enc, enc.combatants[entry.combatant])
        put_right = roll.corrected is not None and entry.what == "turn" and not how and rolled
        if entry.at != roll.total and not (how or put_right):
            return (self.gained(entry),)
        modifier = self.modifier_of(roll)
        terms = [self.thrown(roll), Term(self.modifier_clause, "modifier", modifier)]
        if roll.corrected is not None:
            count = (entry.at or 0) if put_right else roll.total
            rest = count - self.pips(roll) - modifier
            terms.append(Term("", "corrected", rest or None))
        terms += self.notable(roll)
        if ranks := enc.ranks.get(entry.combatant):
            terms.append(Term(self.tie_clause, "roll_off", faces=ranks))
        if roll.shared:
            terms.append(Term(self.shared_clause, "shared_roll"))
        elif self.agreed(enc, entry.key):
            terms.append(Term(self.agreed_clause, "agreement"))
        if how or (is_placed(entry.key) and not put_right):
            terms.append(Term("", "placed", ((entry.at or 0) - roll.total) or None))
        return tuple(terms)

    def gained(self, entry: Entry) -> Term:
        """How a count came that is not the roll's, in a log that does not say it."""
        return Term("", "placed", entry.at)

    def thrown(self, roll: Roll) -> Term:
        """The dice as a term."""
        raise NotImplementedError

    def notable(self, roll: Roll) -> list[Term]:
        """What else of the dice is a reason for the place, beside their sum."""
        return []

    def acts(self, enc: Encounter, entry: Entry) -> bool:
        return super().acts(enc, entry) and entry.id not in enc.spent

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
        going_on = [e for e in self._here(enc) if e.id not in enc.spent]
        here = [(e.id, enc.combatants[e.combatant]) for e in going_on]
        return tuple(id_ for id_, c in here if not c.delaying and c.readied is None)

    def follows(self, enc: Encounter) -> Sequence[Event]:
        """Who is hidden is tied with nobody that is seen; whose tie is gone takes part."""
        settled = self.settling(enc) if shares(enc) else []
        enc = evolve_all(enc, settled)
        apart = self.apart(enc)
        return [*settled, *apart, *self._untied(evolve_all(enc, apart))]

    def _untied(self, enc: Encounter) -> list[Event]:
        """A newcomer's tie is over because the other one left: they take part if their place is to come."""
        if enc.phase != "act":
            return []
        late = while_cursor_moves(enc, "late", _late)
        waiting = {id_ for tie in self.tied(enc) for id_ in tie.waiting} if late else set()
        return [
            Settled(order=(c.id,), clause=self.late_clause, shift=Shift(joins={c.id: enc.round}))
            for c in late
            if c.id not in waiting and (c.spot or ()) > enc.cursor.key
        ]


def _late(enc: Encounter) -> list[Combatant]:
    """Who has a place and takes part from the next round on."""
    return [c for c in enc.combatants.values() if c.joins == enc.round + 1 and c.spot]
