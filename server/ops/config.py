"""What the host decides: read once, then never changed."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

NO_CLIENT = "--nats needs the client of NATS: pip install 'turnkeeper[cluster]'"


class Settings(Struct, frozen=True, kw_only=True):
    """Times are seconds, sizes bytes."""

    host: str = "127.0.0.1"
    port: int = 8765
    data: Path = Path("data")
    fresh: bool = False  # make an empty database beside what is left of another
    public_url: str | None = None
    origins: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()  # CIDR blocks whose X-Forwarded-For is believed
    tls_cert: Path | None = None
    tls_key: Path | None = None
    rate: float = 20.0  # messages a second and connection; 0 for no limit and no budgets
    metrics: str | None = None  # HOST:PORT
    demo: bool = False
    nats: tuple[str, ...] = ()  # servers of one cluster; the data directory is not used then
    nats_credentials: Path | None = None
    nats_replicas: int = 3
    drain: float = 0.0  # after /readyz has said no, until the connections are closed

    hello_within: float = 10.0
    unauthenticated: int = 1024  # connections that have not said hello, at most
    unauthenticated_per_address: int = 128
    silent_within: float = 2.0  # and for so long, where there are too many
    link_connections: int = 500  # by one invite, at most
    observer_connections: int = 5000  # by one invite of observers
    table_connections: int = 5000
    player_log: int = 1 << 20  # bytes that a player may add to a table's log, in an hour
    gm_log: int = 64 << 20  # and a GM
    slow_after: float = 5.0  # a reader that does not drain for so long is cut
    slow_bytes: int = 1 << 20  # and so is one for whom so much waits
    ping_every: float = 20.0
    close_within: float = 2.0
    stop_within: float = 10.0
    checkpoint_every: int = 500  # log entries
    rest_after: float = 30.0  # a table at which nothing happens
    unload_after: float = 300.0  # a table without connections
    mirror_ttl: int = 30
    look_every: float = 30.0  # into a table's log on NATS, for what nobody told

    @property
    def prefix(self) -> str:
        """The path under which a proxy shows this server, without a slash at its end."""
        return urlsplit(self.public_url).path.rstrip("/") if self.public_url else ""

    def page(self, port: int, host: str = "") -> str:
        """The address of the page that people open; `port` is the one really used, `host` what
        somebody has reached it by, port included.
        """
        if self.public_url:
            return self.public_url.rstrip("/") + "/"
        scheme = "https" if self.tls_cert else "http"
        return f"{scheme}://{host or f'{reachable(self.host)}:{port}'}/"


def reachable(host: str) -> str:
    """A name for a listening address that a browser on the same machine can open."""
    if host in ("0.0.0.0", "::", ""):  # noqa: S104 — compared, not listened on
        return "localhost"
    return f"[{host}]" if ":" in host else host


def link(page: str, table: str, token: str) -> str:
    """An invitation: the secret stands behind the `#`, so that no log of a request holds it."""
    return f"{page}#table={table}&token={token}"
