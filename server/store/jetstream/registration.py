"""What belongs to a table beside its log, in one value of a bucket: its record and its invites."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from server.store.contract import Conflict, EndedInvite, InviteRecord, TableRecord, newest


class Registration(Struct, frozen=True):
    """`life` names one table among those that have had its name: its log begins behind this sequence."""

    record: TableRecord
    invites: list[InviteRecord]
    life: int
    ended: list[EndedInvite] = []

    def add(self, invite: InviteRecord) -> Registration:
        """With one more invite. Raises Conflict if its name or its request was used before."""
        known: list[InviteRecord | EndedInvite] = [*self.invites, *self.ended]
        if any(one.invite == invite.invite for one in known):
            raise Conflict(invite.invite)
        if invite.asked and any(one.asked == invite.asked for one in known):
            raise Conflict(invite.invite)
        return replace(self, invites=[*self.invites, invite])

    def change(self, invite: InviteRecord) -> Registration:
        """With `invite` in the place of that of its name. Raises Conflict if there is none."""
        if all(one.invite != invite.invite for one in self.invites):
            raise Conflict(invite.invite)
        changed = [invite if one.invite == invite.invite else one for one in self.invites]
        return replace(self, invites=changed)

    def end(self, ended: EndedInvite) -> Registration:
        """With that invite ended; one that has ended stays as it is."""
        living = [one for one in self.invites if one.invite != ended.invite]
        known = {one.invite: one for one in [ended, *self.ended]}
        return replace(self, invites=living, ended=newest(list(known.values())))

    def find(self, digest: str) -> InviteRecord | None:
        """The living invite with a token of this digest."""
        return next((invite for invite in self.invites if invite.digest == digest), None)


class _Revocable(InviteRecord, frozen=True):
    """As it was kept while revoked invites stayed among the others."""

    revoked: float | None = None


class _StoredForm(Struct, frozen=True):
    record: TableRecord
    invites: list[_Revocable]
    life: int
    ended: list[EndedInvite] = []


encode = msgspec.json.Encoder().encode
_kept = msgspec.json.Decoder(_StoredForm).decode
_fields = InviteRecord.__struct_fields__


def decode(data: bytes) -> Registration:
    """A registration, of an older version too."""
    kept = _kept(data)
    living = [
        InviteRecord(*(getattr(one, field) for field in _fields))
        for one in kept.invites
        if one.revoked is None
    ]
    registration = Registration(kept.record, living, kept.life, kept.ended)
    for one in kept.invites:
        if one.revoked is not None:
            registration = registration.end(EndedInvite(one.invite, one.asked or "", one.revoked))
    return registration
