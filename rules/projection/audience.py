"""Who is told of what happened."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from rules.model.encounter import Encounter, Mark


class Audience(Struct, frozen=True):
    """A role, and the encounter as it knows it before and after what happened."""

    gm: bool
    before: Encounter
    after: Encounter

    def sees(self, id_: str | None) -> bool:
        return self.gm or id_ in self.after.combatants

    def saw(self, id_: str | None) -> bool:
        return self.gm or id_ in self.before.combatants

    def knows(self, id_: str) -> bool:
        """Whether it knows the whole of the combatant: the GM of all, players of owned ones."""
        if self.gm:
            return True
        who = self.after.combatants.get(id_)
        return who is not None and who.owner is not None

    def seen(self, ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(id_ for id_ in ids if self.sees(id_))

    def named(self, id_: str | None) -> str | None:
        """The id, if the role knows that there is somebody of it."""
        return id_ if self.sees(id_) else None

    def marks(self, id_: str) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
        """Of the combatant, before and after."""
        both = (enc.combatants.get(id_) for enc in (self.before, self.after))
        was, is_ = (() if who is None else who.marks for who in both)
        return was, is_
