"""Random fights of AD&D 2nd edition, and what holds in every one of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from rules.engine.timeline import active, timeline
from rules.fold.evolve import evolve
from rules.model.errors import Refused
from rules.systems import system_of
from rules.systems.adnd2e.concentration import may_act, total
from tests.rules.fights import Fight, prompted
from tests.rules.invariants import Invariants
from tests.rules.ledger import MOMENTS, Ledger, casts, fates, unaccounted

LS = {"act": "attack", "weapon": "long sword"}
ACTIONS: list[dict[str, Any]] = [
    LS, {**LS, "attacks": 3}, {**LS, "attacks": "3/2"}, {"act": "attack", "speed": 0, "plus": 2},
    {"act": "attack", "forms": [{"weapon": "dagger", "plus": 1}, {"size": "huge"}], "attacks": 2},
    {"act": "natural", "size": "large", "attacks": ["claw", "claw", "bite"]}, {"act": "move"},
    {"act": "spell", "casting_time": 1}, {"act": "spell", "name": "Web", "casting_time": 6},
    {"act": "spell", "name": "Gate", "rounds": 1}, {"act": "spell", "minutes": 2},
    {"act": "device", "kind": "scroll", "casting_time": 4}, {**LS, "attacks": "1/2"},
    {"act": "innate"}, {"act": "breath"}, {"act": "device", "kind": "wand"}, {"act": "other"},
]  # fmt: skip
PEOPLE = ("ana", "bo", "cy", "orc", "imp", "lurker")
WHO = st.sampled_from(PEOPLE)
SITUATIONS = st.lists(st.sampled_from(["hasted", "slowed", "wading", "slippery"]), max_size=2)
DICE = st.lists(st.integers(1, 10), min_size=12, max_size=12)


class Fights(Invariants):
    """Three heroes against two foes and somebody hidden; any command at any time."""

    options: dict[str, Any] = {}

    def __init__(self) -> None:
        super().__init__()
        self.fight = Fight("adnd2e", **self.options)
        self.ledger = Ledger()

    def attempt(self, do: str, /, **fields: Any) -> None:
        enc = self.fight.enc
        try:
            self.fight.do(do, **fields)
        except Refused as refused:
            assert self.fight.enc is enc
            self.waits_for_nothing_but_dice(refused)
            return
        for event in self.fight.said:
            after = evolve(enc, event)
            self.ledger.write(enc, event, after)
            assert not fates(enc, after), "a spell vanishes with the round"
            enc = after

    def waits_for_nothing_but_dice(self, refused: Refused) -> None:
        if refused.code == "waiting" and self.fight.enc.phase == "act":
            assert {p["prompt"] for p in refused.detail["prompts"]} == {"roll"}

    @initialize(hp=st.integers(1, 9), situations=st.lists(SITUATIONS, min_size=6, max_size=6))
    def people(self, hp: int, situations: list[list[str]]) -> None:
        for name, standing in zip(PEOPLE, situations, strict=True):
            side = "party" if name in PEOPLE[:3] else "foes"
            owner = {"owner": f"user-{name}"} if name in ("ana", "bo") else {}
            hidden = {"hidden": True} if name == "lurker" else {}
            named = {"name": f"Goblin {PEOPLE.index(name)}"} if side == "foes" else {}
            traits = {"situations": standing}
            self.fight.add(name, side, traits=traits, hp=hp, **owner, **hidden, **named)
        self.fight.do("begin")

    @rule(who=WHO, actions=st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=2))
    def declare(self, who: str, actions: list[dict[str, Any]]) -> None:
        self.attempt("declare", combatant=who, actions=actions)

    @precondition(lambda self: self.fight.enc.phase in ("declare", "act"))
    @rule(data=st.data())
    def everybody_declares(self, data: st.DataObject) -> None:
        for who in sorted(self.fight.enc.combatants):
            if not self.fight.who(who).declared:
                action = data.draw(st.sampled_from(ACTIONS))
                self.attempt("declare", combatant=who, actions=[action])

    @rule(who=WHO, way=st.sampled_from(["again", "usual"]))
    def declare_again(self, who: str, way: str) -> None:
        self.attempt("declare", combatant=who, **{way: True})

    @rule(who=WHO, action=st.sampled_from(ACTIONS))
    def usually(self, who: str, action: dict[str, Any]) -> None:
        self.attempt("change", combatant=who, set={"usual": [action]})

    @rule(who=WHO, action=st.integers(0, 2))
    def cancel(self, who: str, action: int) -> None:
        self.attempt("cancel", combatant=who, action=action)

    @rule(dice=DICE, who=st.sampled_from(("all", "npcs", *PEOPLE)))
    def roll(self, dice: list[int], who: str) -> None:
        self.attempt("roll", for_=who, dice=dice)

    @precondition(lambda self: self.fight.enc.phase in ("declare", "roll"))
    @rule(data=st.data(), dice=st.lists(st.integers(1, 6), min_size=12, max_size=12))
    def the_dice_fall(self, data: st.DataObject, dice: list[int]) -> None:
        for who in prompted(self.fight, "declare"):
            self.attempt("declare", combatant=who, actions=[data.draw(st.sampled_from(ACTIONS))])
        self.attempt("advance", force=True, dice=dice)
        self.attempt("roll", for_="all", dice=dice)

    @rule(
        who=WHO, die=st.integers(1, 10),
        part=st.sampled_from(["faces", "total", "modifier", "traits", "again"]),
    )  # fmt: skip
    def correct(self, who: str, die: int, part: str) -> None:
        if part == "again":
            self.attempt("roll", for_=who, again=True, dice=[die])
            return
        value = {"faces": [die], "traits": {"modifier": die}}.get(part, die)
        self.attempt("correct", for_=who, **{part: value})

    @rule(to=st.sampled_from(["next", "next", "next", "segment", "round"]), force=st.booleans())
    def advance(self, to: str, force: bool) -> None:
        self.attempt("advance", to=to, force=force)

    @rule(who=WHO, damage=st.integers(0, 4), do=st.sampled_from(["hit", "interrupt"]))
    def disturb(self, who: str, damage: int, do: str) -> None:
        self.attempt(do, combatant=who, **({"damage": damage} if do == "hit" else {}))

    @rule(who=WHO)
    def heal(self, who: str) -> None:
        self.attempt("heal", combatant=who, hp=3)

    @rule(who=WHO, hidden=st.booleans(), able=st.booleans(), standing=SITUATIONS)
    def change(self, who: str, hidden: bool, able: bool, standing: list[str]) -> None:
        change = {"hidden": hidden, "able": able, "traits": {"situations": standing}}
        self.attempt("change", combatant=who, set=change)

    @rule(who=WHO, side=st.sampled_from(["party", "foes", "third"]))
    def change_sides(self, who: str, side: str) -> None:
        self.attempt("change", combatant=who, set={"side": side})

    @rule(who=WHO)
    def end_turn(self, who: str) -> None:
        self.attempt("end_turn", combatant=who)

    @rule(who=WHO, other=WHO, where=st.sampled_from(["before", "after", "last"]))
    def place(self, who: str, other: str, where: str) -> None:
        self.attempt("place", combatant=who, **{where: True if where == "last" else other})

    @rule(method=st.sampled_from(["standard", "group", "individual"]), speed=st.integers(0, 9))
    def options_change(self, method: str, speed: int) -> None:
        self.attempt("options", set={"method": method, "weapons": {"long sword": speed}})

    @rule(who=st.lists(WHO, max_size=2))
    def surprise(self, who: list[str]) -> None:
        self.attempt("surprise", combatants=who)

    @rule(who=WHO, rounds=st.integers(1, 2))
    def mark(self, who: str, rounds: int) -> None:
        self.attempt("mark", combatant=who, name="Bless", rounds=rounds)

    @rule(hidden=st.booleans(), side=st.sampled_from(["party", "foes", "third"]))
    def add(self, hidden: bool, side: str) -> None:
        if len(self.fight.enc.combatants) < 9:
            new = {"id": f"late-{len(self.fight.log)}", "side": side, "hidden": hidden}
            self.attempt("add", combatants=[new])

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        if len(self.fight.enc.combatants) > 4:
            who = data.draw(st.sampled_from(sorted(self.fight.enc.combatants)))
            self.attempt("remove", combatant=who)

    @precondition(lambda self: self.fight.history.can_undo)
    @rule()
    def undo_then_redo_is_identity(self) -> None:
        before = self.fight.enc
        self.fight.do("undo").do("redo")
        assert self.fight.enc == before

    @invariant()
    def players_see_every_moment_of_a_visible_one(self) -> None:
        enc = self.fight.enc
        now = active(enc, timeline(enc).now) if enc.phase in MOMENTS else []
        visible = [id_ for id_ in now if not enc.combatants[id_].hidden]
        if visible:
            assert self.fight.view("player")["active"] == visible

    @invariant()
    def every_declared_action_is_somewhere(self) -> None:  # in the order, over, or noted
        if self.fight.enc.phase in MOMENTS:
            assert not unaccounted(self.fight.enc)

    @invariant()
    def nobody_who_cannot_act_is_at_a_spell(self) -> None:  # 2E-C24
        enc = self.fight.enc
        if enc.phase == "act":
            fallen = [who for who in enc.combatants.values() if not who.acting]
            now = total(enc, enc.cursor.key)  # at the same total both resolve (2E-A9)
            later = (e for e in self.fight.order.entries if total(enc, e.key) > now)
            ahead = {(e.combatant, e.action) for e in later}
            assert not [who.id for who in fallen for i in casts(who) if (who.id, i) in ahead]
            assert not [
                id_ for id_, who in enc.combatants.items() if not may_act(who) and casts(who)
            ]

    @invariant()
    def no_numeric_spell_outlives_its_round(self) -> None:  # 2E-C20, 2E-A8
        if self.fight.enc.phase == "end":
            ordered = {(e.combatant, e.action) for e in self.fight.order.entries}
            people = self.fight.enc.combatants.values()
            late = [(w.id, i) for w in people for i in casts(w) if w.declared[i].due is None]
            assert not ordered.intersection(late)

    @invariant()
    def haste_and_slowness_are_for_blows_and_movement(self) -> None:  # 2E-C7
        for entry in self.fight.order.entries:
            names = {term.name for term in entry.why if term.term == "situation"}
            if entry.what in ("completes", "action"):
                assert not names & {"hasted", "slowed"}

    @invariant()
    def initiative_is_the_total_of_the_first_entry(self) -> None:
        view = self.fight.view()
        for id_, who in view["combatants"].items():
            own = [e["at"] for e in view["timeline"] if e["combatant"] == id_ and "at" in e]
            assert who.get("initiative") == (own[0] if own else None)

    @invariant()
    def players_see_the_same_totals_as_the_gm(self) -> None:
        gm = {e["id"]: e.get("at") for e in self.fight.view()["timeline"]}
        player = self.fight.view("player")
        if player["round"] != self.fight.enc.round:
            return
        for entry in player["timeline"]:
            assert entry["id"] not in gm or entry.get("at") == gm[entry["id"]]
        for id_, who in player["combatants"].items():
            told = self.fight.view()["combatants"][id_].get("initiative")
            assert who.get("initiative") in (None, told)


class Standard(Fights):
    options = {"method": "standard", "two_weapons": "primary"}


class Individual(Fights):
    options = {"method": "individual", "ties": "speed", "shared_rolls": True}


class Revealing(Fights):
    options = {"reveal": True}


OFTEN = settings(max_examples=50, stateful_step_count=40, deadline=None, phases=[Phase.generate])
TestGroup = Fights.TestCase
TestStandard = Standard.TestCase
TestIndividual = Individual.TestCase
TestRevealing = Revealing.TestCase
for test in (TestGroup, TestStandard, TestIndividual, TestRevealing):
    test.settings = OFTEN
del test


@pytest.mark.parametrize("method", ["standard", "group", "individual"])
@given(
    people=st.permutations(PEOPLE),
    actions=st.lists(st.sampled_from(ACTIONS), min_size=6, max_size=6),
    situations=st.lists(SITUATIONS, min_size=6, max_size=6),
    dice=st.lists(st.integers(1, 10), min_size=6, max_size=6),
)
@settings(max_examples=40, deadline=None)
def test_the_order_is_the_same_for_any_order_of_insertion(
    method: str,
    people: list[str],
    actions: list[dict[str, Any]],
    situations: list[list[str]],
    dice: list[int],
) -> None:
    orders = []
    for names in (PEOPLE, people):
        fight = Fight("adnd2e", method=method)
        for name in names:
            i = PEOPLE.index(name)
            side = "party" if i < 3 else "foes"
            fight.add(name, side, traits={"situations": situations[i]}, hidden=name == "lurker")
        fight.do("begin")
        for name in names:
            fight.declare(name, actions[PEOPLE.index(name)])
        fight.next()
        for roller in system_of(fight.enc).rollers(fight.enc):
            if fight.enc.phase == "roll":
                fight.do("roll", for_=roller, faces=[dice[hash_of(roller)]])
        orders.append(fight.order.entries)
    assert orders[0] == orders[1]


def hash_of(roller: str) -> int:
    """The same number for the same roller, whoever came first."""
    return sum(map(ord, roller)) % 6
