"""Who may ask for what: the GM for all, a player for the own, an observer for nothing."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from rules.engine.permissions import OWN, permit
from rules.model import commands as do
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from tests.rules.fights import Fight

ANA, BEN = "u-ana", "u-ben"


@pytest.fixture
def enc() -> Encounter:
    """Ana's mage and hidden familiar, Ben's thief, an orc, and a hidden ambusher of nobody."""
    fight = Fight().add("mage", owner=ANA).add("thief", "guild", owner=BEN).add("orc", "foes")
    fight.add("familiar", "shadows", owner=ANA, hidden=True).add("ambusher", "foes", hidden=True)
    return fight.enc


def answer(enc: Encounter, user: str, role: str, command: dict[str, Any]) -> str:
    """The code of the refusal, "" where the user may."""
    try:
        permit(enc, user, role, msgspec.convert(command, do.Any_))  # type: ignore[arg-type]
    except Refused as refused:
        return refused.code
    return ""


def about(combatant: str) -> list[dict[str, Any]]:
    """Each command that a player may give, given about `combatant`."""
    more: dict[str, dict[str, Any]] = {
        "declare": {"actions": []}, "cancel": {"action": 0}, "reroll": {"die": 0},
        "ready": {"trigger": "the door opens"},
    }  # fmt: skip
    tags = [str(kind.__struct_config__.tag) for kind in OWN]
    asked = [{"do": tag, "combatant": combatant, **more.get(tag, {})} for tag in tags]
    return [*asked, {"do": "roll", "for": combatant}]


@pytest.mark.parametrize("command", about("mage"), ids=lambda command: command["do"])
def test_a_player_does_for_the_own_combatant_what_is_a_players(
    enc: Encounter, command: dict[str, Any]
) -> None:
    assert answer(enc, ANA, "player", command) == ""


@pytest.mark.parametrize("combatant", ["thief", "orc"])
def test_a_player_does_nothing_for_anothers_or_the_gms(enc: Encounter, combatant: str) -> None:
    answers = {answer(enc, ANA, "player", command) for command in about(combatant)}
    assert answers == {"not_yours"}


@pytest.mark.parametrize("combatant", ["nobody", "ambusher", "familiar"])
def test_who_is_hidden_does_not_exist_for_a_player(enc: Encounter, combatant: str) -> None:
    """Not even the own: else the refusal would tell who hides."""
    answers = {answer(enc, ANA, "player", command) for command in about(combatant)}
    assert answers == {"unknown_combatant"}


def test_who_is_hidden_and_who_is_not_there_are_refused_in_the_same_words(enc: Encounter) -> None:
    said = []
    for id_ in ("nobody", "ambusher"):
        with pytest.raises(Refused) as caught:
            permit(enc, ANA, "player", do.EndTurn(id_))
        said.append((str(caught.value).replace(id_, "…"), set(caught.value.detail)))
    assert said[0] == said[1]


@pytest.mark.parametrize("combatant", ["mage", "thief", "orc", "ambusher", "nobody"])
def test_an_observer_only_looks(enc: Encounter, combatant: str) -> None:
    asked = [*about(combatant), {"do": "undo"}, {"do": "begin"}, {"do": "roll", "for": "all"}]
    assert {answer(enc, ANA, "observer", command) for command in asked} == {"not_allowed"}


def test_a_role_that_nobody_knows_may_nothing(enc: Encounter) -> None:
    assert answer(enc, ANA, "GM", {"do": "end_turn", "combatant": "mage"}) == "not_allowed"


@pytest.mark.parametrize("combatant", ["mage", "orc", "ambusher", "nobody"])
def test_a_gm_may_all_and_the_rules_say_whether_it_can_be(enc: Encounter, combatant: str) -> None:
    asked = [*about(combatant), {"do": "undo"}, {"do": "roll", "for": "all", "again": True}]
    assert {answer(enc, "u-gm", "gm", command) for command in asked} == {""}


OF_GMS = [
    kind for kind in get_args(do.Any_) if kind not in (*OWN, do.RollDice, do.Take)
]  # fmt: skip


@pytest.mark.parametrize("kind", OF_GMS, ids=lambda kind: kind.__struct_config__.tag)
def test_all_other_commands_are_the_gms(enc: Encounter, kind: type) -> None:
    fields = {"combatant": "mage", "combatants": ("mage",), "set": {}, "order": ("mage",)}
    given = {f: fields.get(f) for f in kind.__struct_fields__}  # type: ignore[attr-defined]
    with pytest.raises(Refused) as caught:
        permit(enc, ANA, "player", kind(**given))
    assert caught.value.code == "not_allowed"


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("orc", ""),
        ("thief", ""),
        ("ambusher", "unknown_combatant"),
        ("nobody", "unknown_combatant"),
    ],
)
def test_a_player_aims_at_whom_players_see(enc: Encounter, target: str, code: str) -> None:
    actions = [{"act": "melee"}, {"act": "melee", "target": target}]
    command = {"do": "declare", "combatant": "mage", "actions": actions}
    assert answer(enc, ANA, "player", command) == code


@pytest.mark.parametrize(
    ("by", "code"), [(None, ""), ("orc", ""), ("ambusher", "unknown_combatant")]
)
def test_what_a_player_waited_for_is_done_by_somebody_whom_players_see(
    enc: Encounter, by: str | None, code: str
) -> None:
    command = {"do": "trigger", "combatant": "mage", "by": by}
    assert answer(enc, ANA, "player", command) == code


@pytest.mark.parametrize(
    ("roller", "code"),
    [
        pytest.param("side:party", "", id="the side of the own combatant"),
        pytest.param("side:guild", "not_yours", id="the side of another player's"),
        pytest.param("side:foes", "not_yours", id="the GM's side"),
        pytest.param("side:shadows", "not_yours", id="a side on which the own one hides"),
        pytest.param("side:nobody", "not_yours", id="a side of nobody"),
        pytest.param("all", "not_allowed", id="everybody"),
    ],
)
def test_an_owner_rolls_for_the_own_side(enc: Encounter, roller: str, code: str) -> None:
    assert answer(enc, ANA, "player", {"do": "roll", "for": roller}) == code


TYPED = [{"faces": [4]}, {"rerolls": [{"die": 0, "face": 3}]}]


@pytest.mark.parametrize("typed", TYPED, ids=["faces", "rerolls"])
@pytest.mark.parametrize(("typed_dice", "code"), [("all", ""), ("gm", "not_allowed")])
def test_a_table_may_leave_dice_laid_down_by_hand_to_the_gm(
    typed: dict[str, Any], typed_dice: str, code: str
) -> None:
    enc = Fight(typed_dice=typed_dice).add("mage", owner=ANA).enc
    command = {"do": "roll", "for": "mage", **typed}
    assert answer(enc, ANA, "player", command) == code
    assert answer(enc, "u-gm", "gm", command) == ""


def test_where_the_gm_alone_lays_down_dice_a_player_has_the_server_roll() -> None:
    enc = Fight(typed_dice="gm").add("mage", owner=ANA).enc
    assert answer(enc, ANA, "player", {"do": "roll", "for": "mage"}) == ""


def test_only_a_gm_has_dice_thrown_again(enc: Encounter) -> None:
    command = {"do": "roll", "for": "mage", "again": True}
    assert answer(enc, ANA, "player", command) == "not_allowed"
