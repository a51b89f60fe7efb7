"""The same fight twice: in one world somebody hidden takes part, in the other there is nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from protocol.codec import JSON
from protocol.streams import Stream
from rules.engine.prompts import prompts
from rules.model.encounter import Encounter
from rules.model.errors import Refused
from tests.protocol.fight import Table

Refusal = tuple[str, str, dict[str, Any]]
"""What a player reads of a refusal: code, clause, detail."""

SPY = "spy"
PEOPLE = (("mage", "party"), ("thief", "party"), ("orc", "foes"), ("ogre", "foes"))

ACTIONS: dict[str, list[dict[str, Any]]] = {
    "adnd1e": [
        {"act": "melee"},
        {"act": "melee", "target": "ogre"},
        {"act": "spell", "name": "Sleep", "segments": 3},
        {"act": "spell", "name": "Web", "segments": 8},
        {"act": "missile"},
        {"act": "move", "feet": 60},
        {"act": "parley"},
        {"act": "charge", "target": "ogre"},
    ],
    "adnd2e": [
        {"act": "attack", "speed": 5},
        {"act": "attack", "weapon": "dagger", "attacks": 2},
        {"act": "spell", "casting_time": 3},
        {"act": "spell", "rounds": 1},
        {"act": "move"},
    ],
}


class Worlds:
    """Whatever visible ones do happens in both; what the spy does, in one alone."""

    def __init__(self, system: str, side_of_spy: str) -> None:
        self.system = system
        self.with_spy, self.without = Table(system), Table(system)
        self.described = {
            "id": SPY, "name": "Goblin 3", "side": side_of_spy, "hidden": True, "hp": 9, "token": "t-spy",
            "kind": "npc",
        }  # fmt: skip
        self.with_spy.do("add", combatants=[self.described])
        for n, (name, side) in enumerate(PEOPLE):
            whose = {"owner": "u2"} if side == "party" else {"name": f"Goblin {n}"}
            self._both("add", combatants=[{"id": name, "side": side, "hp": 9, **whose}])
        self._both("begin")
        self.looked = 0

    @property
    def enc(self) -> Encounter:
        return self.without.enc

    @property
    def there(self) -> bool:
        return SPY in self.with_spy.enc.combatants

    @property
    def shares_a_die(self) -> bool:
        """Whether the spy's die is that of a side of which players see somebody."""
        of_sides = self.system in ("adnd1e", "adnd2e")
        return of_sides and self.described["side"] in dict(PEOPLE).values()

    def and_spy(self, ids: list[str]) -> list[str]:
        """Those and the spy, if he is there."""
        return [*ids, *[SPY] * self.there]

    def visible(self, do_: str, dice: Sequence[int] = (), /, **fields: Any) -> None:
        """Given in both worlds; what is refused in one is refused in the other.

        Where the fight goes on to a moment of the spy's, the GM passes it on.
        """
        self.hidden_ones_do_their_part()
        self._both(do_, dice, **fields)
        self.hidden_ones_are_passed()

    def hidden_ones_are_passed(self) -> None:
        """What waits for the spy, or stands at a moment of it, goes on."""
        for _ in range(40):
            self.hidden_ones_do_their_part()
            if self.with_spy.streams.player.seq >= self.without.streams.player.seq:
                return
            assert not _refused(self.with_spy, "advance", ())

    def hidden_ones_do_their_part(self) -> None:
        """The spy declares and rolls as soon as it may, so that nothing waits for it."""
        for prompt in prompts(self.with_spy.enc):
            if prompt.kind == "declare" and SPY in prompt.of:
                self.spy("declare", combatant=SPY, actions=ACTIONS[self.system][2:3])
            if prompt.kind == "roll":
                asked = {name for other in prompts(self.without.enc) for name in other.of}
                for roller in set(prompt.of) - asked:
                    self.spy("roll", [3] * 9, for_=roller)

    def spy(self, do_: str, dice: Sequence[int] = (), /, **fields: Any) -> None:
        """Something that players must not notice, where the spy is.

        Where the fight has gone on without the spy, it may be the spy's roll that lets it follow.
        """
        before = self.with_spy.streams.player
        waited_for = before.seq < self.without.streams.player.seq
        _refused(self.with_spy, do_, dice, **fields)
        after = self.with_spy.streams.player
        if waited_for:
            return
        assert after.seq == before.seq, after.kept.newest(1)[0].message
        assert after.snapshot.message == before.snapshot.message

    def spy_and_back(self, do_: str, dice: Sequence[int] = (), /, **fields: Any) -> None:
        """The same, undone and done again at once."""
        if self.with_spy.streams.player.seq < self.without.streams.player.seq:
            return
        count = len(self.with_spy.log)
        self.spy(do_, dice, **fields)
        if len(self.with_spy.log) > count:
            for turn in ("undo", "redo", "undo"):
                self.spy(turn)

    def rolled_again(self, roller: str, dice: Sequence[int]) -> None:
        """The GM alone may, and not once somebody has acted on it: that may be the spy, unseen."""
        self.hidden_ones_do_their_part()
        if _refused(self.with_spy, "roll", dice, for_=roller, again=True) is None:
            assert _refused(self.without, "roll", dice, for_=roller, again=True) is None
        self.hidden_ones_are_passed()

    def aimed(self, do_: str, seen: dict[str, Any], whole: dict[str, Any]) -> None:
        """Given in both worlds: `whole` names the spy, `seen` is the same without."""
        self.hidden_ones_do_their_part()
        first = _refused(self.without, do_, (), **seen)
        second = _refused(self.with_spy, do_, (), **whole)
        assert (first and first[:2]) == (second and second[:2])
        self.hidden_ones_are_passed()

    def the_spy_comes_and_goes(self) -> None:
        if self.there:
            self.spy("remove", combatant=SPY)
        else:
            self.spy("add", combatants=[self.described])

    def at_once(self, first_part: dict[str, Any], last_part: dict[str, Any]) -> None:
        """One batch, in which the spy has a part, between two visible ones, where it is.

        Only the last may end a turn: to pass on a moment of the spy's there is no time within a batch.
        """
        self.hidden_ones_do_their_part()
        mine = [{"do": "mark", "combatant": SPY, "name": "Marked"}] * self.there
        first = _refused(self.without, "batch", (), commands=[first_part, last_part])
        second = _refused(self.with_spy, "batch", (), commands=[first_part, *mine, last_part])
        assert (first is None) == (second is None)
        self.hidden_ones_are_passed()

    def look_alike(self) -> None:
        """What players got since they last looked, and what a newcomer would get."""
        here, there = self.with_spy.streams.player, self.without.streams.player
        assert here.seq == there.seq
        assert _bytes(here, self.looked) == _bytes(there, self.looked)
        self.looked = here.seq

    def _both(self, do_: str, dice: Sequence[int] = (), /, **fields: Any) -> None:
        """Why a correction is refused is read by the GM alone, who knows of the spy's dice as well."""
        first, second = (
            _refused(world, do_, dice, **fields) for world in (self.without, self.with_spy)
        )
        assert second == first or (do_ == "correct" and first and second)


def _bytes(stream: Stream, seq: int) -> list[bytes]:
    return [once.bytes(JSON) for once in (*(stream.missed(seq) or ()), stream.snapshot)]


def _refused(table: Table, do_: str, dice: Sequence[int], /, **fields: Any) -> Refusal | None:
    try:
        table.do(do_, dice, **fields)
    except Refused as refused:
        return refused.code, refused.clause, refused.detail
    return None
