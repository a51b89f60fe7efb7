"""Places by the game master's hand: before, after and last, in all four systems.

Whoever is placed keeps a turn of this round that is over or going on, and takes the count beside which they
are put; `placed` in `why` is the difference.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.fold.evolve import evolve
from rules.model import events as ev
from rules.model.encounter import Combatant, Encounter
from rules.systems import SYSTEMS
from rules.systems.adnd2e import Adnd2e
from rules.systems.kit.beside import Side
from tests.rules.circles import counted, gathered, order, refused, rounds, turns
from tests.rules.fights import MELEE, Fight, spell


def why(fight: Fight, who: str) -> list[tuple[str, int | None]]:
    entry = next(e for e in fight.order.entries if e.combatant == who)
    return [(term.term, term.value) for term in entry.why]


# --- circles of turns ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "then", "count"),
    [
        ({"before": "b"}, ["a", "c", "b", "d"], 15),
        ({"after": "a"}, ["a", "c", "b", "d"], 20),
        ({"after": "d"}, ["a", "b", "d", "c"], 5),
        ({"last": True}, ["a", "b", "d", "c"], 5),
        ({"before": "a"}, ["c", "a", "b", "d"], 20),
    ],
    ids=["before-b", "after-a", "after-d", "last", "before-a"],
)
def test_whoever_is_placed_has_the_count_beside_which_they_are_put(
    where: dict[str, Any], then: list[str], count: int
) -> None:
    fight = counted(a=20, b=15, c=10, d=5).do("place", combatant="c", **where)
    assert fight.who("c").initiative == count
    assert rounds(fight, 2) == {2: then}
    assert [fight.who(one).initiative for one in then] == sorted(
        [fight.who(one).initiative or 0 for one in then], reverse=True
    )


def test_the_difference_is_the_term_placed_and_all_add_up_to_the_count() -> None:
    fight = gathered("starfinder", a=0, b=3).do("begin").roll(a=20, b=7)
    fight.do("place", combatant="b", before="a").next().next()
    assert why(fight, "b") == [("die", 7), ("modifier", 3), ("placed", 10)]


def test_a_turn_that_is_over_stays_over_after_a_later_place() -> None:
    fight = counted(a=20, b=15, c=10).next().do("place", combatant="a", last=True)
    assert (turns(fight, 2), fight.enc.round) == (["b", "c"], 1)
    assert turns(fight.next(), 3) == ["b", "c", "a"]


def test_a_turn_that_is_going_on_stays_where_it_is() -> None:
    fight = counted(a=20, b=15, c=10).do("place", combatant="a", after="c")
    assert fight.now == ["a"]
    assert fight.at("a") == [20]
    assert turns(fight.next(), 2) == ["b", "c"]
    assert turns(fight.next(), 3) == ["b", "c", "a"]


def test_of_two_put_behind_the_same_one_the_newer_stands_closer() -> None:
    fight = counted(a=20, b=15, c=10, d=5)
    fight.do("place", combatant="c", after="a").do("place", combatant="d", after="a")
    assert order(fight) == ["a", "d", "c", "b"]


def test_sf_c13_a_delay_after_a_place_by_hand_is_the_reason_again() -> None:
    fight = counted(a=20, b=15, c=10).do("place", combatant="c", after="a").next()
    fight.do("delay", combatant="c").do("return", combatant="c").next()
    assert why(fight, "c") == [("delay", 15)]


def test_mm_the_modifier_and_the_place_by_hand_add_up() -> None:
    fight = gathered("mmrpg", spidey=3, ock=2).do("begin")
    fight.roll(spidey=[5, 2, 6], ock=[2, 3, 4])
    fight.do("place", combatant="ock", before="spidey").next().next()
    assert why(fight, "ock") == [("dice", 9), ("modifier", 2), ("placed", 5)]
    assert fight.who("ock").initiative == 16


def test_placing_after_oneself_twice_beside_or_nowhere_is_refused() -> None:
    fight = counted(a=20, b=15)
    refused("illegal_value", "", lambda: fight.do("place", combatant="a", after="a"))
    refused("bad_message", "", lambda: fight.do("place", combatant="a"))
    refused("bad_message", "", lambda: fight.do("place", combatant="a", before="b", last=True))


def test_nobody_is_last_of_one() -> None:
    refused("illegal_value", "", lambda: counted(a=20).do("place", combatant="a", last=True))


def test_sf_a2_whoever_is_seen_takes_no_count_from_a_hidden_one() -> None:
    fight = gathered("starfinder", a=0, c=0).add("h", "foes", hidden=True).do("begin")
    fight.roll(a=20, c=10, h=15).do("place", combatant="c", before="h")
    assert (order(fight), fight.who("c").initiative) == (["a", "c", "h"], 20)

    fight = gathered("starfinder", a=0, c=0).add("h", "foes", hidden=True).do("begin")
    fight.roll(a=20, c=10, h=15).do("place", combatant="a", after="h")
    assert (rounds(fight, 2), fight.who("a").initiative) == ({2: ["h", "a", "c"]}, 10)


def test_last_is_behind_all_whom_players_see() -> None:
    fight = gathered("starfinder", a=0, c=0).add("h", "foes", hidden=True).do("begin")
    fight.roll(a=20, c=10, h=5).do("place", combatant="a", last=True)
    assert fight.who("a").initiative == 10
    assert set(fight.view("player")["combatants"]) == {"a", "c"}


# --- rounds of declarations ----------------------------------------------------------------------


def three(**faces: int) -> Fight:
    """AD&D 2e, individual: everybody moves, so the die is the place."""
    fight = Fight("adnd2e", method="individual")
    for name in faces:
        fight.add(name)
    fight.do("begin")
    for name in faces:
        fight.declare(name, {"act": "move"})
    return fight.next().roll(**faces)


def test_2e_what_somebody_does_next_comes_after_what_another_does_next() -> None:
    fight = three(f=3, o=8, p=10).do("place", combatant="o", after="p")
    assert fight.moments() == [(3, ("f",)), (10, ("p",)), (10, ("o",))]
    assert why(fight, "o") == [("die", 8), ("speed", 0), ("placed", 2)]


def test_2e_last_is_behind_all_other_actions() -> None:
    fight = three(f=3, o=8, p=10).next().do("place", combatant="o", last=True)
    assert (fight.enc.cursor.at, fight.now) == (10, ["p"])
    assert fight.next().now == ["o"]


def test_2e_who_is_put_later_while_alone_in_the_moment_leaves_it_to_the_next_one() -> None:
    fight = three(f=3, o=8, p=10).do("place", combatant="f", before="p")
    assert (fight.enc.cursor.at, fight.now) == (8, ["o"])
    assert turns(fight, 3) == ["o", "f", "p"]


def test_2e_whose_action_is_over_has_nothing_left_to_place() -> None:
    fight = three(f=3, o=8).next()
    refused("illegal_value", "", lambda: fight.do("place", combatant="f", last=True))


def test_2e_who_is_last_already_stays() -> None:
    fight = three(f=3, o=8)
    refused("illegal_value", "", lambda: fight.do("place", combatant="o", last=True))


def test_seg_c34_within_a_segment_a_place_after_the_completion_leaves_the_spell() -> None:
    fight = Fight().add("mage").add("orc", "foes").do("begin")
    fight.declare("mage", spell(3)).declare("orc", MELEE).next().roll(party=2, foes=3)
    fight.do("place", combatant="orc", last=True)
    assert fight.moments() == [(2, ("mage",)), (5, ("mage",)), (5, ("orc",))]
    assert why(fight, "orc")[-1] == ("placed", 2)


def test_the_event_says_where_and_undo_takes_it_back() -> None:
    fight = counted(a=20, b=15, c=10).do("place", combatant="c", after="a")
    (placed,) = fight.events(ev.Placed)
    assert (placed.after, placed.before, placed.last, placed.initiative) == ("a", None, False, 20)
    fight.do("undo")
    assert (order(fight), fight.who("c").initiative) == (["a", "b", "c"], 10)


def test_a_place_of_an_older_log_leaves_the_count() -> None:
    fight = counted(a=20, b=15)
    old = ev.Placed(combatant="b", before="a", key=(-20, 0, 0, -(1 << 16), 0, 0))
    after = evolve(fight.enc, old)
    assert (after.combatants["b"].initiative, after.combatants["b"].gained) == (15, "")


# --- no turn is lost -----------------------------------------------------------------------------


def seg() -> Fight:
    fight = Fight().add("f").add("o", "foes").do("begin")
    return fight.declare("f", MELEE).declare("o", MELEE).next().roll(party=2, foes=5)


@pytest.mark.parametrize("fight", [seg(), three(f=3, o=8)], ids=["adnd1e", "adnd2e"])
def test_whoever_is_put_before_the_present_moment_acts_at_once_and_the_others_after_them(
    fight: Fight,
) -> None:
    assert fight.now == ["f"]
    fight.do("place", combatant="o", before="f")
    assert (turns(fight, 2), fight.enc.round) == (["o", "f"], 1)
    (gone_back,) = fight.events(ev.Moved)[-1:]
    assert gone_back.cursor.round == 1


class Careless(Adnd2e):
    """A system that puts anybody before everything and never thinks of the cursor."""

    def place(
        self, enc: Encounter, who: Combatant, other: Combatant | None, side: Side
    ) -> list[ev.Event]:
        own = next(e for e in self.entries(enc) if e.combatant == who.id)
        return [ev.Placed(combatant=who.id, key=(0, 0), entry=own.id)]


def test_a_system_cannot_lose_a_turn_by_a_place_before_the_cursor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SYSTEMS, "adnd2e", Careless())
    fight = three(f=3, o=8, p=10).do("place", combatant="p", before="f")
    assert turns(fight, 3) == ["p", "f", "o"]


def test_nor_let_somebody_act_twice_who_has_acted_between_that_place_and_the_cursor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SYSTEMS, "adnd2e", Careless())
    fight = three(f=3, o=8, p=10).next()
    refused("illegal_value", "", lambda: fight.do("place", combatant="p", before="o"))
