"""The connections of a table, and how what happens reaches them.

Each update is encoded once per role and subprotocol, framed once, and handed to every connection
of that kind, cohort by cohort; all that one step sends to a connection goes out in one write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from protocol.codec import Codec, Outgoing
from protocol.messages import FromServer
from protocol.streams import Sent
from protocol.updates import StreamRole
from server.delivery.cohort import Cohort, OwnFrames
from server.delivery.frames import framed
from server.delivery.subscriber import Subscriber

CohortKey = tuple[StreamRole, str]
"""Connections that get the same bytes: whose stream, in which subprotocol."""

COHORT_SIZE = 64
"""Connections in a cohort, at most. They are written to without a pause, in less than a millisecond."""


class Subscribers:
    """Those who are connected to a table."""

    def __init__(self) -> None:
        self._groups: dict[CohortKey, list[Cohort]] = {}

    def __iter__(self) -> Iterator[Subscriber]:
        """Everybody, as of now: who comes or goes meanwhile does not disturb."""
        return iter([subscriber for cohort in self.cohorts() for subscriber in cohort])

    def __len__(self) -> int:
        return sum(map(len, self.cohorts()))

    @property
    def led(self) -> bool:
        """A GM is connected."""
        return any(cohort.stream_role == "gm" and len(cohort) for cohort in self.cohorts())

    def add(self, subscriber: Subscriber) -> None:
        """`subscriber` was sent all that is stored."""
        cohorts = self._groups.setdefault(
            (subscriber.stream_role, subscriber.codec.subprotocol), []
        )
        cohort = next((cohort for cohort in cohorts if len(cohort) < COHORT_SIZE), None)
        if cohort is None:
            cohort = Cohort(subscriber.stream_role, subscriber.codec)
            cohorts.append(cohort)
        cohort.add(subscriber)

    def discard(self, subscriber: Subscriber) -> None:
        """`subscriber` has left; nothing happens if they were not here."""
        for cohort in self.cohorts():
            cohort.discard(subscriber)

    def groups(self) -> list[list[Cohort]]:
        """The cohorts of those who get the same bytes, together, where there is anybody."""
        return [cohorts for cohorts in self._groups.values() if any(map(len, cohorts))]

    def cohorts(self) -> list[Cohort]:
        """All cohorts, those of the same bytes side by side."""
        return [cohort for cohorts in self._groups.values() for cohort in cohorts]

    def tell(self, message: FromServer) -> None:
        """The same to everybody: nothing that a later snapshot would repeat.

        A crowd is told in stretches, and other tables have their turn in between.
        """
        self._tell(self.stretches(), Outgoing(message))

    def _tell(self, stretches: Sequence[Sequence[Cohort]], message: Outgoing) -> None:
        for cohort in stretches[0]:
            cohort.tell(message)
        if later := stretches[1:]:
            asyncio.get_running_loop().call_soon(self._tell, later, message)

    def stretches(self) -> list[list[Cohort]]:
        """All cohorts, in parts that are written to without a pause: as many as one cohort at most."""
        parts: list[list[Cohort]] = [[]]
        for cohort in self.cohorts():
            if sum(map(len, parts[-1])) + len(cohort) > COHORT_SIZE:
                parts.append([])
            parts[-1].append(cohort)
        return parts


class _RoleOutput:
    """What one role is sent: updates up to `seq`, and after how many of them somebody's answer."""

    def __init__(self) -> None:
        self.updates: list[Outgoing] = []
        self.seq = 0
        self.answers: dict[Subscriber, list[tuple[int, Outgoing]]] = {}

    def mixed(
        self, frames: Sequence[bytes], codec: Codec, answers: list[tuple[int, Outgoing]]
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
        self._outputs: dict[StreamRole, _RoleOutput] = {
            "gm": _RoleOutput(),
            "player": _RoleOutput(),
        }

    def follow(
        self,
        sent: dict[StreamRole, Sent],
        subscriber: Subscriber | None = None,
        answer: FromServer | None = None,
    ) -> None:
        """What a log entry sends. A player's answer comes after the own effect of the command,
        a GM's after all that it led to.
        """
        for stream_role, output in self._outputs.items():
            updates = sent[stream_role]
            own = updates.own if stream_role == "player" else len(updates.updates)
            output.updates += updates.updates[:own]
            if (
                subscriber is not None
                and answer is not None
                and subscriber.stream_role == stream_role
            ):
                self.answer(subscriber, answer)
            output.updates += updates.updates[own:]
            output.seq = updates.last

    def answer(self, subscriber: Subscriber, message: FromServer) -> None:
        """For `subscriber` alone, after what was put in so far."""
        output = self._outputs[subscriber.stream_role]
        output.answers.setdefault(subscriber, []).append((len(output.updates), Outgoing(message)))

    async def send(self, subscribers: Subscribers) -> None:
        """Write it to everybody. Many are written to in parts, with other tables in between."""
        for cohorts in subscribers.groups():
            self._put(cohorts)
        for number, cohorts in enumerate(subscribers.stretches()):
            if number:
                await asyncio.sleep(0)
            for cohort in cohorts:
                cohort.flush()

    def _put(self, cohorts: Sequence[Cohort]) -> None:
        """Frame it once for all cohorts of a group."""
        output = self._outputs[cohorts[0].stream_role]
        frames = [framed(cohorts[0].codec, [update]) for update in output.updates]
        together = b"".join(frames)
        if together or output.answers:
            for cohort in cohorts:
                cohort.put(together, output.seq, self._own(cohort, frames))

    def _own(self, cohort: Cohort, frames: Sequence[bytes]) -> dict[Subscriber, OwnFrames]:
        output = self._outputs[cohort.stream_role]
        return {
            subscriber: OwnFrames(
                output.mixed(frames, cohort.codec, answers), [answer for _, answer in answers]
            )
            for subscriber, answers in output.answers.items()
            if subscriber.cohort is cohort
        }
