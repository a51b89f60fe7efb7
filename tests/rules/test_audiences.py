"""Who may know which field of which event: what is not declared here for a role cannot leave.

A new event, or a new field of one, fails until it stands in this table.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from msgspec import Struct

from rules.engine.history import History
from rules.model import events as ev
from rules.model.encounter import Action, Combatant, Cursor, Declaration, Encounter, Mark, Roll
from rules.model.events import Any_ as AnyEvent
from rules.model.saves import Save, Saved
from rules.model.turn_changes import Shift
from rules.projection import told
from rules.projection.events import tell
from rules.projection.view import view

EVENTS: tuple[type[ev.Event], ...] = get_args(AnyEvent)

ALL, OWN, GM, FOLD = "all", "own", "gm", "fold"
"""Told to everybody who sees the one concerned; of owned ones to everybody, else to the GM alone;
to the GM alone; to nobody (what the fold needs)."""

AUDIENCES: dict[str, dict[str, str]] = {
    "opened": {"system": ALL, "options": ALL, "combatants": FOLD, "forced": FOLD},
    "options_set": {
        "options": ALL, "options_next": ALL, "now": ALL, "next_round": ALL, "shift": FOLD,
    },
    "added": {"combatant": ALL, "like": FOLD, "round": ALL, "clause": ALL},
    "changed": {"combatant": ALL, "fields": ALL, "shift": FOLD},
    "removed": {"combatant": ALL, "wholly": FOLD},
    "surprised": {
        "sides": ALL, "combatants": ALL, "by": ALL, "barred": FOLD, "clause": ALL, "segments": ALL,
        "wakes": FOLD,
    },
    "began": {},
    "declared": {
        "combatant": OWN, "actions": OWN, "declarations": FOLD, "replans": FOLD, "alone": FOLD, "late": FOLD,
        "repeatable": FOLD,
    },
    "cancelled": {"combatant": OWN, "action": OWN, "clause": OWN, "stands": FOLD},
    "rolled": {
        "for": ALL, "roll": ALL, "spots": FOLD, "initiative": OWN, "joins": FOLD, "clause": ALL,
        "shift": FOLD, "late": FOLD, "shared": ALL,
    },
    "corrected": {
        "for": OWN, "what": OWN, "roll": OWN, "person": FOLD, "fixed": FOLD, "spots": FOLD,
        "initiative": OWN, "joins": FOLD, "shift": FOLD, "again": OWN, "replans": FOLD, "open": FOLD,
        "clause": OWN, "alone": FOLD,
    },
    "rolled_off": {"faces": ALL, "spots": FOLD, "totals": ALL, "clause": ALL, "shift": FOLD},
    "settled": {"order": ALL, "spots": FOLD, "clause": ALL, "shift": FOLD},
    "acted": {"combatant": ALL, "entries": FOLD},
    "spell_begun": {"combatant": ALL, "action": OWN, "name": OWN, "clause": ALL},
    "spell_completed": {"combatant": ALL, "action": OWN, "name": OWN, "clause": ALL},
    "spell_lost": {"combatant": ALL, "action": OWN, "name": OWN, "clause": ALL},
    "arrived": {"combatant": ALL, "action": OWN, "clause": ALL},
    "stopped": {"combatant": ALL, "action": OWN, "clause": ALL},
    "unmet": {"combatant": OWN, "action": OWN, "charger": OWN, "key": FOLD, "clause": OWN},
    "hit": {"combatant": ALL, "damage": OWN, "hp": OWN, "fell": FOLD, "hp_max": FOLD},
    "healed": {"combatant": ALL, "gained": OWN, "hp": OWN},
    "stabilised": {"combatant": ALL, "clause": ALL},
    "bled": {"combatant": ALL, "hp": OWN, "clause": ALL},
    "died": {"combatant": ALL, "clause": ALL},
    "delayed": {"combatant": ALL, "clause": ALL, "shift": FOLD},
    "returned": {
        "combatant": ALL, "spot": FOLD, "initiative": ALL, "clause": ALL, "shift": FOLD,
    },
    "readied": {"combatant": ALL, "trigger": ALL, "clause": ALL, "shift": FOLD},
    "lapsed": {"combatant": OWN, "what": OWN, "action": OWN, "name": OWN, "clause": OWN},
    "triggered": {
        "combatant": ALL, "by": ALL, "spot": FOLD, "initiative": ALL, "clause": ALL, "shift": FOLD,
    },
    "placed": {
        "combatant": ALL, "key": FOLD, "before": ALL, "after": ALL, "last": ALL, "entry": ALL,
        "initiative": ALL, "shift": FOLD,
    },
    "marked": {"combatant": ALL, "mark": ALL},
    "unmarked": {
        "combatant": ALL, "name": ALL, "by": ALL, "expired": ALL, "clause": ALL, "until": FOLD,
        "over": FOLD, "against": FOLD,
    },
    "clock_set": {"every": ALL},
    "undone": {"to": FOLD},
    "redone": {"to": FOLD},
    "ended": {"outcome": ALL, "clause": ALL},
    "saved": {"name": GM, "save": GM},
    "forgotten": {"name": GM},
    "set_aside": {"name": GM, "system": FOLD, "round": FOLD, "count": FOLD},
    "taken_up": {"name": GM},
}  # fmt: skip
"""By event and field. Of `moved` a role is told where its own view stands: of no field of the event."""

WITHIN = {
    "combatant": {"combatant"},
    "roll": {"faces", "total", "fantastic", "rerolls"},
    "mark": {"name", "rounds", "against", "by", "clause"},
    "save": {"what"},
}
"""What of a value within an event is told, where it is no plain one: under these names."""


OF_GMS = {"saved", "forgotten"}
"""Events of which players hear nothing at all."""


def tag(event: type[Struct]) -> str:
    return str(event.__struct_config__.tag)


def test_every_event_and_every_field_has_an_audience() -> None:
    fields = {tag(e): set(e.__struct_encode_fields__) for e in EVENTS if e is not ev.Moved}
    assert {name: set(audiences) for name, audiences in AUDIENCES.items()} == fields


def value(field: msgspec.structs.FieldInfo, who: str) -> Any:
    """One that is none of the field's default, and no absent one."""
    made: dict[str, Any] = {
        "combatant": who, "for": who, "combatants": (who,), "by": who, "before": who, "after": who,
        "charger": who, "segments": {who: 2}, "wakes": {who: (2, 3)}, "stands": (5, 0),
        "order": (who,), "shared": (who,), "actions": (Action("melee", label="secret"),), "fields": ("name",),
        "declarations": (Declaration(Action("melee"), 1),), "roll": ROLL, "mark": MARK,
        "sides": {"foes": 2}, "faces": {who: (3,)}, "totals": {who: 4}, "spots": {who: (1, 0)},
        "shift": Shift(spent=("x",)), "options": {"a": 1}, "options_next": {"a": 2},
        "now": ("a",), "next_round": ("b",), "entries": ("x:0",), "spot": (9, 0), "key": (9, 0),
        "fell": (1, 2), "until": (3, (1,)), "every": 2.0, "last": True, "expired": True,
        "against": ("ally",), "forced": True, "wholly": True, "again": True, "replans": True,
        "alone": True,
    }  # fmt: skip
    if field.encode_name in made:
        return made[field.encode_name]
    if field.encode_name in ("person", "fixed"):
        return Combatant(id=who, name=who, side="foes")
    return 7 if "int" in str(field.type) else "secret"


ROLL = Roll((3,), 8, True, 1, ((0, 1, 2),), True, Roll((1,)))
MARK = Mark("Bless", 3, (4, (1,)), ("ally",), "ally", "X-C1")


def event_of(kind: type[ev.Event], who: str) -> ev.Event:
    values = {f.name: value(f, who) for f in msgspec.structs.fields(kind)}
    if kind in (ev.Added, ev.Changed):
        values["combatant"] = Combatant(id=who, name=who, side="foes")
    if kind is ev.Opened:
        values["combatants"] = (Combatant(id=who, name=who, side="foes"),)
    if kind is Saved:
        values["save"] = Save("fight", "adnd1e", {}, (Combatant(id=who, name=who, side="foes"),))
    if kind is ev.Surprised:
        values["by"] = (who,)
    return kind(**values)


def fight(owner: str | None, hidden: bool = False, *, marks: tuple[Mark, ...] = ()) -> Encounter:
    """AD&D 2e hides the places of unowned ones, and so all that follows from them."""
    one = Combatant(id="one", name="One", side="foes", owner=owner, hidden=hidden, marks=marks)
    ally = Combatant(id="ally", name="Ally", side="party", owner="ana")
    rolls = {"one": ROLL}
    where = Cursor(round=1, phase="act", key=(5, 0), at=5)
    return Encounter(
        system="adnd2e", combatants={"one": one, "ally": ally}, cursor=where, public=where, rolls=rolls
    )  # fmt: skip


def heard(kind: type[ev.Event], role: str, owner: str | None, hidden: bool = False) -> Any:
    """What the role is told of the event of one who has that owner."""
    before = fight(owner, hidden, marks=(MARK,) if kind in (ev.Unmarked, ev.Declared) else ())
    after = fight(owner, hidden, marks=(MARK,) if kind is ev.Marked else ())
    said = tell(event_of(kind, "one"), before, after, role, view(History(encounter=after), role))
    return None if said is None else msgspec.json.decode(msgspec.json.encode(said))


def declared(kind: type[ev.Event], *audiences: str) -> set[str]:
    """The names on the wire of the fields that these audiences are told."""
    names: set[str] = {"event"}
    for field, audience in AUDIENCES[tag(kind)].items():
        if audience in audiences:
            names |= WITHIN.get(field, {field})
    return names


every_event = pytest.mark.parametrize("kind", [e for e in EVENTS if e is not ev.Moved], ids=tag)


@every_event
def test_the_gm_is_told_every_field_but_those_of_the_fold(kind: type[ev.Event]) -> None:
    assert set(heard(kind, "gm", None)) == declared(kind, ALL, OWN, GM)
    assert set(heard(kind, "gm", None, hidden=True)) == declared(kind, ALL, OWN, GM)


@every_event
def test_players_are_told_of_owned_ones_what_is_declared(kind: type[ev.Event]) -> None:
    said = heard(kind, "player", "ana")
    assert (said is None) == (tag(kind) in OF_GMS)
    assert said is None or set(said) == declared(kind, ALL, OWN)


@every_event
def test_players_are_told_of_unowned_ones_what_is_declared(kind: type[ev.Event]) -> None:
    said = heard(kind, "player", None)
    audiences = AUDIENCES[tag(kind)]
    nothing = bool(audiences) and ALL not in audiences.values() and OWN in audiences.values()
    assert (said is None) == (nothing or tag(kind) in OF_GMS)
    assert said is None or set(said) == declared(kind, ALL)


@every_event
def test_players_are_told_nothing_that_names_a_hidden_one(kind: type[ev.Event]) -> None:
    said = heard(kind, "player", None, hidden=True)
    assert '"one"' not in msgspec.json.encode(said).decode()
    concerned = {"combatant", "for"} & set(AUDIENCES[tag(kind)])
    assert not (concerned and said), "nothing of what it does is told"


def test_a_class_of_what_is_told_has_no_field_that_the_event_has_not() -> None:
    events = {tag(e): e for e in EVENTS}
    kinds = [k for k in vars(told).values() if isinstance(k, type) and issubclass(k, told.Told)]
    of_the_stream = {told.Undone, told.Redone}  # which lines are meant: test_undo_says.py
    for kind in set(kinds) - {told.Told, told.Moved} - of_the_stream:
        names = set(kind.__struct_encode_fields__) | {"event"}
        assert names <= declared(events[tag(kind)], ALL, OWN, GM), kind
