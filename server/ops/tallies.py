"""Figures of the busiest path: plain numbers that a collector reads when Prometheus asks.

The library's own counters take a lock at every step. Each of these is added to by one thread alone, and
read by another: a reading may lack what is being added.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from prometheus_client import CollectorRegistry
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector


class Tally(Collector):
    """Counts by the values of `labels`."""

    def __init__(
        self, name: str, documentation: str, labels: Sequence[str], registry: CollectorRegistry
    ) -> None:
        self._name, self._documentation, self._labels = name, documentation, labels
        self._counts: dict[tuple[str, ...], int] = {}
        registry.register(self)

    def add(self, *values: str, amount: int = 1) -> None:
        """`values`: one for each label."""
        self._counts[values] = self._counts.get(values, 0) + amount

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(self._name, self._documentation, labels=self._labels)
        for values, count in tuple(self._counts.items()):
            family.add_metric(values, count)
        yield family


class Distribution(Collector):
    """How often a figure was at most each of `bounds`, which rise; and their sum."""

    def __init__(
        self, name: str, documentation: str, bounds: Sequence[float], registry: CollectorRegistry
    ) -> None:
        self._name, self._documentation, self._bounds = name, documentation, bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        registry.register(self)

    def observe(self, figure: float) -> None:
        """Count one figure."""
        self._counts[bisect_left(self._bounds, figure)] += 1
        self._sum += figure

    def collect(self) -> Iterator[HistogramMetricFamily]:
        names = [*map(str, map(float, self._bounds)), "+Inf"]
        family = HistogramMetricFamily(self._name, self._documentation)
        family.add_metric([], list(zip(names, accumulate(self._counts), strict=True)), self._sum)
        yield family
