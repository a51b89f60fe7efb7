"""The newest of a row that grows, for everybody who stopped somewhere along it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from protocol.tail import Tail


@given(st.integers(1, 5), st.lists(st.lists(st.integers(), max_size=4), max_size=12))
def test_a_tail_is_the_last_of_all_that_was_added(most: int, parts: list[list[int]]) -> None:
    tail, whole = Tail[int].of(most), list[int]()
    for part in parts:
        tail, whole = tail.plus(part), whole + part
        assert list(tail) == whole[-most:]
        assert len(tail) == len(whole[-most:])


@given(st.lists(st.tuples(st.integers(0, 20), st.lists(st.integers(), max_size=3)), max_size=20))
def test_whoever_goes_on_from_an_earlier_end_disturbs_nobody(
    steps: list[tuple[int, list[int]]],
) -> None:
    known = [(Tail[int].of(4), list[int]())]
    for start, part in steps:
        tail, whole = known[start % len(known)]
        known.append((tail.plus(part), whole + part))
    for tail, whole in known:
        assert list(tail) == whole[-4:]


def test_the_newest_of_it_are_taken_from_its_end() -> None:
    tail = Tail.of(3, [1, 2]).plus([3, 4])
    assert [tail.newest(count) for count in range(4)] == [(), (4,), (3, 4), (2, 3, 4)]
