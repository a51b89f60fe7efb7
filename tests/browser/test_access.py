"""Nobody is shut out: the keyboard is enough, and the page speaks the reader's language."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Sit

MAGE = {"id": "mage", "name": "Morwen", "side": "party", "kind": "pc", "hp": 12}


async def test_a_round_is_played_by_keyboard_alone(sit: Sit) -> None:
    gm = await sit("gm", "Gil")
    await gm.give({"do": "open", "system": "adnd1e", "keep": "none", "force": True})
    await gm.give({"do": "add", "combatants": [MAGE]})
    keys = gm.page.keyboard
    await keys.press("n")
    await gm.sees("Morwen", "turn-desk .asks")
    await keys.press("d")
    await keys.press("ArrowRight")
    await keys.press("Enter")
    await gm.sees("Missile", "turn-tracker[show=people]")
    await keys.press("n")
    await gm.sees("Initiative", "turn-tracker[show=order] h2")
    await keys.press("r")
    await gm.sees("Segment", "turn-tracker[show=order] h2")
    await keys.press("u")
    await gm.sees("Initiative", "turn-tracker[show=order] h2")


@pytest.mark.parametrize(
    ("locale", "phase", "button"),
    [
        ("es-MX", "Declaraciones", "Declarar"),
        ("it-IT", "Dichiarazioni", "Dichiara"),
        ("pt-PT", "Declarações", "Declarar"),
        ("fr-FR", "Declarations", "Declare"),
    ],
)
async def test_the_page_speaks_the_browser_s_language(
    sit: Sit, locale: str, phase: str, button: str
) -> None:
    ana = await sit("gm", "Ana")
    await ana.give({"do": "open", "system": "adnd1e", "keep": "none", "force": True})
    await ana.give({"do": "add", "combatants": [MAGE]})
    await ana.give({"do": "begin"})
    other = await sit("gm", "Ana", "&view=strip", locale=locale)
    await other.sees(phase, "turn-tracker h2")
    await ana.page.get_by_label("At the table").click()
    await ana.page.get_by_label("Language").select_option(label=own_name(locale))
    await ana.sees(phase, "turn-tracker[show=order] h2")
    await ana.page.locator("turn-tracker.everyone").get_by_role("button", name="Morwen").click()
    await ana.page.locator("turn-desk").get_by_role("button", name=button, exact=True).wait_for()
    assert ana.complaints == []


def own_name(locale: str) -> str:
    names = {"es": "español", "it": "italiano", "pt": "português (Brasil)"}
    return names.get(locale.split("-", maxsplit=1)[0], "English")
