"""AD&D 2nd edition: what players see of the order."""

from __future__ import annotations

import msgspec

from rules.catalogue import catalogue
from tests.rules.fights import Fight
from tests.rules.second_edition import (
    DAGGER,
    GREAT,
    LS,
    declared,
    fight,
    order,
    slow,
    times,
    walked,
)


def seen() -> Fight:
    made = (
        Fight("adnd2e", method="individual").add("A", owner="u1").add("b", "foes").add("c", "foes")
    )
    return declared(made.do("begin"), A=LS, b=DAGGER, c=times(GREAT, 2)).roll(A=3, b=8, c=1)


def test_players_see_an_unowned_entry_from_the_moment_it_is_reached() -> None:
    made = seen()
    assert [e["combatant"] for e in made.view("player")["timeline"]] == ["A"]
    made.next()
    assert [e["combatant"] for e in made.view("player")["timeline"]] == ["A", "b"]


def test_players_see_an_unowned_total_once_its_first_entry_is_reached() -> None:
    made = seen()

    def totals() -> list[int | None]:
        return [who.get("initiative") for who in made.view("player")["combatants"].values()]

    assert totals() == [8, None, None]
    made.next()
    assert totals() == [8, 10, None]
    made.next()
    assert totals() == [8, 10, 11]
    assert [c["initiative"] for c in made.view()["combatants"].values()] == [8, 10, 11]


def test_of_an_unowned_place_players_see_only_the_die() -> None:
    made = seen().next()
    entry = made.view("player")["timeline"][-1]
    assert entry["why"] == [{"clause": "2E-C8", "term": "die", "value": 8}]
    assert entry["pass"] == 1
    assert "label" not in entry


def test_a_hidden_one_never_ties_with_a_visible_one() -> None:
    made = Fight("adnd2e").add("A").add("ghost", "foes", hidden=True).do("begin")
    declared(made, A=LS, ghost=LS).roll(party=3, foes=3)
    assert walked(made) == [(8, ["A"]), (8, ["ghost"])]


def ambush() -> Fight:
    """A party of which the visible one is surprised: its roll is for the hidden one alone."""
    made = Fight("adnd2e").add("A").add("ghost", hidden=True).add("b", "foes").do("begin")
    declared(made, A=LS, ghost=LS, b=DAGGER).do("surprise", combatants=["A"])
    return made.roll(party=1, foes=9)


def test_what_was_rolled_for_hidden_ones_alone_gives_nobody_else_a_place() -> None:
    made = ambush().do("surprise", combatants=[])
    assert order(made) == "ghost b"
    assert "ghost" not in repr(made.view("player"))


def test_a_late_one_whom_players_see_has_the_side_roll_openly() -> None:
    made = Fight("adnd2e").add("A").add("ghost", "foes", hidden=True).add("c", "others").do("begin")
    declared(made, A=LS, ghost=LS, c=LS).roll(party=3, foes=5, others=9)
    made.add("orc", "foes").declare("orc", DAGGER)
    assert [p["for"] for p in made.view("gm")["prompts"]] == [["side:foes"]]
    assert made.view("player")["prompts"] == made.view("gm")["prompts"]
    made.roll(foes=7)
    assert order(made) == "A orc ghost c"
    assert made.view("player")["sides"]["foes"] == {"faces": [7]}
    assert made.view("player")["prompts"] == made.view("gm")["prompts"] == []


def test_the_roll_of_a_late_one_moves_nobody_who_had_a_place_unseen() -> None:
    made = ambush().next().add("C", owner="u").declare("C", DAGGER)
    assert (made.at("ghost"), made.now) == ([6], ["b"])
    made.roll(party=10)
    assert walked(made) == [(11, ["b"]), (12, ["C"])]
    assert made.at("ghost") == [6]


def test_whom_players_see_by_then_keeps_its_place_too() -> None:
    made = ambush().do("change", combatant="ghost", set={"hidden": False})
    made.add("C", owner="u").declare("C", DAGGER).roll(party=10)
    player = made.view("player")
    assert [(e["combatant"], e["at"]) for e in player["timeline"]] == [("ghost", 6), ("C", 12)]
    assert player["combatants"]["ghost"]["initiative"] == 6
    assert player["sides"]["party"] == {"faces": [10]}


def test_before_the_order_begins_one_roll_counts_for_the_whole_side() -> None:
    made = Fight("adnd2e").add("A").add("ghost", "foes", hidden=True).do("begin")
    declared(made, A=LS, ghost=LS).roll(foes=1)
    made.add("orc", "foes").declare("orc", DAGGER).roll(foes=7, party=3)
    assert order(made) == "A orc ghost"
    assert (made.at("orc"), made.at("ghost")) == ([9], [12])


def test_a_late_one_may_think_again_until_there_is_a_roll_that_counts_for_him() -> None:
    """A hidden one's die is none of his: otherwise a refusal would tell of it."""
    made = ambush().add("C", owner="u").declare("C", DAGGER)
    assert "declare" in made.view("player")["combatants"]["C"]["can"]
    assert made.declare("C", GREAT).roll(party=10).at("C") == [20]
    assert "declare" not in made.view("player")["combatants"]["C"]["can"]


def test_one_s_own_roll_counts_though_it_was_made_unseen() -> None:
    made = Fight("adnd2e", method="individual").add("A").add("ghost", "foes", hidden=True)
    declared(made.do("begin"), A=LS, ghost=LS).roll(ghost=4)
    made.do("change", combatant="ghost", set={"hidden": False})
    assert [p["for"] for p in made.view("player")["prompts"]] == [["A"]]


def test_revealed_its_entry_is_seen_although_the_roll_was_for_it_alone() -> None:
    made = ambush().do("change", combatant="ghost", set={"hidden": False})
    assert made.view("player")["active"] == ["ghost"]
    assert made.view("player")["prompts"] == []
    assert made.view("player")["sides"]["party"] == {"faces": [1]}


def test_hidden_casters_of_a_round_come_after_the_visible_ones() -> None:
    made = Fight("adnd2e").add("W", owner="u").add("ghost", "foes", hidden=True).do("begin")
    declared(made, W=slow(rounds=1), ghost=slow(rounds=1)).do("roll", for_="all", dice=[1, 2])
    made.next()
    assert (made.enc.phase, made.now) == ("end", ["W"])
    before = made.view("player")
    assert made.next().now == ["ghost"]
    assert made.view("player") == before
    assert "ghost" not in repr(before)


def test_players_see_a_total_also_where_another_moment_that_was_cancelled_led_to_it() -> None:
    made = fight(a=DAGGER, b=LS).roll(a=1, b=6)
    assert "initiative" not in made.view("player")["combatants"]["b"]
    made.do("cancel", combatant="a", action=0)
    assert (made.now, made.view("player")["combatants"]["b"]["initiative"]) == (["b"], 11)


def test_the_pass_and_the_end_are_on_the_wire() -> None:
    made = fight("group", W=slow(rounds=1), F=times(LS, 2)).roll(party=2)
    lines = [(e["phase"], e.get("at"), e.get("pass"), e["slot"]) for e in made.view()["timeline"]]
    assert lines == [("act", 7, 1, 0), ("act", 7, 2, 1), ("end", None, None, 2)]


def test_the_catalogue_knows_weapons_situations_and_the_d10() -> None:
    known = msgspec.to_builtins(catalogue()["adnd2e"])
    assert known["weapons"]["long_sword"] == {"speed": 5}
    assert known["situations"]["hasted"] == {"value": -2}
    assert (known["dice"]["count"], known["dice"]["sides"]) == (1, 10)
    assert known["options"]["method"]["default"] == "group"
    assert known["surprise"] == "combatants"
