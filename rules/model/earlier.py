"""The order before something was put right: what had begun by then keeps its times.

The order is derived, so what lies behind is kept as that from which it followed.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.model.encounter import Earlier, Encounter, Entry, Key
from rules.model.turn_changes import FAR, LATE, owner_of


def replanned(enc: Encounter, open_: tuple[str, ...] = (), *, alone: bool = False) -> Encounter:
    """From here on the order is worked out anew; what the GM's hand had placed of it is gone.

    `alone`: for hidden ones only. Of all others it stays, or players would notice.
    """
    earlier = Earlier(
        enc.basis, enc.rolls, enc.placed, enc.cursor, enc.public, enc.serial, open_, enc.earlier
    )
    hidden = {id_ for id_, who in enc.combatants.items() if who.hidden}
    stays = {i: k for i, k in enc.placed.items() if alone and owner_of(i) not in hidden}
    return replace(enc, earlier=earlier, placed=stays, serial=enc.serial + 1)


def before(enc: Encounter, earlier: Earlier) -> Encounter:
    """The same fight in the order that it had before."""
    return replace(
        enc,
        basis=earlier.basis,
        rolls=earlier.rolls,
        placed=earlier.placed,
        earlier=earlier.earlier,
    )


def had_begun(earlier: Earlier, entries: Iterable[Entry]) -> set[int | None]:
    """The actions, of one combatant's `entries`, that had begun by then."""
    here = earlier.cursor.key
    return {
        e.action
        for e in entries
        if e.key < here or (e.key == here and e.combatant not in earlier.open)
    }


def directly_after(now: Key, seen: Key, place: Key, serial: int) -> Key:
    """The key of a new `place`; of one that has passed, directly after the present moment.

    `now` is where the fight stands, `seen` where they stand who know of it: while somebody hidden acts
    the place is to them as if nobody did.
    """
    there = place if place > seen else (*seen[:-1], FAR, serial, *place)
    return there if there > now else (*now[:-1], LATE, *there)


def known_place(key: Key) -> Key:
    """The place as those know it who are to see it."""
    late = [i for i, number in enumerate(key) if number == LATE]
    return key[late[-1] + 1 :] if late else key
