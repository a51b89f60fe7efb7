"""Everybody rolls once: counts, and what settles a tie.

A combatant's `spot` is its place in the circle: the smaller key is first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from rules.fold.combatants import with_one
from rules.fold.evolve import evolve, evolve_all
from rules.memo import while_cursor_moves
from rules.model.commands import RollDice
from rules.model.dice import Dice
from rules.model.encounter import Combatant, Cursor, Encounter, Key, Roll
from rules.model.errors import Refused
from rules.model.events import Changed, Event, Placed, Rolled, RolledOff, Settled
from rules.model.names import reading_order
from rules.model.turn_changes import FAR, Shift
from rules.systems.kit.dice_spec import DiceSpec, typed
from rules.systems.kit.shared_rolls import Group, alike, as_one, for_all, shares
from rules.systems.kit.system import System
from rules.systems.kit.ties import AGREED, Tie, ties
from rules.systems.kit.turn import entry_id

FIRST = Cursor(round=0, phase="roll", key=())
"""Where everybody rolls."""


class Counted(System):
    """The dice of each combatant, the place that they give, roll-offs and agreements."""

    count_clause: str  # the roll is the count
    tie_clause: str
    agreed_clause: str
    late_clause: str
    shared_clause = ""  # why those who share a roll act by their numbers

    # --- what the rolls are --------------------------------------------------------------------

    def cast(self, enc: Encounter, who: Combatant, command: RollDice, dice: Dice) -> Roll:
        """The dice of `who`, typed or the server's."""
        raise NotImplementedError

    def base(self, enc: Encounter, who: Combatant, roll: Roll) -> Key:
        """The place that the roll gives, before any roll-off."""
        raise NotImplementedError

    def pips(self, roll: Roll) -> int:
        """What the dice of the roll show, added up."""
        raise NotImplementedError

    def modifier_of(self, roll: Roll) -> int:
        """What the roll has beside its dice, and beside what the GM put right of its total."""
        return roll.total - self.pips(roll) - (roll.corrected or 0)

    def again(self, enc: Encounter, who: Combatant, faces: Sequence[int]) -> tuple[int, int]:
        """A roll-off: its total, and its rank (the greater is first)."""
        raise NotImplementedError

    def waits(self, enc: Encounter, who: Combatant) -> bool:
        """Whether `who` rolls only after the round before the first."""
        return False

    def rollers(self, enc: Encounter) -> tuple[str, ...]:
        if enc.phase in ("setup", "over"):
            return ()
        return tuple(group[0] for group in while_cursor_moves(enc, "rolling groups", self._rolling))

    def _rolling(self, enc: Encounter) -> list[Group]:
        """Those who roll; several of a creature may share one that has not fallen yet."""
        people = enc.combatants.values()
        ids = [c.id for c in people if not c.defeated and not self.waits(enc, c)]
        if not shares(enc):
            return [(id_,) for id_ in ids]
        rolled = [(id_,) for id_ in ids if id_ in enc.rolls]
        return [*rolled, *alike(enc, (id_ for id_ in ids if id_ not in enc.rolls))]

    def roller_of(self, enc: Encounter, for_: str) -> str:
        return self._group(enc, for_)[0]

    def _group(self, enc: Encounter, id_: str) -> Group:
        """All for whom one roll of `id_` is."""
        if not shares(enc) or enc.phase in ("setup", "over"):
            return (id_,)
        return while_cursor_moves(enc, "groups of rollers", self._groups).get(id_, (id_,))

    def _groups(self, enc: Encounter) -> dict[str, Group]:
        return {id_: group for group in self._rolling(enc) for id_ in group}

    def throw(self, enc: Encounter, roller: str, command: RollDice, dice: Dice) -> Sequence[Event]:
        who = enc.combatants[roller]
        rolled = self.rolled(enc, who, self.cast(enc, who, command, dice))
        return [for_all(rolled, self._group(enc, roller))]

    def rolled(self, enc: Encounter, who: Combatant, roll: Roll) -> Event:
        """The roll and the place that it gives; a roll with a choice left gives none yet."""
        if roll.pending:
            return Rolled(roller=who.id, roll=roll, clause=self.count_clause, late=self.late(enc))
        spot = (*self.base(enc, who, roll), 0)
        return Rolled(
            roller=who.id, roll=roll, spots={who.id: spot}, initiative=roll.total,
            joins=self.joining(enc, who, spot),
            clause=self.count_clause if enc.phase == "roll" else self.late_clause, late=self.late(enc),
        )  # fmt: skip

    def joining(self, enc: Encounter, who: Combatant, spot: Key) -> int:
        """The first round of somebody who gets a place now: this one, if the place is still to come."""
        if enc.cursor == FIRST:
            return 0
        if enc.phase != "act" or spot <= enc.cursor.key:
            return enc.round + 1
        there = with_one(enc, replace(who, spot=spot))
        tied = any(who.id in tie.waiting for tie in self.tied(there))
        return enc.round + 1 if tied else enc.round

    # --- ties ----------------------------------------------------------------------------------

    def tied(self, enc: Encounter) -> list[Tie]:
        """Every tie that is not settled, its people in a reader's order; who shares a roll is one."""
        return [tie for tie in self._all_ties(enc) if len(tie.members) > 1]

    def _all_ties(self, enc: Encounter) -> list[Tie]:
        return while_cursor_moves(enc, "tied", self._tied)

    def _tied(self, enc: Encounter) -> list[Tie]:
        def ordered(ids: Iterable[str]) -> tuple[str, ...]:
            return tuple(sorted(ids, key=lambda id_: reading_order(enc.combatants[id_])))

        found = [
            replace(tie, members=ordered(tie.members), open=ordered(tie.open))
            for tie in self.unsettled(enc)
        ]
        return [as_one(enc, tie) for tie in found] if shares(enc) else found

    def settling(self, enc: Encounter) -> list[Event]:
        """Ties of those alone who have shared a roll: their numbers say who is first (MM-C5)."""
        events: list[Event] = []
        for alone in [tie for tie in self._all_ties(enc) if len(tie.members) == 1]:
            order = alone.all_of(alone.members)
            settled = replace(self.agreement(enc, alone, order), clause=self.shared_clause)
            events.append(self._agreed_on(enc, settled))
            enc = evolve(enc, events[-1])
        return events

    def unsettled(self, enc: Encounter) -> list[Tie]:
        """The ties, worked out."""
        return ties({c.id: c.spot for c in enc.combatants.values() if c.spot is not None})

    def ties(self, enc: Encounter) -> tuple[tuple[str, ...], ...]:
        found = self.tied(enc)
        return tuple(tie.members for tie in found) if found else ()

    def throwing(
        self, enc: Encounter, tie: tuple[str, ...], *, named: bool = False
    ) -> tuple[str, ...]:
        found = self._found(enc, tie)
        return () if found.agree and not named else found.open

    def _found(self, enc: Encounter, members: tuple[str, ...]) -> Tie:
        return next(tie for tie in self.tied(enc) if tie.members == members)

    def roll_off(self, enc: Encounter, tie: tuple[str, ...], rolling: Sequence[str],
                 faces: Sequence[tuple[int, ...]] | None, dice: Dice) -> Sequence[Event]:  # fmt: skip
        return [self._rolled_off(enc, self._found(enc, tie), rolling, faces, dice)]

    def _rolled_off(self, enc: Encounter, tie: Tie, rolling: Sequence[str],
                    faces: Sequence[tuple[int, ...]] | None, dice: Dice) -> Event:  # fmt: skip
        spec = DiceSpec(self.tie_dice, self.dice.sides, "combatant", self.tie_clause)
        thrown = [
            typed(spec, faces[i] if faces else dice.faces(spec.count, spec.sides))
            for i in range(len(rolling))
        ]
        shown = {id_: thrown[i] for i, first in enumerate(rolling) for id_ in tie.all_of([first])}
        again = {id_: self.again(enc, enc.combatants[id_], f) for id_, f in shown.items()}
        spots = {id_: (*tie.prefix, -rank, 0) for id_, (_, rank) in again.items()}
        shift = Shift(entries=_along(enc, spots), renamed=self._renamed(enc, tie, spots))
        totals = {id_: total for id_, (total, _) in again.items()}
        event = RolledOff(
            faces=shown, spots=spots, totals=totals, clause=self.tie_clause, shift=shift
        )
        return self._joined(enc, event, tie.all_of(tie.members))

    def _renamed(
        self, enc: Encounter, tie: Tie, spots: Mapping[str, Key]
    ) -> tuple[tuple[Key, Key], ...]:
        """Who holds the place already takes along what stands beside it, and the moment itself."""
        if enc.cursor == FIRST:
            return ()
        old = {id_: enc.combatants[id_].spot or () for id_ in tie.waiting}
        held = [
            id_ for id_ in tie.waiting
            if enc.combatants[id_].joins <= enc.round
            and enc.placed.get(entry_id(enc, id_), old[id_]) == old[id_]
        ]  # fmt: skip
        alone = [id_ for id_ in held if sum(old[id_] == old[i] for i in held) == 1]
        return tuple((old[id_][:-1], spots[id_][:-1]) for id_ in alone if id_ in spots)

    def _joined(
        self, enc: Encounter, event: RolledOff | Settled | Placed, concerned: Iterable[str]
    ) -> Event:
        """The event, with the first round of newcomers whose place it fixes."""
        if enc.phase != "act":
            return event
        after = evolve(enc, event)
        waiting = {id_ for tie in self.tied(after) for id_ in tie.waiting}
        late = [after.combatants[id_] for id_ in concerned if id_ not in waiting]
        joins = {
            who.id: self.joining(after, who, who.spot)
            for who in late
            if who.spot and who.joins > enc.round
        }
        return replace(event, shift=replace(event.shift, joins=joins)) if joins else event

    def settle(self, enc: Encounter, order: tuple[str, ...]) -> Sequence[Event]:
        for tie in self.tied(enc):
            if set(tie.members) == set(order) and self.agrees(enc, tie.members):
                return [self._agreed_on(enc, self.agreement(enc, tie, tie.all_of(order)))]
        groups = [list(tie.members) for tie in self.tied(enc)]
        raise Refused(
            "illegal_value", "that is no tie", self.tie_clause, field="order", ties=groups
        )

    def _agreed_on(self, enc: Encounter, event: Settled) -> Event:
        """A newcomer who was put before somebody whose turn has come has none in this round (SF-A7)."""
        joined = self._joined(enc, event, event.order)
        assert isinstance(joined, Settled)
        begun = [n for n, id_ in enumerate(event.order) if _has_come(enc, id_)]
        first = event.order[: max(begun, default=0)]
        passed = tuple(entry_id(enc, i) for i in joined.shift.joins if i in first)
        return replace(joined, shift=replace(joined.shift, spent=passed)) if passed else joined

    def agreement(self, enc: Encounter, tie: Tie, order: Sequence[str]) -> Settled:
        """The tie in the order that was agreed on."""
        spots = {id_: (*tie.prefix, AGREED + i, 0) for i, id_ in enumerate(order)}
        shift = self.moving(enc, tie, spots)
        return Settled(order=tuple(order), spots=spots, clause=self.agreed_clause, shift=shift)

    def moving(self, enc: Encounter, tie: Tie, spots: Mapping[str, Key]) -> Shift:
        """What of this round goes along to `spots`; a turn that has come, or would be missed, stays."""
        if enc.cursor == FIRST:
            return Shift()
        here = enc.cursor.key
        renamed = tuple(
            (old, new) for old, new in self._renamed(enc, tie, spots) if not new <= here < (*old, 0)
        )
        renamed = () if len(renamed) > 1 else renamed
        pins = {
            id_: enc.placed.get(entry_id(enc, id_), who.spot or ())
            for id_, who in ((id_, enc.combatants[id_]) for id_ in spots)
            if who.joins <= enc.round
            and (who.spot or ())[:-1] not in dict(renamed)
            and (_has_come(enc, id_) or spots[id_] <= enc.cursor.key)
        }
        along = _along(enc, {id_: spot for id_, spot in spots.items() if id_ not in pins})
        stay = {entry_id(enc, id_): key for id_, key in pins.items()}
        gains = {turn: enc.gains[turn] for turn in stay if turn in enc.gains}
        return Shift(entries=along | stay, renamed=renamed, gains=gains)

    def agreed(self, enc: Encounter, place: Key) -> bool:
        """Whether the place came by an agreement."""
        return any(AGREED <= number < FAR for number in place)

    def apart(self, enc: Encounter) -> list[Event]:
        """Whoever was hidden or revealed in the midst of a tie gets a place of that kind."""
        events: list[Event] = []
        for tie in self.tied(enc):
            people = [enc.combatants[id_] for id_ in tie.all_of(tie.members)]
            if len({who.hidden for who in people}) > 1:
                events += [self._veiled(enc, who) for who in people if self._free(enc, who)]
        return events

    def _free(self, enc: Encounter, who: Combatant) -> bool:
        """Whether nothing stands on the present place of `who` yet."""
        return who.veiled != who.hidden and (enc.cursor == FIRST or who.joins > enc.round)

    def _veiled(self, enc: Encounter, who: Combatant) -> Changed:
        roll, spot = enc.rolls[who.id], who.spot or ()
        now = replace(who, veiled=who.hidden)
        place = self.base(enc, now, roll)
        return Changed(combatant=replace(now, spot=(*place, *spot[len(place) :])), fields=())

    def forced(self, enc: Encounter, dice: Dice) -> Sequence[Event]:
        """Ties are rolled off; who has not rolled at all is left out until they do."""
        events: list[Event] = []
        while found := self.tied(enc):
            for tie in found:
                events.append(self._rolled_off(enc, tie, tie.open, None, dice))
                enc = evolve(enc, events[-1])
            settled = self.settling(enc)
            events += settled
            enc = evolve_all(enc, settled)
        return events


def _has_come(enc: Encounter, id_: str) -> bool:
    """Whether the turn of this round goes on or is over."""
    turn, spot = entry_id(enc, id_), enc.combatants[id_].spot
    here = enc.cursor != FIRST and enc.placed.get(turn, spot) == enc.cursor.key
    return turn in enc.spent or here


def _along(enc: Encounter, spots: Mapping[str, Key]) -> dict[str, Key]:
    """Turns of this round that stand at the place which their combatants leave for `spots`."""
    turns = {entry_id(enc, id_): id_ for id_ in spots}
    return {
        turn: spots[id_]
        for turn, id_ in turns.items()
        if turn in enc.placed and enc.placed[turn] == enc.combatants[id_].spot
    }
