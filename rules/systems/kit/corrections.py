"""What the GM puts right after the dice, where everybody declares and then rolls."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.model.commands import Correct, RollDice
from rules.model.dice import Dice
from rules.model.encounter import Action, Combatant, Declaration, Encounter, Roll
from rules.model.errors import Refused
from rules.model.events import Cancelled, Corrected, Declared, Event, Rolled, SpellLost
from rules.redaction.encounter import known_beside
from rules.systems.kit.dice_spec import typed
from rules.systems.kit.replanning import running
from rules.systems.kit.system import System


class Righting(System):
    """A side's die, a combatant's place, a trait; and what somebody has declared."""

    corrects: tuple[str, ...] = ("faces", "total", "modifier", "count", "traits")
    declare_clause = ""
    fixed_clause = ""
    lost_clause = ""  # a spell that was begun and is given up

    # --- what was rolled ----------------------------------------------------------------------

    def reckoned(self, enc: Encounter, who: Combatant) -> int | None:
        """The place of `who` by dice and modifiers, without what was put right of it."""
        raise NotImplementedError

    def corrected(self, enc: Encounter, roller: str, what: str, command: Correct,
                  dice: Dice) -> Sequence[Event]:  # fmt: skip
        if command.faces is not None:
            return [self._thrown(enc, roller, typed(self.dice, command.faces), command.for_)]
        who = enc.combatants[command.for_]
        if command.traits is not None:
            now = self.retrained(who, command.traits)
            fixed = replace(self._then(enc, who), traits=now.traits)
            return [self._put_right(enc, what, now, fixed)]
        added = self._added(enc, who, command)
        now = replace(who, corrected=added)
        return [self._put_right(enc, what, now, replace(self._then(enc, who), corrected=added))]

    def _added(self, enc: Encounter, who: Combatant, command: Correct) -> int:
        """What makes the place of `who` that which the GM says."""
        if command.modifier is not None:
            return command.modifier - int(self._then(enc, who).traits.get("modifier", 0))
        place = self.reckoned(enc, who)
        if place is None:
            why = "nothing of what is declared has a place by that roll"
            raise Refused("illegal_value", why, self.dice.clause, combatant=who.id)
        wanted = command.total if command.total is not None else command.count or 0
        self.possible(wanted)
        return wanted - place

    def possible(self, place: int) -> None:
        """Refused `illegal_value` where there is no such place."""

    def _put_right(self, enc: Encounter, what: str, now: Combatant, fixed: Combatant) -> Corrected:
        """The combatant with another place or trait, in an order that may be under way."""
        if not running(enc.cursor):
            return Corrected(roller=now.id, what=what, person=now)
        fixed = replace(fixed, corrected=fixed.corrected or 0)
        return Corrected(
            roller=now.id, what=what, person=now, fixed=fixed, replans=True, alone=now.hidden
        )

    def _then(self, enc: Encounter, who: Combatant) -> Combatant:
        """`who` as it stands in the order."""
        return enc.basis.get(who.id, who) if running(enc.cursor) else who

    def _thrown(
        self, enc: Encounter, roller: str, faces: tuple[int, ...], for_: str, *, again: bool = False
    ) -> Corrected:
        """Other dice of a roller. What was rolled for hidden ones alone is put right by naming one."""
        old, who = enc.rolls[roller], enc.combatants.get(for_)
        roll = replace(old, faces=faces, total=sum(faces), corrected=None if again else 0)
        first = old.first is not None and who is not None and who.veiled
        if old.first is not None and first:
            roll = replace(old, first=_other(old.first, faces))
        own = enc.combatants.get(roller)
        return Corrected(
            roller=roller, what="faces", roll=roll, again=again, replans=running(enc.cursor),
            open=self._open(enc, roller) if again else (),
            clause=self.dice.clause, alone=old.veiled or first or (own is not None and own.hidden),
        )  # fmt: skip

    def _open(self, enc: Encounter, roller: str) -> tuple[str, ...]:
        """Whose dice they are: of the present moment nothing was acted on."""
        return tuple(sorted(id_ for id_ in enc.combatants if self.roller_of(enc, id_) == roller))

    def thrown_again(
        self, enc: Encounter, roller: str, command: RollDice, dice: Dice
    ) -> Sequence[Event]:
        (rolled,) = [e for e in self.throw(enc, roller, command, dice) if isinstance(e, Rolled)]
        return [self._thrown(enc, roller, rolled.roll.faces, command.for_, again=True)]

    # --- what was declared --------------------------------------------------------------------

    def takes_part(self, enc: Encounter, who: Combatant) -> bool:
        """Whether `who` acts in what is declared for now."""
        return who.acting and who.joins <= enc.round

    def fixed(self, enc: Encounter, who: Combatant) -> bool:
        if enc.phase not in ("roll", "act") or who.joins > enc.round:
            return False
        try:
            self.may_declare(enc, who)
        except Refused as refused:
            return refused.code == "wrong_phase"
        return False

    def redeclared(
        self, enc: Encounter, who: Combatant, actions: Sequence[Action]
    ) -> Sequence[Event]:
        """The GM's word after the dice: in place of what has not happened, checked against what has."""
        if not self.takes_part(enc, who):
            why = "cannot act now"
            raise Refused("illegal_declaration", why, self.declare_clause, combatant=who.id)
        if enc.phase == "roll":  # some dice have fallen, and nothing of it has happened
            self.check(enc, who, actions)
            return self.declared(enc, who, actions)
        own = [e for e in self.entries(enc) if e.combatant == who.id]
        here = enc.cursor.key
        begun = {e.action for e in own if e.key <= here}
        coming = {e.action for e in own if e.key > here} | {
            i for i, d in enumerate(who.declared) if self.lasts(enc, who, i)
        }
        mine = [(i, d) for i, d in enumerate(who.declared) if d.begun is None]
        happened = [d.action for i, d in mine if i in begun and not d.lost]
        self.check(enc, who, actions)
        self._beside(enc, who, happened, actions)
        *before, told = self.declared(enc, who, actions)
        assert isinstance(told, Declared)
        lost = [i for i, d in mine if d.live and i in coming and self.casts(enc, d)]
        stand = [
            d if not d.live or (i in begun and i not in coming)
            else replace(d, lost=True) if i in lost
            else replace(d, cancelled=True, stands=here)
            for i, d in mine
        ]  # fmt: skip
        carried = len(who.declared) - len(mine)
        declarations = (*told.declarations[:carried], *stand, *told.declarations[carried:])
        gone = [
            SpellLost(combatant=who.id, action=i, name=who.declared[i].action.name, clause=self.lost_clause)
            for i in lost
        ]  # fmt: skip
        return [
            *before,
            *gone,
            replace(told, declarations=declarations, replans=True, alone=who.hidden),
        ]

    def cancelled(self, enc: Encounter, who: Combatant, action: int) -> Sequence[Event]:
        """What of it is done stays in the order; what is still to come goes."""
        own = [e for e in self.entries(enc) if (e.combatant, e.action) == (who.id, action)]
        here = known_beside(enc, who).cursor
        past = [e for e in own if e.key < here.key or (e.key == here.key and e.id in enc.ended)]
        past = past if running(here) and here.round == enc.round else []
        if not who.declared[action].live or (past and len(past) == len(own)):
            raise Refused(
                "illegal_value", "nothing of it is still to come", self.cancel_clause,
                combatant=who.id, field="action",
            )  # fmt: skip
        stands = max((e.key for e in past), default=None)
        taken = Cancelled(combatant=who.id, action=action, clause=self.cancel_clause, stands=stands)
        return [taken, *self.cancelling(enc, who, action)]

    def cancelling(self, enc: Encounter, who: Combatant, action: int) -> Sequence[Event]:
        """What else cancelling that action does (a spell already begun is lost)."""
        return ()

    def _beside(
        self, enc: Encounter, who: Combatant, happened: Sequence[Action], actions: Sequence[Action]
    ) -> None:
        """Refused where the actions do not go with what has happened: that stands (SEG-C14)."""
        try:
            self.check(enc, who, [*happened, *actions])
        except Refused as refused:
            why = "what has happened stands, and does not go with that"
            raise Refused(
                "wrong_phase", why, self.fixed_clause, combatant=who.id, conflict=refused.clause
            ) from None

    def casts(self, enc: Encounter, d: Declaration) -> bool:
        """Whether it is a spell whose casting has begun: given up, it is lost."""
        return d.started

    def lasts(self, enc: Encounter, who: Combatant, action: int) -> bool:
        """Whether something of the action comes in a later round."""
        return False


def _other(roll: Roll, faces: tuple[int, ...]) -> Roll:
    return replace(roll, faces=faces, total=sum(faces), corrected=0)
