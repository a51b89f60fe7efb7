"""Random fights of AD&D 1e: any command at any time, and what holds after each of them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from rules.engine.timeline import timeline
from rules.fold.evolve import evolve
from rules.model import events as ev
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from tests.rules.fates import before_the_carried, spells_begun, unaccounted, vanished
from tests.rules.fights import Fight, prompted
from tests.rules.invariants import Invariants

ACTIONS: list[dict[str, Any]] = [
    {"act": "melee"}, {"act": "melee", "routines": 3}, {"act": "missile", "shots": 3},
    {"act": "spell", "name": "Sleep", "segments": 1}, {"act": "spell", "name": "Gate", "segments": 7},
    {"act": "spell", "name": "Long", "rounds": 2}, {"act": "move", "feet": 100}, {"act": "move", "feet": 12},
    {"act": "charge", "feet": 30}, {"act": "charge", "feet": 230}, {"act": "device"}, {"act": "parley"},
    {"act": "item", "segments": 2, "onset": 9}, {"act": "set_weapon"}, {"act": "flee"}, {"act": "await"},
    {"act": "turn_undead"}, {"act": "grapple"}, {"act": "close", "feet": 20},
    {"act": "missile", "shots": 2, "targets": ["orc", "ana"]}, {"act": "charge", "feet": 100, "target": "bo"},
    {"act": "melee", "routines": 2, "targets": ["cy"]},
    {"act": "other", "name": "bind wounds", "segments": 3}, {"act": "other", "name": "climb", "segments": 14},
]  # fmt: skip
OPTIONS = ["hit_spoils", "die_names_opponent", "reveal", "strict_casting", "no_multi_shot"]
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

    def attempt(self, do: str, **fields: Any) -> None:
        enc = self.fight.enc
        try:
            self.fight.do(do, **fields)
        except Refused:
            assert self.fight.enc is enc
            return
        lapsed = {(e.combatant, e.action) for e in self.fight.said if isinstance(e, ev.Lapsed)}
        for event in self.fight.said:
            after = evolve(enc, event)
            if isinstance(event, ev.Moved):
                assert not set(vanished(enc, after)) - lapsed, (
                    "it vanishes with the round (SEG-C27)"
                )
            enc = after

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

    @rule(who=WHO, way=st.sampled_from(["again", "usual"]))
    def declare_again(self, who: str, way: str) -> None:
        self.attempt("declare", combatant=who, **{way: True})

    @rule(who=WHO, action=st.sampled_from(ACTIONS))
    def usually(self, who: str, action: dict[str, Any]) -> None:
        self.attempt("change", combatant=who, set={"usual": [action]})

    @rule(who=WHO, action=st.integers(0, 3))
    def cancel(self, who: str, action: int) -> None:
        self.attempt("cancel", combatant=who, action=action)

    @rule(
        dice=st.lists(st.integers(1, 6), min_size=3, max_size=3),
        who=st.sampled_from(["all", "npcs"]),
    )
    def roll(self, dice: list[int], who: str) -> None:
        self.attempt("roll", for_=who, dice=dice)

    @precondition(lambda self: self.fight.enc.phase in ("declare", "roll"))
    @rule(data=st.data(), dice=st.lists(st.integers(1, 6), min_size=12, max_size=12))
    def the_dice_fall(self, data: st.DataObject, dice: list[int]) -> None:
        for who in prompted(self.fight, "declare"):
            self.attempt("declare", combatant=who, actions=[data.draw(st.sampled_from(ACTIONS))])
        self.attempt("advance", force=True, dice=dice)
        self.attempt("roll", for_="all", dice=dice)

    @precondition(lambda self: self.fight.enc.phase == "declare")
    @rule(data=st.data(), dice=st.lists(st.integers(1, 6), min_size=12, max_size=12))
    def everybody_declares_beside_what_is_carried(
        self, data: st.DataObject, dice: list[int]
    ) -> None:
        for who in PEOPLE:
            actions = data.draw(st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=2))
            self.attempt("declare", combatant=who, actions=actions)
        self.attempt("advance", force=True, dice=dice)
        self.attempt("roll", for_="all", dice=dice)

    @precondition(lambda self: self.fight.enc.phase == "act")
    @rule()
    def the_rest_of_the_round(self) -> None:
        self.attempt("advance", to="round", force=True)

    @rule(
        who=WHO, die=st.integers(1, 6), part=st.sampled_from(["faces", "total", "traits", "again"])
    )
    def correct(self, who: str, die: int, part: str) -> None:
        if part == "again":
            self.attempt("roll", for_=who, again=True, dice=[die])
            return
        traits = {"reaction": die % 4, "routines": die, "move": 40 * die}
        value = {"faces": [die], "traits": traits}.get(part, die)
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

    @rule(name=st.sampled_from(OPTIONS), value=st.booleans())
    def options_change(self, name: str, value: bool) -> None:
        self.attempt("options", set={name: value})

    @rule(who=WHO, rounds=st.integers(1, 3))
    def mark(self, who: str, rounds: int) -> None:
        self.attempt("mark", combatant=who, name="Haste", rounds=rounds)

    @rule(who=st.sampled_from(["orc", "bo"]), back=st.booleans())
    def remove(self, who: str, back: bool) -> None:
        """Somebody leaves; a namesake is somebody new."""
        self.attempt("remove", combatant=who)
        if back:
            side = "party" if who == "bo" else "foes"
            self.attempt("add", combatants=[{"id": who, "side": side, "hp": 4}])

    @rule(who=WHO, segments=st.integers(0, 10), side=st.sampled_from([None, "party", "foes"]))
    def surprise(self, who: str, segments: int, side: str | None) -> None:
        sides = {"sides": {side: segments}} if side else {}
        self.attempt("surprise", combatants={who: (segments + 3) % 7}, **sides)

    @precondition(lambda self: self.fight.enc.phase == "act" and self.fight.now)
    @rule(data=st.data(), act=st.sampled_from(ACTIONS), cancels=st.booleans())
    def what_is_done_is_taken_back_or_said_anew(
        self, data: st.DataObject, act: dict[str, Any], cancels: bool
    ) -> None:
        """After a part of it has happened."""
        who = data.draw(st.sampled_from(self.fight.now))
        entry = next(e for e in self.fight.order.now if e.combatant == who)
        if cancels:
            self.attempt("cancel", combatant=who, action=entry.action)
        else:
            self.attempt("declare", combatant=who, actions=[act])

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

    @invariant()
    def a_round_has_segments_0_to_10(self) -> None:
        assert all(0 <= (e.at or 0) <= 10 for e in self.fight.order.entries)

    @invariant()
    def every_declared_action_is_somewhere(self) -> None:
        """In the order, cancelled, lost, done, under way, or noted."""
        if self.fight.enc.phase in ("act", "end"):
            found = unaccounted(self.fight.enc)
            assert not found, f"nowhere: {found}"

    @invariant()
    def nothing_new_comes_before_what_is_carried_is_over(self) -> None:  # SEG-A11
        if self.fight.enc.phase in ("act", "end"):
            found = before_the_carried(self.fight.enc)
            assert not found, f"early: {found}"

    @invariant()
    def one_spell_is_begun_in_a_round(self) -> None:  # SEG-C7
        if self.fight.enc.round > 0:
            assert all(n <= 1 for n in spells_begun(self.fight.enc).values())
