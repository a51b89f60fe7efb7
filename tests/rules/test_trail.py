"""The positions that are in force, as runs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.history import Trail


@given(st.lists(st.one_of(st.integers(1, 3), st.none()), max_size=30))
def test_a_trail_goes_back_the_way_it_came(steps: list[int | None]) -> None:
    """A number goes so much further on, None goes one back."""
    trail, positions, newest = Trail().plus(0), [0], 0
    for step in steps:
        if step is not None:
            newest += step
            trail, positions = trail.plus(newest), [*positions, newest]
        elif len(positions) > 1:
            trail, positions = trail.back(), positions[:-1]
        assert (trail.last, len(trail)) == (positions[-1], len(positions))


def test_a_long_fight_is_one_run() -> None:
    trail = Trail()
    for position in range(1000):
        trail = trail.plus(position)
    assert trail.runs == ((0, 999),)
