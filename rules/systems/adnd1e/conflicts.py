"""Which of what is declared excludes what else (SEG-C6, SEG-C7, SEG-C12, SEG-C36, SEG-A11)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.model.encounter import Action, Combatant, Declaration
from rules.model.errors import Refused
from rules.systems.adnd1e.actions import BLOWS, MOVES, ONE_OF
from rules.systems.adnd1e.opponents import routines_of

WALKS = ("move", "close", "flee")
BESIDE_SET = ("set_weapon", "await", "parley", "item", "other")


def check_conflicts(
    who: Combatant, actions: Sequence[Action], running: Sequence[Declaration]
) -> None:
    """Refused `illegal_declaration`, with its clause, where actions exclude each other."""
    acts = [a.act for a in actions]
    if acts.count("spell") > 1:
        _refuse(who, "only one spell is begun in a round", "SEG-C7")
    moved = {d.action.act for d in running if d.action.act in MOVES and d.live}
    for i, act in enumerate(acts):
        _check_movement(who, act, set(acts[:i]) | moved, set(acts[:i] + acts[i + 1 :]) | moved)
    if "charge" in moved and (again := [act for act in acts if act in ONE_OF]):
        _refuse(who, f"the charge is what {again[0]} would be in that round", "SEG-A11")
    if "flee" in acts and set(acts) - {"flee", "parley"}:
        _refuse(who, "who flees does nothing else", "SEG-C12")
    if "set_weapon" in acts:
        _check_set_weapon(who, acts, moved)
    chosen = [act for act in acts if act in ONE_OF]
    if len(chosen) > 1:
        _refuse(who, f"{chosen[0]} and {chosen[1]} are not for one round", "SEG-C12")
    for action in actions:
        _check_targets(who, action)


def _check_movement(who: Combatant, act: str, earlier: set[str], others: set[str]) -> None:
    """Carried movement is movement of this round (SEG-A11)."""
    if act == "spell" and earlier & set(MOVES):
        _refuse(who, "a caster does not move until the spell is complete", "SEG-C36")
    if act in BLOWS and others & set(WALKS):
        _refuse(who, "movement and melee combine only as a charge", "SEG-C6")
    if (act == "charge" and others & set(WALKS)) or (act in WALKS and "charge" in others):
        _refuse(who, "a charge is all the movement of its round", "SEG-C12")


def _check_set_weapon(who: Combatant, acts: list[str], moved: set[str]) -> None:
    """It stands alone, but for what is fetched or done before, waiting and talking."""
    behind = acts[acts.index("set_weapon") + 1 :]
    if moved or set(acts) - set(BESIDE_SET) or set(behind) - {"await", "parley"}:
        _refuse(who, "a weapon is set by standing still, and by nothing else", "SEG-C12")


def _check_targets(who: Combatant, action: Action) -> None:
    """One for each blow or shot at most, and no `target` beside them."""
    if action.targets is None:
        return
    blows = (action.shots or 1) if action.act == "missile" else routines_of(who, action)
    clause = "SEG-C16" if action.act == "missile" else "SEG-C19"
    if action.target is not None or not 1 <= len(action.targets) <= blows:
        raise Refused(
            "illegal_value", f"one target for each of {blows}, or one for all", clause, field="targets",
            combatant=who.id,
        )  # fmt: skip


def _refuse(who: Combatant, why: str, clause: str) -> None:
    raise Refused("illegal_declaration", why, clause, combatant=who.id)
