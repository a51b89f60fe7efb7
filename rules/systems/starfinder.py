"""Starfinder: a d20 and the modifier once per combat, highest first, in a circle; delay and ready."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from rules.fold.evolve import evolve
from rules.model.commands import RollDice
from rules.model.dice import Dice
from rules.model.encounter import Combatant, Encounter, Key, Roll, Term
from rules.model.errors import Refused
from rules.model.events import Event, Settled, Surprised
from rules.model.phases import PhaseTraits
from rules.model.turn_changes import NOTHING, Shift, places_in
from rules.systems.kit.agreeing import AGREES, BY_MODIFIER, ROLLED, by_modifier, to_agree
from rules.systems.kit.delay_ready import Waiting
from rules.systems.kit.dice_spec import DiceSpec, typed
from rules.systems.kit.fields import Field
from rules.systems.kit.individual_rolls import FIRST
from rules.systems.kit.layout import Layout
from rules.systems.kit.phases import ACT, END_OF_ROUND, OVER, ROLL, SETUP
from rules.systems.kit.shared_rolls import SHARED
from rules.systems.kit.ties import Tie, is_placed
from rules.systems.kit.turn_circle import Circle


class Starfinder(Waiting, Circle):
    """Everybody has a count; the order stays unless somebody delays or readies (SF-C6, SF-C13)."""

    id = "starfinder"
    dice = DiceSpec(1, 20, "combatant", "SF-C1")
    layout = Layout("circle", "count")
    options = {
        "delay_sorts_by_modifier": Field("boolean", "SF-A1", default=False, changes="next_round"),
        "ties_by_agreement": Field("boolean", "SF-A9", default=False),
        "shared_rolls": SHARED,
    }
    traits = {"modifier": Field("integer", "SF-C2", min=-100, max=100, default=0)}
    phases = {
        "setup": SETUP, "roll": ROLL, "surprise": PhaseTraits(moments=True, fixes=True, prelude=True),
        "act": ACT, "end": END_OF_ROUND, "over": OVER,
    }  # fmt: skip
    commands = ("surprise", "delay", "return", "ready", "trigger")
    prelude = "surprise"
    count_clause = "SF-C3"
    modifier_clause = "SF-C2"
    tie_clause = "SF-C8"
    late_clause = "SF-C15"
    agreed_clause = "SF-C10"

    # --- the count (SF-C1 to SF-C8) --------------------------------------------------------------

    def cast(self, enc: Encounter, who: Combatant, command: RollDice, dice: Dice) -> Roll:
        if command.rerolls is not None:
            raise Refused("illegal_value", "there are no rerolls here", "SF-C11", field="rerolls")
        faces = typed(self.dice, dice.faces(1, 20) if command.faces is None else command.faces)
        return Roll(faces=faces, total=faces[0] + who.traits.get("modifier", 0))

    def base(self, enc: Encounter, who: Combatant, roll: Roll) -> Key:
        return self.counted(enc, who, roll.total, self.modifier_of(roll))

    def pips(self, roll: Roll) -> int:
        return roll.faces[0]

    def counted(self, enc: Encounter, who: Combatant, count: int, modifier: int) -> Key:
        """By count, then by total modifier (SF-C7); who is hidden comes after, never tied."""
        if enc.options.get("ties_by_agreement"):
            return -count, int(who.veiled), 0, -modifier
        return -count, -modifier, int(who.veiled)

    def from_now_on(self, enc: Encounter, who: Combatant, beside: Key, count: int) -> Key:
        if not enc.options.get("delay_sorts_by_modifier"):
            return beside
        return (*self.counted(enc, who, count, self.modifier_of(enc.rolls[who.id])), 0)

    def again(self, enc: Encounter, who: Combatant, faces: Sequence[int]) -> tuple[int, int]:
        return faces[0], faces[0]

    def thrown(self, roll: Roll) -> Term:
        return Term("SF-C2", "die", roll.faces[0], faces=roll.faces)

    # --- agreement (SF-C10, SF-A9) ---------------------------------------------------------------

    def unsettled(self, enc: Encounter) -> list[Tie]:
        if not enc.options.get("ties_by_agreement"):
            return super().unsettled(enc)
        equal = self._to_agree(enc)
        agreeing = {id_ for tie in equal for id_ in tie.members}
        return [
            *equal,
            *(t for t in super().unsettled(enc) if not agreeing.intersection(t.members)),
        ]

    def _to_agree(self, enc: Encounter) -> list[Tie]:
        """Equal counts that came from rolls, neither agreed on, nor given up, nor rolled off by hand."""
        spots = [
            (c.spot, c.id) for c in enc.combatants.values() if c.spot and not is_placed(c.spot)
        ]
        groups = groupby(sorted(spots), key=lambda s: s[0][:AGREES])
        found = [_equal(prefix, list(group)) for prefix, group in groups]
        return [tie for tie in found if tie is not None]

    def roll_off(self, enc: Encounter, tie: tuple[str, ...], rolling: Sequence[str],
                 faces: Sequence[tuple[int, ...]] | None, dice: Dice) -> Sequence[Event]:  # fmt: skip
        """The first roll of somebody who is tied begins the roll-off of all of them (SF-C8)."""
        found = self._found(enc, tie)
        if found.agree:
            prefix = (*found.prefix, ROLLED)
            found = replace(found, prefix=prefix, open=found.members, agree=False)
        return [self._rolled_off(enc, found, rolling, faces, dice)]

    def agreed(self, enc: Encounter, place: Key) -> bool:
        numbered = bool(enc.options.get("ties_by_agreement")) and place[AGREES] > 0
        return numbered or super().agreed(enc, place)

    def agreement(self, enc: Encounter, tie: Tie, order: Sequence[str]) -> Settled:
        """At any table the GM may say how a tie goes that waits for its roll-off (SF-A9)."""
        if not enc.options.get("ties_by_agreement") or len(tie.prefix) > AGREES + 1:
            return super().agreement(enc, tie, order)
        spots = {id_: self._agreed(enc, id_, i) for i, id_ in enumerate(order, start=1)}
        shift = self.moving(enc, tie, spots)
        return Settled(order=tuple(order), spots=spots, clause="SF-C10", shift=shift)

    def _agreed(self, enc: Encounter, id_: str, number: int) -> Key:
        spot = enc.combatants[id_].spot or ()
        return (*spot[:AGREES], number, *spot[AGREES + 1 :])

    def forced(self, enc: Encounter, dice: Dice) -> Sequence[Event]:
        """Without an agreement the modifiers count, then roll-offs."""
        events: list[Event] = []
        equal = self._to_agree(enc) if enc.options.get("ties_by_agreement") else []
        for tie in (tie for tie in equal if tie.agree):
            spots = {id_: self._agreed(enc, id_, BY_MODIFIER) for id_ in tie.members}
            order = tuple(sorted(spots, key=lambda id_: (spots[id_], id_)))
            shift = self.moving(enc, tie, spots)
            settled = Settled(order=order, spots=spots, clause="SF-C7", shift=shift)
            events.append(self._joined(enc, settled, tie.members))
            enc = evolve(enc, events[-1])
        return [*events, *super().forced(enc, dice)]

    def reoptioned(self, enc: Encounter, options: dict[str, Any]) -> Shift:
        """What the table chooses now counts for ties to come; the order that stands, stays (SF-C6)."""
        was, agrees = (bool(o.get("ties_by_agreement")) for o in (enc.options, options))
        places = places_in(enc)
        if was == agrees or not places:
            return NOTHING
        if agrees:
            return Shift(bases=tuple(to_agree(places, open_=enc.cursor == FIRST).items()))
        rolled: dict[Key, int] = {}
        for who in enc.combatants.values():
            if who.spot and who.spot[AGREES] == ROLLED:
                own = -self.modifier_of(enc.rolls[who.id])
                rolled[who.spot[:3]] = min(own, rolled.get(who.spot[:3], own))
        return Shift(bases=tuple(by_modifier(places, rolled).items()))

    # --- surprise --------------------------------------------------------------------------------

    def surprises(self, enc: Encounter) -> bool:
        return enc.phase in ("setup", "over") or enc.cursor == FIRST

    def surprise(self, enc: Encounter, sides: dict[str, int] | None, combatants: Sequence[str] | None,
                 by: Sequence[str] | None) -> Sequence[Event]:  # fmt: skip
        if sides or by or combatants is None:
            raise Refused(
                "bad_message", "name the combatants who are surprised", field="combatants"
            )
        if not self.surprises(enc):
            raise Refused("wrong_phase", "surprise comes before the fight", phase=enc.phase)
        return [Surprised(combatants=tuple(combatants))]

    def begins(self, enc: Encounter, who: Combatant) -> bool:
        """Only those aware act in the surprise round, and there is one only if somebody is not.

        What players see of it follows from those whom they see.
        """
        people = (enc.basis or enc.combatants).values()
        some = any(c.surprised for c in people if who.hidden or not c.hidden)
        return some and not who.surprised

    def waits(self, enc: Encounter, who: Combatant) -> bool:
        """The surprised roll after the surprise round."""
        if not who.surprised or not (enc.cursor == FIRST or enc.phase == "surprise"):
            return False
        peers = [c for c in enc.combatants.values() if who.hidden or not c.hidden]
        return any(c.acting and self.begins(enc, c) for c in peers if not c.surprised)

    # --- reactions -------------------------------------------------------------------------------

    def shown(self, enc: Encounter, who: Combatant, acts: bool) -> dict[str, Any]:
        """None before the first turn; one a round: a mark `no_reaction` says that it is used."""
        if enc.phase in ("setup", "over"):
            return {}
        used = any(m.name == USED for m in who.marks)
        begun = who.acted or who.delaying or (acts and self.turn_now(enc, who) is not None)
        return {"reaction": begun and not used}

    def expiry(
        self, enc: Encounter, who: Combatant, name: str, rounds: int | None
    ) -> tuple[int, Key] | None:
        """A used reaction is back at the start of the own turn, also for those who delay then."""
        if name != USED or rounds is not None or who.spot is None:
            return super().expiry(enc, who, name, rounds)
        turn = self.turn(enc, who)
        comes = turn is not None and turn.key > enc.cursor.key and turn.id not in enc.spent
        return (enc.round if comes else enc.round + 1), who.spot


USED = "no_reaction"


def _equal(prefix: Key, group: list[tuple[Key, str]]) -> Tie | None:
    """Those of one count: they still have to agree, or a roll-off has begun and some have not rolled."""
    members = tuple(id_ for _, id_ in group)
    waiting = tuple(id_ for spot, id_ in group if spot[AGREES] != ROLLED)
    if 0 < len(waiting) < len(group):
        return Tie((*prefix, ROLLED), members, waiting)
    if len(group) > 1 and any(spot[AGREES] == 0 for spot, _ in group):
        return Tie(prefix, members, members, agree=True)
    return None
