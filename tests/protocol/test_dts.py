"""The clients' types are those of the messages."""

from __future__ import annotations

from pathlib import Path

from protocol.dts import written

FILE = Path(__file__).parents[2] / "clients" / "js-shim" / "protocol.d.ts"


def test_the_clients_types_are_up_to_date() -> None:
    assert FILE.read_text("utf-8") == written(), "run `make types`"


def test_what_may_be_left_out_is_never_null() -> None:
    assert "?: string;" in written()
    assert not [line for line in written().splitlines() if "?:" in line and "null" in line]


def test_unions_have_names() -> None:
    assert "  command: Command;" in written()
    assert "  commands: SingleCommand[];" in written()
