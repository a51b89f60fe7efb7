"""How much may be sent, counted before it is decoded. Times are seconds of a monotonic clock.

Each connection has limits of its own, several times what play needs: who exceeds them is no player in
a hurry. The connections by one link share a budget besides, so that many of them are not many times as
much; and each has a small reserve that the others by its link cannot use up.
"""

from __future__ import annotations

from typing import NamedTuple

from server.ops.token_bucket import TokenBucket

HANDFUL = 8
"""How many frames a client may send before `hello` is accepted; it needs one."""
FIRST_BYTES = 128 * 1024

BURST = 3
"""Seconds of messages and of frames that may come at once."""
FRAMES = 5
"""Frames for each allowed message: a message above the rate is answered with an error, up to here."""
BYTES_PER_SECOND = 128 * 1024
BYTES = 2 << 20

TOGETHER = 4
"""A link's budget, in connections: enough for the windows of a GM, and for players who share a link."""

RESERVE_PER_SECOND, RESERVE = 0.2, 8
"""Frames, and messages, of a connection whose link has nothing left: a caller's, not a sender's."""
RESERVE_BYTES_PER_SECOND, RESERVE_BYTES = 256, 16 * 1024

FULL_AGAIN = 60.0
"""Seconds until a budget that was used up is full; the slowest to refill is that of coming in."""


class Budget(NamedTuple):
    """What may be sent, of each kind that is counted."""

    frames: TokenBucket
    bytes: TokenBucket
    messages: TokenBucket

    @classmethod
    def of(cls, rate: float, now: float, connections: int = 1) -> Budget:
        """What so many connections may send at `rate` messages a second each; 0 is no limit."""
        size = connections * BYTES_PER_SECOND if rate > 0 else 0
        rate *= connections
        return cls(
            TokenBucket(FRAMES * rate, BURST * FRAMES * rate, now),
            TokenBucket(size, connections * BYTES, now),
            TokenBucket(rate, BURST * rate, now),
        )

    @classmethod
    def reserve(cls, now: float) -> Budget:
        """What each connection has for itself when its link has nothing left."""
        return cls(
            TokenBucket(RESERVE_PER_SECOND, RESERVE, now),
            TokenBucket(RESERVE_BYTES_PER_SECOND, RESERVE_BYTES, now),
            TokenBucket(RESERVE_PER_SECOND, RESERVE, now),
        )

    @classmethod
    def newcomer(cls, now: float) -> Budget:
        """Before `hello`: a few frames, and the buckets are not refilled."""
        trickle = 1e-9
        return cls(
            TokenBucket(trickle, HANDFUL, now),
            TokenBucket(trickle, FIRST_BYTES, now),
            TokenBucket(trickle, HANDFUL, now),
        )


class _Share(NamedTuple):
    """One connection's part in one kind of what its link may send."""

    own: TokenBucket
    link: TokenBucket
    reserve: TokenBucket

    def take(self, now: float, amount: float = 1) -> bool:
        """The reserve is touched only when the link has nothing left."""
        if not self.own.take(now, amount):
            return False
        return self.link.take(now, amount) or self.reserve.take(now, amount)

    def wait(self, now: float, amount: float = 1) -> float:
        elsewhere = min(self.link.wait(now, amount), self.reserve.wait(now, amount))
        return max(self.own.wait(now, amount), elsewhere)


class Allowance:
    """What a connection may send; control frames count too."""

    __slots__ = ("_bytes", "_frames", "_messages")

    def __init__(
        self,
        frames: TokenBucket | _Share,
        size: TokenBucket | _Share,
        messages: TokenBucket | _Share,
    ) -> None:
        self._frames = frames
        self._bytes = size
        self._messages = messages

    @classmethod
    def newcomer(cls, now: float) -> Allowance:
        """Of a connection before `hello`."""
        return cls(*Budget.newcomer(now))

    @classmethod
    def member(cls, rate: float, link: Budget, now: float) -> Allowance:
        """Of a connection by a link with the budget `link`; `rate` as in `Budget.of`."""
        parts = zip(Budget.of(rate, now), link, Budget.reserve(now), strict=True)
        return cls(*(_Share(*buckets) for buckets in parts))

    def frame(self, now: float) -> bool:
        """Count a frame; answers whether it is within the limit."""
        return self._frames.take(now)

    def bytes(self, now: float, count: int) -> bool:
        """Count so many bytes; answers whether they are within the limit."""
        return self._bytes.take(now, count)

    def message(self, now: float) -> bool:
        """Count a message; answers whether it is within the limit."""
        return self._messages.take(now)

    def message_wait(self, now: float) -> float:
        """Seconds until another message is."""
        return self._messages.wait(now)
