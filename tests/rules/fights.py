"""A fight for tests: commands as on the wire, dice laid down, the order read back in short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.engine.history import RULES, History, LogEntry, decide, fold
from rules.engine.prompts import prompts
from rules.engine.timeline import Timeline, active, slots, timeline
from rules.model import commands as do
from rules.model.dice import Given
from rules.model.encounter import Combatant, Encounter
from rules.model.events import Event
from rules.projection.view import view


class Fight:
    """Plays commands one after another; `said` are the events of the last one, `log` all entries."""

    def __init__(self, system: str = "adnd1e", /, **options: Any) -> None:
        self.history = History.start()
        self.log: list[LogEntry] = []
        self.said: tuple[Event, ...] = ()
        self.do("open", system=system, options=options)

    def do(
        self, do_: str, /, dice: Sequence[int] = (), *, role: str = "gm", **fields: Any
    ) -> Fight:
        """One command. `for_` stands for the field `for`; `dice` are the server's faces."""
        fields = {name.rstrip("_"): value for name, value in fields.items()}
        command: Any = msgspec.convert({"do": do_, **fields}, do.Any_)
        self.said = decide(self.history, command, Given(dice), role)
        position = len(self.log) + 1
        entry = LogEntry(position=position, command=command, events=self.said, rules=RULES)
        self.log.append(entry)
        self.history = fold(self.history, entry)
        return self

    def add(self, id_: str, side: str = "party", /, **fields: Any) -> Fight:
        kind = fields.pop("kind", "pc" if side == "party" else "npc")
        return self.do("add", combatants=[{"id": id_, "side": side, "kind": kind, **fields}])

    def declare(self, id_: str, *actions: dict[str, Any]) -> Fight:
        return self.do("declare", combatant=id_, actions=list(actions))

    def roll(self, **faces: int | Sequence[int]) -> Fight:
        """Typed faces: by side's name where sides roll, else by combatant."""
        for name, face in faces.items():
            roller = (
                name if name in self.enc.combatants and not self._sides_roll else f"side:{name}"
            )
            self.do("roll", for_=roller, faces=[face] if isinstance(face, int) else list(face))
        return self

    @property
    def _sides_roll(self) -> bool:
        from rules.systems import system_of

        return any(r.startswith("side:") for r in system_of(self.enc).rollers(self.enc))

    def next(self, to: str = "next", /, *, force: bool = False) -> Fight:
        return self.do("advance", to=to, force=force)

    def until(self, round_: int, at: int | None = None, phase: str = "act") -> Fight:
        """Advances moment by moment until the cursor stands there."""
        for _ in range(200):
            if (self.enc.round, self.enc.cursor.at, self.enc.phase) == (round_, at, phase):
                return self
            self.next()
        raise AssertionError(f"never came to {round_}, {at}, {phase}")

    @property
    def enc(self) -> Encounter:
        return self.history.encounter

    @property
    def order(self) -> Timeline:
        return timeline(self.enc)

    @property
    def now(self) -> list[str]:
        return active(self.enc, self.order.now)

    def who(self, id_: str) -> Combatant:
        return self.enc.combatants[id_]

    def at(self, id_: str, *what: str) -> list[int | None]:
        """The places of the combatant's entries in this round (of the kinds named, or all)."""
        entries = [
            e for e in self.order.entries if e.combatant == id_ and (not what or e.what in what)
        ]
        return [e.at for e in entries]

    def moments(self) -> list[tuple[int | None, tuple[str, ...]]]:
        """The round as moments: where, and who acts there together."""
        seen: list[tuple[int | None, tuple[str, ...]]] = []
        numbers = slots(self.order.entries)
        for slot in dict.fromkeys(numbers):
            group = [e for e, s in zip(self.order.entries, numbers, strict=True) if s == slot]
            seen.append((group[0].at, tuple(dict.fromkeys(e.combatant for e in group))))
        return seen

    def events(self, kind: type[Event]) -> list[Any]:
        """Every event of that kind so far."""
        return [e for entry in self.log for e in entry.events if isinstance(e, kind)]

    def unplaced(self, id_: str) -> list[tuple[int, str]]:
        """What the combatant has declared and what comes to no entry: index and clause."""
        from rules.systems import system_of

        return list(system_of(self.enc).unplaced(self.enc, self.who(id_)))

    def view(self, role: str = "gm") -> dict[str, Any]:
        """The view as plain values, as on the wire."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view(self.history, role)))
        return plain


def prompted(fight: Fight, kind: str) -> list[str]:
    """Those for whom a prompt of that kind waits."""
    return [who for prompt in prompts(fight.enc) if prompt.kind == kind for who in prompt.of]


SPELL = {"act": "spell", "name": "Sleep"}
MELEE = {"act": "melee"}


def spell(segments: int, **more: Any) -> dict[str, Any]:
    return {**SPELL, "segments": segments, **more}
