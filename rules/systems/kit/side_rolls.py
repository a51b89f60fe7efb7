"""One roll a side."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.model.commands import RollDice
from rules.model.dice import Dice
from rules.model.encounter import Combatant, Encounter, Roll
from rules.model.errors import Refused
from rules.model.events import Event, Rolled
from rules.redaction.encounter import known_to_players
from rules.systems.kit.dice_spec import typed
from rules.systems.kit.system import SIDE, System


class SideRolls(System):
    """Each side has one roll a round, for all who fight on it; a side that comes late rolls when it comes."""

    def rollers(self, enc: Encounter) -> tuple[str, ...]:
        phase = self.phase_of(enc)
        if not (phase.rolls or phase.under_way):
            return ()
        sides = {SIDE + who.side for who in enc.combatants.values() if self.rolls(enc, who)}
        return tuple(sorted(sides))

    def rolls(self, enc: Encounter, who: Combatant) -> bool:
        """Whether `who` is a reason for a roll of the side."""
        return who.joins <= enc.round and who.acting

    def roller_of(self, enc: Encounter, for_: str) -> str:
        return for_ if for_.startswith(SIDE) else SIDE + enc.combatants[for_].side

    def throw(self, enc: Encounter, roller: str, command: RollDice, dice: Dice) -> Sequence[Event]:
        """The faces and their sum. `veiled`: hidden ones alone are the reason for it."""
        spec = self.dice_of(enc)
        if command.rerolls:
            raise Refused("illegal_value", "nothing is rerolled here", spec.clause, field="rerolls")
        faces = (
            dice.faces(spec.count, spec.sides)
            if command.faces is None
            else typed(spec, command.faces)
        )
        seen = self.rollers(replace(known_to_players(enc), cursor=enc.cursor))
        veiled = roller.startswith(SIDE) and roller not in seen
        roll = Roll(faces, total=sum(faces), veiled=veiled)
        return [Rolled(roller=roller, roll=roll, clause=spec.clause, late=self.late(enc))]
