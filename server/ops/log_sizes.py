"""How large the logs of the tables in memory are, for Prometheus.

Thousands of tables would be thousands of series, so only the largest logs are told with their table's
name; of all together it is told how many are of which size. A log grows only while its table is in
memory; the size of each table's log, whether in memory or not, is told by `turnkeeper tables`.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry
from prometheus_client.metrics_core import (
    GaugeHistogramMetricFamily,
    GaugeMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

LARGEST = 20
"""How many tables have a series of their own."""

BOUNDS = tuple(float(1 << exponent) for exponent in range(14, 33, 2))
"""Bytes: 16 KiB, 64 KiB … 4 GiB."""


class LogSizes(Collector):
    """Sizes in bytes, by the names of tables. Added to by one thread, and read by another."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._sizes: dict[str, int] = {}
        registry.register(self)

    def opened(self, table: str, size: int | None) -> None:
        """The table is in memory now. None: its store does not know the size of a log."""
        if size is not None:
            self._sizes[table] = size

    def grew(self, table: str, by: int) -> None:
        """So many bytes were appended to the table's log."""
        if table in self._sizes:
            self._sizes[table] += by

    def closed(self, table: str) -> None:
        """The table is not in memory any more."""
        self._sizes.pop(table, None)

    def collect(self) -> Iterator[Metric]:
        """Called by Prometheus' client, in a thread of its own."""
        sizes = tuple(self._sizes.items())
        largest = GaugeMetricFamily(
            "turnkeeper_largest_log_bytes",
            f"Log sizes of the {LARGEST} tables in memory whose logs are largest.",
            labels=["table"],
        )
        for table, size in heapq.nlargest(LARGEST, sizes, key=lambda one: one[1]):
            largest.add_metric([table], size)
        yield largest
        yield _distribution([size for _, size in sizes])


def _distribution(sizes: list[int]) -> Metric:
    counts = [0] * (len(BOUNDS) + 1)
    for size in sizes:
        counts[bisect_left(BOUNDS, size)] += 1
    names = [*map(str, BOUNDS), "+Inf"]
    family = GaugeHistogramMetricFamily(
        "turnkeeper_log_size_bytes", "Tables in memory, by the sizes of their logs."
    )
    family.add_metric([], list(zip(names, accumulate(counts), strict=True)), sum(sizes))
    return family
