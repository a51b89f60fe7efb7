"""Situations: what is added to the roll for how somebody stands (2E-C7)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.model.encounter import Combatant, Encounter, Term

SITUATIONS = {
    "hasted": -2, "slowed": 2, "higher_ground": -1, "set_against_charge": -2, "wading": 2,
    "slippery": 2, "deep_water": 4, "foreign_environment": 6, "hindered": 3, "waiting": 1,
}  # fmt: skip

SAME = {"slippery": "wading"}
"""Two names of one situation: bad footing counts once."""

PACE = ("hasted", "slowed")
"""What changes attacks, natural weapons and movement alone, never a spell, an ability or a device."""
PACED = ("attack", "natural", "move")

CLAUSE = "2E-C7"


def situation_terms(enc: Encounter, who: Combatant, act: str) -> tuple[Term, ...]:
    """The situations that count for `who` with the action `act`, and the own modifier.

    With the method `standard` what is not so for every involved member of the side does not count.
    """
    mine, modifier = _named(who), who.traits.get("modifier", 0)
    if enc.options.get("method") == "standard" and (mine or modifier):
        others = list(_members(enc, who))
        common = set(mine).intersection(*(_named(other) for other in others))
        mine = {same: name for same, name in mine.items() if same in common}
        alike = all(other.traits.get("modifier", 0) == modifier for other in others)
        modifier = modifier if alike else 0
    terms = tuple(
        Term(CLAUSE, "situation", SITUATIONS[name], name)
        for name in mine.values() if act in PACED or name not in PACE
    )  # fmt: skip
    return (*terms, Term(CLAUSE, "modifier", modifier)) if modifier else terms


def hasted(who: Combatant) -> bool:
    return "hasted" in _named(who)


def _named(who: Combatant) -> dict[str, str]:
    """The situations of `who`, each once, by the name under which it counts."""
    return {SAME.get(name, name): name for name in who.traits.get("situations", ())}


def _members(enc: Encounter, who: Combatant) -> Iterable[Combatant]:
    """The involved of the side as the dice fell; hidden ones do not count for visible ones."""
    for other in enc.basis.values():
        ready = other.acting and not other.surprised and other.joins <= enc.round
        if other.side != who.side or not ready or (other.veiled and not who.veiled):
            continue
        if other.since is None or (who.since is not None and other.since <= who.since):
            yield other
