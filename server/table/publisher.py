"""What is durable is shown: updates to everybody, to each sender the answer, to the host a line."""

from __future__ import annotations

from collections.abc import Sequence

from server.delivery.fanout import Delivery, Subscribers
from server.table.command_log import CommandLog
from server.table.requests import Accepted, Decision, Rejected
from server.table.stored_state import StoredState


class Publisher:
    """Of one table: moves `stored` on, and tells `subscribers`."""

    def __init__(
        self, stored: StoredState, subscribers: Subscribers, command_log: CommandLog
    ) -> None:
        self._stored = stored
        self._subscribers = subscribers
        self._command_log = command_log

    async def publish(self, decisions: Sequence[Decision]) -> None:
        """They are in the store: the updates of each, and its answer among them, in order."""
        delivery = Delivery()
        for decision in decisions:
            subscriber = decision.request.subscriber
            if isinstance(decision, Accepted):
                delivery.follow(decision.sent, subscriber, decision.reply())
                self._stored.state = decision.state
            elif subscriber is not None:
                delivery.answer(subscriber, decision.reply())
        await delivery.send(self._subscribers)
        self._command_log.note(decisions, self._stored.state.position)

    def refuse(self, rejected: Sequence[Rejected]) -> None:
        """Answers alone, without any update."""
        for one in rejected:
            if one.request.subscriber is not None:
                one.request.subscriber.say(one.reply())
        self._command_log.note(rejected, self._stored.state.position)
