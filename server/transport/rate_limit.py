"""How much a connection may send. Times are seconds of a monotonic clock.

A budget is several times what play needs: who exceeds it is no player in a hurry.
"""

from __future__ import annotations

from server.ops.token_bucket import TokenBucket

HANDFUL = 8
"""How many frames a client may send before `hello` is accepted; it needs one."""
FIRST_BYTES = 128 * 1024
FRAMES = 5
"""Frames for each allowed message: a message above the rate is answered with an error, up to here."""
BYTES_PER_SECOND = 128 * 1024
BYTES = 2 << 20


class Allowance:
    """What a connection may send before anything of it is decoded; control frames count too."""

    __slots__ = ("_bytes", "_frames")

    def __init__(self, frames: TokenBucket, size: TokenBucket) -> None:
        self._frames = frames
        self._bytes = size

    @classmethod
    def newcomer(cls, now: float) -> Allowance:
        """Before `hello`: a few frames, and the bucket is not refilled."""
        trickle = 1e-9
        return cls(TokenBucket(trickle, HANDFUL, now), TokenBucket(trickle, FIRST_BYTES, now))

    @classmethod
    def member(cls, rate: float, now: float) -> Allowance:
        """The limits for `rate` messages a second; 0 is no limit."""
        size = BYTES_PER_SECOND if rate > 0 else 0
        return cls(
            TokenBucket(FRAMES * rate, 3 * FRAMES * rate, now), TokenBucket(size, BYTES, now)
        )

    def frame(self, now: float) -> bool:
        """Count a frame; answers whether it is within the limit."""
        return self._frames.take(now)

    def bytes(self, now: float, count: int) -> bool:
        """Count so many bytes; answers whether they are within the limit."""
        return self._bytes.take(now, count)
