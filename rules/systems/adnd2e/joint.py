"""Different forms of attack in one round: they are one moment, with one total (2E-C11, 2E-C12).

Weapons, natural weapons, a breath and an innate ability may be declared together. As with two weapons the
slower one governs (2E-A6), and a made weapon counts before natural ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.model.encounter import Action, Combatant, Encounter, Term
from rules.systems.adnd2e.situations import situation_terms
from rules.systems.adnd2e.speeds import forms_of, speed_terms, summed

FORMS = ("attack", "natural", "innate", "breath")

Terms = tuple[Term, ...]


def reckoned(enc: Encounter, who: Combatant, action: Action) -> tuple[Terms, Terms]:
    """What is added to the die for the action: situations, and the speed."""
    together = _together(who)
    if action.act not in FORMS or len(together) < 2:
        return _own(enc, who, action)
    each = [_own(enc, who, one) for one in _counting(together)]
    primary = enc.options.get("two_weapons") == "primary"
    situations, speed = each[0] if primary else max(each, key=lambda s: summed((*s[0], *s[1])))
    return situations, tuple(_joint(term) for term in speed)


def _own(enc: Encounter, who: Combatant, action: Action) -> tuple[Terms, Terms]:
    return situation_terms(enc, who, action.act), speed_terms(action, enc.options)


def _together(who: Combatant) -> list[Action]:
    return [d.action for d in who.declared if d.live and d.action.act in FORMS]


def _counting(together: Sequence[Action]) -> Sequence[Action]:
    """Without natural weapons where there is a made one."""
    made = any(a.act == "attack" and any(f.size is None for f in forms_of(a)) for a in together)
    return [a for a in together if a.act != "natural"] if made else together


def _joint(term: Term) -> Term:
    return replace(term, clause="2E-A6") if term.term == "speed" else term
