"""How many connections a link and a table may have, and who is let in beyond that."""

from __future__ import annotations

from protocol.messages import Role
from protocol.session import CloseCode
from server.delivery.fanout import Subscribers
from server.ops.config import Settings
from server.ops.descriptors import LAST, RESERVE
from server.ops.refusals import Refusals
from server.transport.connection import Peer


class ConnectionCaps:
    """Of one server."""

    def __init__(self, settings: Settings, refusals: Refusals) -> None:
        self._settings = settings
        self._refusals = refusals

    def of(self, role: Role) -> int:
        """How many connections a link of this role may have."""
        watches = role == "observer"
        return self._settings.observer_connections if watches else self._settings.link_connections

    def full(self, subscribers: Subscribers, peer: Peer) -> str:
        """Why `peer` may not come in: `link_full`, `table_full`, `descriptors`, or "" if they may.

        A user who is connected already may: their oldest connection is closed instead.
        """
        why = self._full(subscribers, peer)
        if why and (mine := [other for other in subscribers if other.user == peer.user]):
            mine[0].end(CloseCode.FULL)
            why = ""
        if why:
            self._refusals.count(why)
        return why

    def _full(self, subscribers: Subscribers, peer: Peer) -> str:
        settings, leads = self._settings, peer.role == "gm"
        if sum(other.invite == peer.invite for other in subscribers) >= self.of(peer.role):
            return "link_full"
        if len(subscribers) >= settings.table_connections and not leads:
            return "table_full"  # nobody keeps a GM out of the own table
        return "" if peer.left >= (LAST // 2 if leads else RESERVE) else "descriptors"
