"""The fights that are measured: they go on for ever, by `advance` alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from protocol.messages import FightCommand

Plain = dict[str, Any]

GO_ON: Plain = {"do": "advance", "to": "next"}


def person(number: int) -> Plain:
    """Every fourth is a player's character; each has its token, some have hit points and marks."""
    mine = number % 4 == 0
    return {
        "id": f"c{number}", "name": f"Combatant {number}", "token": f"Scene.a.Token.{number:016d}",
        "side": "party" if mine else "foes", "kind": "pc" if mine else "npc", "hp": 20 + number % 9,
        **({"owner": f"u{number}"} if mine else {}),
    }  # fmt: skip


def commands(people: int, clock: float | None = None) -> list[Plain]:
    """Up to the first moment of a Starfinder fight of so many; `clock`: seconds between its ticks."""
    fight: list[Plain] = [
        {"do": "open", "system": "starfinder"},
        {"do": "add", "combatants": [person(number) for number in range(people)]},
        {"do": "begin"},
        {"do": "roll", "for": "all"},
    ]
    return fight + ([{"do": "clock", "every": clock}] if clock else [])


def prepared(people: int, clock: float | None = None) -> Iterator[FightCommand]:
    """The same as values; ties, which nobody here agrees on, are rolled off."""
    for plain in commands(people, clock):
        yield command(plain)


def command(plain: Plain) -> FightCommand:
    made: FightCommand = msgspec.convert(plain, FightCommand)
    return made


def asked(plain: Plain) -> str:
    """The command as a client says it; the `########` becomes a running number, so each has its id."""
    return msgspec.json.encode(
        {"type": "command", "id": "b" * 8 + "########", "command": plain}
    ).decode()


def hello(token: str) -> str:
    return msgspec.json.encode({"type": "hello", "token": token}).decode()
