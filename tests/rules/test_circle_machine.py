"""Random fights in a circle of turns, and what holds in every one of them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from rules.engine.history import LogEntry
from rules.engine.timeline import active, timeline
from rules.fold.evolve import evolve
from rules.model import events as ev
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from rules.systems import system_of
from rules.systems.kit.shared_rolls import of_one_roll
from tests.rules.circles import order
from tests.rules.fights import Fight
from tests.rules.invariants import Invariants

PEOPLE = ("ana", "bo", "cy", "orc", "imp", "lurker")
WHO = st.sampled_from(PEOPLE)
SEED = st.integers(0, 10_000)
TURNS = ("surprise", "bonus", "act")
LOW = 3  # low faces make ties


def low(seed: int, count: int = 240) -> list[int]:
    """Dice with few different faces."""
    return random.Random(seed).choices(range(1, LOW + 1), k=count)


class Ledger:
    """Who had how many turns in which round, read from the events alone."""

    def __init__(self) -> None:
        self.turns: Counter[tuple[int, str]] = Counter()
        self.steady: set[str] = set()
        self.here: set[str] = set()

    def write(self, before: Encounter, event: ev.Event, after: Encounter) -> None:
        if isinstance(event, (ev.Delayed, ev.Readied)):
            self.turns[after.round, event.combatant] -= 1
            self.steady.discard(event.combatant)
        if isinstance(event, ev.Moved) and after.cursor != before.cursor:
            self._moves(before, after)
        now = set(acting(after))
        if (
            isinstance(event, ev.Corrected) and event.again
        ):  # before anything was done at this moment
            for id_ in self.here - now:
                self.turns[after.round, id_] -= 1
            self.here &= now
        for id_ in now - self.here:
            self.turns[after.round, id_] += 1
        self.here |= now
        self.steady = {i for i in self.steady if i in after.combatants and ready_to_act(after, i)}

    def forget(self, id_: str) -> None:
        self.turns = Counter({k: n for k, n in self.turns.items() if k[1] != id_})
        self.here.discard(id_)
        self.steady.discard(id_)

    def _moves(self, before: Encounter, after: Encounter) -> None:
        place = system_of(after).position
        assert place(after.cursor) > place(before.cursor), "the cursor goes back"
        self.here = set()
        if after.round != before.round:
            missed = {i for i in self.steady if self.turns[before.round, i] != 1}
            assert not missed, f"without a turn in round {before.round}: {missed}"
            self.steady = {i for i in after.combatants if ready_to_act(after, i)}


def acting(enc: Encounter) -> list[str]:
    return active(enc, timeline(enc).now) if enc.phase in TURNS else []


def ready_to_act(enc: Encounter, id_: str) -> bool:
    """Has a place in this round, is able, and is not waiting for anything."""
    who = enc.combatants[id_]
    waits = who.delaying or who.readied is not None
    return who.acting and who.spot is not None and who.joins <= enc.round and not waits


class Fights(Invariants):
    """Three heroes against two foes and somebody hidden; any command at any time."""

    system = ""
    options: dict[str, Any] = {}

    def __init__(self) -> None:
        super().__init__()
        self.fight = Fight(self.system, **self.options)
        self.ledger = Ledger()
        self.known: set[int] = set()  # counts that players have read
        self.totals: set[tuple[str, int]] = set()  # of everybody's rolls, corrected ones too
        self.by_hand = False  # the GM has changed the order of the present moment

    def attempt(self, do: str, **fields: Any) -> None:
        before, seen = self.fight.enc, self.fight.view("player")
        self.known |= counts_read(seen)
        try:
            self.fight.do(do, **fields)
        except Refused:
            assert self.fight.enc is before
            return
        self.the_log_keeps_what_happened()
        same_moment = self.fight.enc.cursor.place == before.cursor.place
        self.by_hand = do in ("place", "correct") or (self.by_hand and same_moment)
        self.totals |= {(id_, roll.total) for id_, roll in self.fight.enc.rolls.items()}
        enc = before
        for event in self.fight.said:
            after = evolve(enc, event)
            self.ledger.write(enc, event, after)
            if isinstance(event, ev.Moved):  # a place that is called otherwise is the same moment
                self.players_come_only_to_what_happens(enc, after)
            enc = after
        if do == "advance" and not fields["force"] and enc.public == before.public:
            assert without_marks(self.fight.view("player")) == without_marks(seen)

    def the_log_keeps_what_happened(self) -> None:
        entry = self.fight.log[-1]
        assert msgspec.json.decode(msgspec.json.encode(entry), type=LogEntry) == entry
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(entry), type=LogEntry) == entry

    def players_come_only_to_what_happens(self, before: Encounter, after: Encounter) -> None:
        if after.public != before.public and after.public.phase in TURNS:
            assert after.public == after.cursor

    @initialize(
        modifiers=st.lists(st.sampled_from((0, 1, 10)), min_size=5, max_size=5),
        apart=st.sampled_from((0, 5)),  # the hidden one's counts are like others', or of its own
        surprised=st.lists(WHO, max_size=3, unique=True),
        seed=SEED,
    )
    def people(self, modifiers: list[int], apart: int, surprised: list[str], seed: int) -> None:
        for name, modifier in zip(PEOPLE, [*modifiers, apart], strict=True):
            side = "party" if name in PEOPLE[:3] else "foes"
            owner = {"owner": f"user-{name}"} if name in ("ana", "bo") else {}
            hidden = {"hidden": True, "count": 4} if name == "lurker" else {}
            named = {"name": f"Goblin {PEOPLE.index(name)}"} if side == "foes" else {}
            traits = {"modifier": modifier}
            self.fight.add(name, side, traits=traits, hp=3, **owner, **hidden, **named)
        self.fight.do("surprise", combatants=surprised).do("begin")
        self.attempt("roll", for_="all", dice=low(seed))

    @rule(seed=SEED, who=st.sampled_from(("all", "npcs", *PEOPLE)))
    def roll(self, seed: int, who: str) -> None:
        self.attempt("roll", for_=who, dice=low(seed))

    @rule(who=st.permutations(PEOPLE), some=st.integers(2, 3))
    def settle(self, who: list[str], some: int) -> None:
        self.attempt("settle", order=who[:some])

    @rule(to=st.sampled_from(["next"] * 6 + ["segment", "round"]), seed=SEED)
    def advance(self, to: str, seed: int) -> None:
        self.attempt("advance", to=to, force=seed % 7 == 0, dice=low(seed))

    @precondition(lambda self: acting(self.fight.enc))
    @rule(do=st.sampled_from(["delay", "ready", "end_turn"]))
    def act(self, do: str) -> None:
        more = {"trigger": "when the door opens"} if do == "ready" else {}
        self.attempt(do, combatant=acting(self.fight.enc)[0], **more)

    @precondition(lambda self: acting(self.fight.enc))
    @rule(ready=st.booleans(), moments=st.integers(0, 2), seed=SEED)
    def put_off(self, ready: bool, moments: int, seed: int) -> None:
        """Somebody waits for some moments, of which one may be a hidden one's, and comes in."""
        who = acting(self.fight.enc)[0]
        self.attempt(
            "ready" if ready else "delay", combatant=who, **({"trigger": "x"} if ready else {})
        )
        for _ in range(moments):
            self.attempt("advance", to="next", force=False, dice=low(seed))
        self.attempt("trigger" if ready else "return", combatant=who)

    @precondition(lambda self: system_of(self.fight.enc).ties(self.fight.enc))
    @rule(data=st.data())
    def settle_a_tie(self, data: st.DataObject) -> None:
        tie = data.draw(st.sampled_from(system_of(self.fight.enc).ties(self.fight.enc)))
        self.attempt("settle", order=data.draw(st.permutations(tie)))

    @precondition(lambda self: any(c.delaying for c in self.fight.enc.combatants.values()))
    @rule()
    def come_back(self) -> None:
        waiting = [c.id for c in self.fight.enc.combatants.values() if c.delaying]
        self.attempt("return", combatant=waiting[0])

    @precondition(lambda self: any(c.readied for c in self.fight.enc.combatants.values()))
    @rule(by=st.one_of(st.none(), WHO))
    def trigger(self, by: str | None) -> None:
        waiting = [c.id for c in self.fight.enc.combatants.values() if c.readied]
        more = {} if by is None else {"by": by}
        self.attempt("trigger", combatant=waiting[0], **more)

    @rule(who=WHO, do=st.sampled_from(["delay", "return", "ready", "trigger", "end_turn"]))
    def do_it_out_of_turn(self, who: str, do: str) -> None:
        self.attempt(do, combatant=who, **({"trigger": "a noise"} if do == "ready" else {}))

    @rule(who=WHO, die=st.one_of(st.none(), st.integers(0, 2)), seed=SEED)
    def reroll(self, who: str, die: int | None, seed: int) -> None:
        more = {} if die is None else {"die": die}
        self.attempt("reroll", combatant=who, dice=low(seed), **more)

    @rule(who=WHO, hidden=st.booleans(), able=st.booleans())
    def change(self, who: str, hidden: bool, able: bool) -> None:
        self.attempt("change", combatant=who, set={"hidden": hidden, "able": able})

    @rule(who=WHO, damage=st.integers(1, 4))
    def hit(self, who: str, damage: int) -> None:
        self.attempt("hit", combatant=who, damage=damage)

    @rule(who=WHO)
    def heal(self, who: str) -> None:
        self.attempt("heal", combatant=who, hp=3)

    @rule(who=WHO, other=WHO, side=st.sampled_from(["before", "after", "last"]))
    def place(self, who: str, other: str, side: str) -> None:
        self.attempt("place", combatant=who, **{side: True if side == "last" else other})

    @rule(
        who=WHO, seed=SEED, part=st.sampled_from(["total", "modifier", "count", "traits", "again"])
    )
    def correct(self, who: str, seed: int, part: str) -> None:
        number = low(seed, 1)[0]
        if part == "again":
            self.attempt("roll", for_=who, again=True, dice=low(seed))
            return
        new = {"modifier": number, "edge": number - 2} if self.system == "mmrpg" else {}
        value = new or {"modifier": number} if part == "traits" else 3 * number
        self.attempt("correct", for_=who, dice=low(seed), **{part: value})

    @rule(value=st.booleans(), shared=st.booleans())
    def options_change(self, value: bool, shared: bool) -> None:
        own = "ties_by_agreement" if self.system == "starfinder" else "delay_and_ready"
        name = "shared_rolls" if shared else own
        self.attempt("options", set={name: value})

    @rule(who=WHO, rounds=st.integers(1, 3))
    def mark(self, who: str, rounds: int) -> None:
        self.attempt("mark", combatant=who, name="Haste", rounds=rounds)

    @rule(who=WHO, by=WHO)
    def surprise(self, who: str, by: str) -> None:
        self.attempt("surprise", combatants=[who], by=[by])

    @rule(hidden=st.booleans(), modifier=st.integers(0, 1))
    def add(self, hidden: bool, modifier: int) -> None:
        if len(self.fight.enc.combatants) < 9:
            new = {
                "name": "Goblin",
                "copies": 1,
                "hidden": hidden,
                "traits": {"modifier": modifier},
            }
            self.attempt("add", combatants=[{"id": f"late-{len(self.fight.log)}", **new}])

    @precondition(lambda self: {*PEOPLE} - {*self.fight.enc.combatants})
    @rule(data=st.data(), hidden=st.booleans())
    def add_a_namesake(self, data: st.DataObject, hidden: bool) -> None:
        """Of somebody who was removed: a new combatant, whose turns count anew."""
        gone = sorted({*PEOPLE} - {*self.fight.enc.combatants})
        who = data.draw(st.sampled_from(gone))
        self.ledger.forget(who)
        self.attempt("add", combatants=[{"id": who, "hidden": hidden}])

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        if len(self.fight.enc.combatants) > 3:
            who = data.draw(st.sampled_from(sorted(self.fight.enc.combatants)))
            self.attempt("remove", combatant=who)

    @rule()
    def split(self) -> None:
        if "lurker" in self.fight.enc.combatants:
            part = f"part-{len(self.fight.log)}"
            self.attempt("split", combatant="lurker", count=1, id=part, name=part)

    @precondition(lambda self: self.fight.history.can_undo)
    @rule()
    def undo_then_redo_is_identity(self) -> None:
        before = self.fight.enc
        self.fight.do("undo").do("redo")
        assert self.fight.enc == before

    @invariant()
    def nobody_ever_has_a_second_turn_in_a_round(self) -> None:
        assert not [place for place, count in self.ledger.turns.items() if count > 1]

    @invariant()
    def nobody_is_asked_about_those_alone_who_have_shared_a_roll(self) -> None:
        enc = self.fight.enc
        if enc.options["shared_rolls"]:
            assert all(len(of_one_roll(enc, tie)) > 1 for tie in system_of(enc).ties(enc))

    @invariant()
    def no_number_is_given_twice(self) -> None:
        names = [who.name for who in self.fight.enc.combatants.values()]
        assert len({*names}) == len(names)

    @invariant()
    def players_read_no_count_but_of_those_whom_they_have_seen(self) -> None:
        seen = self.fight.view("player")
        rolled = {total for id_, total in self.totals if id_ in seen["combatants"]}
        assert counts_read(seen) <= self.known | rolled

    @invariant()
    def a_count_that_players_read_is_explained_to_them(self) -> None:
        for entry in self.fight.view("player")["timeline"]:
            terms = {term["term"] for term in entry["why"]}
            told = sum(term.get("value", 0) for term in entry["why"])
            assert terms & {"die", "dice"} or told == entry["at"]

    @invariant()
    def the_order_of_a_moment_is_the_same_in_the_next_round(self) -> None:
        enc = self.fight.enc
        if self.by_hand or enc.options.get("delay_sorts_by_modifier") or enc.phase not in TURNS:
            return
        here = [e for e in self.fight.order.now if e.what == "action"]
        spots = [enc.combatants[e.combatant].spot for e in here]
        assert spots == sorted(spot for spot in spots if spot)

    @invariant()
    def players_see_every_turn_of_a_visible_one(self) -> None:
        people = self.fight.enc.combatants
        visible = [id_ for id_ in acting(self.fight.enc) if not people[id_].hidden]
        if visible:
            assert self.fight.view("player")["active"] == visible


def counts_read(view: dict[str, Any]) -> set[int]:
    """Every count in what players see."""
    counts = {entry["at"] for entry in view["timeline"]}
    counts |= {c["initiative"] for c in view["combatants"].values() if "initiative" in c}
    return counts | ({view["at"]} if "at" in view else set())


def without_marks(view: dict[str, Any]) -> dict[str, Any]:
    """Durations end at the places of the real order."""
    people = {id_: shown | {"marks": []} for id_, shown in view["combatants"].items()}
    return view | {"combatants": people}


class Starfinder(Fights):
    system = "starfinder"


class StarfinderOptions(Fights):
    system = "starfinder"
    options = {"ties_by_agreement": True, "delay_sorts_by_modifier": True, "shared_rolls": True}


class Marvel(Fights):
    system = "mmrpg"


class MarvelOptions(Fights):
    system = "mmrpg"
    options = {"end_of_round": True, "reveal": True, "delay_and_ready": True}


OFTEN = settings(max_examples=40, stateful_step_count=40, deadline=None, phases=[Phase.generate])
TestStarfinder = Starfinder.TestCase
TestStarfinderOptions = StarfinderOptions.TestCase
TestMarvel = Marvel.TestCase
TestMarvelOptions = MarvelOptions.TestCase
for test in (TestStarfinder, TestStarfinderOptions, TestMarvel, TestMarvelOptions):
    test.settings = OFTEN


@pytest.mark.parametrize("system", ["starfinder", "mmrpg"])
@given(
    people=st.permutations(PEOPLE),
    modifiers=st.lists(st.integers(0, 1), min_size=6, max_size=6),
    seed=SEED,
)
@settings(max_examples=40, deadline=None)
def test_the_order_is_the_same_for_any_order_of_insertion(
    system: str, people: list[str], modifiers: list[int], seed: int
) -> None:
    orders = []
    for names in (PEOPLE, people):
        fight = Fight(system)
        for name in names:
            fight.add(name, traits={"modifier": modifiers[PEOPLE.index(name)]})
        fight.do("begin")
        count = 1 if system == "starfinder" else 3
        dice = low(seed)
        for i, name in enumerate(PEOPLE):
            fight.do("roll", for_=name, faces=dice[i * count : (i + 1) * count])
        if fight.enc.phase == "roll":
            fight.do("advance", force=True, dice=low(seed + 1))
        orders.append(order(fight))
    assert orders[0] == orders[1]
