"""What holds in every fight of every system, after every command."""

from __future__ import annotations

from hypothesis.stateful import RuleBasedStateMachine, invariant

from rules.engine.history import History, fold
from rules.engine.prompts import awaited
from rules.projection.view import view
from tests.rules.fights import Fight


class Invariants(RuleBasedStateMachine):
    """A state machine with a `fight` inherits them."""

    fight: Fight

    @invariant()
    def the_order_is_in_order(self) -> None:
        entries = self.fight.order.entries
        assert [e.key for e in entries] == sorted(e.key for e in entries)
        assert len({e.id for e in entries}) == len(entries)

    @invariant()
    def the_present_moment_is_somebodys(self) -> None:
        """Only a step by segment comes to one without an entry; its key is shorter. Where players stand in a
        round without a moment, a hidden one's that is emptied leads on by an `advance`, as theirs does.
        """
        enc = self.fight.enc
        if enc.phase == enc.public.phase == "act" and enc.public.key == () != enc.cursor.key:
            return
        by_segment = enc.cursor.key[1:][-1:] != (0,) or enc.public.key == enc.cursor.key[:1]
        if enc.phase in ("surprise", "bonus", "act") and not awaited(enc) and not by_segment:
            assert self.fight.now

    @invariant()
    def every_place_explains_itself(self) -> None:
        for entry in self.fight.order.entries:
            if entry.at is not None:
                assert entry.why
                assert sum(term.value or 0 for term in entry.why) == entry.at

    @invariant()
    def a_place_that_players_read_is_explained_by_what_they_may_know(self) -> None:
        """Of owned ones whole, of others by dice alone; nobody is named whom they do not see."""
        seen = self.fight.view("player")
        for entry in seen["timeline"]:
            named = {term["combatant"] for term in entry["why"] if "combatant" in term}
            assert named <= {*seen["combatants"]}
            if "owner" in seen["combatants"][entry["combatant"]] and "at" in entry:
                assert sum(term.get("value", 0) for term in entry["why"]) == entry["at"]

    @invariant()
    def the_log_folds_to_the_same_encounter_and_views(self) -> None:
        history = History.start()
        for entry in self.fight.log:
            history = fold(history, entry)
        assert history.encounter == self.fight.enc
        for role in ("gm", "player"):
            assert view(history, role) == view(self.fight.history, role)

    @invariant()
    def nobody_hidden_is_in_what_players_see(self) -> None:
        hidden = [c.id for c in self.fight.enc.combatants.values() if c.hidden]
        seen = repr(self.fight.view("player"))
        assert not [id_ for id_ in hidden if f"'{id_}'" in seen]

    @invariant()
    def nothing_is_left_of_somebody_who_is_gone(self) -> None:
        enc = self.fight.enc
        entries = [*enc.placed, *enc.spent, *enc.ended, *enc.unseen, *enc.inserted]
        marks = [m for who in enc.combatants.values() for m in who.marks]
        named = {i.partition(".")[0] for i in entries} | {*enc.ranks} | {i for i, _ in enc.fallen}
        named |= {i for m in marks for i in (*m.against, *([m.by] if m.by else []))}
        named |= {i for i in enc.rolls if not i.startswith("side:")}
        assert not named - {*enc.combatants}

    @invariant()
    def nothing_in_a_view_is_null(self) -> None:
        assert "None" not in repr(self.fight.view("gm"))
        assert "None" not in repr(self.fight.view("player"))
