"""Random fights of AD&D 1e, and what holds in every one of them."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.engine.timeline import timeline
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from tests.rules.fights import Fight, prompted
from tests.rules.invariants import Invariants

ACTIONS: list[dict[str, Any]] = [
    {"act": "melee"}, {"act": "melee", "routines": 3}, {"act": "missile", "shots": 3},
    {"act": "spell", "name": "Sleep", "segments": 1}, {"act": "spell", "name": "Gate", "segments": 7},
    {"act": "spell", "name": "Long", "rounds": 2}, {"act": "move", "feet": 100}, {"act": "move", "feet": 12},
    {"act": "charge", "feet": 30}, {"act": "charge", "feet": 230}, {"act": "device"}, {"act": "parley"},
    {"act": "item", "segments": 2, "onset": 9}, {"act": "set_weapon"}, {"act": "flee"}, {"act": "await"},
    {"act": "turn_undead"}, {"act": "grapple"}, {"act": "close", "feet": 20},
]  # fmt: skip
PEOPLE = ("ana", "bo", "cy", "orc", "imp", "lurker")
WHO = st.sampled_from(PEOPLE)
TWO_DICE = st.lists(st.integers(1, 6), min_size=2, max_size=2)


def come(enc: Encounter) -> set[tuple[object, ...]]:
    """What has come until now in the order."""
    return {(e.id, e.key, e.at) for e in timeline(enc).entries if e.key <= enc.cursor.key}


class Fights(Invariants):
    """Three heroes against two foes and somebody hidden; any command at any time."""

    options: dict[str, Any] = {}

    def __init__(self) -> None:
        super().__init__()
        self.fight = Fight("adnd1e", **self.options)
        self.passed: dict[int, list[str]] = {}

    def attempt(self, do: str, **fields: Any) -> None:
        before = self.fight.enc
        try:
            self.fight.do(do, **fields)
        except Refused:
            assert self.fight.enc is before
        self.follow(before)

    def follow(self, before: Encounter) -> None:
        """Writes down the entries at which the cursor has stood in this round."""
        enc = self.fight.enc
        if enc.round != before.round or enc.phase in ("setup", "declare"):
            self.passed.clear()

    @initialize(
        surprise=st.sampled_from([{}, {"foes": 2}, {"party": 1, "foes": 2}]), hp=st.integers(1, 9)
    )
    def people(self, surprise: dict[str, int], hp: int) -> None:
        for name in ("ana", "bo", "cy"):
            self.fight.add(name, hp=hp, owner=None if name == "cy" else f"user-{name}")
        self.fight.add("orc", "foes", hp=hp).add("imp", "foes", traits={"routines": 2})
        self.fight.add("lurker", "shadow", kind="npc", hidden=True, hp=hp)
        if surprise:
            self.fight.do("surprise", sides=surprise)
        self.fight.do("begin")

    @rule(who=WHO, actions=st.lists(st.sampled_from(ACTIONS), max_size=2))
    def declare(self, who: str, actions: list[dict[str, Any]]) -> None:
        self.attempt("declare", combatant=who, actions=actions)

    @rule(who=WHO, action=st.integers(0, 3))
    def cancel(self, who: str, action: int) -> None:
        self.attempt("cancel", combatant=who, action=action)

    @rule(dice=st.lists(st.integers(1, 6), min_size=3, max_size=3))
    def roll(self, dice: list[int]) -> None:
        self.attempt("roll", for_="all", dice=dice)

    @precondition(lambda self: self.fight.enc.phase in ("declare", "roll"))
    @rule(data=st.data(), dice=st.lists(st.integers(1, 6), min_size=12, max_size=12))
    def the_dice_fall(self, data: st.DataObject, dice: list[int]) -> None:
        for who in prompted(self.fight, "declare"):
            self.attempt("declare", combatant=who, actions=[data.draw(st.sampled_from(ACTIONS))])
        self.attempt("advance", force=True, dice=dice)
        self.attempt("roll", for_="all", dice=dice)

    @rule(
        who=WHO, die=st.integers(1, 6), part=st.sampled_from(["faces", "total", "traits", "again"])
    )
    def correct(self, who: str, die: int, part: str) -> None:
        if part == "again":
            self.attempt("roll", for_=who, again=True, dice=[die])
            return
        value = {"faces": [die], "traits": {"reaction": die % 4, "routines": die}}.get(part, die)
        before = come(self.fight.enc)
        self.attempt("correct", for_=who, **{part: value})
        assert before <= come(self.fight.enc), "it has happened"

    @rule(to=st.sampled_from(["next", "next", "next", "segment", "round"]), force=st.booleans())
    def advance(self, to: str, force: bool) -> None:
        self.attempt("advance", to=to, force=force)

    @rule(who=WHO, damage=st.integers(0, 4))
    def hit(self, who: str, damage: int) -> None:
        self.attempt("hit", combatant=who, damage=damage)

    @rule(who=WHO)
    def heal(self, who: str) -> None:
        self.attempt("heal", combatant=who, hp=3)

    @rule(who=WHO, hidden=st.booleans(), able=st.booleans())
    def change(self, who: str, hidden: bool, able: bool) -> None:
        self.attempt("change", combatant=who, set={"hidden": hidden, "able": able})

    @rule(who=WHO)
    def end_turn(self, who: str) -> None:
        self.attempt("end_turn", combatant=who)

    @rule(who=WHO, other=WHO, where=st.sampled_from(["before", "after", "last"]))
    def place(self, who: str, other: str, where: str) -> None:
        self.attempt("place", combatant=who, **{where: True if where == "last" else other})

    @rule(name=st.sampled_from(["hit_spoils", "die_names_opponent", "reveal"]), value=st.booleans())
    def options_change(self, name: str, value: bool) -> None:
        self.attempt("options", set={name: value})

    @rule(who=WHO, rounds=st.integers(1, 3))
    def mark(self, who: str, rounds: int) -> None:
        self.attempt("mark", combatant=who, name="Haste", rounds=rounds)

    @rule(who=st.sampled_from(["orc", "bo"]))
    def remove(self, who: str) -> None:
        self.attempt("remove", combatant=who)

    @precondition(lambda self: self.fight.history.can_undo)
    @rule()
    def undo_then_redo_is_identity(self) -> None:
        before = self.fight.enc
        self.fight.do("undo").do("redo")
        assert self.fight.enc == before

    @precondition(lambda self: self.fight.history.can_undo and len(self.fight.history.trail) > 12)
    @rule()
    def undo(self) -> None:
        self.fight.do("undo")
        self.passed.clear()

    @invariant()
    def a_round_has_segments_0_to_10(self) -> None:
        assert all(0 <= (e.at or 0) <= 10 for e in self.fight.order.entries)


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
    test.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestSteps = Steps.TestCase
TestSteps.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
