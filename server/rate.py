"""How often somebody may ask."""

from __future__ import annotations


class Bucket:
    """`rate` tokens a second flow in, `burst` fit in. Times are seconds of a monotonic clock."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now

    def take(self, now: float) -> bool:
        """Take one token, if there is one. Without a rate there always is."""
        if self._rate <= 0:
            return True
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until there is a token again."""
        return max(0.0, (1 - self._tokens) / self._rate) if self._rate > 0 else 0.0
