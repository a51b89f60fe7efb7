"""Connections before `hello`: how many there may be, of one address, and for how long."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Sequence

from protocol.session import CloseCode
from server.ops.config import Settings
from server.ops.descriptors import LAST, RESERVE, Descriptors
from server.ops.refusals import Refusals
from server.transport.connection import Peer

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class HandshakeLimit:
    """The connections that wait, oldest first. If there are too many, the silent ones are closed sooner."""

    def __init__(self, settings: Settings, refusals: Refusals, descriptors: Descriptors) -> None:
        self._most = settings.unauthenticated
        self._most_per_address = settings.unauthenticated_per_address
        self._silent_within = settings.silent_within
        self._trusted = settings.trusted_proxies
        self._refusals = refusals
        self._descriptors = descriptors
        self._waiting: dict[Peer, float] = {}
        self._addresses: Counter[str] = Counter()

    def arrive(self, peer: Peer, newest: int) -> None:
        """A socket was accepted, with this number as its descriptor (-1: none is known)."""
        self._waiting[peer] = peer.loop.time()
        peer.known = lambda: self._leave(peer)
        peer.left = self._descriptors.left(newest)
        if peer.left < RESERVE:
            self._hurry(peer, "descriptors")
            if peer.left < LAST:
                self._make_room("descriptors")
        elif self._full(peer) or not self._counted(peer):
            peer.crowded = True
            self._hurry(peer, "crowded")

    def _full(self, newcomer: Peer) -> bool:
        """Too many wait, and none of them has been silent for long."""
        if len(self._waiting) <= self._most:
            return False
        silent = newcomer.loop.time() - next(iter(self._waiting.values()))
        if silent > self._silent_within:
            self._make_room("crowded")
        return len(self._waiting) > self._most

    def enter(self, peer: Peer, forwarded: Sequence[str]) -> bool:
        """It asks for a WebSocket; `forwarded` as in `real_address`. Answers False if too many wait."""
        if forwarded and not peer.counted:
            peer.address = real_address(peer.address, forwarded, self._trusted)
            peer.crowded = peer.crowded or not self._counted(peer)
        return not peer.crowded

    def _counted(self, peer: Peer) -> bool:
        """Count it at its address, unless that is a proxy's or this machine's. False: too many are there."""
        address = peer.address
        if _local(address) or _within(address, _networks(self._trusted)):
            return True  # behind a proxy everybody has the same address
        if self._addresses[address] >= self._most_per_address:
            return False
        self._addresses[address] += 1
        peer.counted = True
        return True

    def _hurry(self, peer: Peer, reason: str) -> None:
        peer.loop.call_later(self._silent_within, self._send_away, peer, reason)

    def _make_room(self, reason: str) -> None:
        self._send_away(next(iter(self._waiting)), reason)

    def _send_away(self, peer: Peer, reason: str) -> None:
        if peer in self._waiting:
            self._refusals.count(reason)
            peer.end(CloseCode.FULL)
            self._leave(peer)

    def _leave(self, peer: Peer) -> None:
        """Its `hello` was accepted, or it has ended."""
        if self._waiting.pop(peer, None) is None or not peer.counted:
            return
        peer.counted = False
        self._addresses[peer.address] -= 1
        if self._addresses[peer.address] <= 0:
            del self._addresses[peer.address]


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
    networks = _networks(trusted)
    chain = [part.strip() for value in forwarded for part in value.split(",")]
    address = peer
    while chain and _within(address, networks):
        address = chain.pop()
    return address


def _networks(blocks: Sequence[str]) -> list[Network]:
    return [ipaddress.ip_network(block, strict=False) for block in blocks]


def _within(address: str, networks: Sequence[Network]) -> bool:
    try:
        return any(ipaddress.ip_address(address) in network for network in networks)
    except ValueError:
        return False
