"""House rules within a fight: what moves places counts from the next round, the rest at once."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rules.model import commands as do
from rules.model import events as ev
from rules.model.dice import Dice
from rules.model.encounter import Encounter
from rules.systems import system_of
from rules.systems.kit.fields import Field, check_settings
from rules.systems.kit.system import COMMON_OPTIONS

Values = dict[str, Any]


def options(enc: Encounter, command: do.Options, dice: Dice) -> list[ev.Event]:
    """The options after the merge patch `set`. Round, dice, marks and what is under way stay."""
    fields = system_of(enc).options | COMMON_OPTIONS
    coming = enc.options_next or enc.options
    wanted = check_settings(fields, {**coming, **command.set})
    changed = [n for n in command.set if wanted.get(n) != coming.get(n)]
    if not changed:
        return []
    later = _later(enc, fields, changed)
    now = _changed(enc.options, wanted, set(changed).difference(later))
    return [
        ev.OptionsSet(
            options=now,
            options_next={} if wanted == now else wanted,
            now=tuple(n for n in changed if n not in later),
            next_round=tuple(later),
            shift=system_of(enc).reoptioned(enc, now),
        )
    ]


def _later(enc: Encounter, fields: dict[str, Field], changed: list[str]) -> list[str]:
    """Those that wait for the next round."""
    return [n for n in changed if enc.running and fields[n].changes == "next_round"]


def _changed(values: Values, wanted: Values, names: Collection[str]) -> Values:
    kept = {n: v for n, v in values.items() if n not in names}
    return kept | {n: v for n, v in wanted.items() if n in names}
