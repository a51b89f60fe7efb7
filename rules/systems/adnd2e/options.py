"""What a table may choose. All of it moves places, so a change counts from the next round."""

from __future__ import annotations

from functools import partial

from rules.systems.adnd2e.speeds import INNATE
from rules.systems.adnd2e.weapons import FASTEST, SLOWEST
from rules.systems.kit.fields import Field
from rules.systems.kit.shared_rolls import SHARED

_option = partial(Field, changes="next_round")

OPTIONS = {
    "method": _option(
        "choice", "2E-C1", default="group", choices=("standard", "group", "individual")
    ),
    "ties": _option("choice", "2E-A1", default="simultaneous", choices=("simultaneous", "speed")),
    "two_weapons": _option("choice", "2E-A6", default="slower", choices=("slower", "primary")),
    "weapons": _option("speeds", "2E-C4", min=FASTEST, max=SLOWEST),
    "shared_rolls": SHARED,
    "innate": _option("integer", "2E-A7", default=INNATE, min=0, max=INNATE),
}
