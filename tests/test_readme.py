"""What the README and its companions say is so."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from rules.model.events import SpellCompleted, SpellLost
from server.admin.demo import FIGHT
from tests.rules.fights import MELEE, Fight, spell

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("[a-z]*/*.md")])
ORC = "orc-1"


def links(page: Path) -> list[str]:
    targets: list[str] = re.findall(r"""(?:\]\(|src=")([^)"#\s]+)""", page.read_text("utf-8"))
    return [target for target in targets if "://" not in target]


def the_fight_of_the_demo(**options: bool) -> Fight:
    """Two mages have declared; the orcs strike with the party's 5 against their 2."""
    fight = Fight("adnd1e", **options)
    for command in FIGHT[1:]:
        fields = msgspec.to_builtins(command)
        fight.do(fields.pop("do"), **fields)
    fight.declare(ORC, MELEE)
    fight.do("advance", force=True)
    return fight.roll(party=5, orcs=2)


def at_the_second_round(fight: Fight, orcs: int = 4) -> Fight:
    fight.until(2, phase="declare")
    fight.declare(ORC, MELEE)
    fight.do("advance", force=True)
    return fight.roll(party=6, orcs=orcs)


def lost(fight: Fight) -> list[tuple[str, str]]:
    return [(event.combatant, event.clause) for event in fight.events(SpellLost)]


def completed(fight: Fight) -> list[str]:
    return [event.combatant for event in fight.events(SpellCompleted)]


def test_the_readmes_fight_goes_as_it_is_told() -> None:
    fight = the_fight_of_the_demo()
    assert (fight.enc.round, fight.enc.cursor.at, fight.now) == (1, 2, [ORC])
    fight.do("hit", combatant="aldo", damage=3)
    assert lost(fight) == [("aldo", "SEG-C35")]

    fight.until(1, 5)
    assert "morwen" in fight.now

    at_the_second_round(fight)
    fight.until(2, 2)
    assert fight.at("morwen", "completes") == [2]
    fight.next()
    assert completed(fight) == ["morwen"]
    assert (fight.enc.cursor.at, fight.now) == (4, [ORC])


def test_morwens_next_spell_begins_on_six() -> None:
    fight = the_fight_of_the_demo().until(2, phase="declare")
    fight.declare("morwen", spell(2)).declare(ORC, MELEE)
    fight.do("advance", force=True)
    fight.roll(party=6, orcs=4)
    assert fight.at("morwen", "begins") == [6]


def test_a_hit_on_segment_ten_spoils_morwens_spell() -> None:
    fight = the_fight_of_the_demo().until(1, 5)
    while fight.enc.cursor.at != 10:
        fight.next("segment")
    fight.do("hit", combatant="morwen", damage=1)
    assert lost(fight) == [("morwen", "SEG-C34")]


@pytest.mark.parametrize(
    ("segment", "options", "spoiled"),
    [(1, {}, True), (2, {}, False), (2, {"hit_spoils": True}, True)],
    ids=["before it completes", "as it completes", "as it completes, with hit_spoils"],
)
def test_an_orcs_hit_in_the_second_round(
    segment: int, options: dict[str, bool], spoiled: bool
) -> None:
    fight = at_the_second_round(the_fight_of_the_demo(**options), orcs=segment)
    assert (fight.enc.cursor.at, ORC in fight.now) == (segment, True)
    fight.do("hit", combatant="morwen", damage=1)
    fight.until(2, phase="end")
    assert ("morwen" in [who for who, _ in lost(fight)]) is spoiled
    assert ("morwen" in completed(fight)) is not spoiled


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert [link for link in links(page) if not (page.parent / link).exists()] == []
