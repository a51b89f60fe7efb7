"""A command that the rules turn down."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A command was not applied; nothing has changed.

    `code` is one of the wire's error codes, `clause` the rule it rests on (`SEG-C6`) or "",
    `detail` what a client needs to explain it (JSON values).
    """

    def __init__(self, code: str, message: str, clause: str = "", **detail: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.clause = clause
        self.detail = detail

    def __str__(self) -> str:
        clause = f" ({self.clause})" if self.clause else ""
        return f"{self.code}{clause}: {self.message}"


_LIMITS = (
    " >= ",
    " <= ",
    " > ",
    " < ",
    "matching regex",
    "of length",
    "out of range",
    "enum value",
)


def code_of_invalid(message: str) -> str:
    """The wire's code for what msgspec says of input: a limit is `illegal_value`, else `bad_message`.

    msgspec words a breached limit as "Expected `int` >= 0", a wrong type as "Expected `int`, got `str`".
    """
    said = message.split(" - at ", maxsplit=1)[0]
    wrong_type = ", got `" in said or "missing required field" in said
    wrong_type = wrong_type or said.startswith("Invalid value")  # a tag that nothing has
    return "illegal_value" if not wrong_type and any(s in said for s in _LIMITS) else "bad_message"
