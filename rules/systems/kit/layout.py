"""How a system wants its round drawn: clients lay it out by this, and know no system by name."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Layout(Struct, frozen=True, omit_defaults=True):
    """How a round is laid out for people.

    `kind`: a `scale` has `steps` numbered places, from 1, and something may take several of them; of
    `passes` there is a row each; a `circle` of turns begins again with the first. `unit`: what `at`
    counts, a word that clients know.
    """

    kind: Literal["scale", "passes", "circle"]
    unit: Literal["segment", "initiative", "count", "score"]
    steps: int | None = None
