"""Rounds of declarations: declare, roll, act, end. What both AD&D systems have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules.model.encounter import (
    Action,
    Combatant,
    Cursor,
    Declaration,
    Encounter,
    Entry,
)
from rules.model.errors import Refused
from rules.model.events import Added, Declared, Event, Moved, Placed, Rolled
from rules.model.phases import PhaseTraits
from rules.redaction.encounter import known_beside, known_to_players
from rules.systems.kit.beside import Side, beside, named
from rules.systems.kit.corrections import Righting
from rules.systems.kit.phases import ACT, DECLARE, END_OF_ROUND, OVER, ROLL, SETUP
from rules.systems.kit.rounds import Rounds
from rules.systems.kit.side_rolls import SideRolls


class Declaring(SideRolls, Rounds, Righting):
    """Everybody declares, then the dice fall, then it happens in the order of the places."""

    hides_places = True
    opening = "declare"
    phases: Mapping[str, PhaseTraits] = {
        "setup": SETUP, "declare": DECLARE, "roll": ROLL, "act": ACT, "end": END_OF_ROUND, "over": OVER,
    }  # fmt: skip
    commands: tuple[str, ...] = ("declare", "cancel")

    # --- declarations -----------------------------------------------------------------------

    def owes(self, enc: Encounter) -> tuple[str, ...]:
        if enc.phase != "declare":
            return ()
        return tuple(
            id_
            for id_, who in enc.combatants.items()
            if self.takes_part(enc, who) and not who.stated and not self.busy(enc, who)
        )

    def busy(self, enc: Encounter, who: Combatant) -> bool:
        """Whether something carried over stands for a declaration."""
        return any(d.live for d in who.declared)

    def may_declare(self, enc: Encounter, who: Combatant) -> None:
        phase = self.phase_of(enc)
        if not (phase.opens or phase.rolls):
            raise Refused(
                "wrong_phase", "declarations stand now", self.fixed_clause, phase=enc.phase
            )
        fallen = known_beside(enc, who).rolls
        if phase.rolls and fallen:
            raise Refused("wrong_phase", "the dice have fallen", self.fixed_clause, phase=enc.phase)
        if not self.takes_part(enc, who):
            raise Refused(
                "illegal_declaration", "cannot act now", self.declare_clause, combatant=who.id
            )

    def declared(
        self, enc: Encounter, who: Combatant, actions: Sequence[Action]
    ) -> Sequence[Event]:
        fresh = tuple(Declaration(action=a, round=enc.round) for a in actions)
        return [
            Declared(
                combatant=who.id, actions=tuple(actions), declarations=carried(who) + fresh,
                late=self.late(enc),
            )
        ]  # fmt: skip

    def rolls(self, enc: Encounter, who: Combatant) -> bool:
        """Who is able, or has a carried action, is a reason for the roll of the side."""
        return who.joins <= enc.round and (who.acting or any(d.live for d in carried(who)))

    # --- the way of the cursor --------------------------------------------------------------

    def joins(self, enc: Encounter) -> int:
        """Who enters after the declarations of a round takes part from the next one on."""
        return enc.round + 1 if enc.phase in ("act", "end") else enc.round

    def ahead(self, enc: Encounter) -> Encounter:
        """Before the dice have fallen: as it is once they have."""
        if enc.phase == "roll":
            cursor = replace(enc.cursor, phase="act")
        elif enc.phase == "declare" and enc.round == 0:
            cursor = replace(enc.cursor, phase="surprise")
        else:
            return enc
        return replace(enc, cursor=cursor, basis=enc.basis or enc.combatants)

    def move(self, enc: Encounter, cursor: Cursor, public: Cursor) -> Moved:
        if not self.phase_of(cursor).opens:
            return Moved(cursor=cursor, public=public)
        carries = {id_: self.carry(enc, who, cursor) for id_, who in enc.combatants.items()}
        return Moved(cursor=cursor, public=public, carried={k: v for k, v in carries.items() if v})

    def carry(self, enc: Encounter, who: Combatant, cursor: Cursor) -> tuple[Declaration, ...]:
        """What `who` goes on with when new declarations are asked for at `cursor`."""
        return ()

    # --- by hand ----------------------------------------------------------------------------

    def part(self, enc: Encounter, who: Combatant, part: Combatant) -> Sequence[Event]:
        """What the group has declared, its part does in the same places."""
        roll = enc.rolls.get(who.id)
        rolled = [] if roll is None else [Rolled(roller=part.id, roll=roll, late=self.late(enc))]
        return [Added(combatant=part, like=who.id), *rolled]

    def places(self, enc: Encounter) -> bool:
        return enc.phase in ("act", "surprise")

    def place(
        self, enc: Encounter, who: Combatant, other: Combatant | None, side: Side
    ) -> Sequence[Event]:
        """What `who` does next stands beside what `other` does next, or behind all others."""
        if not self.places(enc):
            raise Refused("wrong_phase", "there is no order yet", phase=enc.phase)
        entries = self.entries(enc)
        moment = _coming(enc, entries, who)
        anchor = _coming(enc, entries, other)[0] if other else self._last(enc, entries, moment[0])
        key = beside(anchor.key, side, enc.serial)
        return [
            Placed(combatant=who.id, key=key, entry=entry.id, **named(side, other))
            for entry in moment
        ]

    def _last(self, enc: Encounter, entries: Sequence[Entry], own: Entry) -> Entry:
        """The last that others do in this round; for whom players see, of those whom they see."""
        hidden = enc.combatants[own.combatant].hidden
        for e in reversed(entries):
            other = enc.combatants[e.combatant]
            if e.phase == own.phase and other.id != own.combatant and (hidden or not other.hidden):
                if e.key < own.key:
                    break
                return e
        raise Refused("illegal_value", "nobody comes later", combatant=own.combatant, field="last")

    def frame(self, enc: Encounter) -> tuple[Any, ...]:
        """The round, and whether its dice have begun to fall."""
        return (enc.round, bool(known_to_players(enc).rolls), bool(enc.rolls))

    def can(self, enc: Encounter, who: Combatant, acts: bool) -> list[str]:
        allowed = []
        if self._is_open(enc, who):
            allowed.append("declare")
        if any(d.live for d in who.declared):
            allowed.append("cancel")
        return allowed

    def _is_open(self, enc: Encounter, who: Combatant) -> bool:
        try:
            self.may_declare(enc, who)
        except Refused:
            return False
        return True


def carried(who: Combatant) -> tuple[Declaration, ...]:
    """What runs on from an earlier round (or surprise segment)."""
    return tuple(d for d in who.declared if d.begun is not None)


def _coming(enc: Encounter, entries: Sequence[Entry], who: Combatant) -> list[Entry]:
    """All that `who` does at their next moment."""
    own = [e for e in entries if e.combatant == who.id and e.id not in enc.ended]
    coming = [e for e in own if e.key >= enc.cursor.key]
    if not coming:
        raise Refused("illegal_value", "has no entry to come in this round", combatant=who.id)
    return [e for e in coming if e.key == coming[0].key]
