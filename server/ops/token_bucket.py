"""A budget that refills: a token bucket. Times are seconds of a monotonic clock."""

from __future__ import annotations


class TokenBucket:
    """`rate` tokens a second flow in, `burst` fit in."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now

    def take(self, now: float, amount: float = 1) -> bool:
        """Take so many tokens, if they are there. Without a rate they always are."""
        if self._rate <= 0:
            return True
        self._flow(now)
        if self._tokens < amount:
            return False
        self._tokens -= amount
        return True

    def owe(self, now: float, amount: float) -> None:
        """Take so many tokens, there or not: what has happened already."""
        if self._rate > 0:
            self._flow(now)
            self._tokens -= amount

    def wait(self, now: float, amount: float = 1) -> float:
        """Seconds until so many tokens are there, if nobody takes any; 0 without a rate."""
        if self._rate <= 0:
            return 0.0
        self._flow(now)
        return max(0.0, (amount - self._tokens) / self._rate)

    def _flow(self, now: float) -> None:
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
