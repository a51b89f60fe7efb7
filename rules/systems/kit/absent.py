"""Questions about what not every game has, and the answers of a game that has nothing of the kind.

`Encounter`s are frozen: a method that makes something happen returns events. Ids are those of combatants.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.model.commands import Correct, RollDice
from rules.model.dice import Dice
from rules.model.encounter import Action, Combatant, Encounter
from rules.model.errors import Refused
from rules.model.events import Added, Event
from rules.systems.kit.beside import Side
from rules.systems.kit.fields import check_action
from rules.systems.kit.tables import Tables


class Absent(Tables):
    """A game without declarations, ties, corrections, places by hand, delay, surprise, bleeding."""

    # --- declarations -----------------------------------------------------------------------

    def owes(self, enc: Encounter) -> tuple[str, ...]:
        """Asked for the prompts: who must declare before `advance` goes on without force.

        It depends on the place of the cursor by round and phase alone.
        """
        return ()

    def invited(self, enc: Encounter) -> tuple[str, ...]:
        """Asked for the prompts: who may still declare, while nobody waits for them. None of `owes`."""
        return ()

    def may_declare(self, enc: Encounter, who: Combatant) -> None:
        """Asked by `declare`, before all else: Refused where declarations are not open to `who` now."""
        raise Refused("wrong_phase", f"{self.id} has no declarations", phase=enc.phase)

    def check(self, enc: Encounter, who: Combatant, actions: Sequence[Action]) -> None:
        """Asked by `declare`, once it may: Refused where an action is none, or some are not for one round."""
        for action in actions:
            check_action(self.actions, action)

    def declared(self, enc: Encounter, who: Combatant,
                 actions: Sequence[Action]) -> Sequence[Event]:  # fmt: skip
        """Asked by `declare`, of actions that are checked: a `Declared`, and what it does besides.

        Its `declarations` begin with those that are carried over: an index never moves within a round.
        """
        raise NotImplementedError

    def fixed(self, enc: Encounter, who: Combatant) -> bool:
        """Asked by the GM's `declare`: whether the dice have fallen on what `who` has declared.

        Then `redeclared` is asked, in place of `may_declare`, `check` and `declared`.
        """
        return False

    def redeclared(
        self, enc: Encounter, who: Combatant, actions: Sequence[Action]
    ) -> Sequence[Event]:
        """Asked by the GM's `declare` of who is `fixed`: the actions in place of what has not happened."""
        raise NotImplementedError

    def cancelled(self, enc: Encounter, who: Combatant, action: int) -> Sequence[Event]:
        """Asked by `cancel`, with an index that exists: it is taken back; Refused if nothing is to come."""
        raise NotImplementedError

    def unplaced(self, enc: Encounter, who: Combatant) -> Sequence[tuple[int, str]]:
        """Asked for notes and views: index and clause of what is declared and comes to no entry.

        A part counts too (a shot that is lost). Before the order is known it is empty.
        """
        return ()

    # --- ties, and dice with a choice -------------------------------------------------------

    def reroll(self, enc: Encounter, who: Combatant, die: int | None, face: int | None,
               dice: Dice) -> Sequence[Event]:  # fmt: skip
        """Asked by `reroll`: the die is thrown once more (`face`: by hand), or with None it is declined."""
        raise Refused("wrong_phase", f"{self.id} has no rerolls", phase=enc.phase)

    def ties(self, enc: Encounter) -> tuple[tuple[str, ...], ...]:
        """Asked for the prompts and by `roll`: groups whose order is still open. Nobody is in two."""
        return ()

    def roll_off(self, enc: Encounter, tie: tuple[str, ...], rolling: Sequence[str],
                 faces: Sequence[tuple[int, ...]] | None, dice: Dice) -> Sequence[Event]:  # fmt: skip
        """Asked by `roll`: one roll more for `rolling`, who are all or some of one of the `ties`.

        `faces` are thrown by hand, `tie_dice` for each of `rolling` in order.
        """
        raise NotImplementedError

    def throwing(
        self, enc: Encounter, tie: tuple[str, ...], *, named: bool = False
    ) -> tuple[str, ...]:
        """Asked of each of the `ties`: those of it whose roll-off is still missing.

        Where an agreement is waited for it is nobody, until a roll is asked for somebody who is `named`.
        """
        return tie

    def agrees(self, enc: Encounter, tie: tuple[str, ...]) -> bool:
        """Asked for the GM's buttons: whether the tie may be settled by an agreement, or the GM's word."""
        return True

    def settle(self, enc: Encounter, order: tuple[str, ...]) -> Sequence[Event]:
        """Asked by `settle`, with ids that exist, each once: Refused unless they are one tie."""
        raise Refused("illegal_value", "nothing is to be settled")

    # --- dice that are put right ------------------------------------------------------------

    def corrected(self, enc: Encounter, roller: str, what: str, command: Correct,
                  dice: Dice) -> Sequence[Event]:  # fmt: skip
        """Asked by `correct`, of one who has rolled: `what`, one of `corrects`, becomes another.

        All other dice stay, and so does what has happened.
        """
        raise Refused("illegal_value", f"{self.id}: dice stay as they fell", self.dice.clause)

    def thrown_again(
        self, enc: Encounter, roller: str, command: RollDice, dice: Dice
    ) -> Sequence[Event]:
        """Asked by `roll` with `again`, unless somebody has `acted_on` it: the new dice of `roller`."""
        raise Refused("wrong_phase", f"{self.id}: dice stay as they fell", self.dice.clause)

    # --- places by hand, and groups ---------------------------------------------------------

    def places(self, enc: Encounter) -> bool:
        """Asked for the GM's buttons: whether there is an order, so that `place` may be given."""
        return False

    def place(
        self, enc: Encounter, who: Combatant, other: Combatant | None, side: Side
    ) -> Sequence[Event]:
        """Asked by `place`: `who` stands directly before or after `other` or, without one, after all others.

        What `who` had still to do keeps its entry. The engine alone moves the cursor: back to that entry if
        it comes before the present moment, so that no turn is lost. Refused: `wrong_phase`, `illegal_value`.
        """
        raise Refused("wrong_phase", f"{self.id} has no places by hand", phase=enc.phase)

    def part(self, enc: Encounter, who: Combatant, part: Combatant) -> Sequence[Event]:
        """Asked by `split`: `part` joins with the roll and the place of the group `who`."""
        return [Added(combatant=part)]

    # --- turns that are put off -------------------------------------------------------------

    def delay(self, enc: Encounter, who: Combatant) -> Sequence[Event]:
        """Asked by `delay`: Refused unless it is the turn of `who`."""
        raise Refused("illegal_declaration", f"{self.id} has no delay")

    def return_(self, enc: Encounter, who: Combatant) -> Sequence[Event]:
        """Asked by `return`: Refused unless `who` delays."""
        raise Refused("illegal_declaration", f"{self.id} has no delay")

    def ready(self, enc: Encounter, who: Combatant, trigger: str) -> Sequence[Event]:
        """Asked by `ready`: Refused unless it is the turn of `who`; `trigger` is in words."""
        raise Refused("illegal_declaration", f"{self.id} has no ready")

    def trigger(self, enc: Encounter, who: Combatant, by: str | None) -> Sequence[Event]:
        """Asked by `trigger`: Refused unless `who` has readied; `by` caused it, else whoever acts."""
        raise Refused("illegal_declaration", f"{self.id} has no ready")

    # --- surprise ---------------------------------------------------------------------------

    def surprises(self, enc: Encounter) -> bool:
        """Asked for the GM's buttons: whether it may be said now who is surprised."""
        return False

    def surprise(self, enc: Encounter, sides: dict[str, int] | None, combatants: Sequence[str] | None,
                 by: Sequence[str] | None) -> Sequence[Event]:  # fmt: skip
        """Asked by `surprise`, with ids that exist: `sides` for so many segments, `combatants`, `by` whom.

        Refused `bad_message` for a form that the system does not have, `wrong_phase` where it comes too late.
        """
        raise Refused("wrong_phase", f"{self.id} has no surprise", phase=enc.phase)

    def surprise_for(self, enc: Encounter, sides: dict[str, int] | None,
                     combatants: dict[str, int]) -> Sequence[Event]:  # fmt: skip
        """Asked by `surprise` that says of single ones for how many segments."""
        raise Refused("bad_message", "name those who are surprised", field="combatants")

    # --- harm -------------------------------------------------------------------------------

    def spoil(self, enc: Encounter, who: Combatant, by: str) -> Sequence[Event]:
        """Asked by `hit` and `interrupt` (`by` says which), now: what it does to what `who` is doing."""
        return ()

    def stabilised(self, enc: Encounter) -> str:
        """Asked by `stabilise`: the clause by which somebody who is down bleeds no longer now."""
        return ""

    def end_round(self, enc: Encounter) -> Sequence[Event]:
        """Asked once when a round is over, the last of a fight too: what its end does (bleeding)."""
        return ()
