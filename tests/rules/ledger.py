"""What the cursor meets and what becomes of what was declared, read from the events of an AD&D 2e fight."""

from __future__ import annotations

from rules.engine.prompts import missing_rolls
from rules.engine.timeline import timeline
from rules.model import events as ev
from rules.model.encounter import Combatant, Encounter, Entry
from rules.systems import system_of

MOMENTS = ("act", "end")


class Ledger:
    """Which entries the cursor has met in this round, read from the events alone."""

    def __init__(self) -> None:
        self.met: set[str] = set()
        self.here: set[str] = set()
        self.awake: set[str] = set()
        self.by_hand = False

    def write(self, before: Encounter, event: ev.Event, after: Encounter) -> None:
        if isinstance(event, (ev.Corrected, ev.Declared)) and event.replans:
            assert come(before, event) <= come(after, event), "what has happened is no more"
        if isinstance(event, ev.Placed):  # the GM may give the present moment another place
            self.met.discard(event.entry or "")
            self.here.discard(event.entry or "")
        if isinstance(event, ev.Changed) and "surprised" in event.fields:
            self.awake.add(event.combatant.id)  # with the round, whose moments are over for him
        if isinstance(event, ev.Moved) and after.cursor != before.cursor:
            if self.by_hand and after.cursor.key < before.cursor.key:
                self.here = set()  # the rest of a split moment comes once more
            else:
                self._moves(before, after)
        self.by_hand = isinstance(event, ev.Placed)
        now = {e.id for e in timeline(after).now if acts(after, e)}
        if (
            isinstance(event, ev.Corrected) and event.again
        ):  # before anything was done at this moment
            self.here &= now
        assert not (now - self.here) & self.met, "the cursor repeats an entry"
        self.here |= now

    def _moves(self, before: Encounter, after: Encounter) -> None:
        if after.phase != "over":
            place = system_of(before).position
            assert place(after.cursor) > place(before.cursor), "the cursor goes back"
            skipped = [e.id for e in ahead(before) if self.passes(e, before, after)]
            assert not skipped, f"the cursor skips {skipped}"
        self.met |= self.here
        self.here, self.awake = set(), set()
        if after.round != before.round or after.phase == "declare":
            self.met = set()

    def passes(self, entry: Entry, before: Encounter, after: Encounter) -> bool:
        place = (entry.round, 3 if entry.phase == "act" else 4, entry.key)
        reached = system_of(before).position(after.cursor)
        return reached > place and entry.combatant not in self.awake


def come(enc: Encounter, event: ev.Corrected | ev.Declared) -> set[tuple[object, ...]]:
    """What has come until now; of dice that are thrown again, what has passed."""
    now = () if isinstance(event, ev.Corrected) and event.again else (enc.cursor.key,)
    entries = timeline(enc).entries
    return {(e.id, e.key, e.at) for e in entries if e.key < enc.cursor.key or e.key in now}


def acts(enc: Encounter, entry: Entry) -> bool:
    return enc.phase in MOMENTS and system_of(enc).acts(enc, entry)


def ahead(enc: Encounter) -> list[Entry]:
    """The entries to come of those who can act."""
    return [e for e in timeline(enc).entries if e.key > enc.cursor.key and acts(enc, e)]


def casts(who: Combatant) -> list[int]:
    """The actions of `who` that are spells, also read from a scroll, and not over."""
    spells = (d.action.act == "spell" or d.action.kind == "scroll" for d in who.declared)
    return [
        i for i, (d, spell) in enumerate(zip(who.declared, spells, strict=True)) if spell and d.live
    ]


def fates(before: Encounter, after: Encounter) -> list[str]:
    """Spells that the step from `before` to `after` let vanish: neither done nor lost, nor carried on."""
    if before.round == after.round:
        return []
    due = [(who, who.declared[i]) for who in before.combatants.values() for i in casts(who)]
    return [who.id for who, d in due if d.due is not None and d.due <= before.round]


def unaccounted(enc: Encounter) -> list[tuple[str, int]]:
    """Declared actions that are neither in the order, over, noted, nor wait for a die or their round."""
    system, ordered = system_of(enc), {(e.combatant, e.action) for e in timeline(enc).entries}
    missing = missing_rolls(enc)
    waiting = {id_ for id_ in enc.combatants if system.roller_of(enc, id_) in missing}
    return [
        (who.id, i)
        for who in enc.combatants.values()
        for i, d in enumerate(who.declared)
        if d.live and (who.id, i) not in ordered and i not in dict(system.unplaced(enc, who))
        and not (d.due is not None and d.due > enc.round) and who.id not in waiting
    ]  # fmt: skip
