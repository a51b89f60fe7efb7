"""How many taps a routine round costs a game master: four players' characters and twelve monsters.

Nobody else is at the table, so the game master says what everyone does. What is reached stands in LOOK.md.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from rules.model.dice import Rolled
from tests.browser.conftest import Sit
from tests.browser.hand import Hand, dice, lay_out

FACES = {
    6: [2, 4, 5, 3, 3, 6, 1, 5, 2, 6, 4, 5, 2, 3, 4],
    10: [3, 5, 8, 1, 7, 2, 9, 4, 6, 10],
    20: [15, 11, 8, 4, 17, 2, 19, 6, 13, 3, 10, 16, 5, 12, 9, 14],
}


@pytest.fixture(autouse=True)
def _laid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rolled, "faces", dice(FACES))


async def through(hand: Hand, round_: int) -> None:
    """Moment by moment to the end of the round; the end itself is passed with the last of them."""
    await hand.phase("act", "bonus")
    stands = await hand.stands()
    while stands[0] <= round_ and stands[1] in ("act", "bonus"):
        view = "document.querySelector('turn-tracker').client.table.view"
        left = await hand.gm.page.evaluate(f"{view}.timeline.length - {view}.cursor.to")
        await hand.press("Next" if left else "Next round", exact=True)
        stands = await hand.moved(stands)


Steps = Callable[[Hand], Awaitable[None]]


async def adnd1e(hand: Hand) -> None:
    """All fight but the mage, who casts."""
    await hand.press("Party")
    await hand.press("Morwen")
    await hand.kind("Melee")
    await hand.press("Declare")
    await hand.owes(1)
    await hand.kind("Spell")
    await hand.type("Sleep", "1")
    await hand.press("Declare and roll")


async def adnd2e(hand: Hand) -> None:
    """A short sword for each goblin, long swords, a bow, and a spell."""
    await hand.kind("Attack")
    await hand.type("short sword")
    await hand.key("Enter")
    await hand.owes(4)
    await hand.press("Odo")
    await hand.kind("Attack")
    await hand.type("long sword")
    await hand.key("Enter")
    await hand.owes(2)
    await hand.kind("Attack")
    await hand.type("short bow")
    await hand.key("Enter")
    await hand.owes(1)
    await hand.kind("Spell")
    await hand.type("Sleep", "1")
    await hand.press("Declare and roll")


async def again(hand: Hand) -> None:
    await hand.press("All as last round, and roll")


async def dice_alone(hand: Hand) -> None:
    await hand.press("Roll for all")


async def nothing(_: Hand) -> None:
    """The order stays."""


ROUNDS: dict[str, tuple[str, dict[str, Any], Steps, int, Steps, int]] = {
    "1e": ("adnd1e", {}, adnd1e, 10, again, 6),
    "2e group": ("adnd2e", {"method": "group"}, adnd2e, 12, again, 8),
    "2e individual": ("adnd2e", {"method": "individual"}, adnd2e, 18, again, 13),
    "Starfinder, a group": ("starfinder", {}, dice_alone, 8, nothing, 8),
    "Marvel, a group": ("mmrpg", {}, dice_alone, 8, nothing, 8),
}
"""System, options, how the first round begins and what it may cost, and each later one."""


@pytest.mark.parametrize("name", ROUNDS)
async def test_a_routine_round_costs_no_more_than_on_paper(sit: Sit, name: str) -> None:
    system, options, first, goal, later, goal_later = ROUNDS[name]
    gm = await sit("gm", "Gil")
    gm.page.set_default_timeout(8000)
    hand = Hand(gm)
    await lay_out(gm, system, options, group="group" in name and system != "adnd2e")
    await gm.give({"do": "begin"})
    await first(hand)
    await through(hand, 1)
    spent = [(hand.taps, hand.keys)]
    hand.start_over()
    await later(hand)
    await through(hand, 2)
    spent.append((hand.taps, hand.keys))
    assert spent[0][0] <= goal
    assert spent[1][0] <= goal_later
    assert gm.complaints == []
