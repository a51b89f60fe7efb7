"""The encounter as a role may know it: for players the smaller one, built without what is hidden.

What players are asked and offered is derived from this value, so nothing hidden can be in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from msgspec.structs import replace

from rules.memo import once, once_each, seen_by_players, while_cursor_moves
from rules.model.encounter import Action, Combatant, Declaration, Encounter, Mark, Roll
from rules.model.turn_changes import owner_of


def known_to(enc: Encounter, role: str) -> Encounter:
    """The encounter as "gm" or "player" knows it."""
    return enc if role == "gm" else known_to_players(enc)


def known_to_players(enc: Encounter) -> Encounter:
    """The encounter of the visible combatants, with the cursor where players stand."""
    hidden = hidden_of(enc)
    if not (hidden or _left_by_hidden(enc)):
        return enc.at_public
    return once(enc.combatants, "known to players", (enc,), lambda: _drawn(enc, hidden))


def known_beside(enc: Encounter, who: Combatant) -> Encounter:
    """The encounter as those know it who see `who`: players, if they do, and else the GM alone."""
    return enc if who.hidden else known_to_players(enc)


def _drawn(enc: Encounter, hidden: frozenset[str]) -> Encounter:
    everybody, basis, rolls = enc.combatants, enc.basis, enc.rolls
    persons = once(everybody, "shown", (everybody,), lambda: _shown(everybody, hidden))
    return replace(
        enc,
        combatants=persons,
        basis=once(everybody, "shown basis", (basis, hidden), lambda: _once(basis, hidden)),
        fallen=frozenset(f for f in enc.fallen if f[0] not in hidden),
        rolls=once(
            everybody, "shown rolls", (rolls, persons, basis), lambda: _rolls(rolls, persons, basis)
        ),
        surprise=once(
            everybody, "shown surprise", (enc.surprise, persons), lambda: _sides(enc, persons)
        ),
        cursor=enc.public,
        inserted=tuple(i for i in enc.inserted if owner_of(i) not in hidden),
        spent=frozenset(i for i in enc.spent - enc.unseen if owner_of(i) not in hidden),
    )


def _left_by_hidden(enc: Encounter) -> bool:
    """Whether something is left of hidden ones who are gone: their dice, or others' aims at them."""
    people, rolls = enc.combatants, enc.rolls
    aims = once_each(people, "aims", (), _aims)
    return once(people, "left behind", (aims, rolls), lambda: _left_behind(aims, rolls))


def _left_behind(aims: Mapping[str, frozenset[str]], rolls: Mapping[str, Roll]) -> bool:
    return any(roll.veiled or roll.first is not None for roll in rolls.values()) or any(
        not aim <= aims.keys() for aim in aims.values()
    )


def _aims(who: Combatant) -> frozenset[str]:
    """Whom the combatant's marks and declared actions name."""
    marks = (id_ for mark in who.marks for id_ in (*mark.against, mark.by))
    actions = (*(d.action for d in who.declared), *who.last, *who.usual)
    aims = (id_ for action in actions for id_ in (action.target, *(action.targets or ())))
    return frozenset(id_ for id_ in (*marks, *aims) if id_ is not None)


def hidden_of(enc: Encounter) -> frozenset[str]:
    """Whom players do not see."""
    return while_cursor_moves(enc, "hidden", _hidden)


def _hidden(enc: Encounter) -> frozenset[str]:
    return frozenset(id_ for id_, who in enc.combatants.items() if who.hidden)


def _shown(everybody: Mapping[str, Combatant], hidden: Set[str]) -> Mapping[str, Combatant]:
    """The visible ones, with a memo of their own."""
    seen = everybody.keys() - hidden
    persons = {id_: unnamed(who, seen) for id_, who in everybody.items() if id_ in seen}
    return seen_by_players(persons, everybody)


def _once(basis: Mapping[str, Combatant], hidden: Set[str]) -> dict[str, Combatant]:
    return {k: v for k, v in basis.items() if k not in hidden or not v.veiled}


def _rolls(
    rolls: Mapping[str, Roll], persons: Mapping[str, Combatant], basis: Mapping[str, Combatant]
) -> dict[str, Roll]:
    """A side's roll that was for hidden ones alone is seen with the first of them who is."""
    sides = {who.side for who in persons.values()}
    revealed = {basis.get(id_, who).side for id_, who in persons.items() if who.veiled}
    return {
        k: v if v.first is None or k.removeprefix("side:") in revealed else replace(v, first=None)
        for k, v in rolls.items()
        if k in persons or k.removeprefix("side:") in (revealed if v.veiled else sides)
    }


def _sides(enc: Encounter, persons: Mapping[str, Combatant]) -> dict[str, int]:
    sides = {who.side for who in persons.values()}
    return {side: n for side, n in enc.surprise.items() if side in sides}


def unnamed(who: Combatant, seen: Set[str]) -> Combatant:
    """The combatant with no word of others than the `seen` in its marks and aims."""
    marks = _marks(who.marks, seen)
    declared = tuple(_declaration(d, seen) for d in who.declared)
    last, usual = _unaimed(who.last, seen), _unaimed(who.usual, seen)
    if (marks, declared, last, usual) == (who.marks, who.declared, who.last, who.usual):
        return who
    return replace(who, marks=marks, declared=declared, last=last, usual=usual)


def _marks(marks: tuple[Mark, ...], seen: Set[str]) -> tuple[Mark, ...]:
    """Two that differ in hidden ones alone are one."""
    known = (_mark(m, seen) for m in marks)
    return tuple(dict.fromkeys(m for m in known if m is not None))


def _mark(mark: Mark, seen: Set[str]) -> Mark | None:
    """The mark as players know it; against hidden ones alone it is none."""
    against = tuple(i for i in mark.against if i in seen)
    if mark.against and not against:
        return None
    return replace(mark, against=against, by=mark.by if mark.by in seen else None)


def _declaration(declaration: Declaration, seen: Set[str]) -> Declaration:
    action = unaimed(declaration.action, seen)
    return declaration if action is declaration.action else replace(declaration, action=action)


def _unaimed(actions: tuple[Action, ...], seen: Set[str]) -> tuple[Action, ...]:
    return tuple(unaimed(action, seen) for action in actions)


def unaimed(action: Action, seen: Set[str]) -> Action:
    """The action without an aim that players do not see."""
    targets = tuple(i for i in action.targets or () if i in seen) or None
    target = action.target if action.target in seen else None
    if (target, targets) == (action.target, action.targets):
        return action
    return replace(action, target=target, targets=targets)
