"""Attack rates: so many staggered attacks in so many rounds (2E-C13)."""

from __future__ import annotations

MOST = 12
RATES = (
    "1/2", "1", "3/2", "2", "5/2", "3", "7/2", "4", "9/2", *(str(n) for n in range(5, MOST + 1)),
)  # fmt: skip


def rate(written: object) -> str:
    """The rate as it stands in `RATES`: 2, "2" and "2/1" are one."""
    return str(written).removesuffix("/1")


def attacks_in(written: object, round_: int) -> int:
    """Attacks in a round of the encounter. Of a half, odd rounds have the fewer, even ones the more.

    So 3/2 is one, then two; 5/2 two, then three; 1/2 none, then one.
    """
    attacks, _, half = rate(written or 1).partition("/")
    return (int(attacks) + (round_ + 1) % 2) // 2 if half else int(attacks)
