"""The three states of a table: in each it is certain what is done with what is asked."""

from __future__ import annotations

from msgspec import Struct


class Live(Struct, frozen=True):
    """Commands are decided and appended; what other nodes append is followed."""

    @property
    def decides(self) -> bool:
        return True


class Recovering(Struct, frozen=True):
    """Commands are refused (`unavailable`) until the log is read: before a table begins, and after
    its store has failed.

    `resend`: a mistake of ours left it open who was sent what, so everybody needs a snapshot.
    """

    resend: bool = False

    @property
    def decides(self) -> bool:
        return False


class Closed(Struct, frozen=True):
    """Commands are refused for good. `decides`: those that came before are still written."""

    decides: bool


Lifecycle = Live | Recovering | Closed


def failed(state: Lifecycle, resend: bool = False) -> Lifecycle:
    """The store has failed, or a mistake of ours left it open who was sent what (`resend`)."""
    if isinstance(state, Closed):
        return Closed(decides=False)
    if isinstance(state, Recovering):
        return Recovering(resend or state.resend)
    return Recovering(resend)


def recovered(state: Lifecycle) -> Lifecycle:
    """The log is read."""
    return Live() if isinstance(state, Recovering) else state


def closed(state: Lifecycle) -> Lifecycle:
    """The table is put away, or the server stops."""
    return Closed(decides=state.decides)
