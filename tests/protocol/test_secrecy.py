"""In two worlds that differ only in somebody hidden, players get the same bytes.

Random fights in every system; whatever the hidden one does alone, however often, leaves no trace.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.engine.prompts import prompts
from rules.systems import SYSTEMS
from tests.protocol.worlds import ACTIONS, PEOPLE, SPY, Worlds

FIGHTS = int(os.environ.get("TURNKEEPER_FIGHTS", "10"))
"""Of each system and each side that the spy may be on."""

who = st.sampled_from([name for name, _ in PEOPLE])
small = st.integers(0, 7)

SPYS: dict[str, dict[str, Any]] = {
    "delay": {},
    "ready": {"trigger": "somebody moves"},
    "trigger": {"by": "orc"},
    "return": {},
    "end_turn": {},
    "place": {"before": "orc"},
    "place after": {"after": "mage"},
    "place last": {"last": True},
    "stabilise": {},
    "surprise": {"combatants": [SPY]},
    "hit": {"damage": 1},
    "heal": {"hp": 1},
    "interrupt": {},
    "mark": {"name": "Marked", "rounds": 1},
    "unmark": {"name": "Marked"},
    "change": {"set": {"name": "The Spy", "able": False}},
    "cancel": {"action": 0},
    "correct": {"for_": SPY, "total": 4},
    "roll again": {"for_": SPY, "again": True},
}
"""What the spy does, or is done to the spy alone: the command is the first word."""

HOUSE_RULES: dict[str, list[dict[str, Any]]] = {
    "adnd1e": [
        {rule: on}
        for rule in ("hit_spoils", "no_multi_shot", "strict_casting", "die_names_opponent")
        for on in (True, False)
    ],
    "adnd2e": [{"method": way} for way in ("individual", "group")] + [{"two_weapons": None}],
    "starfinder": [
        {rule: on}
        for rule in ("delay_sorts_by_modifier", "ties_by_agreement")
        for on in (True, False)
    ],
    "mmrpg": [{rule: on} for rule in ("end_of_round", "delay_and_ready") for on in (True, False)],
}

ANY_SYSTEM: list[dict[str, Any]] = [{"reveal": True}, {"reveal": False}]
"""House rules that every system has."""

ahead = st.tuples(st.just("advance"), st.sampled_from(["next", "next", "segment", "round"]), small)
steps = st.lists(
    st.one_of(
        ahead,
        ahead,
        ahead,
        st.tuples(st.sampled_from(["declare", "back and forth", "together"]), who, small),
        st.tuples(st.sampled_from(["hit", "heal", "end_turn", "interrupt"]), who, small),
        st.tuples(st.sampled_from(["cancel", "mark", "place", "correct", "again"]), who, small),
        st.tuples(st.sampled_from(["delay", "ready", "return", "trigger"]), who, small),
        st.tuples(st.sampled_from(["aimed", "aimed at several"]), who, small),
        st.tuples(st.sampled_from(["as usual", "as last"]), who, small),
        st.tuples(st.sampled_from(["surprise", "surprise by both"]), who, small),
        st.tuples(st.sampled_from(["house rule", "fight anew"]), who, small),
        st.tuples(st.sampled_from(["spied on", "comes and goes"]), who, small),
        st.tuples(st.just("spy"), st.sampled_from(sorted(SPYS)), small),
        st.tuples(st.just("spy"), st.sampled_from(sorted(SPYS)), small),
    ),
    min_size=20,
    max_size=50,
)


def put_right(what: str, more: int) -> dict[str, Any]:
    """One part of what was rolled."""
    part = (
        {"total": 1 + more}, {"count": 3 * more}, {"modifier": more}, {"traits": {"modifier": more}},
    )[more % 4]  # fmt: skip
    return {"for_": what, **part}


VISIBLE: dict[str, Callable[[str, Any], dict[str, Any]]] = {
    "delay": lambda what, _: {"combatant": what},
    "return": lambda what, _: {"combatant": what},
    "trigger": lambda what, _: {"combatant": what},
    "ready": lambda what, _: {"combatant": what, "trigger": "the door opens"},
    "hit": lambda what, more: {"combatant": what, "damage": more},
    "heal": lambda what, more: {"combatant": what, "hp": more},
    "end_turn": lambda what, _: {"combatant": what},
    "interrupt": lambda what, _: {"combatant": what},
    "cancel": lambda what, more: {"combatant": what, "action": more},
    "mark": lambda what, more: {"combatant": what, "name": "Haste", "rounds": 1 + more},
    "correct": put_right,
    "place": lambda what, more: {
        "combatant": what,
        **({"last": True} if more == 7 else {("before", "after")[more % 2]: PEOPLE[more % 4][0]}),
    },
}


def take(worlds: Worlds, kind: str, what: str, more: int) -> None:
    if kind in ABOUT_THE_SPY:
        ABOUT_THE_SPY[kind](worlds, what, more)
        return
    match kind:
        case "advance":
            everybody_does_their_part(worlds, more)
            worlds.visible("advance", to=what)
        case "declare" if actions := ACTIONS.get(worlds.system):
            worlds.visible("declare", combatant=what, actions=[actions[more % len(actions)]])
        case "back and forth":
            worlds.visible("mark", combatant=what, name="Prone")
            worlds.visible("undo")
            worlds.visible("redo")
        case "together":
            worlds.at_once(
                {"do": "mark", "combatant": what, "name": "Bless"},
                {"do": "hit", "combatant": what, "damage": more},
            )
        case "house rule":
            rules = HOUSE_RULES.get(worlds.system, ANY_SYSTEM)
            worlds.visible("options", set=rules[more % len(rules)])
        case "fight anew" if more == 0:  # seldom, so that fights last
            worlds.visible("open", system=worlds.system, keep="all", force=True, unhurt=True)
            worlds.visible("begin")
        case "again" if dict(PEOPLE)[what] != worlds.described["side"]:  # his moment may be over
            worlds.rolled_again(what, [1 + more % 6] * 9)
        case _ if kind in VISIBLE:
            worlds.visible(kind, **VISIBLE[kind](what, more))


def the_spy_acts(worlds: Worlds, what: str, more: int) -> None:
    deed = SPYS[what]
    if "again" in deed and worlds.shares_a_die:
        return
    named = {} if {"combatants", "for_"} & {*deed} else {"combatant": SPY}
    (worlds.spy_and_back if more % 2 else worlds.spy)(
        what.split(maxsplit=1)[0], [3] * 9, **named, **deed
    )


def the_spy_surprises(worlds: Worlds, what: str, more: int) -> None:
    """In the midst of a fight, where there is such a thing, and is surprised."""
    if worlds.system == "mmrpg":
        worlds.spy_and_back("surprise", combatants=[what], by=[SPY])
        worlds.spy_and_back("surprise", combatants=[SPY], by=[what])


def the_spy_comes_and_goes(worlds: Worlds, what: str, more: int) -> None:
    worlds.the_spy_comes_and_goes()


def aimed_at_the_spy(worlds: Worlds, what: str, more: int) -> None:
    if actions := ACTIONS.get(worlds.system):
        action = {k: v for k, v in actions[more % len(actions)].items() if k != "target"}
        target = {"target": SPY} if worlds.there else {}
        seen = {"combatant": what, "actions": [action]}
        worlds.aimed("declare", seen, {**seen, "actions": [{**action, **target}]})


def as_last(worlds: Worlds, what: str, more: int) -> None:
    """An aim at the spy that is repeated is refused once he is gone, where he was."""
    if worlds.there:
        worlds.visible("declare", combatant=what, again=True)


def as_usual(worlds: Worlds, what: str, more: int) -> None:
    """What somebody usually does may be aimed at the spy."""
    if (actions := ACTIONS.get(worlds.system)) and worlds.there:
        action = {k: v for k, v in actions[more % len(actions)].items() if k != "target"}
        seen = {"combatant": what, "set": {"usual": [action]}}
        worlds.aimed("change", seen, {**seen, "set": {"usual": [{**action, "target": SPY}]}})
        worlds.visible("declare", combatant=what, usual=True)


def aimed_at_the_spy_too(worlds: Worlds, what: str, more: int) -> None:
    """A blow at each of several, the spy among them."""
    if worlds.system == "adnd2e":
        action = {"act": "attack", "weapon": "dagger", "attacks": 2}
        others = [PEOPLE[more % len(PEOPLE)][0]]
        worlds.aimed(
            "declare",
            {"combatant": what, "actions": [{**action, "targets": others}]},
            {"combatant": what, "actions": [{**action, "targets": worlds.and_spy(others)}]},
        )


def surprised_like_the_spy(worlds: Worlds, what: str, more: int) -> None:
    victims = [PEOPLE[more % len(PEOPLE)][0]]
    by = {"by": [what]} if more > 3 or worlds.system == "mmrpg" else {}
    worlds.aimed(
        "surprise",
        {"combatants": victims, **by},
        {"combatants": worlds.and_spy(victims), **by},
    )


def surprised_by_the_spy_too(worlds: Worlds, what: str, more: int) -> None:
    victims = [PEOPLE[more % len(PEOPLE)][0]]
    worlds.aimed(
        "surprise",
        {"combatants": victims, "by": [what]},
        {"combatants": victims, "by": worlds.and_spy([what])},
    )


ABOUT_THE_SPY: dict[str, Callable[[Worlds, str, int], None]] = {
    "spy": the_spy_acts,
    "spied on": the_spy_surprises,
    "comes and goes": the_spy_comes_and_goes,
    "aimed": aimed_at_the_spy,
    "aimed at several": aimed_at_the_spy_too,
    "as usual": as_usual,
    "as last": as_last,
    "surprise": surprised_like_the_spy,
    "surprise by both": surprised_by_the_spy_too,
}


def everybody_does_their_part(worlds: Worlds, number: int) -> None:
    """What the visible fight waits for: declarations, rolls, roll-offs."""
    for _ in range(12):
        asked = prompts(worlds.enc)
        if not asked:
            return
        for prompt in asked:
            for place, name in enumerate(sorted(prompt.of)):
                part(worlds, prompt.kind, name, [1 + (number + place) % 6] * 9)


def part(worlds: Worlds, kind: str, name: str, faces: list[int]) -> None:
    if kind == "declare":
        worlds.visible("declare", combatant=name, actions=[ACTIONS[worlds.system][0]])
    elif kind in ("roll", "tie"):
        worlds.visible("roll", faces, for_=name)
    else:
        worlds.visible("reroll", combatant=name)


@pytest.mark.parametrize("side", ["shadows", "foes", "party"])
@pytest.mark.parametrize("system", SYSTEMS)
@given(steps=steps)
@settings(max_examples=FIGHTS, deadline=None, phases=[Phase.generate])
def test_somebody_hidden_leaves_no_trace(
    system: str, side: str, steps: list[tuple[str, str, int]]
) -> None:
    worlds = Worlds(system, side)
    for step in steps:
        take(worlds, *step)
        worlds.look_alike()


def test_a_hidden_moment_before_the_end_of_a_round_changes_nothing_in_what_ends_there() -> None:
    """Somebody bleeds, and somebody's effect ends with the round: the spy acts in between, or not."""
    worlds = Worlds("adnd1e", "foes")
    take(worlds, "hit", "mage", 12)
    for _ in range(2):
        take(worlds, "advance", "next", 1)  # to the third segment
    take(worlds, "mark", "mage", 0)
    for to in ("round", "next", "round"):  # where others act before it, and the spy after it
        take(worlds, "advance", to, 0)
    worlds.look_alike()


def test_what_had_begun_where_the_gm_placed_it_is_told_once_beside_a_hidden_one_s_correction() -> (
    None
):
    worlds = Worlds("adnd2e", "foes")
    take(worlds, "advance", "next", 5)
    take(worlds, "aimed", "thief", 7)
    take(worlds, "advance", "next", 5)
    take(worlds, "place", "ogre", 0)
    for again_and_back in (2, 3):
        take(worlds, "spy", "correct", again_and_back)
    worlds.look_alike()


def test_what_is_put_right_of_a_hidden_one_leaves_others_where_the_gm_placed_them() -> None:
    worlds = Worlds("adnd1e", "foes")
    for number in (5, 0, 4, 5, 5, 7):
        take(worlds, "advance", "next", number)
    take(worlds, "place", "mage", 5)
    placed = worlds.with_spy.enc.placed
    assert placed
    for again_and_back in (6, 7):
        take(worlds, "spy", "correct", again_and_back)
    assert worlds.with_spy.enc.placed == placed
    worlds.look_alike()
