"""Marvel Multiverse: d616 and the modifier once per combat, highest first; Fantastic ones begin.

The sort key: (-total, not Fantastic, -modifier, not a player's character, agreement or roll-off).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.fold.evolve import evolve
from rules.model.commands import Correct, Face, RollDice
from rules.model.dice import Dice
from rules.model.encounter import END, Combatant, Encounter, Key, Mark, Roll, Term
from rules.model.errors import Refused
from rules.model.events import Event, Marked, Surprised
from rules.model.phases import PhaseTraits
from rules.systems.kit.delay_ready import Waiting
from rules.systems.kit.dice_spec import DiceSpec, typed
from rules.systems.kit.fields import Field
from rules.systems.kit.individual_rolls import FIRST
from rules.systems.kit.layout import Layout
from rules.systems.kit.phases import ACT, END_OF_ROUND, OVER, ROLL, SETUP
from rules.systems.kit.shared_rolls import for_all, of_one_roll
from rules.systems.mmrpg import d616

EDGE = "edge"


class Mmrpg(Waiting):
    """Everybody has a total; the order lasts the whole combat (MM-C11)."""

    id = "mmrpg"
    dice = DiceSpec(3, 6, "combatant", "MM-C1")
    layout = Layout("circle", "score")
    tie_dice = 3
    options = {
        "end_of_round": Field("boolean", "MM-A8", default=False),
        "delay_and_ready": Field("boolean", "SF-A1", default=False, changes="next_round"),
        "shared_rolls": Field("boolean", "MM-C4", default=True),
    }
    traits = {
        "modifier": Field("integer", "MM-C1", min=-100, max=100, default=0),
        "edge": Field("integer", "MM-A6", min=-10, max=10, default=0),
    }
    phases = {
        "setup": SETUP, "roll": ROLL, "bonus": PhaseTraits(moments=True, prelude=True),
        "act": ACT, "end": END_OF_ROUND, "over": OVER,
    }  # fmt: skip
    commands = ("surprise", "reroll", "delay", "return", "ready", "trigger")
    prelude = "bonus"
    count_clause = "MM-C1"
    modifier_clause = "MM-C1"
    tie_clause = "MM-C10"
    late_clause = "MM-A9"
    agreed_clause = "MM-C10"
    shared_clause = "MM-C5"

    # --- the check (MM-C1 to MM-C5) --------------------------------------------------------------

    def cast(self, enc: Encounter, who: Combatant, command: RollDice, dice: Dice) -> Roll:
        """Edge and Trouble cancel first; what is left applies one by one to the faces as they are."""
        edges = who.traits.get("edge", 0) - who.surprised
        if command.faces is None and command.rerolls is not None:
            raise Refused("illegal_value", "typed rerolls go with typed faces", field="rerolls")
        roll = Roll(
            faces=typed(self.dice, dice.faces(3, 6) if command.faces is None else command.faces),
            pending=max(0, edges),
        )
        if edges < 0:
            roll = self._troubled(roll, -edges, command, dice)
        elif command.rerolls is not None:
            roll = self._chosen(roll, command.rerolls)
        return self._counted(who, roll)

    def _counted(self, who: Combatant, roll: Roll) -> Roll:
        total = d616.total(roll.faces) + who.traits.get("modifier", 0)
        return replace(roll, total=total, fantastic=d616.is_fantastic(roll.faces))

    def _troubled(self, roll: Roll, troubles: int, command: RollDice, dice: Dice) -> Roll:
        """The best die is rolled again and the worse kept; an Ultimate Fantastic ignores it."""
        typed_ones = list(command.rerolls or ())
        for _ in range(troubles):
            if d616.is_ultimate(roll.faces):
                break
            roll = self._trouble(roll, typed_ones, by_hand=command.faces is not None, dice=dice)
        _none_left(typed_ones)
        return roll

    def _trouble(self, roll: Roll, typed_ones: list[Face], *, by_hand: bool, dice: Dice) -> Roll:
        best = d616.best(roll.faces)
        if not by_hand:
            return thrown_again(roll, best[0], dice.faces(1, 6)[0], better=False)
        if not typed_ones:
            why = "Trouble: the best die is rolled again"
            raise Refused("illegal_value", why, "MM-C19", field="rerolls", dice=best)
        given = typed_ones.pop(0)
        die = best[0] if given.die is None else given.die
        if die not in best:
            raise Refused("illegal_value", "not the best die", "MM-A5", field="rerolls", dice=best)
        return thrown_again(roll, die, given.face, better=False)

    def _chosen(self, roll: Roll, rerolls: Sequence[Face]) -> Roll:
        """Edge with dice rolled by hand: those that are named, the others are declined."""
        given = list(rerolls)
        for face in given[: roll.pending]:
            if face.die is None:
                raise Refused("illegal_value", "Edge: which die?", "MM-A6", field="rerolls")
            roll = thrown_again(roll, face.die, face.face, better=True)
        _none_left(given[len(given[: roll.pending]) :])
        return replace(roll, pending=0)

    def reroll(self, enc: Encounter, who: Combatant, die: int | None, face: int | None,
               dice: Dice) -> Sequence[Event]:  # fmt: skip
        """One Edge is used on the die, or declined (MM-A6)."""
        roll = enc.rolls.get(who.id)
        if roll is None or not roll.pending:
            raise Refused("wrong_phase", "there is no Edge to use", "MM-A6", combatant=who.id)
        beside = roll.total - d616.total(roll.faces)
        if die is not None:
            roll = thrown_again(
                roll, die, dice.faces(1, 6)[0] if face is None else face, better=True
            )
        elif face is not None:
            raise Refused("illegal_value", "a face of which die?", "MM-A6", field="die")
        left = replace(
            roll, pending=roll.pending - 1, total=d616.total(roll.faces) + beside,
            fantastic=d616.is_fantastic(roll.faces),
        )  # fmt: skip
        group = next(g for g in of_one_roll(enc, enc.rolls.keys() & enc.combatants) if who.id in g)
        return [for_all(self.rolled(enc, who, left), group)]

    def forced(self, enc: Encounter, dice: Dice) -> Sequence[Event]:
        """An Edge that nobody uses is declined."""
        events: list[Event] = []
        for id_, roll in enc.rolls.items():
            if roll.pending and id_ in enc.combatants:
                who = enc.combatants[id_]
                events.append(self.rolled(enc, who, replace(roll, pending=0)))
                enc = evolve(enc, events[-1])
        return [*events, *super().forced(enc, dice)]

    # --- the order (MM-C6 to MM-C10) -------------------------------------------------------------

    def base(self, enc: Encounter, who: Combatant, roll: Roll) -> Key:
        return (
            -roll.total, int(not roll.fantastic), -self.modifier_of(roll), int(who.kind != "pc"),
            int(who.veiled),
        )  # fmt: skip

    def again(self, enc: Encounter, who: Combatant, faces: Sequence[int]) -> tuple[int, int]:
        """d616 and the modifier once more, without Edge or Trouble (MM-A2); Fantastic wins a tie."""
        total = d616.total(faces) + self.modifier_of(enc.rolls[who.id])
        return total, 2 * total + d616.is_fantastic(faces)

    def pips(self, roll: Roll) -> int:
        return d616.total(roll.faces)

    def thrown(self, roll: Roll) -> Term:
        return Term("MM-C1", "dice", d616.total(roll.faces), faces=roll.faces)

    def notable(self, roll: Roll) -> list[Term]:
        return [Term("MM-C13", "fantastic")] if roll.fantastic else []

    # --- put right by the GM ---------------------------------------------------------------------

    def shown_anew(self, roll: Roll, faces: tuple[int, ...]) -> Roll:
        """The faces that count in the end: what was rerolled before them is gone."""
        return replace(roll, faces=faces, rerolls=(), fantastic=d616.is_fantastic(faces))

    def righted(self, enc: Encounter, who: Combatant, command: Correct, dice: Dice) -> Roll:
        """A forgotten Edge is still to be used; a forgotten Trouble falls now."""
        roll = super().righted(enc, who, command, dice)
        before = enc.combatants[who.id].traits.get("edge", 0) - who.surprised
        for edges in _steps(before, who.traits.get("edge", 0) - who.surprised):
            roll = self._edged(roll, edges, dice)
        return roll

    def _edged(self, roll: Roll, edges: tuple[int, int], dice: Dice) -> Roll:
        """From so many Edges (or Troubles, below 0) to one more or less; all other dice stay."""
        before, after = edges
        used = roll.rerolls and (before < 0 if after > before else before > 0 and not roll.pending)
        kept = self.modifier_of(roll) + (roll.corrected or 0)
        if used:
            roll = taken_back(roll)
        elif after > before or roll.pending:
            return replace(roll, pending=roll.pending + after - before)
        elif after < 0 and not d616.is_ultimate(roll.faces):
            die = d616.best(roll.faces)[0]
            roll = thrown_again(roll, die, dice.faces(1, 6)[0], better=False)
        fantastic = d616.is_fantastic(roll.faces)
        return replace(roll, total=d616.total(roll.faces) + kept, fantastic=fantastic)

    # --- the bonus round (MM-C13 to MM-C15) ------------------------------------------------------

    def begins(self, enc: Encounter, who: Combatant) -> bool:
        """Fantastic on initiative, and not surprised (MM-C20, MM-A4)."""
        return enc.rolls[who.id].fantastic and not who.surprised

    # --- delay and ready: Starfinder's (SF-A1 to SF-A6), at tables that want them -----------------

    def puts_off(self, enc: Encounter) -> bool:
        return bool(enc.options.get("delay_and_ready"))

    # --- surprise (MM-C18 to MM-C22) -------------------------------------------------------------

    def surprises(self, enc: Encounter) -> bool:
        return True

    def surprise(self, enc: Encounter, sides: dict[str, int] | None, combatants: Sequence[str] | None,
                 by: Sequence[str] | None) -> Sequence[Event]:  # fmt: skip
        if sides or combatants is None:
            raise Refused(
                "bad_message", "name the combatants who are surprised", field="combatants"
            )
        if by:
            return self._in_combat(enc, tuple(combatants), tuple(by))
        self._not_rolled(enc, combatants)
        return [Surprised(combatants=tuple(combatants), clause="MM-C19")]

    def _not_rolled(self, enc: Encounter, combatants: Sequence[str]) -> None:
        """Who is surprised at the start rolls with Trouble, so it is said before that roll."""
        rolled = [id_ for id_ in combatants if id_ in enc.rolls]
        if not rolled or enc.phase in ("setup", "over"):
            return
        if enc.cursor == FIRST:
            why = "these have rolled: surprise at the start is Trouble on the roll, so it comes before"
            raise Refused("wrong_phase", why, "MM-C19", combatants=rolled, phase=enc.phase)
        why = "during combat it is somebody who surprises them: say by whom"
        raise Refused("illegal_value", why, "MM-C21", field="by", combatants=rolled)

    def _in_combat(
        self, enc: Encounter, victims: tuple[str, ...], by: tuple[str, ...]
    ) -> Sequence[Event]:
        """Each surpriser has Edge on attacks against the victims, until their own place in the next round."""
        if enc.cursor == FIRST or enc.phase in ("setup", "over"):
            why = "`by` is for surprise during combat: at the start nobody has Edge from it"
            raise Refused("wrong_phase", why, "MM-C21", field="by", phase=enc.phase)
        if set(victims) & set(by):
            raise Refused("illegal_value", "nobody surprises themselves", "MM-C21", field="by")
        barred = tuple(id_ for id_ in victims if self._to_come(enc, enc.combatants[id_]))
        surprised = Surprised(combatants=victims, by=by, barred=barred, clause="MM-C21")
        edges = [(id_, self._edge(enc, enc.combatants[id_], victims)) for id_ in by]
        return [
            surprised,
            *(Marked(combatant=id_, mark=mark) for id_, mark in edges if mark.against),
        ]

    def _to_come(self, enc: Encounter, who: Combatant) -> bool:
        """Whether `who` still has a turn in the bonus round, or put it off: surprise takes it (MM-C20)."""
        turn = self.turn(enc, who) if enc.phase == self.prelude else None
        if turn is None:
            return False
        put_off = who.delaying or who.readied is not None
        return put_off or (turn.id not in enc.spent and turn.key > enc.cursor.key)

    def _edge(self, enc: Encounter, who: Combatant, victims: tuple[str, ...]) -> Mark:
        """Only against those against whom they do not have it yet."""
        if enc.options.get("end_of_round"):
            until = enc.round, END
        else:
            until = enc.round + 1, who.spot or enc.cursor.key
        had = {id_ for m in who.marks if (m.name, m.until) == (EDGE, until) for id_ in m.against}
        against = tuple(id_ for id_ in victims if id_ not in had)
        return Mark(name=EDGE, until=until, against=against, by=who.id, clause="MM-C21")


def thrown_again(roll: Roll, die: int, face: int, *, better: bool) -> Roll:
    """The roll after one reroll."""
    if not (0 <= die < 3 and 1 <= face <= 6):
        raise Refused("illegal_value", "no such die, or no such face", "MM-C1", field="die")
    faces = d616.rerolled(roll.faces, die, face, better=better)
    return replace(roll, faces=faces, rerolls=(*roll.rerolls, (die, roll.faces[die], face)))


def taken_back(roll: Roll) -> Roll:
    """The roll without its last reroll."""
    *rerolls, (die, face, _) = roll.rerolls
    faces = (*roll.faces[:die], face, *roll.faces[die + 1 :])
    return replace(roll, faces=faces, rerolls=tuple(rerolls))


def _steps(start: int, stop: int) -> list[tuple[int, int]]:
    """One at a time from `start` to `stop`."""
    step = 1 if stop > start else -1
    return [(n, n + step) for n in range(start, stop, step)]


def _none_left(rerolls: Sequence[Face]) -> None:
    if rerolls:
        raise Refused("illegal_value", "more rerolls than are due", "MM-A6", field="rerolls")
