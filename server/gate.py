"""Connections that have not said hello yet: how many there may be, and from where."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Sequence


class Gate:
    """Counts those who wait."""

    def __init__(self, most: int, most_per_address: int) -> None:
        self._most = most
        self._most_per_address = most_per_address
        self._waiting: Counter[str] = Counter()

    def enter(self, address: str) -> Callable[[], None] | None:
        """Let one more wait: what ends its waiting, however often it is called. None: too many."""
        crowded = self._waiting[address] >= self._most_per_address and not _local(address)
        if crowded or self._waiting.total() >= self._most:
            return None
        self._waiting[address] += 1
        places = [address]

        def leave() -> None:
            if places:
                self._leave(places.pop())

        return leave

    def _leave(self, address: str) -> None:
        self._waiting[address] -= 1
        if self._waiting[address] <= 0:
            del self._waiting[address]


def _local(address: str) -> bool:
    """Behind a proxy on this machine everybody has the same address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def real_address(peer: str, forwarded: Sequence[str], trusted: Sequence[str]) -> str:
    """The client's address: `peer`, or what the nearest proxy that is not trusted was seen as.

    `forwarded` are the values of X-Forwarded-For, to each of which a proxy adds at the end.
    """
    networks = [ipaddress.ip_network(block, strict=False) for block in trusted]
    chain = [part.strip() for value in forwarded for part in value.split(",")]
    address = peer
    while chain and _within(address, networks):
        address = chain.pop()
    return address


def _within(
    address: str, networks: Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network]
) -> bool:
    try:
        return any(ipaddress.ip_address(address) in network for network in networks)
    except ValueError:
        return False
