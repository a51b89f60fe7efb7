"""Which command ids were answered, and how: what makes a command apply exactly once.

Answers are a fold over the log like everything else, so a restart or another node knows them too.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec
from msgspec import Struct

from protocol.messages import FightCommand, Role
from rules.engine.history import LogEntry
from rules.engine.notes import Note
from rules.model.errors import Refused

KEPT = 11_000
"""Answers kept of each user: 10,000, and as many more as could be forgotten again at once."""


class Answer(Struct, frozen=True, array_like=True, gc=False):
    """The command of log entry `position` was accepted; `gm` and `player` are its `ack.seq`.

    Its `notes` are what the one who gave it was told beside.
    """

    position: int
    digest: bytes
    gm: int
    player: int
    notes: tuple[Note, ...] = ()

    def seq(self, role: Role) -> int:
        """The `ack.seq` for somebody of this role."""
        return self.gm if role == "gm" else self.player


SavedAnswers = dict[str, dict[str, Answer]]
"""By user and command id, oldest first."""


class Answers:
    """The answers of one table. Holds those of entries under way too: see `Answer.position`."""

    def __init__(self, saved: SavedAnswers | None = None) -> None:
        self._users: SavedAnswers = {user: dict(answers) for user, answers in (saved or {}).items()}

    def lookup(
        self, user: str, id: str, command: FightCommand, as_: str | None = None
    ) -> Answer | None:
        """How `user` was answered before; None if never. Raises Refused id_reused."""
        answer = self._users.get(user, {}).get(id)
        if answer is not None and answer.digest != digest(command, as_):
            raise Refused("id_reused", "this id was given to another command")
        return answer

    def remember(self, entry: LogEntry, gm: int, player: int) -> None:
        """`entry` was accepted. With `as`, the id is the GM's who gave it."""
        user = entry.gm or entry.by
        if user is None or entry.id is None:
            return
        answers = self._users.setdefault(user, {})
        named = digest(entry.command, entry.by if entry.gm else None)
        answers[entry.id] = Answer(entry.position, named, gm, player, entry.notes)
        if len(answers) > KEPT:
            del answers[next(iter(answers))]

    def forget(self, after: int) -> None:
        """The entries behind position `after` did not become durable."""
        for answers in self._users.values():
            while answers and answers[newest := next(reversed(answers))].position > after:
                del answers[newest]

    def saved(self, upto: int) -> SavedAnswers:
        """What a snapshot of the table at position `upto` keeps."""
        return {
            user: {id: answer for id, answer in answers.items() if answer.position <= upto}
            for user, answers in self._users.items()
        }


def digest(command: FightCommand, as_: str | None = None) -> bytes:
    """Names a command by what it asks, however its fields were ordered on the wire."""
    canonical = _encoder.encode((command, as_))
    return blake2b(canonical, digest_size=16).digest()


_encoder = msgspec.msgpack.Encoder(order="sorted")
