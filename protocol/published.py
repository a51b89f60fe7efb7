"""Which types a client meets on the wire, and by which names: what is published is made of them."""

from __future__ import annotations

from functools import cache
from typing import cast, get_args

from msgspec import inspect

from protocol.messages import (
    ErrorCode,
    FightCommand,
    FromClient,
    FromServer,
    Message,
    Role,
    ServerCommand,
)
from rules.catalogue import System
from rules.model.commands import Command, Single
from rules.model.events import Any_ as AnyEvent
from rules.model.events import Event
from rules.model.phases import Phase
from rules.projection.combatants import Combatant, Seen
from rules.projection.timeline import Entry, Line
from rules.projection.view import View

EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)

LITERALS: dict[str, tuple[str, ...]] = {
    "Role": get_args(Role),
    "Phase": get_args(Phase),
    "ErrorCode": get_args(ErrorCode),
    "EventName": tuple(str(event.__struct_config__.tag) for event in EVENTS),
}
"""Texts of which there are only so many."""

UNIONS: dict[str, tuple[type, ...]] = {
    "SingleCommand": get_args(Single),
    "Command": get_args(FightCommand | ServerCommand),
    "FromClient": get_args(FromClient),
    "FromServer": get_args(FromServer),
}

WHOLE: dict[type, type] = {Seen: Combatant, Line: Entry}
"""What players see of unowned ones is, for a client, the whole with less in it."""


@cache
def structs() -> dict[str, inspect.StructType]:
    """All that messages, views and the catalogue are made of, by name, the outer before the inner."""
    roots = [*UNIONS["Command"], *UNIONS["FromClient"], *UNIONS["FromServer"]]
    roots += [View, System]
    found: dict[str, inspect.StructType] = {}
    for info in inspect.multi_type_info(roots):
        _gather(info, found)
    return found


def name_of(cls: type) -> str:
    """Commands have names of their own: a client knows several a Mark, Return or Clock."""
    cls = WHOLE.get(cls, cls)
    if issubclass(cls, Command):
        tag = str(cls.__struct_config__.tag)
        return "Do" + "".join(word.title() for word in tag.split("_"))
    if issubclass(cls, Message):
        return cls.__name__.removesuffix("Message") + "Message"
    return cls.__name__


def always(info: inspect.StructType) -> list[str]:
    """The fields that are never left out, by their names on the wire."""
    seen = Seen if info.cls is Combatant else info.cls
    fields = seen.__struct_fields__
    return [f.encode_name for f in info.fields if f.required and f.name in fields]


def _gather(info: inspect.Type, found: dict[str, inspect.StructType]) -> None:
    """All structs that `info` is made of, each once, the outer before the inner."""
    if isinstance(info, inspect.StructType):
        if info.cls in WHOLE:
            info = cast(inspect.StructType, inspect.type_info(WHOLE[info.cls]))
        name = name_of(info.cls)
        if name in found:
            return
        found[name] = info
        for field in info.fields:
            _gather(field.type, found)
    for part in ("type", "item_type", "key_type", "value_type"):
        if isinstance(inner := getattr(info, part, None), inspect.Type):
            _gather(inner, found)
    for inner in (*getattr(info, "types", ()), *getattr(info, "item_types", ())):
        _gather(inner, found)
