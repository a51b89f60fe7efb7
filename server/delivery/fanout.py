"""The connections of a table, and how what happens reaches them.

Each update is encoded once per role and subprotocol, framed once, and handed to every connection
of that kind, row by row; all that one step sends to a connection goes out in one write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from protocol.codec import Codec, Once
from protocol.messages import FromServer
from protocol.streams import Sent
from protocol.updates import Seer
from server.delivery.cohort import Own, Row
from server.delivery.frames import framed
from server.delivery.subscriber import Subscriber

Group = tuple[Seer, str]
"""Connections that get the same bytes: whose stream, in which subprotocol."""

CROWD = 64
"""So many connections make a row, and are written to at a stretch: less than a millisecond."""


class Seats:
    """Who sits at a table."""

    def __init__(self) -> None:
        self._groups: dict[Group, list[Row]] = {}

    def __iter__(self) -> Iterator[Subscriber]:
        """Everybody, as of now: who comes or goes meanwhile does not disturb."""
        return iter([subscriber for row in self.rows() for subscriber in row])

    def __len__(self) -> int:
        return sum(map(len, self.rows()))

    @property
    def led(self) -> bool:
        """A GM is connected."""
        return any(row.seer == "gm" and len(row) for row in self.rows())

    def add(self, subscriber: Subscriber) -> None:
        """`subscriber` was sent all that the table shows."""
        rows = self._groups.setdefault((subscriber.seer, subscriber.codec.subprotocol), [])
        row = next((row for row in rows if len(row) < CROWD), None)
        if row is None:
            row = Row(subscriber.seer, subscriber.codec)
            rows.append(row)
        row.add(subscriber)

    def discard(self, subscriber: Subscriber) -> None:
        for row in self.rows():
            row.discard(subscriber)

    def groups(self) -> list[list[Row]]:
        """The rows of those who get the same bytes, together, where there is anybody."""
        return [rows for rows in self._groups.values() if any(map(len, rows))]

    def rows(self) -> list[Row]:
        return [row for rows in self._groups.values() for row in rows]

    def tell(self, message: FromServer) -> None:
        """The same to everybody: nothing that a later snapshot would repeat.

        A crowd is told in stretches, and other tables have their turn in between.
        """
        self._tell(self.stretches(), Once(message))

    def _tell(self, stretches: Sequence[Sequence[Row]], message: Once) -> None:
        for row in stretches[0]:
            row.tell(message)
        if later := stretches[1:]:
            asyncio.get_running_loop().call_soon(self._tell, later, message)

    def stretches(self) -> list[list[Row]]:
        """All rows, in parts that are written to without a pause: a crowd at most."""
        parts: list[list[Row]] = [[]]
        for row in self.rows():
            if sum(map(len, parts[-1])) + len(row) > CROWD:
                parts.append([])
            parts[-1].append(row)
        return parts


class _Line:
    """What one role is sent: updates up to `seq`, and after how many of them somebody's answer."""

    def __init__(self) -> None:
        self.updates: list[Once] = []
        self.seq = 0
        self.answers: dict[Subscriber, list[tuple[int, Once]]] = {}

    def mixed(
        self, frames: Sequence[bytes], codec: Codec, answers: list[tuple[int, Once]]
    ) -> bytes:
        """The frames of all updates, with `answers` at their places."""
        parts: list[bytes] = []
        done = 0
        for place, answer in answers:
            parts += frames[done:place]
            parts.append(framed(codec, [answer]))
            done = place
        return b"".join((*parts, *frames[done:]))


class Delivery:
    """What one step of a table sends: each role's updates, and answers among them, in order."""

    def __init__(self) -> None:
        self._lines: dict[Seer, _Line] = {"gm": _Line(), "player": _Line()}

    def follow(
        self,
        sent: dict[Seer, Sent],
        subscriber: Subscriber | None = None,
        answer: FromServer | None = None,
    ) -> None:
        """What a log entry sends. A player's answer comes after the own effect of the command,
        a GM's after all that it led to.
        """
        for seer, line in self._lines.items():
            updates = sent[seer]
            own = updates.own if seer == "player" else len(updates.updates)
            line.updates += updates.updates[:own]
            if subscriber is not None and answer is not None and subscriber.seer == seer:
                self.answer(subscriber, answer)
            line.updates += updates.updates[own:]
            line.seq = updates.last

    def answer(self, subscriber: Subscriber, message: FromServer) -> None:
        """For `subscriber` alone, after what was put in so far."""
        line = self._lines[subscriber.seer]
        line.answers.setdefault(subscriber, []).append((len(line.updates), Once(message)))

    async def send(self, seats: Seats) -> None:
        """Hand it to everybody. A crowd is served in parts, and other tables in between."""
        for rows in seats.groups():
            self._put(rows)
        for number, rows in enumerate(seats.stretches()):
            if number:
                await asyncio.sleep(0)
            for row in rows:
                row.flush()

    def _put(self, rows: Sequence[Row]) -> None:
        """Frame it once for all rows of a group."""
        line = self._lines[rows[0].seer]
        frames = [framed(rows[0].codec, [update]) for update in line.updates]
        together = b"".join(frames)
        if together or line.answers:
            for row in rows:
                row.put(together, line.seq, self._own(row, frames))

    def _own(self, row: Row, frames: Sequence[bytes]) -> dict[Subscriber, Own]:
        line = self._lines[row.seer]
        return {
            subscriber: Own(
                line.mixed(frames, row.codec, answers), [answer for _, answer in answers]
            )
            for subscriber, answers in line.answers.items()
            if subscriber.row is row
        }
