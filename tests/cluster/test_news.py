"""What is heard of other nodes: in order it is shown, and what is missing is read."""

from __future__ import annotations

import pytest

from server.table.inbox import MOST, Inbox


def heard(*appends: tuple[int, list[bytes]]) -> Inbox:
    news = Inbox()
    for after, entries in appends:
        news.add(after, entries)
    return news


@pytest.mark.parametrize(
    ("position", "appends", "found"),
    [
        (0, [(0, [b"1"]), (1, [b"2", b"3"])], [b"1", b"2", b"3"]),
        (3, [(0, [b"1"]), (1, [b"2", b"3"])], []),
        (2, [(0, [b"1"]), (1, [b"2", b"3"])], [b"3"]),
        (0, [(0, [b"1"]), (0, [b"1"])], [b"1"]),
        (0, [(1, [b"2"])], None),
        (0, [(0, [b"1"]), (2, [b"3"])], None),
        (5, [(0, [])], None),
    ],
    ids=["in order", "all known", "partly known", "twice", "gap", "gap within", "look"],
)
def test_news(position: int, appends: list[tuple[int, list[bytes]]], found: list[bytes]) -> None:
    assert heard(*appends).take(position) == found


def test_more_than_may_wait_is_read_instead() -> None:
    news = heard(*((n, [b"x"]) for n in range(MOST + 1)))
    assert news.take(0) is None


def test_what_was_taken_is_gone() -> None:
    news = heard((0, [b"1"]))
    assert news.take(0) == [b"1"]
    assert not news
    assert news.take(1) == []
