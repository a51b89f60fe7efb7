"""Figures for Prometheus, on a listener of their own. No label ever names a user.

A table is named by the largest logs alone (`log_sizes.py`), so that the number of series is bounded.
"""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    start_http_server,
)

from rules.model.errors import Refused
from server.ops.log_sizes import LogSizes
from server.ops.tallies import Distribution, Tally

FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """Counts what happens in one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = Gauge(
            "turnkeeper_connections", "Open connections.", ["role"], registry=self.registry
        )
        self.tables = Gauge("turnkeeper_tables", "Tables in memory.", registry=self.registry)
        self.commands = Tally(
            "turnkeeper_commands", "Commands answered.", ("do", "result"), self.registry
        )
        self.command_seconds = Distribution(
            "turnkeeper_command_seconds",
            "From a command's arrival to its answer.",
            FAST,
            self.registry,
        )
        self.append_seconds = Distribution(
            "turnkeeper_append_seconds",
            "How long the store takes to make entries durable.",
            FAST,
            self.registry,
        )
        self.log_bytes = Tally(
            "turnkeeper_log_bytes", "Bytes added to the logs of tables.", ("by",), self.registry
        )
        self.log_sizes = LogSizes(self.registry)
        self.commit_jobs = Distribution(
            "turnkeeper_commit_jobs",
            "Jobs that shared a commit.",
            (1, 2, 5, 10, 20, 50, 100, 200, 512),
            self.registry,
        )
        self.conflicts = Counter(
            "turnkeeper_append_conflicts",
            "Appends that came second and were decided anew.",
            registry=self.registry,
        )
        self.replica_lag = Histogram(
            "turnkeeper_replica_lag_seconds",
            "From the decision of an entry on another node to its being shown here.",
            buckets=FAST,
            registry=self.registry,
        )
        self.follow_errors = Counter(
            "turnkeeper_follow_errors", "What other nodes did could not be followed.", ["reason"],
            registry=self.registry,
        )  # fmt: skip
        self.closed = Counter(
            "turnkeeper_connections_closed",
            "Connections that the server ended.",
            ["reason"],
            registry=self.registry,
        )
        self.refused = Counter(
            "turnkeeper_handshakes_refused", "Opening handshakes refused.", ["reason"],
            registry=self.registry,
        )  # fmt: skip

    def listen(self, address: str) -> Callable[[], None]:
        """Serve `GET /metrics` at HOST:PORT; answers what stops it. Raises Refused."""
        host, _, port = address.rpartition(":")
        try:
            server, thread = start_http_server(
                int(port), host.strip("[]") or "127.0.0.1", registry=self.registry
            )
        except OSError as error:
            why = error.strerror or str(error)
            raise Refused(
                "illegal_value", f"--metrics {address} cannot be listened on: {why}"
            ) from None

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return stop
