"""Random fights of AD&D 1e, and the way of the cursor through them."""

from __future__ import annotations

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from rules.model.errors import Refused
from tests.rules.fights import Fight
from tests.rules.first_edition_fights import ACTIONS, PEOPLE, Fights

TWO_DICE = st.lists(st.integers(1, 6), min_size=2, max_size=2)


class ByTheOthersDie(Fights):
    options = {"die_names_opponent": True}


def sides_to_spare(fight: Fight) -> set[str]:
    """The sides that have somebody to spare."""
    sides = [c.side for c in fight.enc.combatants.values()]
    return {side for side in sides if sides.count(side) > 1}


class Steps(RuleBasedStateMachine):
    """Advancing moment by moment meets every entry of a round once, in order, whoever is removed."""

    def __init__(self) -> None:
        super().__init__()
        self.fight = Fight("adnd1e")
        self.met: list[str] = []

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        for name, side in zip(PEOPLE, ("party", "party", "party", "foes", "foes"), strict=False):
            self.fight.add(name, side)
        self.fight.do("begin")
        self.new_round(data)

    def new_round(self, data: st.DataObject) -> None:
        self.met = []
        for name in self.fight.enc.combatants:
            try:
                self.fight.declare(name, data.draw(st.sampled_from(ACTIONS)))
            except Refused:
                self.fight.declare(name)
        self.fight.next().do("roll", for_="all", dice=data.draw(TWO_DICE))
        self.meet()

    def meet(self) -> None:
        if self.fight.enc.phase == "act":
            self.met += [e.id for e in self.fight.order.now if e.id not in self.met]

    @rule(data=st.data())
    def advance(self, data: st.DataObject) -> None:
        if self.fight.enc.phase == "end":
            self.nobody_was_skipped()
            self.fight.next()
            self.new_round(data)
        else:
            self.fight.next()
            self.meet()

    def nobody_was_skipped(self) -> None:
        assert self.met == sorted(set(self.met), key=self.met.index)
        keys = {e.id: e.key for e in self.fight.order.entries}
        met = [keys[id_] for id_ in self.met if id_ in keys]
        assert keys.keys() <= set(self.met)
        assert met == sorted(met), "one whose charger is gone may join the present moment"

    @precondition(
        lambda self: self.fight.enc.phase == "act" and len(sides_to_spare(self.fight)) == 2
    )
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        who = data.draw(st.sampled_from(sorted(self.fight.enc.combatants)))
        self.fight.do("remove", combatant=who)
        self.meet()


TestFights = Fights.TestCase
TestByTheOthersDie = ByTheOthersDie.TestCase
for test in (TestFights, TestByTheOthersDie):
    test.settings = settings(
        max_examples=60, stateful_step_count=40, deadline=None, phases=[Phase.generate]
    )
TestSteps = Steps.TestCase
TestSteps.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
