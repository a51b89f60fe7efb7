"""Places in a circle of turns: the turn of a round at its place, the GM's hand, a part of a group."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.model.encounter import Combatant, Encounter, Entry, Key
from rules.model.errors import Refused
from rules.model.events import Added, Event, Placed, Rolled
from rules.model.phases import Phase
from rules.model.turn_changes import FAR, Shift, both
from rules.systems.kit.beside import Side, beside, named
from rules.systems.kit.individual_rolls import Counted
from rules.systems.kit.turn import entry_id, given, staying, turns_of


class Places(Counted):
    """`prelude` is the phase of those who act before round 1."""

    prelude: Phase

    def begins(self, enc: Encounter, who: Combatant) -> bool:
        """Whether `who` acts in the round before the first."""
        raise NotImplementedError

    def takes_part(self, enc: Encounter, who: Combatant) -> bool:
        if who.spot is None or who.joins > enc.round:
            return False
        # what has begun goes on, whatever became of its roll; who was surprised before has none
        given = entry_id(enc, who.id) in enc.placed and not who.surprised
        return enc.phase != self.prelude or given or self.begins(enc, who)

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
            shift=replace(self.pins(enc, who, spot), gained={who.id: "placed"}),
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
        later = seen[len(earlier) :]
        if later and (side == "after" or not earlier):
            return later[0], "before"
        if earlier:
            return earlier[-1], "after"
        return replace(other, initiative=who.initiative), side

    def pins(self, enc: Encounter, who: Combatant, spot: Key) -> Shift:
        """Where the turn of this round stands once `who` moves to `spot`.

        A turn that is over, or going on, stays where it was; so does one that would be missed.
        """
        turn = self.turn(enc, who)
        if turn is None:
            return self.seen(enc, who)
        over = turn.id in enc.spent or turn.key == enc.cursor.key
        stays = over or spot <= enc.cursor.key
        here = staying(enc, turn) if stays else Shift(entries={turn.id: spot})
        return both(self.seen(enc, who), here)

    def seen(self, enc: Encounter, who: Combatant) -> Shift:
        """Where players, who may be a round behind, see the turn of `who`: there it stays."""
        if (enc.public.round, enc.public.phase) == (enc.round, enc.phase):
            return Shift()
        return staying(enc.at_public, self.turn(enc.at_public, who))

    def turn(self, enc: Encounter, who: Combatant) -> Entry | None:
        """The turn of `who` in this round."""
        moments = enc.phase in (self.prelude, "act", "end")
        return turns_of(enc, who)[0] if moments and self.takes_part(enc, who) else None

    def part(self, enc: Encounter, who: Combatant, part: Combatant) -> Sequence[Event]:
        """A part of a group has the group's roll, and its place directly behind it."""
        if any(who.id in tie.waiting for tie in self.tied(enc)):
            raise Refused("wrong_phase", "its tie comes first", self.tie_clause, combatant=who.id)
        added = Added(combatant=replace(part, spot=None, initiative=None))
        roll = enc.rolls.get(who.id)
        if roll is None or who.spot is None:
            return [
                added,
                *([Rolled(roller=part.id, roll=roll, late=self.late(enc))] if roll else []),
            ]
        spot = (*who.spot[:-1], FAR, -enc.round, -FAR, -enc.serial, 0)
        shift, joins = self._parted(enc, who, part)
        rolled = Rolled(
            roller=part.id, roll=roll, spots={part.id: spot}, initiative=who.initiative, joins=joins,
            clause=self.count_clause, shift=shift, late=self.late(enc),
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
        if turn.key != enc.cursor.key:
            return Shift(), who.joins
        return given(enc, replace(turn, id=id_), turn.key), who.joins
